#include "movegen/core/generation/all_moves.hpp"

#include <algorithm>

#include "movegen/core/base/move_order.hpp"
#include "movegen/core/generation/any_order_plays.hpp"
#include "movegen/core/generation/dawg_generator.hpp"

namespace jackdaw {
namespace {

// Records the plays of the highest scores, of equal ones those that sort first (move_order.hpp).
template <int Width>
class TopScoresRecorder : public PlaySink {
  public:
    explicit TopScoresRecorder(std::vector<MoveRecord<Width>>& out) : out_(out) {}

    bool wants(std::int32_t max_points, std::uint32_t) const override {
        return max_points >= min_score_;
    }
    void play(const FoundPlay& found) override {
        if (found.score < min_score_) return;
        write_play(found, out_.emplace_back());
        if (out_.size() == 2 * kMaxAnyOrderPlays) drop_lowest();
    }
    void drop_lowest() {
        if (out_.size() <= kMaxAnyOrderPlays) return;
        std::nth_element(out_.begin(), out_.begin() + kMaxAnyOrderPlays, out_.end(),
                         [](const auto& a, const auto& b) {
                             return a.score != b.score ? a.score > b.score : sorts_before(a, b);
                         });
        out_.resize(kMaxAnyOrderPlays);
        min_score_ = std::min_element(out_.begin(), out_.end(), [](const auto& a, const auto& b) {
                         return a.score < b.score;
                     })->score;
    }

  private:
    std::vector<MoveRecord<Width>>& out_;
    std::int32_t min_score_ = 0;  // lowest score that is wanted
};

}  // namespace

template <int Width>
void add_exchanges_and_pass(const TileCounts& rack, int max_exchanged,
                            std::vector<MoveRecord<Width>>& out) {
    const Rack<std::uint64_t> full(rack);
    for (std::uint32_t leave = full.number(); max_exchanged > 0 && leave-- > 0;) {
        const auto exchange = make_exchange<Width>(full, leave);
        if (exchange.placed <= max_exchanged) out.push_back(exchange);
    }
    out.push_back(make_pass<Width>(full));
}

template <int Width, class Mask>
std::vector<MoveRecord<Width>> all_moves(const Board<Mask>& board, const TileCounts& rack,
                                         const PlacementBonus& bonus, int max_exchanged,
                                         Algorithm algorithm) {
    std::vector<MoveRecord<Width>> out;
    out.reserve(1024);  // one allocation for nearly all positions
    AllPlaysRecorder<Width> recorder(out);
    if (board.graph().any_order()) {
        TopScoresRecorder<Width> top_scores(out);
        any_order_plays(board, rack, bonus, top_scores);
        top_scores.drop_lowest();
    } else if (algorithm == Algorithm::kDawg) {
        DawgGenerator<Mask, AllPlaysRecorder<Width>>(board, rack, bonus, recorder).generate_plays();
    } else {
        Generator<Mask, AllPlaysRecorder<Width>>(board, rack, bonus, recorder).generate_plays();
    }
    add_exchanges_and_pass<Width>(rack, max_exchanged, out);
    return out;
}

template void add_exchanges_and_pass(const TileCounts&, int, std::vector<MoveRecord<16>>&);
template void add_exchanges_and_pass(const TileCounts&, int, std::vector<MoveRecord<32>>&);

template std::vector<MoveRecord<16>> all_moves(const Board<std::uint32_t>&, const TileCounts&,
                                               const PlacementBonus&, int, Algorithm);
template std::vector<MoveRecord<32>> all_moves(const Board<std::uint32_t>&, const TileCounts&,
                                               const PlacementBonus&, int, Algorithm);
template std::vector<MoveRecord<32>> all_moves(const Board<std::uint64_t>&, const TileCounts&,
                                               const PlacementBonus&, int, Algorithm);

template void Generator<std::uint32_t, AllPlaysRecorder<16>>::generate_lane(Direction, int);
template void Generator<std::uint32_t, AllPlaysRecorder<32>>::generate_lane(Direction, int);
template void Generator<std::uint64_t, AllPlaysRecorder<32>>::generate_lane(Direction, int);
template void Generator<std::uint32_t, AllPlaysRecorder<16>>::generate_changed(Direction, int,
                                                                               const LaneChange&);
template void Generator<std::uint32_t, AllPlaysRecorder<32>>::generate_changed(Direction, int,
                                                                               const LaneChange&);
template void Generator<std::uint64_t, AllPlaysRecorder<32>>::generate_changed(Direction, int,
                                                                               const LaneChange&);

}  // namespace jackdaw
