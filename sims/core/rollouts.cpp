#include "rollouts.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <vector>

#include "bag.hpp"
#include "movegen/core/board.hpp"

namespace jackdaw {
namespace {

constexpr std::uint64_t kLeavesDrawn = 2;  // a use of random numbers (philox.hpp)

struct Hand {
    TileCounts rack{};
    int held = 0;

    void take(const TileCounts& tiles, int count) {
        for (int tile = 0; tile < kMaxTiles; ++tile) rack[tile] -= tiles[tile];
        held -= count;
    }
};

std::size_t squares_of(const Variant& variant) {
    return static_cast<std::size_t>(variant.layout.rows) * static_cast<std::size_t>(variant.layout.columns);
}

template <int Width>
TileCounts tiles_used(const MoveRecord<Width>& move) {
    TileCounts used{};
    if (move.kind == MoveKind::kPlay) {
        for (int i = 0; i < move.length; ++i) {
            if (move.tiles[i]) ++used[is_blank(move.tiles[i]) ? kBlank : move.tiles[i]];
        }
    } else {
        for (int i = 0; i < move.placed; ++i) ++used[move.tiles[i]];
    }
    return used;
}

// The position on the way, but for the board.
struct Course {
    Hand hands[2];
    TwoEndedBag bag;
    std::int32_t spread = 0;     // points of player 0 less those of player 1
    std::int32_t kept[2] = {};   // values of the leaves kept last
    int scoreless = 0;
    int on_turn = 0;
    int plies = 0;               // after the candidate
    bool ended = false;
};

template <class Mask, int Width>
class Roller {
public:
    // All arguments outlive it.
    Roller(const WordGraph<Mask>& graph, const WordMap& words, const Variant& variant, const StaticStrategy& strategy, const RolloutStart& start,
           const std::vector<MoveRecord<Width>>& candidates, const RolloutPlan& plan)
        : variant_(variant), strategy_(strategy), start_(start), plan_(plan), board_(variant.layout, graph, variant.points), player_(variant, graph, words) {
        board_.set_squares(start.squares);
        root_.emplace(board_, player_.finder().read_lanes(board_));
        begin_.hands[0] = hand_of(start.rack);
        begin_.scoreless = start.scoreless_turns;
        take_leave(0);
        LeaveValues values(variant.rack_size);
        if (strategy.leaves) strategy.leaves->fill(start.rack, values);
        for (const auto& move : candidates) {
            candidates_.emplace_back(move, values.values[move.leave], *root_, board_, player_.finder());
            candidates_.back().place = candidates_.size() - 1;
        }
    }

    // Writes a record a candidate, and adds to the sums of each.
    void roll(std::int64_t iteration, RolloutRecord* records, Rollouts& sums) {
        deal(iteration);
        if (plan_.shared && plan_.plies > 0) find_replies();
        for (int ply = 0; ply < plan_.plies && !on_.empty(); ++ply) play_ply(ply, sums);
        for (const Candidate& candidate : candidates_) *records++ = recorded(candidate.course);
    }

private:
    struct KnownBoard {
        Board<Mask> board;
        KnownLanes<Mask> lanes;
    };

    // A candidate, the board behind it, and an iteration's position and best reply.
    struct Candidate {
        Candidate(const MoveRecord<Width>& candidate, std::int32_t value, const KnownBoard& root, Board<Mask>& scratch, const BestPlays<Mask>& finder)
            : move(candidate), leave_value(value), used(tiles_used(candidate)), known(after(candidate, root, scratch, finder)), board(known.board) {
            changed = known.board.lanes_unlike(root.board);
            for (const Direction direction : kDirections) unchanged[index(direction)] = ~changed[index(direction)];
        }

        static KnownBoard after(const MoveRecord<Width>& move, const KnownBoard& root, Board<Mask>& scratch, const BestPlays<Mask>& finder) {
            scratch.become(root.board);
            if (move.kind == MoveKind::kPlay) scratch.place(move.direction, move.lane, move.start, move.tiles, move.length);
            return {scratch, finder.read_lanes(scratch, &root.lanes)};
        }

        MoveRecord<Width> move;
        std::int32_t leave_value;
        TileCounts used;
        KnownBoard known;
        LaneSet changed;    // lanes, against the root
        LaneSet unchanged;
        std::size_t place = 0;  // among the candidates

        Board<Mask> board;  // on the way
        Course course;
        bool has_reply = false;
        MoveRecord<Width> reply;
        std::int32_t reply_leave_value = 0;
    };

    static Hand hand_of(const TileCounts& rack) {
        Hand hand{rack, 0};
        for (const int count : rack) hand.held += count;
        return hand;
    }

    int points_of(const Hand& hand) const {
        int points = 0;
        for (int tile = 0; tile < kMaxTiles; ++tile) points += hand.rack[tile] * variant_.points[tile];
        return points;
    }

