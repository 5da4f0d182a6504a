// Bindings of the pre-endgame solver.

#include "strategy/core/bindings/registration.hpp"
#include "strategy/core/bindings/search_bindings.hpp"
#include "strategy/core/preendgame/preendgame.hpp"

using namespace nanobind::literals;

namespace jackdaw {
namespace {

void make_preendgame_position(DecisionPosition* self, Input<std::uint8_t> rack,
                              Input<std::uint8_t> unseen, int bag, int spread, int scoreless) {
    in_range(spread, -kUnbounded, kUnbounded, "the spread");
    in_range(scoreless, 0, 1, "the number of turns without a score");
    const TileCounts hidden = checked_tiles(unseen);
    in_range(bag, 1, kMaxInBag, "the number of tiles in the bag");
    in_range(count_tiles(hidden) - bag, 1, kMaxRack - bag, "the number of the opponent's tiles");
    new (self) DecisionPosition{checked_rack(rack, kMaxLetters, kMaxRack - bag), hidden, bag,
                                spread, scoreless};
}

struct BagOrders {
    BagOrders(Input2D<std::uint8_t> tiles, Input<std::uint32_t> weights)
        : list(weights.size()), bag(static_cast<int>(tiles.shape(1))) {
        in_range(bag, 1, kMaxInBag, "the number of tiles in the bag");
        require(tiles.shape(0) == weights.size() && weights.size() > 0,
                "there is not one weight for each order");
        for (std::size_t i = 0; i < list.size(); ++i) {
            std::copy_n(tiles.data() + i * tiles.shape(1), tiles.shape(1), list[i].tiles.begin());
            list[i].weight = weights(i);
        }
    }

    // Throws unless a position may have these orders.
    void check(const DecisionPosition& position) const {
        require(bag == position.bag, "the orders are of another bag");
        std::uint64_t sum = 0;
        for (const auto& [tiles, weight] : list) {
            TileCounts left = position.unseen;
            for (int i = 0; i < bag; ++i)
                require(tiles[i] < kMaxTiles && left[tiles[i]]--, "an order has other tiles");
            sum += in_range(weight, 1, kMaxWeight, "the weight of an order");
            in_range(sum, 1, kMaxWeight, "the sum of weights");
        }
    }

    std::vector<BagOrder> list;
    int bag;

