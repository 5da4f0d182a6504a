// Shared by the bindings of all packages: arrays from NumPy, and vectors handed over to it.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "movegen/core/base/tiles.hpp"
#include "movegen/core/bindings/interpreter.hpp"

namespace jackdaw {

namespace nb = nanobind;

template <class Value>
using Input = nb::ndarray<const Value, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class Value>
using Input2D = nb::ndarray<const Value, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class Value>
using Output = nb::ndarray<nb::numpy, Value, nb::ndim<1>>;

// Gives a vector's memory to NumPy.
template <class Value>
Output<Value> to_numpy(std::vector<Value>&& values) {
    auto* const owned = new std::vector<Value>(std::move(values));
    nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<Value>*>(p); });
    return Output<Value>(owned->data(), {owned->size()}, owner);
}

// The same, read-only: nothing in Python can write to it.
template <class Value>
Output<const Value> to_frozen_numpy(std::vector<Value>&& values) {
    auto* const owned = new std::vector<Value>(std::move(values));
    nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<Value>*>(p); });
    return Output<const Value>(owned->data(), {owned->size()}, owner);
}

// Records as raw bytes; Python views them as a structure.
template <class Record>
Output<std::uint8_t> records_to_numpy(std::vector<Record>&& records) {
    auto* const owned = new std::vector<Record>(std::move(records));
    nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<Record>*>(p); });
    return Output<std::uint8_t>(reinterpret_cast<std::uint8_t*>(owned->data()),
                                {owned->size() * sizeof(Record)}, owner);
}

inline const std::uint8_t* data_of(const nb::bytes& text) {
    return reinterpret_cast<const std::uint8_t*>(text.c_str());
}

// Copies an array of fixed length, such as one with an entry for each tile.
template <class Array, class Value>
Array copied_to(const Input<Value>& values) {
    Array array;
    if (values.size() != array.size()) throw std::invalid_argument("an array has a wrong length");
    std::copy_n(values.data(), array.size(), array.begin());
    return array;
}

}  // namespace jackdaw
