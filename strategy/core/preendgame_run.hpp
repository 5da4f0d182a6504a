// A pre-endgame from beginning to end: threads, limits, and the order in which things are settled.
#pragma once

#include <algorithm>
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

// Runs jobs in threads. The caller's own thread watches the clock and asks whether to stop.
class Crew {
public:
    Crew(int workers, EndgameWatch& watch) : workers_(workers), watch_(watch) {}

    // Throws DecisionStopped when it is over, and what a job throws.
    void run(std::vector<std::function<void()>>& jobs) {
        std::atomic<std::size_t> next = 0;
        std::size_t at_work = std::min(jobs.size(), static_cast<std::size_t>(workers_));
        std::atomic<bool> has_failed = false;
        std::exception_ptr thrown;
        std::mutex mutex;
        std::condition_variable done;
        const auto work = [&] {
            try {
                for (std::size_t job; (job = next++) < jobs.size() && !has_failed;) jobs[job]();
            } catch (...) {
                has_failed = true;
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
        if (thrown) std::rethrow_exception(thrown);
        look();
        if (watch_.is_over()) throw DecisionStopped{};
    }

private:
    void look() {
        if (watch_.is_over()) watch_.call_off();
    }

    const int workers_;
    EndgameWatch& watch_;
};

struct PreendgameOptions {
    bool is_adversarial = false;
    bool all_wins = false;       // of moves that cannot win as often as the best, too
    bool spread = true;          // the best of those that win as often
    bool all_spreads = false;
    std::size_t memory = std::size_t{256} << 20;  // bytes
    int workers = 1;
    std::uint64_t nodes = 0;  // 0 for no limit
};

// Half of the memory is for the endgames of the first decision, half for those of the replies that are looked at together.
inline DecisionSetting preendgame_setting(const Variant& variant, const DecisionPosition& position, std::size_t orders, const PreendgameOptions& options,
                                          EndgameWatch& watch) {
    const std::size_t replies = all_bag_orders(position.unseen, position.bag).size() * static_cast<std::size_t>(options.workers);
    return {variant, {}, options.is_adversarial, options.memory / 2 / orders, options.memory / 2 / replies, watch};
}

// Returns whether everything asked for was settled; the decision keeps what is known.
template <class Mask, int Width>
bool settle(Decision<Mask, Width>& decision, const PreendgameOptions& options, Crew& crew) {
    struct Round {
        std::uint64_t nodes;  // for a cell
        std::size_t first;    // of the moves that are ranked highest
    };
    constexpr Round kRounds[] = {{100, kAllMoves}, {20'000, 3}, {3'000, kAllMoves}, {100'000, kAllMoves}, {0, kAllMoves}};
    constexpr Batches kBatches{16, 4};
    const JobRunner run = [&](auto& jobs) { crew.run(jobs); };
    decision.allow(options.nodes);
    try {
        decision.glance(run);
        for (const auto& [nodes, first] : kRounds) {
            decision.rank();
            const WinsWanted wanted{.all = options.all_wins, .until_sure = !options.all_wins && nodes != kRounds[0].nodes, .ties = options.spread, .first = first};
            decision.settle_wins(wanted, kBatches, run, nodes);
        }
        if (options.spread) decision.settle_spreads(options.all_spreads, run);
        return true;
    } catch (const DecisionStopped&) {
        return false;
    } catch (const DecisionGivenUp&) {
        return false;
    }
}

}  // namespace jackdaw
