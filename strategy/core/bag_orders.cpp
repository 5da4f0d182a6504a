#include "bag_orders.hpp"

#include <algorithm>
#include <numeric>

namespace jackdaw {
namespace {

void add_orders(TileCounts& left, int place, int count, BagOrder& begun, std::vector<BagOrder>& out) {
    if (place == count) {
        out.push_back(begun);
        return;
    }
    for (int tile = 0; tile < kMaxTiles; ++tile) {
        if (!left[tile]) continue;
        const std::uint32_t weight = begun.weight;
        begun.weight *= left[tile]--;
        begun.tiles[place] = static_cast<Letter>(tile);
        add_orders(left, place + 1, count, begun, out);
        begun.tiles[place] = 0;
        begun.weight = weight;
        ++left[tile];
    }
}

Arrangement arrangement_of(const TileCounts& unseen, const BagOrder& order, int bag, int drawn) {
    Arrangement made;
    made.theirs = unseen;
    made.weight = order.weight;
    for (int i = 0; i < bag; ++i) {
        --made.theirs[order.tiles[i]];
        if (i < drawn) ++made.drawn[order.tiles[i]];
        else made.rest[i - drawn] = order.tiles[i];
    }
    return made;
}

}  // namespace

std::vector<BagOrder> all_bag_orders(const TileCounts& unseen, int count) {
    std::vector<BagOrder> out;
    TileCounts left = unseen;
    BagOrder begun;
    begun.weight = 1;
    add_orders(left, 0, count, begun, out);
    return out;
}

Arrangements::Arrangements(const TileCounts& unseen, const std::vector<BagOrder>& orders, int bag, int drawn) : of_order_(orders.size()) {
    std::vector<Arrangement> each;
    for (const BagOrder& order : orders) each.push_back(arrangement_of(unseen, order, bag, drawn));
    std::vector<std::size_t> sorted(orders.size());
    std::iota(sorted.begin(), sorted.end(), std::size_t{0});
    std::stable_sort(sorted.begin(), sorted.end(), [&](std::size_t a, std::size_t b) {
        if (each[a].theirs != each[b].theirs) return each[a].theirs < each[b].theirs;
        return each[a].drawn != each[b].drawn ? each[a].drawn < each[b].drawn : each[a].rest < each[b].rest;
    });
    for (const std::size_t order : sorted) {
        if (list_.empty() || !list_.back().is_like(each[order])) {
            const bool is_same_rack = !list_.empty() && list_.back().theirs == each[order].theirs;
            racks_.push_back(list_.empty() ? 0 : racks_.back() + !is_same_rack);
            list_.push_back(each[order]);
        } else {
            list_.back().weight += each[order].weight;
        }
        of_order_[order] = static_cast<int>(list_.size()) - 1;
    }
}

}  // namespace jackdaw
