#include "strategy/core/lane_plays/play_arena.hpp"

namespace jackdaw {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 16;

}  // namespace

void* PlayArena::allocate_bytes(std::size_t bytes) {
    if (!bytes) return nullptr;
    bytes = (bytes + 7) / 8 * 8;
    if (bytes > kChunk) {
        bytes_ += bytes;
        return large_.emplace_back(std::make_unique_for_overwrite<std::byte[]>(bytes)).get();
    }
    if (bytes > chunk_left_) {
        if (chunks_used_ == chunks_.size())
            chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(kChunk));
        ++chunks_used_;
        chunk_left_ = kChunk;
        bytes_ += kChunk;
    }
    chunk_left_ -= bytes;
    return chunks_[chunks_used_ - 1].get() + chunk_left_;
}

void PlayArena::clear() {
    large_.clear();
    chunks_used_ = chunk_left_ = bytes_ = 0;
}

}  // namespace jackdaw