    // From now on this is what the opponent has kept.
    void take_leave(std::size_t place) {
        const KnownLeaves& leaves = start_.leaves;
        TileCounts leave{};
        std::copy_n(leaves.counts + place * leaves.kinds, leaves.kinds, leave.begin());
        begin_.hands[1] = hand_of(leave);
        hidden_ = start_.unseen;
        for (int tile = 0; tile < kMaxTiles; ++tile) hidden_[tile] -= leave[tile];
    }

    // Which leave the opponent has in an iteration.
    std::size_t drawn_leave(std::int64_t iteration) const {
        const std::uint32_t* const upto = start_.leaves.upto;
        const std::uint32_t* const end = upto + start_.leaves.count;
        PhiloxStream random(plan_.seed, static_cast<std::uint64_t>(iteration), kLeavesDrawn);
        return std::upper_bound(upto, end, random.up_to(end[-1] - 1)) - upto;
    }

    void deal(std::int64_t iteration) {
        if (start_.leaves.count > 1) take_leave(drawn_leave(iteration));
        Course dealt = begin_;
        dealt.bag = TwoEndedBag(hidden_, plan_.seed, static_cast<std::uint64_t>(iteration));
        dealt.hands[1].held = dealt.bag.fill(1, dealt.hands[1].rack, dealt.hands[1].held, start_.opponent_held);
        on_.clear();
        for (Candidate& candidate : candidates_) {
            candidate.course = dealt;
            candidate.has_reply = false;
            make(candidate.course, candidate.move, candidate.used, candidate.leave_value);
            if (!candidate.course.ended) on_.push_back(&candidate);
        }
    }

    // All of a move but what it does to the board.
    void make(Course& course, const MoveRecord<Width>& move, const TileCounts& used, std::int32_t leave_value) {
        const int mover = course.on_turn;
        Hand& hand = course.hands[mover];
        hand.take(used, move.kind == MoveKind::kPass ? 0 : move.placed);
        hand.held = course.bag.fill(mover, hand.rack, hand.held, variant_.rack_size);
        if (move.kind == MoveKind::kExchange) course.bag.put_back(mover, move.tiles, move.placed);  // after the draw: they cannot come at once
        course.spread += mover ? -move.score : move.score;
        course.kept[mover] = leave_value;
        course.scoreless = move.score ? 0 : course.scoreless + 1;
        course.on_turn = !mover;
        if (!hand.held) {
            const int left = 2 * points_of(course.hands[!mover]);
            course.spread += mover ? -left : left;
            course.ended = true;
        } else if (course.scoreless >= variant_.scoreless_turns) {
            course.spread += points_of(course.hands[1]) - points_of(course.hands[0]);
            course.ended = true;
        }
    }

    // The best replies to all candidates at once. A lane that a candidate leaves as it was has the same plays before it and behind it, so
    // one search of the root's board finds the best of these for all, and each candidate's board is searched in the lanes that it changed.
    void find_replies() {
        const Candidate* any = nullptr;
        keep_.clear();
        for (Candidate& candidate : candidates_) {
            const int in_bag = candidate.course.bag.size();
            candidate.has_reply = !candidate.course.ended && in_bag > 0 && !player_.counts_bag_left(strategy_, in_bag) && !root_->board.is_empty();
            if (!candidate.has_reply) continue;
            const Hand& hand = candidate.course.hands[1];
            if (!any) player_.take(strategy_, hand.rack, in_bag, 0);
            any = &candidate;
            keep_.add_lanes(candidate.unchanged, player_.best_without_play(in_bag, candidate.reply));
        }
        if (!any) return;
        player_.finder().find(root_->board, kAllLanes, &root_->lanes, keep_);
        std::size_t place = 0;
        for (Candidate& candidate : candidates_) {
            if (!candidate.has_reply) continue;
            KeepBest<Width> keep = keep_[place++];
            player_.finder().find(candidate.known.board, candidate.changed, &candidate.known.lanes, keep);
            if (keep.found()) candidate.reply = keep.best().move;
            candidate.reply_leave_value = player_.leave_value(candidate.reply.leave);
        }
    }

    // The next ply of all that go on. Those with the same rack on turn follow each other: what a rack can make is found out once.
    void play_ply(int ply, Rollouts& sums) {
        const auto rack = [](const Candidate* candidate) -> const TileCounts& { return candidate->course.hands[candidate->course.on_turn].rack; };
        if (plan_.shared) std::sort(on_.begin(), on_.end(), [&](const Candidate* a, const Candidate* b) { return rack(a) < rack(b); });
        has_rack_ = false;
        for (Candidate* candidate : on_) {
            Course& course = candidate->course;
            if (ply == 0) candidate->board.become(candidate->known.board);
            MoveRecord<Width> move;
            std::int32_t leave_value;
            if (ply == 0 && candidate->has_reply) {
                move = candidate->reply;
                leave_value = candidate->reply_leave_value;
            } else {
                choose(*candidate, move, leave_value);
            }
            if (ply < plan_.told) add(move, sums.plies[candidate->place * plan_.told + ply]);
            if (ply == 0) cover(move, &sums.covered[candidate->place * squares_of(variant_)]);
            make(course, move, tiles_used(move), leave_value);
            ++course.plies;
            const bool goes_on = !course.ended && course.plies < plan_.plies;
            if (goes_on && move.kind == MoveKind::kPlay) candidate->board.place(move.direction, move.lane, move.start, move.tiles, move.length);
        }
        std::erase_if(on_, [](const Candidate* candidate) { return candidate->course.ended; });
    }

