#include "strategy/core/endgame_bounds/endgame_bounds.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>

namespace jackdaw {
namespace {

constexpr int kMaxPoints = 1'000'000;  // higher bounds count as this, so that nothing overflows

int clamp_points(std::int64_t points) {
    return static_cast<int>(std::min<std::int64_t>(points, kMaxPoints));
}

// [n]: the sum of the n highest.
using Sums = std::vector<std::int64_t>;

Sums highest_sums(std::vector<int> values) {
    std::sort(values.begin(), values.end(), std::greater<>());
    Sums sums(1, 0);
    for (const int value : values) sums.push_back(sums.back() + value);
    return sums;
}

void add_tiles(const TileCounts& rack, const TilePoints& points, std::vector<int>& values) {
    for (int tile = 0; tile < kMaxTiles; ++tile)
        values.insert(values.end(), rack[tile], points[tile]);
}

template <class Mask>
class PointsBound {
  public:
    PointsBound(const Variant& variant, const Board<Mask>& board, const TileCounts& tiles,
                const TileCounts& others, int max_laid)
        : variant_(variant), board_(board), max_laid_(static_cast<std::size_t>(max_laid)) {
        std::vector<int> values;
        add_tiles(tiles, variant.points, values);
        mine_ = highest_sums(values);
        add_tiles(others, variant.points, values);
        all_ = highest_sums(values).back();
        play_max_.resize(mine_.size());
    }

    std::vector<int> sums() {
        for (const Direction direction : kDirections) {
            for (int lane = 0; lane < variant_.layout.lanes(direction); ++lane)
                count_plays(direction, lane);
        }
        std::vector<int> max(mine_.size());
        for (std::size_t laid = 1; laid < max.size(); ++laid) {
            for (std::size_t last = 1; last <= laid; ++last)
                max[laid] = std::max(
                    max[laid], clamp_points(std::int64_t{max[laid - last]} + play_max_[last]));
        }
        return max;
    }

  private:
    // Counts plays as if they and the words across them covered all tiles of their lanes and of
    // both racks.
    void count_plays(Direction direction, int lane) {
        const Layout& layout = variant_.layout;
        int letter = 1;
        std::vector<int> words, crosses;
        for (int offset = 0; offset < layout.lane_length(direction); ++offset) {
            if (board_.squares(direction, lane)[offset]) continue;
            const int here = layout.lane_letter_multipliers(direction, lane)[offset];
            letter = std::max(letter, here);
            words.push_back(layout.lane_word_multipliers(direction, lane)[offset]);
            crosses.push_back(clamp_points(
                (board_points(other(direction), offset) + all_ + (here - 1) * mine_[1]) *
                words.back()));
        }
        std::sort(words.begin(), words.end(), std::greater<>());
        const Sums across = highest_sums(crosses);
        std::int64_t multiplier = 1;
        for (std::size_t laid = 1;
             laid <= max_laid_ && laid < std::min(mine_.size(), across.size()); ++laid) {
            multiplier = std::min<std::int64_t>(multiplier * words[laid - 1], kMaxPoints);
            const std::int64_t main =
                (board_points(direction, lane) + all_ + (letter - 1) * mine_[laid]) * multiplier;
            play_max_[laid] =
                std::max(play_max_[laid], clamp_points(main + across[laid] + variant_.bonus[laid]));
        }
    }

    // The points of a lane's tiles.
    std::int64_t board_points(Direction direction, int lane) const {
        std::int64_t points = 0;
        for (int offset = 0; offset < variant_.layout.lane_length(direction); ++offset) {
            if (const Square tile = board_.squares(direction, lane)[offset])
                points += board_.tile_points(tile);
        }
        return points;
    }

    const Variant& variant_;
    const Board<Mask>& board_;
    const std::size_t max_laid_;  // in one play
    Sums mine_;
    std::int64_t all_;           // the points of both racks
    std::vector<int> play_max_;  // the most for one play, by tiles laid
};

}  // namespace

template <class Mask>
std::vector<int> max_points(const Variant& variant, const Board<Mask>& board,
                            const TileCounts& tiles, const TileCounts& others, int max_laid) {
    return PointsBound<Mask>(variant, board, tiles, others, max_laid).sums();
}

template std::vector<int> max_points(const Variant&, const Board<std::uint32_t>&, const TileCounts&,
                                     const TileCounts&, int);
template std::vector<int> max_points(const Variant&, const Board<std::uint64_t>&, const TileCounts&,
                                     const TileCounts&, int);

}  // namespace jackdaw
