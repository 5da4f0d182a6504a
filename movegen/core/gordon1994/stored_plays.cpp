#include "movegen/core/gordon1994/stored_plays.hpp"

#include <utility>

#include "movegen/core/gordon1994/gordon_generator.hpp"
#include "movegen/core/gordon1994/stored_dawg_generator.hpp"

namespace jackdaw {

std::unique_ptr<StoredAutomaton> store_automaton(const std::uint8_t* text, std::size_t length,
                                                 int letters, AutomatonKind structure,
                                                 Representation form) {
    const auto automaton = build_automaton<std::uint32_t>(text, length, structure);
    const Algorithm algorithm = is_gaddag(structure) ? Algorithm::kGaddag : Algorithm::kDawg;
    const auto stored = [&](auto&& graph) {
        return graph ? std::make_unique<StoredAutomaton>(StoredAutomaton{
                           *std::forward<decltype(graph)>(graph), algorithm, letters})
                     : nullptr;
    };
    return form == Representation::kExpanded
               ? stored(ExpandedGraph::store(automaton, letters, structure))
               : stored(CompressedGraph::store(automaton));
}

template <int Width>
std::vector<MoveRecord<Width>> generate_stored_plays(const Board<std::uint32_t>& board,
                                                     const StoredAutomaton& stored,
                                                     const TileCounts& rack,
                                                     const PlacementBonus& bonus) {
    std::vector<MoveRecord<Width>> out;
    out.reserve(1024);  // as all_moves does
    AllPlaysRecorder<Width> recorder(out);
    std::visit(
        [&]<class Graph>(const Graph& graph) {
            using Recorder = AllPlaysRecorder<Width>;
            if (stored.algorithm == Algorithm::kDawg) {
                StoredDawgGenerator<Graph, Recorder>(board, graph, rack, bonus, recorder)
                    .generate_plays();
            } else {
                GordonGenerator<Graph, Recorder>(board, graph, rack, bonus, recorder)
                    .generate_plays();
            }
        },
        stored.graph);
    return out;
}

template std::vector<MoveRecord<16>> generate_stored_plays(const Board<std::uint32_t>&,
                                                           const StoredAutomaton&,
                                                           const TileCounts&,
                                                           const PlacementBonus&);
template std::vector<MoveRecord<32>> generate_stored_plays(const Board<std::uint32_t>&,
                                                           const StoredAutomaton&,
                                                           const TileCounts&,
                                                           const PlacementBonus&);

}  // namespace jackdaw
