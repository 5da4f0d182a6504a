// Boards and move generation: any lexicon, variant, board and rack.
//
// Invariants: both generators, a stored automaton of Gordon's paper and the oracle find the same
// plays; the search for the best plays finds the first of all plays sorted by equity, on fresh and
// on cached lanes; a board after a play is the board that is set up with its squares; the plays of
// a lane after a play, made of those before it, are those that are found at once.

#include <algorithm>
#include <limits>
#include <vector>

#include "movegen/core/base/hashing.hpp"
#include "movegen/core/base/instantiate.hpp"
#include "movegen/core/base/move_order.hpp"
#include "movegen/core/best_plays/best_plays.hpp"
#include "movegen/core/generation/all_moves.hpp"
#include "movegen/core/generation/generation_work.hpp"
#include "movegen/core/gordon1994/stored_plays.hpp"
#include "strategy/core/lane_plays/lane_plays.hpp"
#include "tests/fuzz/game.hpp"
#include "tests/fuzz/oracle.hpp"

using namespace jackdaw;
using namespace jackdaw::fuzz;

namespace {

template <class Mask, int Width>
class MoveChecks {
    using Moves = std::vector<MoveRecord<Width>>;

  public:
    // playable: the words, with their permutations where letters may be in any order.
    MoveChecks(Input& in, const Alphabet& alphabet, const Variant& variant,
               const Lexicon<Mask>& lexicon, const Words& playable)
        : in_(in),
          alphabet_(alphabet),
          variant_(variant),
          lexicon_(lexicon),
          playable_(playable),
          board_(variant.layout, lexicon.graph, variant.points),
          finder_(variant.layout, variant.points, variant.bonus, variant.rack_size, lexicon.graph,
                  lexicon.map),
          squares_(make_squares(in, alphabet, variant.layout, lexicon.words, 6)) {
        board_.set_squares(squares_.data());
    }

    void run() {
        const Board<Mask> start = board_;
        const LaneSnapshot<Mask> snapshot = finder_.snapshot_lanes(start);
        for (int turn = 0; turn < 3; ++turn) {
            const TileCounts rack = make_rack(in_, alphabet_, variant_.rack_size);
            const Moves plays = check_plays(rack);
            check_best_plays(rack, plays, nullptr);
            check_best_plays(rack, plays, &snapshot);
            if (plays.empty() || in_.left() == 0) return;
            const auto& play =
                plays[static_cast<std::size_t>(in_.integer(0, static_cast<int>(plays.size()) - 1))];
            const Board<Mask> before = board_;
            board_.place(play.direction, play.lane, play.start, play.tiles, play.length);
            lay_play(squares_, variant_.layout, play);
            check_board(start);
            if (!before.is_empty()) check_lane_plays(before, rack, rack_after(rack, play));
        }
    }

  private:
    Moves check_plays(const TileCounts& rack) {
        const bool any_order = lexicon_.graph.any_order();
        const int max_exchanged = variant_.max_exchanged(num_tiles(rack), in_.small(0, 20));
        Moves moves = all_moves<Width>(board_, rack, variant_.bonus, max_exchanged);
        const auto others = std::partition_point(moves.begin(), moves.end(), [](const auto& move) {
            return move.kind == MoveKind::kPlay;
        });
        check_others(rack, max_exchanged, {others, moves.end()});
        moves.erase(others, moves.end());
        sort_bytes(moves);
        Moves expected = PlayOracle<Width>(playable_, variant_, squares_, rack).plays();
        sort_bytes(expected);
        require(are_same(moves, expected), "all plays and no others, with their scores");
        if (any_order) return moves;
        Moves by_dawg =
            all_moves<Width>(board_, rack, variant_.bonus, max_exchanged, Algorithm::kDawg);
        by_dawg.resize(moves.size());
        sort_bytes(by_dawg);
        require(are_same(moves, by_dawg), "the DAWG's plays are the GADDAG's");
        for (const Algorithm algorithm : {Algorithm::kGaddag, Algorithm::kDawg}) {
            require(generation_work(board_, rack, algorithm).plays == moves.size(),
                    "plays are counted");
        }
        if constexpr (sizeof(Mask) == 4) check_stored(rack, moves);
        return moves;
    }

