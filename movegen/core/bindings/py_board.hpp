// A board as Python has it.
#pragma once

#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "movegen/core/bindings/numpy_bindings.hpp"
#include "movegen/core/bindings/py_word_graph.hpp"
#include "movegen/core/board/board.hpp"
#include "movegen/core/generation/all_moves.hpp"
#include "movegen/core/gordon1994/stored_plays.hpp"

namespace jackdaw {

// A board with letter sets of either width; it keeps its graph alive.
class PyBoard {
    template <class Visitor>
    auto visit(Visitor visitor) const {
        return std::visit([&](const auto& board) { return visitor(*board); }, board_);
    }

  public:
    PyBoard(const PyGraph& graph, const Layout& layout, Input<std::int32_t> points)
        : board_(make(graph, layout, points)) {}

    void place(int direction, int lane, int start, const nb::bytes& tiles) {
        visit([&](auto& board) {
            board.place(static_cast<Direction>(direction), lane, start, data_of(tiles),
                        static_cast<int>(tiles.size()));
        });
    }

    void set_squares(Input2D<std::uint8_t> squares) {
        visit([&](auto& board) { board.set_squares(squares.data()); });
    }

    Output<std::uint8_t> squares(int direction) const {
        return copied<std::uint8_t>(direction, [](const auto& board, Direction way, int lane) {
            return board.squares(way, lane);
        });
    }
    Output<std::uint64_t> cross_checks(int direction) const {
        return copied<std::uint64_t>(direction, [](const auto& board, Direction way, int lane) {
            return board.cross_checks(way, lane);
        });
    }
    Output<std::int32_t> cross_scores(int direction) const {
        return copied<std::int32_t>(direction, [](const auto& board, Direction way, int lane) {
            return board.cross_scores(way, lane);
        });
    }

    Output<std::uint8_t> moves(Input<std::uint8_t> rack, Input<std::int32_t> bonus,
                               int max_exchanged, int algorithm) const {
        const auto counts = copied_to<TileCounts>(rack);
        const auto bonuses = copied_to<PlacementBonus>(bonus);
        const auto way = static_cast<Algorithm>(algorithm);
        return visit([&](const auto& board) {
            return record_width(board.layout()) == 16
                       ? moves_of<16>(board, counts, bonuses, max_exchanged, way)
                       : moves_of<32>(board, counts, bonuses, max_exchanged, way);
        });
    }

    // For alphabets of up to 31 letters.
    Output<std::uint8_t> stored_plays(const StoredAutomaton& stored, Input<std::uint8_t> rack,
                                      Input<std::int32_t> bonus) const {
        const auto counts = copied_to<TileCounts>(rack);
        const auto bonuses = copied_to<PlacementBonus>(bonus);
        const auto& board = *std::get<std::unique_ptr<Board<std::uint32_t>>>(board_);
        return record_width(board.layout()) == 16
                   ? stored_plays_of<16>(board, stored, counts, bonuses)
                   : stored_plays_of<32>(board, stored, counts, bonuses);
    }

    Output<std::uint8_t> exchanges_and_pass(Input<std::uint8_t> rack, int max_exchanged) const {
        const auto counts = copied_to<TileCounts>(rack);
        return visit([&](const auto& board) {
            return record_width(board.layout()) == 16
                       ? exchanges_and_pass_of<16>(counts, max_exchanged)
                       : exchanges_and_pass_of<32>(counts, max_exchanged);
        });
    }

    // Visits the board itself.
    template <class Visitor>
    auto with(Visitor visitor) const {
        return visit(visitor);
    }

    GenerationWork work(Input<std::uint8_t> rack, int algorithm) const {
        const auto counts = copied_to<TileCounts>(rack);
        nb::gil_scoped_release release;
        return visit([&](const auto& board) {
            return generation_work(board, counts, static_cast<Algorithm>(algorithm));
        });
    }

  private:
    using Any =
        std::variant<std::unique_ptr<Board<std::uint32_t>>, std::unique_ptr<Board<std::uint64_t>>>;

    static Any make(const PyGraph& graph, const Layout& layout, const Input<std::int32_t>& points) {
        const auto by_tile = copied_to<TilePoints>(points);
        return graph.visit([&]<class Mask>(const WordGraph<Mask>& words) -> Any {
            return std::make_unique<Board<Mask>>(layout, words, by_tile);
        });
    }

    template <int Width, class AnyBoard>
    static Output<std::uint8_t> moves_of(const AnyBoard& board, const TileCounts& rack,
                                         const PlacementBonus& bonus, int max_exchanged,
                                         Algorithm algorithm) {
        std::vector<MoveRecord<Width>> moves;
        {
            nb::gil_scoped_release release;
            moves = all_moves<Width>(board, rack, bonus, max_exchanged, algorithm);
        }
        return records_to_numpy(std::move(moves));
    }

    template <int Width>
    static Output<std::uint8_t> exchanges_and_pass_of(const TileCounts& rack, int max_exchanged) {
        std::vector<MoveRecord<Width>> moves;
        add_exchanges_and_pass<Width>(rack, max_exchanged, moves);
        return records_to_numpy(std::move(moves));
    }

    template <int Width>
    static Output<std::uint8_t> stored_plays_of(const Board<std::uint32_t>& board,
                                                const StoredAutomaton& stored,
                                                const TileCounts& rack,
                                                const PlacementBonus& bonus) {
        std::vector<MoveRecord<Width>> plays;
        {
            nb::gil_scoped_release release;
            plays = jackdaw::generate_stored_plays<Width>(board, stored, rack, bonus);
        }
        return records_to_numpy(std::move(plays));
    }

    template <class Value, class LaneOf>
    Output<Value> copied(int direction, LaneOf lane_of) const {
        const auto way = static_cast<Direction>(direction);
        return visit([&](const auto& board) {
            std::vector<Value> values;
            for (int lane = 0; lane < board.layout().lanes(way); ++lane) {
                const auto* const from = lane_of(board, way, lane);
                values.insert(values.end(), from, from + board.layout().lane_length(way));
            }
            return to_numpy(std::move(values));
        });
    }

    Any board_;
};

}  // namespace jackdaw
