#include "all_moves.hpp"

#include <algorithm>

#include "any_order_plays.hpp"
#include "dawg_generator.hpp"
#include "move_order.hpp"

namespace jackdaw {
namespace {

// Keeps the plays of the highest scores: of equals those that stand first (move_order.hpp).
template <int Width>
class KeepMost : public PlayTaker {
public:
    explicit KeepMost(std::vector<MoveRecord<Width>>& out) : out_(out) {}

    bool wants(std::int32_t most_points, std::uint32_t) const override { return most_points >= least_; }
    void play(const FoundPlay& found) override {
        if (found.score < least_) return;
        write_play(found, out_.emplace_back());
        if (out_.size() == 2 * kMostInAnyOrder) drop_the_rest();
    }
    void drop_the_rest() {
        if (out_.size() <= kMostInAnyOrder) return;
        std::nth_element(out_.begin(), out_.begin() + kMostInAnyOrder, out_.end(), [](const auto& a, const auto& b) {
            return a.score != b.score ? a.score > b.score : stands_before(a, b);
        });
        out_.resize(kMostInAnyOrder);
        least_ = std::min_element(out_.begin(), out_.end(), [](const auto& a, const auto& b) { return a.score < b.score; })->score;
    }

private:
    std::vector<MoveRecord<Width>>& out_;
    std::int32_t least_ = 0;  // points that are wanted
};

}  // namespace

template <int Width>
void add_moves_without_play(const TileCounts& rack, int most_exchanged, std::vector<MoveRecord<Width>>& out) {
    const Rack<std::uint64_t> full(rack);
    for (std::uint32_t kept = full.number(); most_exchanged > 0 && kept-- > 0;) {
        const auto exchange = exchange_keeping<Width>(full, kept);
        if (exchange.placed <= most_exchanged) out.push_back(exchange);
    }
    out.push_back(pass_keeping<Width>(full));
}

template <int Width, class Mask>
std::vector<MoveRecord<Width>> all_moves(const Board<Mask>& board, const TileCounts& rack, const PlacementBonus& bonus, int most_exchanged,
                                         Algorithm algorithm) {
    std::vector<MoveRecord<Width>> out;
    out.reserve(1024);  // most positions have fewer; one allocation then
    KeepAll<Width> recorder(out);
    if (board.graph().any_order()) {
        KeepMost<Width> most(out);
        any_order_plays(board, rack, bonus, most);
        most.drop_the_rest();
    } else if (algorithm == Algorithm::kDawg) {
        DawgGenerator<Mask, KeepAll<Width>>(board, rack, bonus, recorder).generate_plays();
    } else {
        Generator<Mask, KeepAll<Width>>(board, rack, bonus, recorder).generate_plays();
    }
    add_moves_without_play<Width>(rack, most_exchanged, out);
    return out;
}

template void add_moves_without_play(const TileCounts&, int, std::vector<MoveRecord<16>>&);
template void add_moves_without_play(const TileCounts&, int, std::vector<MoveRecord<32>>&);

template std::vector<MoveRecord<16>> all_moves(const Board<std::uint32_t>&, const TileCounts&, const PlacementBonus&, int, Algorithm);
template std::vector<MoveRecord<16>> all_moves(const Board<std::uint64_t>&, const TileCounts&, const PlacementBonus&, int, Algorithm);
template std::vector<MoveRecord<32>> all_moves(const Board<std::uint32_t>&, const TileCounts&, const PlacementBonus&, int, Algorithm);
template std::vector<MoveRecord<32>> all_moves(const Board<std::uint64_t>&, const TileCounts&, const PlacementBonus&, int, Algorithm);

}  // namespace jackdaw
