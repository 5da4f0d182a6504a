// What is proven of the wins of moves, for reports while threads search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace jackdaw {

class WinCounts {
  public:
    // Sums by weight of the arrangements. A win counts 2, a draw 1.
    struct Move {
        std::int32_t settled = 0;
        std::int32_t min_wins = 0;
        std::int32_t max_wins = 0;
        std::int32_t estimated = 0;  // arrangements that have an estimate
        double wins = 0;             // estimated, of those
    };
    // One arrangement. Without an estimate `wins` is 0.
    struct Result {
        int min_result;
        int max_result;
        bool is_estimated;
        double wins;
    };

    WinCounts(std::size_t moves, std::int32_t weight) : moves_(moves, {.max_wins = 2 * weight}) {}

    // More is known of an arrangement of a move. Any thread may call this.
    void update(int move, std::uint32_t weight, const Result& before, const Result& after) {
        const auto w = static_cast<std::int32_t>(weight);
        const bool was_settled = before.min_result == before.max_result,
                   is_settled = after.min_result == after.max_result;
        const std::lock_guard lock(mutex_);
        Move& counts = moves_[static_cast<std::size_t>(move)];
        counts.settled += w * (is_settled - was_settled);
        counts.min_wins += w * (after.min_result - before.min_result);
        counts.max_wins += w * (after.max_result - before.max_result);
        counts.estimated += w * (after.is_estimated - before.is_estimated);
        counts.wins += w * (after.wins - before.wins);
    }

    std::vector<Move> list() {
        const std::lock_guard lock(mutex_);
        return moves_;
    }

  private:
    std::mutex mutex_;
    std::vector<Move> moves_;
};

}  // namespace jackdaw