  private:
    static constexpr std::int64_t kMaxWeight = 1 << 29;
};

nb::tuple list_bag_orders(Input<std::uint8_t> unseen, int count) {
    std::vector<std::uint8_t> tiles;
    std::vector<std::uint32_t> weights;
    in_range(count, 0, kMaxInBag, "the number of tiles in the bag");
    for (const BagOrder& order : all_bag_orders(checked_rack(unseen), count)) {
        tiles.insert(tiles.end(), order.tiles.begin(), order.tiles.begin() + count);
        weights.push_back(order.weight);
    }
    return nb::make_tuple(to_numpy(std::move(tiles)), to_numpy(std::move(weights)));
}

// An array for each move: lower bound, upper bound and estimate of each arrangement.
template <class Mask, int Width>
nb::list list_cells(const Decision<Mask, Width>& decision) {
    nb::list all;
    for (std::size_t move = 0; move < decision.moves().size(); ++move) {
        std::vector<std::int32_t> cells;
        for (const auto& cell : decision.cells(move))
            cells.insert(cells.end(), {cell.bounds.lower, cell.bounds.upper, cell.estimate});
        all.append(to_numpy(std::move(cells)));
    }
    return all;
}

// 1 for each move of which every arrangement has an estimate at least, else 0.
template <class Mask, int Width>
Output<std::uint8_t> list_estimated(const Decision<Mask, Width>& decision) {
    std::vector<std::uint8_t> flags;
    for (std::size_t move = 0; move < decision.moves().size(); ++move) {
        flags.push_back(std::ranges::all_of(
            decision.cells(move), [](const auto& cell) { return cell.result().is_estimated; }));
    }
    return to_numpy(std::move(flags));
}

// bytes: of the moves' records.
WinCounts count_from(const Layout& layout, std::size_t bytes, const BagOrders& orders) {
    std::uint32_t weight = 0;
    for (const BagOrder& order : orders.list) weight += order.weight;
    const std::size_t each =
        record_width(layout) == 16 ? sizeof(MoveRecord<16>) : sizeof(MoveRecord<32>);
    return {bytes / each, static_cast<std::int32_t>(weight)};
}

// What is known so far, for each move: arrangements settled, twice the least and most wins,
// arrangements estimated, and twice the wins estimated of those.
Output<double> list_counts(WinCounts& counts) {
    std::vector<double> rows;
    for (const auto& [settled, min_wins, max_wins, estimated, wins] : counts.list()) {
        for (const std::int32_t count : {settled, min_wins, max_wins, estimated})
            rows.push_back(count);
        rows.push_back(wins);
    }
    return to_numpy(std::move(rows));
}

// The callbacks of a search; the search calls neither if both are None.
struct Callbacks {
    nb::object should_stop;
    nb::object progress;
};

// Chances to win, one for each move or none at all; negative where nothing is known.
std::vector<double> checked_priors(Input<double> priors, std::size_t moves) {
    require(priors.size() == 0 || priors.size() == moves, "there is not one prior for each move");
    std::vector<double> list(priors.data(), priors.data() + priors.size());
    for (const double prior : list) require(prior <= 1, "a prior is no chance");
    return list;
}

nb::tuple solve_preendgame(const SearchBoard& board, const DecisionPosition& position,
                           Input<std::uint8_t> moves, Input<double> priors, const BagOrders& orders,
                           const PreendgameOptions& options, const SearchLimits& limits,
                           const Callbacks& callbacks) {
    board.check();
    board.checked_hand(position.rack);
    board.checked_hand(position.unseen);
    orders.check(position);
    require(moves.size() > 0, "there are no moves");
    WinCounts counts = count_from(board.variant().layout, moves.size(), orders);
    std::function<void()> report;
    if (!callbacks.progress.is_none()) report = [&] { callbacks.progress(list_counts(counts)); };
    StopCallback callback(callbacks.should_stop, report);
    SearchControl control(limits.seconds, callback.function());
    return board.visit([&]<class Mask, int kWidth>(const Board<Mask>& start,
                                                   std::integral_constant<int, kWidth>) {
        auto records =
            checked_moves<kWidth>(moves, board.variant().layout, position.rack, board.letters());
        for (const auto& move : records)
            require(move.kind != MoveKind::kExchange, "a move is an exchange");
        if (!can_count_points(board.variant(), start, position))
            throw std::overflow_error("points do not fit");
        const DecisionContext context =
            make_context(board.variant(), options.is_adversarial, limits, control, &counts);
        std::vector<double> known = checked_priors(priors, records.size());
        Decision<Mask, kWidth> decision(context, start, position, std::move(records), orders.list,
                                        0);
        if (!known.empty()) decision.set_priors(std::move(known));
        bool is_settled;
        {
            const ReleasedLock released;
            is_settled = settle(decision, options, limits, control);
        }
        callback.rethrow();
        nb::list order_cells;
        for (int drawn = 0; drawn <= position.bag; ++drawn)
            order_cells.append(to_numpy(std::vector(decision.arrangements_after(drawn).indices())));
        return nb::make_tuple(is_settled, order_cells, list_cells(decision),
                              list_estimated(decision), decision.nodes(), control.seconds());
    });
}

}  // namespace

void register_preendgame(nb::module_& m) {
    m.attr("MAX_IN_BAG") = kMaxInBag;
    m.attr("ESTIMATE_ERROR") = kEstimateError;
    m.attr("REPLY_EXPONENT") = kReplyExponent;
    nb::class_<DecisionPosition>(
        m, "PreendgamePosition",
        "A position with tiles in the bag, as the player on turn knows it.")
        .def("__init__", &make_preendgame_position, "rack"_a, "unseen"_a, nb::kw_only(), "bag"_a,
             "spread"_a, "scoreless"_a);
    nb::class_<BagOrders>(m, "BagOrders", "Orders of the bag's tiles, (orders, bag), with weights.")
        .def(nb::init<Input2D<std::uint8_t>, Input<std::uint32_t>>(), "tiles"_a, "weights"_a);
    nb::class_<PreendgameOptions>(m, "PreendgameOptions",
                                  "What to settle. Spreads: 0 none, 1 of the best, 2 all.")
        .def(
            "__init__",
            [](PreendgameOptions* self, bool adversarial, bool all_wins, int spreads) {
                in_range(spreads, 0, 2, "the number for spreads");
                new (self) PreendgameOptions{adversarial, all_wins, static_cast<Spreads>(spreads)};
            },
            nb::kw_only(), "adversarial"_a, "all_wins"_a, "spreads"_a);
    nb::class_<Callbacks>(m, "PreendgameCallbacks",
                          "`should_stop`, and `progress`, called each time before it with what is "
                          "known of each move: arrangements settled, twice the least and most "
                          "wins, arrangements estimated, and twice their estimated wins.")
        .def(nb::init<nb::object, nb::object>(), "should_stop"_a.none(), "progress"_a.none());
    m.def("bag_orders", &list_bag_orders, "unseen"_a, "count"_a,
          "Return the orders in which so many unseen tiles may be drawn, one after the other, and "
          "their weights: the number of equally likely ways that look like each.");
    m.def(
        "solve_preendgame", &solve_preendgame, "board"_a, "position"_a, "moves"_a, "priors"_a,
        "orders"_a, "options"_a, "limits"_a, "callbacks"_a,
        "Return True if all is settled; for each number of tiles drawn the cell of each order; for "
        "each move (lower, upper, estimate) of the final spread by cell; for each move 1 if its "
        "cells have estimates; nodes; seconds.");
}

}  // namespace jackdaw
