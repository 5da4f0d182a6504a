// Limits of a search, and the stop token that its threads share.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <thread>
#include <utility>

namespace jackdaw {

// How often a search asks its callback.
inline constexpr std::chrono::milliseconds kPollInterval{50};

struct SearchLimits {
    double seconds = 0;                           // wall-clock time; 0 for no limit
    std::uint64_t nodes = 0;                      // 0 for no limit
    std::size_t memory = std::size_t{256} << 20;  // bytes
    int workers = 1;                              // threads
};

// The stop token of a search: a clock, a callback and a flag. Belongs to the thread that made it.
class SearchControl {
  public:
    // seconds: 0 for no limit. should_stop: may be empty; called in the owner's thread only, once
    // in kPollInterval.
    SearchControl(double seconds, std::function<bool()> should_stop)
        : max_seconds_(seconds), deadline_(seconds), callback_(std::move(should_stop)) {}

    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

    double max_seconds() const { return max_seconds_; }  // 0 for no limit

    // Limits what is searched next to a part of the time, counted from the start. Nothing may run.
    void set_deadline(double share) { deadline_ = share * max_seconds_; }

    // True once the search is to end. Cheap enough to be asked every few hundred nodes, by any
    // thread; only the owner's calls the callback.
    bool should_stop();

    // Asks clock and callback now and requests a stop if either says so: for the owner's thread
    // while others search.
    void poll();

    void request_stop() { is_stopped_.store(true, std::memory_order_relaxed); }
    void reset() { is_stopped_.store(false, std::memory_order_relaxed); }

  private:
    bool is_out_of_time(double now) const { return max_seconds_ > 0 && now > deadline_; }

    const double max_seconds_;
    double deadline_;  // in seconds from the start, if there is a limit
    const std::function<bool()> callback_;
    const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    const std::thread::id owner_ = std::this_thread::get_id();
    double next_call_ = 0;  // of the callback by should_stop, not before: in seconds
    std::atomic<bool> is_stopped_ = false;
};

}  // namespace jackdaw
