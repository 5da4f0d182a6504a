#include "endgame_bounds.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>

namespace jackdaw {
namespace {

constexpr int kMost = 1'000'000;  // points: bounds above are not told apart, so that nothing overflows

int clipped(std::int64_t points) { return static_cast<int>(std::min<std::int64_t>(points, kMost)); }

// [n]: the sum of the n highest.
using Sums = std::vector<std::int64_t>;

Sums highest_sums(std::vector<int> values) {
    std::sort(values.begin(), values.end(), std::greater<>());
    Sums sums(1, 0);
    for (const int value : values) sums.push_back(sums.back() + value);
    return sums;
}

void add_tiles(const TileCounts& rack, const TilePoints& points, std::vector<int>& values) {
    for (int tile = 0; tile < kMaxTiles; ++tile) values.insert(values.end(), rack[tile], points[tile]);
}

template <class Mask>
class PointsBound {
public:
    PointsBound(const Variant& variant, const Board<Mask>& board, const TileCounts& rack, const TileCounts& others) : variant_(variant), board_(board) {
        std::vector<int> values;
        add_tiles(rack, variant.points, values);
        mine_ = highest_sums(values);
        add_tiles(others, variant.points, values);
        all_ = highest_sums(values).back();
        by_play_.resize(mine_.size());
    }

    std::vector<int> sums() {
        for (const Direction direction : kDirections) {
            for (int lane = 0; lane < variant_.layout.lanes(direction); ++lane) count_plays(direction, lane);
        }
        std::vector<int> most(mine_.size());
        for (std::size_t laid = 1; laid < most.size(); ++laid) {
            for (std::size_t last = 1; last <= laid; ++last) most[laid] = std::max(most[laid], clipped(std::int64_t{most[laid - last]} + by_play_[last]));
        }
        return most;
    }

private:
    // As if a play and the words across it covered all tiles of their lanes and of both racks.
    void count_plays(Direction direction, int lane) {
        const Layout& layout = variant_.layout;
        int letter = 1;
        std::vector<int> words, crosses;
        for (int place = 0; place < layout.lane_length(direction); ++place) {
            if (board_.squares(direction, lane)[place]) continue;
            const int at = layout.at(direction, lane, place), here = layout.letter_multipliers[index(direction)][at];
            letter = std::max(letter, here);
            words.push_back(layout.word_multipliers[index(direction)][at]);
            crosses.push_back(clipped((lying(other(direction), place) + all_ + (here - 1) * mine_[1]) * words.back()));
        }
        std::sort(words.begin(), words.end(), std::greater<>());
        const Sums across = highest_sums(crosses);
        std::int64_t multiplier = 1;
        for (std::size_t laid = 1; laid < std::min(mine_.size(), across.size()); ++laid) {
            multiplier = std::min<std::int64_t>(multiplier * words[laid - 1], kMost);
            const std::int64_t main = (lying(direction, lane) + all_ + (letter - 1) * mine_[laid]) * multiplier;
            by_play_[laid] = std::max(by_play_[laid], clipped(main + across[laid] + variant_.bonus[laid]));
        }
    }

    // The points of a lane's tiles.
    std::int64_t lying(Direction direction, int lane) const {
        std::int64_t points = 0;
        for (int place = 0; place < variant_.layout.lane_length(direction); ++place) {
            if (const Square tile = board_.squares(direction, lane)[place]) points += board_.tile_points(tile);
        }
        return points;
    }

    const Variant& variant_;
    const Board<Mask>& board_;
    Sums mine_;
    std::int64_t all_;          // the points of both racks
    std::vector<int> by_play_;  // the most for one play, by tiles laid
};

}  // namespace

int points_of(const TileCounts& rack, const TilePoints& points) {
    int sum = 0;
    for (int tile = 0; tile < kMaxTiles; ++tile) sum += rack[tile] * points[tile];
    return sum;
}

template <class Mask>
std::vector<int> most_points(const Variant& variant, const Board<Mask>& board, const TileCounts& rack, const TileCounts& others) {
    return PointsBound<Mask>(variant, board, rack, others).sums();
}

template std::vector<int> most_points(const Variant&, const Board<std::uint32_t>&, const TileCounts&, const TileCounts&);
template std::vector<int> most_points(const Variant&, const Board<std::uint64_t>&, const TileCounts&, const TileCounts&);

}  // namespace jackdaw
