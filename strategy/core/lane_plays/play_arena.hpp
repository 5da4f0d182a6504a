// Memory for lists of plays, which are freed together.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace jackdaw {

// Chunks are kept when it is cleared: freed and allocated again they would fragment the memory.
class PlayArena {
  public:
    std::size_t bytes() const { return bytes_; }  // in use

    // An array that is not initialized, null if it is empty; valid until cleared.
    template <class Value>
    Value* allocate(std::size_t count) {
        return static_cast<Value*>(allocate_bytes(count * sizeof(Value)));
    }

    void clear();

  private:
    void* allocate_bytes(std::size_t bytes);

    std::vector<std::unique_ptr<std::byte[]>> chunks_, large_;
    std::size_t chunks_used_ = 0;
    std::size_t chunk_left_ = 0;
    std::size_t bytes_ = 0;
};

}  // namespace jackdaw
