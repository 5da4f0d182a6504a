// A board as Python has it.
#pragma once

#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "movegen/core/base/instantiate.hpp"
#include "movegen/core/bindings/arguments.hpp"
#include "movegen/core/bindings/numpy_bindings.hpp"
#include "movegen/core/bindings/py_word_graph.hpp"
#include "movegen/core/board/board.hpp"
#include "movegen/core/generation/all_moves.hpp"
#include "movegen/core/gordon1994/stored_plays.hpp"

namespace jackdaw {

// A board with letter sets of either width; it keeps its graph alive. Calls that release Python's
// lock hold the board as it is: changes make a copy then.
class PyBoard {
    template <class Visitor>
    auto visit(Visitor visitor) const {
        return std::visit([&](const auto& board) { return visitor(*board); }, board_);
    }

    template <class Visitor>
    void change(Visitor visitor) {
        std::visit(
            [&]<class AnyBoard>(std::shared_ptr<AnyBoard>& board) {
                if (board.use_count() > 1) board = std::make_shared<AnyBoard>(*board);
                visitor(*board);
            },
            board_);
    }

  public:
    PyBoard(const PyGraph& graph, const Layout& layout, Input<std::int32_t> points)
        : letters_(graph.letters()), board_(make(graph, layout, points)) {}

    int letters() const { return letters_; }

    void place(int direction, int lane, int start, const nb::bytes& tiles) {
        const Direction along = checked_direction(direction);
        change([&](auto& board) {
            in_range(lane, 0, board.layout().lanes(along) - 1, "the lane");
            const int length = board.layout().lane_length(along);
            in_range(start, 0, length - 1, "the first square");
            in_range(tiles.size(), 1, length - start, "the number of tiles");
            for (std::size_t i = 0; i < tiles.size(); ++i)
                require(is_square(data_of(tiles)[i], letters_), "a tile is not of the lexicon");
            board.place(along, lane, start, data_of(tiles), static_cast<int>(tiles.size()));
        });
    }

    void set_squares(Input2D<std::uint8_t> squares) {
        change([&](auto& board) {
            board.set_squares(checked_squares(squares, board.layout(), letters_).data());
        });
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

    // Visits the board as it is now, even if it changes meanwhile.
    template <class Visitor>
    auto with(Visitor visitor) const {
        const Any board = board_;
        return std::visit([&](const auto& held) { return visitor(std::as_const(*held)); }, board);
    }

    Output<std::uint8_t> moves(Input<std::uint8_t> rack, Input<std::int32_t> bonus,
                               int max_exchanged, int algorithm) const {
        const auto counts = checked_rack(rack, letters_);
        const auto bonuses = copied_to<PlacementBonus>(bonus);
        const auto way = checked_algorithm(algorithm);
        return with([&]<class Mask>(const Board<Mask>& board) {
            return visit_width<Mask>(
                board.layout(), [&]<int Width>(std::integral_constant<int, Width>) {
                    return moves_of<Width>(board, counts, bonuses, max_exchanged, way);
                });
        });
    }

    // For alphabets of up to 31 letters.
    Output<std::uint8_t> stored_plays(const StoredAutomaton& stored, Input<std::uint8_t> rack,
                                      Input<std::int32_t> bonus) const {
        const auto counts = checked_rack(rack, letters_);
        const auto bonuses = copied_to<PlacementBonus>(bonus);
        require(is_narrow(letters_), "the alphabet has more than 31 letters");
        require(letters_ <= stored.letters,
                "the board has letters that the automaton does not have");
        const auto board = std::get<std::shared_ptr<Board<std::uint32_t>>>(board_);
        return record_width(board->layout()) == 16
                   ? stored_plays_of<16>(*board, stored, counts, bonuses)
                   : stored_plays_of<32>(*board, stored, counts, bonuses);
    }

    Output<std::uint8_t> exchanges_and_pass(Input<std::uint8_t> rack, int max_exchanged) const {
        const auto counts = checked_rack(rack, letters_);
        return visit([&](const auto& board) {
            return record_width(board.layout()) == 16
                       ? exchanges_and_pass_of<16>(counts, max_exchanged)
                       : exchanges_and_pass_of<32>(counts, max_exchanged);
        });
    }

    GenerationWork work(Input<std::uint8_t> rack, int algorithm) const {
        const auto counts = checked_rack(rack, letters_);
        const auto way = checked_algorithm(algorithm);
        return with([&](const auto& board) {
            const ReleasedLock released;
            return generation_work(board, counts, way);
        });
    }

  private:
    using Any =
        std::variant<std::shared_ptr<Board<std::uint32_t>>, std::shared_ptr<Board<std::uint64_t>>>;

    static Algorithm checked_algorithm(int algorithm) {
        return static_cast<Algorithm>(in_range(algorithm, 0, 1, "the algorithm"));
    }

    static Any make(const PyGraph& graph, const Layout& layout, const Input<std::int32_t>& points) {
        const auto by_tile = checked_points(points);
        return graph.visit([&]<class Mask>(const WordGraph<Mask>& words) -> Any {
            return std::make_shared<Board<Mask>>(layout, words, by_tile);
        });
    }

    template <int Width, class AnyBoard>
    static Output<std::uint8_t> moves_of(const AnyBoard& board, const TileCounts& rack,
                                         const PlacementBonus& bonus, int max_exchanged,
                                         Algorithm algorithm) {
        std::vector<MoveRecord<Width>> moves;
        {
            const ReleasedLock released;
            moves = all_moves<Width>(board, rack, bonus, max_exchanged, algorithm);
        }
        return moves_to_numpy(std::move(moves), board.layout());
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
            const ReleasedLock released;
            plays = jackdaw::generate_stored_plays<Width>(board, stored, rack, bonus);
        }
        return records_to_numpy(std::move(plays));
    }

    template <class Value, class LaneOf>
    Output<Value> copied(int direction, LaneOf lane_of) const {
        const auto way = checked_direction(direction);
        return visit([&](const auto& board) {
            std::vector<Value> values;
            for (int lane = 0; lane < board.layout().lanes(way); ++lane) {
                const auto* const from = lane_of(board, way, lane);
                values.insert(values.end(), from, from + board.layout().lane_length(way));
            }
            return to_numpy(std::move(values));
        });
    }

    int letters_;
    Any board_;
};

}  // namespace jackdaw
