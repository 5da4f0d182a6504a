#include "endgame_search.hpp"

#include <algorithm>
#include <bit>

#include "endgame_bounds.hpp"

namespace jackdaw {
namespace {

constexpr std::uint32_t kPassMove = 1;

// A move as the table keeps it. Two of a position may look the same there, once in some ten million positions: it orders moves, no more.
std::uint32_t move_key(std::uint64_t hash) { return hash ? static_cast<std::uint32_t>(hash) | 2 : kPassMove; }

template <class Mask>
std::uint64_t hash_of(const Board<Mask>& board) {
    std::uint64_t hash = 0;
    for (int row = 0; row < board.layout().rows; ++row) {
        for (int column = 0; column < board.layout().columns; ++column) {
            if (const Square tile = board.squares(Direction::kAcross, row)[column]) hash ^= tile_hash(row, column, tile);
        }
    }
    return hash;
}

}  // namespace

bool EndgameWatch::is_over() {
    if (is_called_off_.load(std::memory_order_relaxed)) return true;
    const double now = seconds();
    if (limit_ > 0 && now > limit_) return true;
    if (!is_interrupted_ || std::this_thread::get_id() != first_thread_ || now < asked_ + 0.05) return false;
    asked_ = now;
    return is_interrupted_();
}

template <class Mask, int Width>
EndgameSearch<Mask, Width>::EndgameSearch(const Variant& variant, const Board<Mask>& board, const EndgamePosition& position, const ScorelessRule& rule,
                                          ProofTable& table, EndgameWatch& watch, std::size_t bytes, std::uint64_t nodes, BusyPositions* busy)
    : variant_(variant), rule_(rule), table_(table), watch_(watch), bytes_(bytes), most_nodes_(nodes), busy_(busy),
      lanes_(variant, board, position.racks),
      bounds_(variant, board.graph(), lanes_, rule_, bytes) {
    Ply& root = *plies_.emplace_back(std::make_unique<Ply>(board));
    for (int player = 0; player < 2; ++player) {
        root.state.racks[player] = lanes_.packing(player).full();
        root.state.points[player] = points_of(position.racks[player], variant.points);
    }
    root.state.board_hash = hash_of(board);
    root.state.scoreless = position.scoreless;
    read_all_lanes(root);
}

template <class Mask, int Width>
typename EndgameSearch<Mask, Width>::Finding EndgameSearch<Mask, Width>::search(int depth, int alpha, int beta) {
    plies_[0]->best = {};
    return search(0, depth, alpha, beta);
}

template <class Mask, int Width>
typename EndgameSearch<Mask, Width>::Finding EndgameSearch<Mask, Width>::search_move(const Record& move, int alpha, int beta, int depth) {
    const Choice choice = choice_of(move);
    if (int end; end_value(plies_[0]->state, choice, end)) return {end, end, end};
    return value_of(0, choice, depth, alpha, beta);
}

template <class Mask, int Width>
typename EndgameSearch<Mask, Width>::Finding EndgameSearch<Mask, Width>::known_of(const Record& move) {
    Ply& root = *plies_[0];
    Choice choice = choice_of(move);
    if (int end; end_value(root.state, choice, end)) return {end, end, end};
    list_replies(root, false);
    bounds_.by_replies(root, choice, kUnbounded);
    Finding found{choice.play.score, -kUnbounded, choice.upper};
    if (const auto entry = table_.find(key_of(after(root.state, choice)))) {
        found = {choice.play.score - entry->estimate, choice.play.score - entry->upper, std::min(found.upper, choice.play.score - entry->lower)};
    }
    found.value = std::clamp(found.value, found.lower, found.upper);
    return found;
}

template <class Mask, int Width>
std::vector<typename EndgameSearch<Mask, Width>::Record> EndgameSearch<Mask, Width>::moves() {
    Ply& root = *plies_[0];
    list_choices(root);
    order_choices(root);
    std::vector<Record> moves;
    for (const Choice& choice : root.choices) moves.push_back(record_of(choice));
    return moves;
}

template <class Mask, int Width>
std::optional<typename EndgameSearch<Mask, Width>::Record> EndgameSearch<Mask, Width>::best_move() {
    Ply& root = *plies_[0];
    if (!root.best.move) return std::nullopt;
    list_choices(root);
    return record_of(*find_choice(root, root.best.move));
}

// From the table; what has been overwritten there is searched again.
template <class Mask, int Width>
void EndgameSearch<Mask, Width>::read_variation(int value, std::vector<Record>& moves) {
    for (int ply = 0;; ++ply) {
        search(ply, kToTheEnd, value - 1, value + 1);
        Ply& here = at(ply);
        list_choices(here);
        const auto chosen = find_choice(here, here.best.move);
        moves.push_back(record_of(*chosen));
        if (int end; end_value(here.state, *chosen, end)) return;
        value = chosen->play.score - value;
        at(ply + 1).state = after(here.state, *chosen);
        enter(ply + 1, chosen->record);
    }
}

template <class Mask, int Width>
typename EndgameSearch<Mask, Width>::Choice EndgameSearch<Mask, Width>::choice_of(const Record& move) const {
    if (move.kind == MoveKind::kPass) return {{}, nullptr, 0, kUnbounded};
    return {lanes_.summary(move, plies_[0]->state.on_turn), &move, 0, kUnbounded};
}

template <class Mask, int Width>
typename std::vector<typename EndgameSearch<Mask, Width>::Choice>::const_iterator EndgameSearch<Mask, Width>::find_choice(const Ply& ply, std::uint32_t move) const {
    return std::find_if(ply.choices.begin(), ply.choices.end(), [&](const Choice& choice) { return move_key(choice.play.hash) == move; });
}

template <class Mask, int Width>
typename EndgameSearch<Mask, Width>::Record EndgameSearch<Mask, Width>::record_of(const Choice& choice) const {
    if (choice.record) return *choice.record;
    Record pass{};
    pass.kind = MoveKind::kPass;
    return pass;
}

template <class Mask, int Width>
typename EndgameSearch<Mask, Width>::Ply& EndgameSearch<Mask, Width>::at(int ply) {
    while (static_cast<std::size_t>(ply) >= plies_.size()) plies_.push_back(std::make_unique<Ply>(plies_[0]->board));
    return *plies_[ply];
}

template <class Mask, int Width>
void EndgameSearch<Mask, Width>::check_limits(int ply) {
    if (most_nodes_ && nodes_ > most_nodes_) throw Stop{};
    if (nodes_ % 256 == 0 && watch_.is_over()) throw Stop{};
    if (lanes_.bytes() > kLeastBytes && lanes_.bytes() + bounds_.bytes() + plies_.size() * kPlyBytes + kOtherBytes > bytes_) forget_lanes(ply);
}

// Makes room for plays of lanes. The positions on the way here keep what they refer to.
template <class Mask, int Width>
void EndgameSearch<Mask, Width>::forget_lanes(int ply) {
    for (int i = 0; i < ply; ++i) {
        Ply& before = at(i);
        std::vector<Record> kept;
        kept.reserve(before.choices.size() + before.replies.size());
        const auto keep = [&](auto& play) {
            if (play.record) play.record = &kept.emplace_back(*play.record);
        };
        std::for_each(before.choices.begin(), before.choices.end(), keep);
        std::for_each(before.replies.begin(), before.replies.end(), keep);
        before.kept = std::move(kept);
    }
    lanes_.clear();
    for (int i = 0; i <= ply; ++i) read_all_lanes(at(i));
}

template <class Mask, int Width>
void EndgameSearch<Mask, Width>::read_all_lanes(Ply& ply) {
    const Layout& layout = variant_.layout;
    for (const Direction direction : kDirections) {
        for (int lane = 0; lane < layout.lanes(direction); ++lane) ply.lanes[index(direction)][lane] = lanes_.lane_of(ply.board, direction, lane);
    }
}

// Makes the board of a ply from the one before.
template <class Mask, int Width>
void EndgameSearch<Mask, Width>::enter(int ply, const Record* record) {
    Ply& to = at(ply);
    const Ply& from = at(ply - 1);
    to.board.become(from.board);
    to.lanes = from.lanes;
    if (!record) return;
    to.board.place(record->direction, record->lane, record->start, record->tiles, record->length);
    const LaneSet changed = to.board.lanes_unlike(from.board);
    for (const Direction direction : kDirections) {
        for (std::uint32_t left = changed[index(direction)]; left; left &= left - 1) {
            const int lane = std::countr_zero(left);
            to.lanes[index(direction)][lane] = lanes_.lane_of(to.board, direction, lane);
        }
    }
}

// The same for the same position in any other search.
template <class Mask, int Width>
std::uint64_t EndgameSearch<Mask, Width>::key_of(const State& state) const {
    const int me = state.on_turn, other = 1 - me;
    return state.board_hash ^ lanes_.packing(me).hash(state.racks[me]) ^ mixed(lanes_.packing(other).hash(state.racks[other]) + static_cast<unsigned>(state.scoreless));
}

template <class Mask, int Width>
typename EndgameSearch<Mask, Width>::State EndgameSearch<Mask, Width>::after(const State& state, const Choice& choice) const {
    State next = state;
    const int me = state.on_turn;
    next.on_turn = 1 - me;
    next.board_hash ^= choice.play.hash;
    next.racks[me] -= choice.play.tiles;
    next.points[me] -= choice.play.points;
    next.scoreless = is_scoreless(rule_, choice) ? state.scoreless + 1 : 0;
    return next;
}

template <class Mask, int Width>
void EndgameSearch<Mask, Width>::list_choices(Ply& ply) {
    const int me = ply.state.on_turn;
    const PackedRack rack = ply.state.racks[me];
    const RackPacking& packing = lanes_.packing(me);
    ply.choices.clear();
    for (const Direction direction : kDirections) {
        for (int lane = 0; lane < variant_.layout.lanes(direction); ++lane) {
            const auto& list = lanes_.plays(*ply.lanes[index(direction)][lane], ply.board, direction, lane, me, rack);
            for (std::uint32_t i = 0; i < list.count; ++i) {
                if (packing.has(rack, list.plays[i].tiles)) ply.choices.push_back({list.plays[i], list.records + i, 0, kUnbounded});
            }
        }
    }
    ply.choices.push_back({{}, nullptr, 0, kUnbounded});
}

// What the other player could play if on turn: all, or what goes out, highest scores first.
template <class Mask, int Width>
void EndgameSearch<Mask, Width>::list_replies(Ply& ply, bool all) {
    const int other = 1 - ply.state.on_turn;
    const PackedRack rack = ply.state.racks[other];
    const RackPacking& packing = lanes_.packing(other);
    ply.replies.clear();
    for (const Direction direction : kDirections) {
        for (int lane = 0; lane < variant_.layout.lanes(direction); ++lane) {
            const auto& list = lanes_.plays(*ply.lanes[index(direction)][lane], ply.board, direction, lane, other, rack);
            for (std::uint32_t i = 0; i < list.count; ++i) {
                if (all ? packing.has(rack, list.plays[i].tiles) : list.plays[i].tiles == rack) ply.replies.push_back({list.plays[i], list.records + i});
            }
        }
    }
    if (all) return;
    std::sort(ply.replies.begin(), ply.replies.end(), [](const Reply& a, const Reply& b) {
        return a.play.score != b.play.score ? a.play.score > b.play.score : a.play.hash < b.play.hash;
    });
}

// Moves that end the game stand first, then those that lay many points: what they leave takes less search.
template <class Mask, int Width>
void EndgameSearch<Mask, Width>::value_choices(Ply& ply) {
    for (Choice& choice : ply.choices) {
        if (int end; end_value(ply.state, choice, end)) choice.estimate = end + 10000;
        else choice.estimate = choice.play.score + 16 * choice.play.points;
    }
}

template <class Mask, int Width>
bool EndgameSearch<Mask, Width>::stands_before(const Choice& a, const Choice& b) {
    return a.estimate != b.estimate ? a.estimate > b.estimate : a.play.hash < b.play.hash;
}

template <class Mask, int Width>
void EndgameSearch<Mask, Width>::order_choices(Ply& ply) {
    value_choices(ply);
    std::sort(ply.choices.begin(), ply.choices.end(), stands_before);
}

// What the game might come to if both take their best plays of those on the board, leaving out lanes that were used.
template <class Mask, int Width>
int EndgameSearch<Mask, Width>::playout(const Ply& ply) const {
    PackedRack racks[2] = {ply.state.racks[0], ply.state.racks[1]};
    int points[2] = {ply.state.points[0], ply.state.points[1]};
    LaneSet used{};
    int value = 0, sign = 1, passes = 0;
    const int me = ply.state.on_turn;
    for (int player = me; passes < 2; player = 1 - player, sign = -sign) {
        const LanePlay* best = nullptr;
        const Record* best_record = nullptr;
        int best_value = -kUnbounded;
        const auto consider = [&](const LanePlay& play, const Record* record) {
            if (!record || !lanes_.packing(player).has(racks[player], play.tiles) || has_lane(used, record->direction, record->lane)) return;
            const int worth = play.score + play.points + (play.tiles == racks[player] ? 2 * points[1 - player] : 0);
            if (worth > best_value) best_value = worth, best = &play, best_record = record;
        };
        if (player == me) for (const Choice& choice : ply.choices) consider(choice.play, choice.record);
        else for (const Reply& reply : ply.replies) consider(reply.play, reply.record);
        if (!best) {
            ++passes;
            continue;
        }
        passes = 0;
        value += sign * best->score;
        racks[player] -= best->tiles;
        points[player] -= best->points;
        if (!racks[player]) return value + sign * 2 * points[1 - player];
        const LaneSet more = touched_lanes(variant_.layout, ply.board, *best_record);
        used[0] |= more[0];
        used[1] |= more[1];
    }
    return value - points[me] + points[1 - me];
}

template <class Mask, int Width>
typename EndgameSearch<Mask, Width>::Finding EndgameSearch<Mask, Width>::value_of(int ply, const Choice& choice, int depth, int alpha, int beta) {
    const int score = choice.play.score;
    State& next = at(ply + 1).state;
    next = after(at(ply).state, choice);
    const std::uint64_t key = key_of(next);
    if (const auto entry = table_.find(key)) {
        const int lower = -entry->upper, upper = -entry->lower;
        if (lower == upper || score + lower >= beta) return {score + lower, score + lower, score + upper};
        if (score + upper <= alpha) return {score + upper, score + lower, score + upper};
        if (entry->depth >= depth - 1) {
            const int estimate = score - entry->estimate;
            const bool low_enough = entry->bound >= 0 && estimate <= alpha, high_enough = entry->bound <= 0 && estimate >= beta;
            if (low_enough || high_enough || entry->bound == 0) return {estimate, score + lower, score + upper};
        }
    }
    const BusyPositions::Mark mark(busy_, key);
    enter(ply + 1, choice.record);
    const Finding found = search(ply + 1, depth - 1, score - beta, score - alpha);
    return {score - found.value, score - found.upper, score - found.lower};
}

template <class Mask, int Width>
void EndgameSearch<Mask, Width>::Best::add(const Finding& more, const Choice& choice) {
    if (more.value > found.value) {
        found.value = more.value;
        move = move_key(choice.play.hash);
    }
    found.lower = std::max(found.lower, more.lower);
    found.upper = std::max(found.upper, more.upper);
}

// Searches a choice and adds what is found to what is known of the position; whether that suffices.
template <class Mask, int Width>
bool EndgameSearch<Mask, Width>::consider(int ply, const Choice& choice, int depth, const Window& window) {
    Best& best = at(ply).best;
    const int floor = std::max({window.alpha, best.found.value, best.found.lower});
    Finding found;
    if (int end; end_value(at(ply).state, choice, end)) {
        found = {end, end, end};
    } else if (best.found.value == -kUnbounded || floor + 1 >= window.beta) {
        found = value_of(ply, choice, depth, floor, window.beta);
    } else {
        found = value_of(ply, choice, depth, floor, floor + 1);
        if (found.value > floor && found.value < window.beta) {
            const Finding again = value_of(ply, choice, depth, floor, window.beta);
            found = {again.value, std::max(found.lower, again.lower), std::min(found.upper, again.upper)};
        }
    }
    best.add(found, choice);
    return best.found.value >= window.beta || best.found.lower >= window.beta;
}

// The player on turn may pass to the end of the game: whether that is surely enough.
template <class Mask, int Width>
bool EndgameSearch<Mask, Width>::leads_for_good(Ply& here, int beta) {
    const auto least = bounds_.of_lead(here, beta);
    if (!least) return false;
    here.best.found = {*least, *least, kUnbounded};
    here.best.move = kPassMove;
    return true;
}

// Drops the choices that can be worth no more than alpha, as far as that can be told without making them.
template <class Mask, int Width>
void EndgameSearch<Mask, Width>::drop_bounded(int ply, int alpha) {
    Ply& here = at(ply);
    list_replies(here, false);
    for (Choice& choice : here.choices) {
        if (int end; !end_value(here.state, choice, end)) bounds_.by_replies(here, choice, alpha);
    }
    if (ply) bounds_.by_solo(here, alpha);
    const auto is_bounded = [](const Choice& choice) { return choice.upper < kUnbounded; };
    for (const Choice& choice : here.choices) {
        if (is_bounded(choice)) here.best.add({choice.upper, -kUnbounded, choice.upper}, choice);
    }
    std::erase_if(here.choices, is_bounded);
}

// First the move that was best before, which often suffices: what orders the others costs more than that. Moves that other threads are at come last.
template <class Mask, int Width>
void EndgameSearch<Mask, Width>::search_choices(int ply, int depth, const Window& window, std::uint32_t first) {
    Ply& here = at(ply);
    Best& best = here.best;
    best.cut = true;
    const auto known = first ? find_choice(here, first) : here.choices.cend();
    if (known != here.choices.cend()) {
        if (consider(ply, *known, depth, window)) return;
        here.choices.erase(known);
    } else if (ply && depth > 1 && here.state.stopped() >= window.beta) {
        value_choices(here);  // who leads finds a good move at once, nearly always
        const auto likely = std::min_element(here.choices.begin(), here.choices.end(), stands_before);
        if (consider(ply, *likely, depth, window)) return;
        here.choices.erase(likely);
    }
    drop_bounded(ply, std::max(window.alpha, best.found.value));
    order_choices(here);
    for (std::size_t i = 0, count = here.choices.size(); i < here.choices.size(); ++i) {
        const bool is_busy = busy_ && i < count && busy_->has(key_of(after(here.state, here.choices[i])));
        if (is_busy) here.choices.push_back(Choice(here.choices[i]));
        else if (consider(ply, here.choices[i], depth, window)) return;
    }
    best.cut = false;
}

template <class Mask, int Width>
void EndgameSearch<Mask, Width>::look_at(Ply& here) {
    Best& best = here.best;
    list_replies(here, true);
    best.found = {playout(here), -kUnbounded, kUnbounded};
    for (const Choice& choice : here.choices) {
        if (int end; end_value(here.state, choice, end) && end > best.found.lower) {
            best.found.lower = end;
            best.move = move_key(choice.play.hash);
        }
    }
    best.found.value = std::max(best.found.value, best.found.lower);
}

template <class Mask, int Width>
typename EndgameSearch<Mask, Width>::Finding EndgameSearch<Mask, Width>::search(int ply, int depth, int alpha, int beta) {
    ++nodes_;
    check_limits(ply);
    Ply& here = at(ply);
    const std::uint64_t key = key_of(here.state), begun = nodes_;
    const auto known = table_.find(key);
    const std::uint32_t first = known ? known->move : 0;
    here.best = {};
    if (ply && depth > 0 && leads_for_good(here, beta)) return keep(key, depth, {alpha, beta}, here.best, 0);
    list_choices(here);
    here.replies.clear();  // of another position, whose lanes may be forgotten
    if (depth <= 0) look_at(here);
    else search_choices(ply, depth, {alpha, beta}, first);
    if (here.best.cut) here.best.found.upper = kUnbounded;
    return keep(key, depth, {alpha, beta}, here.best, nodes_ - begun);
}

// Puts what was found into the table, joined with what was proven before.
template <class Mask, int Width>
typename EndgameSearch<Mask, Width>::Finding EndgameSearch<Mask, Width>::keep(std::uint64_t key, int depth, const Window& window, const Best& best, std::uint64_t work) {
    TableEntry entry = table_.find(key).value_or(TableEntry{});
    entry.key = key;
    Finding found = best.found;
    found.lower = std::max<int>(found.lower, entry.lower);
    found.upper = std::min<int>(found.upper, entry.upper);
    found.value = std::clamp(found.value, found.lower, found.upper);
    entry.lower = static_cast<Points>(found.lower);
    entry.upper = static_cast<Points>(found.upper);
    entry.estimate = static_cast<Points>(found.value);
    entry.depth = static_cast<std::int8_t>(std::min(depth, 127));
    entry.bound = depth <= 0 ? 0 : found.value <= window.alpha ? -1 : found.value >= window.beta ? 1 : 0;
    if (best.move) entry.move = best.move;
    entry.work = static_cast<std::uint8_t>(std::bit_width(work + 1));
    entry.age = table_.age();
    table_.put(entry);
    return found;
}

template class EndgameSearch<std::uint32_t, 16>;
template class EndgameSearch<std::uint64_t, 16>;
template class EndgameSearch<std::uint32_t, 32>;
template class EndgameSearch<std::uint64_t, 32>;

}  // namespace jackdaw