    // The plays of each lane, before with `rack` and after with what is left of it.
    void check_lane_plays(const Board<Mask>& before, const TileCounts& rack,
                          const TileCounts& left) {
        const std::array<TileCounts, 1> racks{rack};
        LanePlays<Mask, Width> updated(variant_, before, racks), found(variant_, board_, racks);
        const PackedRack full = updated.packing(0).pack(rack), part = updated.packing(0).pack(left);
        for (const Direction direction : kDirections) {
            for (int lane = 0; lane < variant_.layout.lanes(direction); ++lane) {
                auto& known = *updated.root_lane(direction, lane);
                updated.plays(known, before, direction, lane, 0, full, {});
                const auto& some = updated.plays(*updated.lane_of(board_, direction, lane), board_,
                                                 direction, lane, 0, part, {&before, &known});
                const auto& all = found.plays(*found.lane_of(board_, direction, lane), board_,
                                              direction, lane, 0, part, {});
                require(have_same_plays(some, all),
                        "plays of a lane do not depend on how they are found");
            }
        }
    }

    template <class List>
    static bool have_same_plays(const List& a, const List& b) {
        if (a.count != b.count) return false;
        for (std::uint32_t i = 0; i < a.count; ++i) {
            const LanePlay &x = a.plays[i], &y = b.plays[i];
            if (x.hash != y.hash || x.tiles != y.tiles || x.score != y.score ||
                x.points != y.points || !is_same_move(a.records[i], b.records[i]))
                return false;
        }
        return true;
    }

    // One exchange for each sub-rack that may be exchanged, and the pass at the end.
    void check_others(const TileCounts& rack, int max_exchanged, const Moves& others) {
        require(!others.empty() && others.back().kind == MoveKind::kPass, "the pass comes last");
        const Rack<std::uint64_t> full(rack);
        std::vector<bool> seen(full.number() + 1);
        for (std::size_t i = 0; i + 1 < others.size(); ++i) {
            const auto& move = others[i];
            TileCounts left = rack;
            for (int tile = 0; tile < move.placed; ++tile) --left[move.tiles[tile]];
            require(move.kind == MoveKind::kExchange && move.placed <= max_exchanged &&
                        move.placed > 0 && move.leave == full.number_of(left) &&
                        num_tiles(left) == num_tiles(rack) - move.placed && !seen[move.leave],
                    "exchanges are sub-racks");
            seen[move.leave] = true;
        }
    }

    void check_stored(const TileCounts& rack, const Moves& plays) {
        if (lexicon_.words.empty()) return;  // Python's automata are of lexica with words
        const auto kind = static_cast<AutomatonKind>(in_.small(0, 4));
        const auto form = static_cast<Representation>(in_.small(0, 1));
        const WordText text = to_text(lexicon_.words);
        const auto stored =
            store_automaton(text.data(), text.size(), alphabet_.letters, kind, form);
        if (!stored) return;
        Moves found = generate_stored_plays<Width>(board_, *stored, rack, variant_.bonus);
        sort_bytes(found);
        require(are_same(found, plays), "a stored automaton's plays are the word graph's");
    }

