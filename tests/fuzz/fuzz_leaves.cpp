// Leave values: tables with some of a tile set's leaves, and heuristics.
//
// Python makes the keys (strategy/leaves/leave_keys.py): ascending, each once, of tiles of the set
// and of at most ten tiles; it limits dense tables to 2^25 entries and all values to 32 bits
// (strategy/players/native_strategy.py). Invariants: dense and sorted tables and a plain map agree
// on every sub-rack of any rack; a heuristic is the sum that it is defined as; sixteen values are
// compared at once as one by one.

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <vector>

#include "movegen/core/base/rack.hpp"
#include "movegen/core/base/vectors.hpp"
#include "strategy/core/leaves/leaves.hpp"
#include "tests/fuzz/game.hpp"

using namespace jackdaw;
using namespace jackdaw::fuzz;

namespace {

std::uint64_t key_of(const TileCounts& leave) {
    std::uint64_t key = 0;
    int index = 0;
    for (int tile = 0; tile < kMaxTiles; ++tile) {
        for (int copies = leave[tile]; copies > 0; --copies)
            key |= static_cast<std::uint64_t>(tile + 1) << key_shift(index++);
    }
    return key;
}

// Calls visit(number, sub-rack) for all sub-racks.
template <class Visit>
void for_each_sub_rack(const TileCounts& rack, Visit visit) {
    const Rack<std::uint64_t> full(rack);
    for (std::uint32_t number = 0; number <= full.number(); ++number) {
        TileCounts sub_rack{};
        for (int tile = 0; tile < kMaxTiles; ++tile) {
            if (rack[tile])
                sub_rack[tile] =
                    static_cast<std::uint8_t>(number / full.stride(tile) % (rack[tile] + 1u));
        }
        require(full.number_of(sub_rack) == number, "sub-racks are numbered in mixed radix");
        visit(number, sub_rack);
    }
}

void check_tables(Input& in, int kinds, const TileCounts& tiles,
                  const std::vector<TileCounts>& racks) {
    int max_tiles = in.small(1, kMaxKeyTiles);
    LeaveNumbers numbers(kinds, max_tiles);
    while (numbers.size() > 100'000) numbers = LeaveNumbers(kinds, --max_tiles);
    const std::vector<std::uint64_t> all = all_leave_keys(tiles, max_tiles);
    std::map<std::uint64_t, std::int32_t> by_key;
    std::vector<std::uint64_t> keys;
    std::vector<std::int32_t> values;
    const int wanted = in.small(1, 255);  // as a table of a file may have any of them
    std::vector<std::size_t> indices(all.size());
    numbers.visit_keys(all.data(), all.size(),
                       [&](std::size_t i, std::size_t index) { indices[i] = index; });
    for (std::size_t i = 0; i < all.size(); ++i) {
        require(i == 0 || all[i - 1] < all[i], "keys ascend");
        require(indices[i] > 0 && indices[i] < numbers.size(), "indices are within the table");
        if (static_cast<int>(i * 37 % 255) >= wanted) continue;
        keys.push_back(all[i]);
        values.push_back(static_cast<std::int32_t>(splitmix64(i)));
        by_key[all[i]] = values.back();
    }
    const DenseLeaves dense(kinds, max_tiles, keys.data(), values.data(), keys.size());
    const SortedLeaves sorted(max_tiles, keys.data(), values.data(), keys.size());
    for (const TileCounts& rack : racks) {
        LeaveValues of_dense(num_tiles(rack)), of_sorted(num_tiles(rack));
        dense.fill(rack, of_dense);
        sorted.fill(rack, of_sorted);
        for_each_sub_rack(rack, [&](std::uint32_t number, const TileCounts& leave) {
            const auto found =
                num_tiles(leave) > max_tiles ? by_key.end() : by_key.find(key_of(leave));
            const std::int32_t expected = found == by_key.end() ? 0 : found->second;
            require(of_dense.values[number] == expected && of_sorted.values[number] == expected,
                    "tables have the values of their leaves, and 0 for all others");
        });
    }
}

void check_heuristics(Input& in, int kinds, const std::vector<TileCounts>& racks) {
    HeuristicLeaves::Tiles first{}, duplicate{}, mix_step{};
    const int range = in.one_of({40'000, 0, 15'000'000});
    const bool has_mix = in.flag();
    constexpr int kSide = kMaxRack + 1;
    std::vector<std::int32_t> mix;
    if (has_mix) {
        for (int i = 0; i < kSide * kSide; ++i) mix.push_back(i * 7919 % 20'011 - 10'000);
    }
    for (int tile = 0; tile < kinds; ++tile) {
        first[tile] = in.small(-range, range);
        duplicate[tile] = in.small(-range / 16, range / 16);
        mix_step[tile] = tile == kBlank || !has_mix ? 0 : tile % 3 ? 1 : kSide;
    }
    const HeuristicLeaves leaves(first, duplicate, mix_step, mix);
    for (const TileCounts& rack : racks) {
        LeaveValues out(num_tiles(rack));
        leaves.fill(rack, out);
        for_each_sub_rack(rack, [&](std::uint32_t number, const TileCounts& leave) {
            std::int64_t expected = 0, index = 0;
            for (int tile = 0; tile < kMaxTiles; ++tile) {
                const std::int64_t copies = leave[tile];
                expected += copies * first[tile] + copies * (copies - 1) / 2 * duplicate[tile];
                index += copies * mix_step[tile];
            }
            if (has_mix) expected += mix[static_cast<std::size_t>(index)];
            require(out.values[number] == expected, "a heuristic sums its parts");
        });
    }
}

template <class Number>
void check_equality(const std::array<std::int32_t, kCompared>& from, std::int32_t wanted) {
    std::array<Number, kCompared> numbers, rotated;
    std::transform(from.begin(), from.end(), numbers.begin(),
                   [](std::int32_t number) { return static_cast<Number>(number); });
    std::rotate_copy(numbers.begin(), numbers.begin() + 1, numbers.end(), rotated.begin());
    const auto with = static_cast<Number>(wanted);
    const std::uint32_t same = equal_to(numbers.data(), with),
                        as_rotated = equal(numbers.data(), rotated.data()),
                        common = overlapping(numbers.data(), with);
    for (int i = 0; i < kCompared; ++i) {
        require((same >> i & 1) == (numbers[i] == with), "each number is compared with one");
        require((as_rotated >> i & 1) == (numbers[i] == rotated[i]), "each with another");
        require((common >> i & 1) == ((numbers[i] & with) != 0), "each set with one");
    }
    require((same | as_rotated | common) >> kCompared == 0, "no more than sixteen bits");
}

void check_equality(const std::array<std::int32_t, kCompared>& numbers, std::int32_t wanted) {
    check_equality<std::uint8_t>(numbers, wanted);
    check_equality<std::uint32_t>(numbers, wanted);
    check_equality<std::uint64_t>(numbers, wanted);
    std::array<std::uint8_t, kCompared> bytes;
    for (int i = 0; i < kCompared; ++i) bytes[i] = static_cast<std::uint8_t>(numbers[i]);
    const auto mask = static_cast<std::uint8_t>(wanted);
    int sum = 0;
    for (int count = 0; count <= kCompared; ++count) {
        require(sum_of_first(bytes.data(), count, mask) == sum, "the first bytes are added up");
        if (count < kCompared) sum += bytes[count] & mask;
    }
}

// Values of all sizes, many of them near the limit or equal to it. They are hashed from the whole
// input, for what was read before may have used it up.
void check_comparison(const std::uint8_t* data, std::size_t size) {
    std::uint64_t state = size;
    for (std::size_t i = 0; i < size; ++i) state = mix_hash(state, data[i]);
    const auto next = [&] {
        state = splitmix64(state);
        return static_cast<std::int32_t>(state >> 32) >> (state & 31);
    };
    using Limits = std::numeric_limits<std::int32_t>;
    for (const std::int32_t limit : {next(), 0, Limits::min(), Limits::max()}) {
        std::array<std::int32_t, kCompared> numbers;
        for (std::int32_t& number : numbers) {
            const std::int32_t other = next();
            const std::int64_t near = std::int64_t{limit} + other % 2;
            const bool is_near = other & 4 && near >= Limits::min() && near <= Limits::max();
            number = is_near ? static_cast<std::int32_t>(near) : other;
        }
        const std::uint32_t found = at_least(numbers.data(), limit);
        for (int i = 0; i < kCompared; ++i)
            require((found >> i & 1) == (numbers[i] >= limit), "each number is compared");
        require(found >> kCompared == 0, "no more than sixteen bits");
        check_equality(numbers, limit);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input in(data, size);
    const Alphabet alphabet = make_alphabet(in, {});
    TileCounts tiles{};
    for (int tile = 0; tile <= alphabet.letters; ++tile)
        tiles[tile] = static_cast<std::uint8_t>(in.small(0, alphabet.letters > 8 ? 1 : 4));
    std::vector<TileCounts> racks;
    for (int count = 3; count > 0; --count)
        racks.push_back(make_rack(in, alphabet, in.byte() > 245 ? kMaxRack : 9));
    in.flag() ? check_tables(in, alphabet.letters + 1, tiles, racks)
              : check_heuristics(in, alphabet.letters + 1, racks);
    check_comparison(data, size);
    return 0;
}
