// Arguments that the bindings of the searches share.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

#include "movegen/core/base/instantiate.hpp"
#include "movegen/core/base/move_record.hpp"
#include "movegen/core/base/variant.hpp"
#include "movegen/core/bindings/arguments.hpp"
#include "movegen/core/bindings/numpy_bindings.hpp"
#include "movegen/core/board/board.hpp"
#include "movegen/core/lexicon/any_word_graph.hpp"

namespace jackdaw {

// A board with its word graph and variant.
class SearchBoard {
  public:
    // squares: by rows. The graph and the variant must outlive the board.
    SearchBoard(const AnyWordGraph& graph, const Variant& variant, Input2D<std::uint8_t> squares)
        : graph_(graph),
          variant_(variant),
          squares_(checked_squares(squares, variant.layout, graph.letters())) {
        check_letters(variant, graph.letters());
    }

    const Variant& variant() const { return variant_; }
    int letters() const { return graph_.letters(); }

    // Throws unless a search can begin here: there are tiles on the board.
    void check() const {
        require(std::any_of(squares_.begin(), squares_.end(), [](Square tile) { return tile; }),
                "there are no tiles on the board");
    }

    // Returns one of both racks of a search.
    TileCounts checked_hand(const TileCounts& rack) const {
        require(has_letters_up_to(rack, letters()), "a rack has tiles that the lexicon lacks");
        in_range(count_tiles(rack), 1, kMaxRack, "the number of tiles of a rack");
        return rack;
    }

    // Calls visitor(board, width) with the board, and the width of its records as a type.
    template <class Visitor>
    auto visit(Visitor visitor) const {
        return graph_.visit([&]<class Mask>(const WordGraph<Mask>& words) {
            Board<Mask> board(variant_.layout, words, variant_.points);
            board.set_squares(squares_.data());
            return visit_width<Mask>(variant_.layout,
                                     [&](auto width) { return visitor(board, width); });
        });
    }

  private:
    const AnyWordGraph& graph_;
    const Variant& variant_;
    const std::vector<Square> squares_;
};

// A Python callback that asks a search to stop. An exception that it raises stops the search, too.
class StopCallback {
  public:
    // report: called each time before the callback; may be empty, and may raise as well.
    explicit StopCallback(const nb::object& callback, std::function<void()> report = {})
        : callback_(callback), report_(std::move(report)) {}

    // As the core calls it; empty if there is nothing to call.
    std::function<bool()> function() {
        if (callback_.is_none() && !report_) return {};
        return [this] {
            const TakenLock taken;
            if (raised_) return true;  // the next step of a search asks again
            try {
                if (report_) report_();
                return !callback_.is_none() && nb::cast<bool>(callback_());
            } catch (...) {
                raised_ = std::current_exception();
                return true;
            }
        };
    }

    // Raises the callback's exception, if there was one.
    void rethrow() const {
        if (raised_) std::rethrow_exception(raised_);
    }

  private:
    const nb::object& callback_;
    const std::function<void()> report_;
    std::exception_ptr raised_;
};

}  // namespace jackdaw
