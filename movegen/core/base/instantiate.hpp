// Explicit instantiation of templates for every geometry that is compiled: letter sets of 32 or 64
// bits (`Mask`) and lanes of up to 16 or 32 squares (`Width`). Letter sets of 64 bits, for few
// languages, do with the wide lanes: that spares a fourth of the templates' code.
#pragma once

#include <cstdint>
#include <type_traits>

#include "movegen/core/base/layout.hpp"
#include "movegen/core/base/move_record.hpp"

// Applies a macro of (Mask) to each kind of letter set.
#define JACKDAW_INSTANTIATE_MASKS(Macro) Macro(std::uint32_t) Macro(std::uint64_t)

// Applies a macro of (Mask, Width) to each geometry.
#define JACKDAW_INSTANTIATE(Macro) \
    Macro(std::uint32_t, 16) Macro(std::uint32_t, 32) Macro(std::uint64_t, 32)

namespace jackdaw {

// Calls visitor(std::integral_constant<int, Width>()) with the least width that is compiled for
// such letter sets and boards.
template <class Mask, class Visitor>
auto visit_width(const Layout& layout, Visitor visitor) {
    if constexpr (std::is_same_v<Mask, std::uint32_t>) {
        if (record_width(layout) == 16) return visitor(std::integral_constant<int, 16>());
    }
    return visitor(std::integral_constant<int, 32>());
}

}  // namespace jackdaw
