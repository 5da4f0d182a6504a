// A pre-endgame from beginning to end: threads, limits, and the order in which things are settled.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "preendgame.hpp"

namespace jackdaw {

// Runs jobs in threads, until it is over: time is up, or the caller, asked some twenty times a second in its own thread, says so.
class Crew {
public:
    // seconds: 0 for no limit.
    Crew(int workers, double seconds, std::function<bool()> is_interrupted)
        : workers_(workers), limit_(seconds), is_interrupted_(std::move(is_interrupted)) {}

    bool is_over() const { return is_over_; }
    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count(); }

    // Throws DecisionStopped when it is over, and what a job throws.
    void run(std::vector<std::function<void()>>& jobs) {
        std::atomic<std::size_t> next = 0;
        std::size_t at_work = std::min(jobs.size(), static_cast<std::size_t>(workers_));
        std::exception_ptr thrown;
        std::mutex mutex;
        std::condition_variable done;
        const auto work = [&] {
            try {
                for (std::size_t job; (job = next++) < jobs.size() && !is_over_;) jobs[job]();
            } catch (...) {
                is_over_ = true;
                const std::lock_guard lock(mutex);
                if (!thrown) thrown = std::current_exception();
            }
            const std::lock_guard lock(mutex);
            if (--at_work == 0) done.notify_one();
        };
        std::vector<std::jthread> threads;
        for (std::size_t i = 0, count = at_work; i < count; ++i) threads.emplace_back(work);
        for (std::unique_lock lock(mutex); !done.wait_for(lock, std::chrono::milliseconds(50), [&] { return at_work == 0; });) {
            lock.unlock();
            look();
            lock.lock();
        }
        threads.clear();
        look();
        if (thrown) std::rethrow_exception(thrown);
        if (is_over_) throw DecisionStopped{};
    }

private:
    void look() {
        const double now = seconds();
        if (limit_ > 0 && now > limit_) is_over_ = true;
        if (!is_interrupted_ || now < asked_ + 0.05) return;
        asked_ = now;
        if (is_interrupted_()) is_over_ = true;
    }

    const int workers_;
    const double limit_;
    const std::function<bool()> is_interrupted_;
    const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    double asked_ = 0;
    std::atomic<bool> is_over_ = false;
};

struct PreendgameOptions {
    bool is_adversarial = false;
    bool all_wins = false;       // of moves that cannot win as often as the best, too
    bool spread = true;          // the best of those that win as often
    bool all_spreads = false;
    std::size_t memory = std::size_t{256} << 20;  // bytes
    int workers = 1;
};

// Half of the memory is for the endgames of the first decision, half for those of the replies that are looked at together.
inline DecisionSetting preendgame_setting(const Variant& variant, const DecisionPosition& position, std::size_t orders, const PreendgameOptions& options,
                                          const Crew& crew) {
    const std::size_t replies = all_bag_orders(position.unseen, position.bag).size() * static_cast<std::size_t>(options.workers);
    return {variant, {}, options.is_adversarial, options.memory / 2 / orders, options.memory / 2 / replies, [&crew] { return crew.is_over(); }};
}

// Returns whether everything asked for was settled; the decision keeps what is known.
template <class Mask, int Width>
bool settle(Decision<Mask, Width>& decision, const PreendgameOptions& options, Crew& crew) {
    constexpr Batches kBatches{16, 4};
    const JobRunner run = [&](auto& jobs) { crew.run(jobs); };
    try {
        decision.glance(run);
        for (const std::uint64_t nodes : {100, 3'000, 100'000, 0}) {
            decision.rank();
            decision.settle_wins({.all = options.all_wins, .until_sure = !options.all_wins && nodes != 100}, kBatches, run, nodes);
        }
        if (options.spread) decision.settle_spreads(options.all_spreads, run);
        return true;
    } catch (const DecisionStopped&) {
        return false;
    }
}

}  // namespace jackdaw
