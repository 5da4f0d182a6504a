// Jobs in threads, while the calling thread listens for a stop.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "strategy/core/search/search_control.hpp"

namespace jackdaw {

using Jobs = std::vector<std::function<void()>>;

// Runs jobs in up to `workers` threads, in their order, and waits for them. The calling thread
// polls the control; with one worker it runs the jobs itself. After a job has thrown no other one
// begins, and the first exception is thrown again once all threads have ended.
inline void parallel_run(Jobs& jobs, int workers, SearchControl& control) {
    const std::size_t count = std::min(jobs.size(), static_cast<std::size_t>(workers));
    if (count <= 1) {
        for (const auto& job : jobs) job();
        return;
    }
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> has_failed = false;
    std::size_t running = count;
    std::exception_ptr failure;
    std::mutex mutex;  // of `running` and `failure`
    std::condition_variable done;
    const auto work = [&] {
        try {
            for (std::size_t index; (index = next++) < jobs.size() && !has_failed;) jobs[index]();
        } catch (...) {
            has_failed = true;
            const std::lock_guard lock(mutex);
            if (!failure) failure = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        if (--running == 0) done.notify_one();
    };
    std::vector<std::jthread> threads;
    try {
        for (std::size_t i = 0; i < count; ++i) threads.emplace_back(work);
    } catch (...) {  // the system refuses a thread: the others must not search to the end
        has_failed = true;
        control.request_stop();
        throw;
    }
    for (std::unique_lock lock(mutex);
         !done.wait_for(lock, kPollInterval, [&] { return running == 0; });) {
        lock.unlock();
        control.poll();
        lock.lock();
    }
    threads.clear();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace jackdaw
