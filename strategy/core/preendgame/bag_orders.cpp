#include "strategy/core/preendgame/bag_orders.hpp"

#include <algorithm>
#include <numeric>

namespace jackdaw {
namespace {

void add_orders(TileCounts& left, int index, int count, BagOrder& partial,
                std::vector<BagOrder>& out) {
    if (index == count) {
        out.push_back(partial);
        return;
    }
    for_each_kind(left, [&](int tile) {
        const std::uint32_t weight = partial.weight;
        partial.weight *= left[tile]--;
        partial.tiles[index] = static_cast<Letter>(tile);
        add_orders(left, index + 1, count, partial, out);
        partial.tiles[index] = 0;
        partial.weight = weight;
        ++left[tile];
    });
}

Arrangement arrange(const TileCounts& unseen, const BagOrder& order, int bag, int drawn) {
    Arrangement arrangement;
    arrangement.theirs = unseen;
    arrangement.weight = order.weight;
    for (int i = 0; i < bag; ++i) {
        --arrangement.theirs[order.tiles[i]];
        if (i < drawn)
            ++arrangement.drawn[order.tiles[i]];
        else
            arrangement.rest[i - drawn] = order.tiles[i];
    }
    return arrangement;
}

}  // namespace

std::vector<BagOrder> all_bag_orders(const TileCounts& unseen, int count) {
    std::vector<BagOrder> out;
    TileCounts left = unseen;
    BagOrder partial;
    partial.weight = 1;
    add_orders(left, 0, count, partial, out);
    return out;
}

Arrangements::Arrangements(const TileCounts& unseen, const std::vector<BagOrder>& orders, int bag,
                           int drawn)
    : indices_(orders.size()) {
    std::vector<Arrangement> each;
    for (const BagOrder& order : orders) each.push_back(arrange(unseen, order, bag, drawn));
    std::vector<std::size_t> sorted(orders.size());
    std::iota(sorted.begin(), sorted.end(), std::size_t{0});
    std::stable_sort(sorted.begin(), sorted.end(), [&](std::size_t a, std::size_t b) {
        if (each[a].theirs != each[b].theirs) return each[a].theirs < each[b].theirs;
        return each[a].drawn != each[b].drawn ? each[a].drawn < each[b].drawn
                                              : each[a].rest < each[b].rest;
    });
    for (const std::size_t order : sorted) {
        if (list_.empty() || !list_.back().is_like(each[order])) {
            const bool is_same_rack = !list_.empty() && list_.back().theirs == each[order].theirs;
            racks_.push_back(list_.empty() ? 0 : racks_.back() + !is_same_rack);
            list_.push_back(each[order]);
        } else {
            list_.back().weight += each[order].weight;
        }
        indices_[order] = static_cast<int>(list_.size()) - 1;
    }
}

}  // namespace jackdaw