    void choose(const Candidate& candidate, MoveRecord<Width>& move, std::int32_t& leave_value) {
        const Course& course = candidate.course;
        const Hand& hand = course.hands[course.on_turn];
        const int unseen_points = course.bag.size() ? 0 : points_of(course.hands[!course.on_turn]);
        const bool is_same = plan_.shared && has_rack_ && course.bag.size() && player_.rack() == hand.rack;
        if (!is_same || !player_.set_bag_count(course.bag.size())) {
            player_.take(strategy_, hand.rack, course.bag.size(), unseen_points);
            has_rack_ = course.bag.size();
        }
        player_.choose(candidate.board, plan_.shared ? &candidate.known.lanes : nullptr, move);
        leave_value = player_.leave_value(move.leave);
    }

    void add(const MoveRecord<Width>& move, PlySums& sums) const {
        ++sums.count;
        sums.points += move.score;
        sums.squares += std::int64_t{move.score} * move.score;
        sums.bingos += move.kind == MoveKind::kPlay && move.placed >= variant_.bingo_tiles;
    }

    void cover(const MoveRecord<Width>& move, std::int64_t* covered) const {
        if (move.kind != MoveKind::kPlay) return;
        const int columns = variant_.layout.columns;
        const bool is_across = move.direction == Direction::kAcross;
        const int step = is_across ? 1 : columns;
        std::int64_t* square = covered + (is_across ? move.lane * columns + move.start : move.start * columns + move.lane);
        for (int i = 0; i < move.length; ++i, square += step) *square += move.tiles[i] != 0;
    }

    // With an empty bag what a player keeps is what may be lost.
    RolloutRecord recorded(const Course& course) const {
        RolloutRecord record{};
        record.spread = course.spread;
        if (!course.ended) {
            record.leaves = course.bag.size() ? course.kept[0] - course.kept[1] : kMilli * (points_of(course.hands[1]) - points_of(course.hands[0]));
        }
        record.unseen = static_cast<std::uint16_t>(course.bag.size() + course.hands[!course.on_turn].held);
        record.on_turn = static_cast<std::uint8_t>(course.on_turn);
        record.ended = course.ended;
        record.plies = course.plies;
        return record;
    }

    const Variant& variant_;
    const StaticStrategy& strategy_;
    const RolloutStart& start_;
    const RolloutPlan& plan_;
    Board<Mask> board_;
    StaticPlayer<Mask, Width> player_;
    std::optional<KnownBoard> root_;
    std::deque<Candidate> candidates_;
    std::vector<Candidate*> on_;  // whose games go on
    bool has_rack_ = false;       // whether the player has a rack, valued for a bag with tiles
    Course begin_;
    TileCounts hidden_{};  // in the bag, or on the opponent's rack besides the leave
    KeepBestOfEach<Width> keep_;
};

}  // namespace

template <int Width, class Mask>
Rollouts roll_out(const WordGraph<Mask>& graph, const WordMap& words, const Variant& variant, const StaticStrategy& strategy, const RolloutStart& start,
                  const std::vector<MoveRecord<Width>>& candidates, const RolloutPlan& plan) {
    Roller<Mask, Width> roller(graph, words, variant, strategy, start, candidates, plan);
    Rollouts made{std::vector<RolloutRecord>(static_cast<std::size_t>(plan.iterations) * candidates.size()),
                  std::vector<PlySums>(candidates.size() * static_cast<std::size_t>(plan.told)),
                  std::vector<std::int64_t>(candidates.size() * squares_of(variant))};
    RolloutRecord* records = made.records.data();
    for (std::int64_t i = 0; i < plan.iterations; ++i, records += candidates.size()) roller.roll(plan.first + i, records, made);
    return made;
}

#define JACKDAW_ROLL_OUT(Mask, Width)                                                                                                             \
    template Rollouts roll_out(const WordGraph<Mask>&, const WordMap&, const Variant&, const StaticStrategy&, const RolloutStart&,                \
                               const std::vector<MoveRecord<Width>>&, const RolloutPlan&);

JACKDAW_ROLL_OUT(std::uint32_t, 16)
JACKDAW_ROLL_OUT(std::uint32_t, 32)
JACKDAW_ROLL_OUT(std::uint64_t, 16)
JACKDAW_ROLL_OUT(std::uint64_t, 32)

}  // namespace jackdaw