    // Leave values of any size; each a function of the number, so that ties occur.
    std::vector<std::int32_t> make_leave_values(const TileCounts& rack) {
        constexpr std::int64_t kRanges[] = {0, 3, 20'000, 1'000'000'000, 2'147'483'647};
        const std::int64_t range = kRanges[in_.small(0, 4)];
        const std::uint64_t seed = in_.byte();
        std::vector<std::int32_t> values(Rack<Mask>(rack).number() + 1);
        for (std::size_t number = 0; number < values.size(); ++number) {
            const std::uint64_t random = splitmix64(seed << 32 | number);
            values[number] = static_cast<std::int32_t>(
                static_cast<std::int64_t>(random % static_cast<std::uint64_t>(2 * range + 1)) -
                range);
        }
        return values;
    }

    void check_best_plays(const TileCounts& rack, const Moves& plays,
                          const LaneSnapshot<Mask>* snapshot) {
        const std::vector<std::int32_t> leave_values = make_leave_values(rack);
        std::vector<ValuedPlay<Width>> sorted;
        for (const auto& play : plays)
            sorted.push_back({play, Equity{play.score} * kMilli + leave_values[play.leave]});
        std::sort(sorted.begin(), sorted.end());
        const std::size_t count = static_cast<std::size_t>(in_.one_of({1, 2, 5, 1'000'000}));
        const Equity margin = in_.flag() ? std::int64_t{1} << 62 : in_.integer(0, 30'000);
        std::size_t end = 0;
        while (end < sorted.size() && end < count &&
               sorted[0].equity - sorted[end].equity <= margin)
            ++end;

        finder_.set_rack(rack, leave_values.data());
        TopPlaysCollector<Width> top(count, margin);
        finder_.find(board_, kAllLanes, snapshot, top);
        const auto found = std::move(top).plays();
        require(found.size() == end, "as many of the best plays as asked for");
        for (std::size_t i = 0; i < end; ++i) {
            require(is_same(found[i].move, sorted[i].move) && found[i].equity == sorted[i].equity,
                    "the best plays are the first of all sorted ones");
        }
        BestPlayCollector<Width> best;
        finder_.find(board_, kAllLanes, snapshot, best);
        require(best.found() == !sorted.empty(), "a best play if there is any");
        if (best.found())
            require(is_same(best.best().move, sorted[0].move), "the best play is the first of all");
    }

    void check_board(const Board<Mask>& start) {
        Board<Mask> fresh(variant_.layout, lexicon_.graph, variant_.points);
        fresh.set_squares(squares_.data());
        Board<Mask> copied = start;
        copied.copy_lanes_from(board_);
        for (const Direction direction : kDirections) {
            for (int lane = 0; lane < variant_.layout.lanes(direction); ++lane) {
                require(hash_lane(fresh, direction, lane) == hash_lane(board_, direction, lane) &&
                            hash_lane(fresh, direction, lane) == hash_lane(copied, direction, lane),
                        "cross-checks and cross-scores follow plays and copies");
                for (int i = 0; i < variant_.layout.lane_length(direction); ++i) {
                    require(fresh.is_anchor(direction, lane, i) ==
                                    board_.is_anchor(direction, lane, i) &&
                                fresh.cross_base(direction, lane)[i] ==
                                    board_.cross_base(direction, lane)[i] &&
                                fresh.cross_factor(direction, lane)[i] ==
                                    board_.cross_factor(direction, lane)[i],
                            "anchors and factors follow plays");
                }
            }
        }
        board_ = copied;
    }

    Input& in_;
    const Alphabet& alphabet_;
    const Variant& variant_;
    const Lexicon<Mask>& lexicon_;
    const Words& playable_;
    Board<Mask> board_;
    BestPlays<Mask> finder_;
    std::vector<Square> squares_;
};

Words permutations(const Words& words) {
    Words all;
    for (Word word : words) {
        std::sort(word.begin(), word.end());
        do all.insert(word);
        while (std::next_permutation(word.begin(), word.end()));
    }
    return all;
}

template <class Mask>
void run(Input& in, const Alphabet& alphabet) {
    const bool any_order = in.byte() > 220;
    Limits limits{.extremes = !any_order};
    if (any_order) limits.words = 8, limits.word = 5, limits.rack = 5;
    const Lexicon<Mask> lexicon(make_words(in, alphabet, limits), any_order);
    const Variant variant = make_variant(in, alphabet, limits);
    const Words playable = any_order ? permutations(lexicon.words) : lexicon.words;
    visit_width<Mask>(variant.layout, [&]<int Width>(std::integral_constant<int, Width>) {
        MoveChecks<Mask, Width>(in, alphabet, variant, lexicon, playable).run();
    });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input in(data, size);
    const Alphabet alphabet = make_alphabet(in, {});
    alphabet.letters <= 31 ? run<std::uint32_t>(in, alphabet) : run<std::uint64_t>(in, alphabet);
    return 0;
}
