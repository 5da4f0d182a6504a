// Explicit instantiation of templates for every geometry that is compiled: letter sets of 32 or 64
// bits (`Mask`) and lanes of up to 16 or 32 squares (`Width`).
#pragma once

#include <cstdint>

// Applies a macro of (Mask) to each kind of letter set.
#define JACKDAW_INSTANTIATE_MASKS(Macro) Macro(std::uint32_t) Macro(std::uint64_t)

// Applies a macro of (Mask, Width) to each geometry.
#define JACKDAW_INSTANTIATE(Macro)                                             \
    Macro(std::uint32_t, 16) Macro(std::uint32_t, 32) Macro(std::uint64_t, 16) \
        Macro(std::uint64_t, 32)
