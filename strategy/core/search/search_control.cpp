#include "strategy/core/search/search_control.hpp"

namespace jackdaw {

bool SearchControl::should_stop() {
    if (is_stopped_.load(std::memory_order_relaxed)) return true;
    const double now = seconds();
    if (is_out_of_time(now)) return true;
    if (!callback_ || std::this_thread::get_id() != owner_ || now < next_call_) return false;
    next_call_ = now + std::chrono::duration<double>(kPollInterval).count();
    if (callback_()) request_stop();
    return is_stopped_.load(std::memory_order_relaxed);
}

void SearchControl::poll() {
    if (is_out_of_time(seconds()) || (callback_ && callback_())) request_stop();
}

}  // namespace jackdaw
