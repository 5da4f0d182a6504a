#include "paper_plays.hpp"

#include <utility>

#include "paper_dawg_generator.hpp"
#include "paper_generator.hpp"

namespace jackdaw {

std::unique_ptr<StoredStructure> store_paper_structure(const std::uint8_t* text, std::size_t length, int letters, PaperStructure structure,
                                                       Representation form) {
    const auto automaton = build_automaton<std::uint32_t>(text, length, structure);
    const Algorithm algorithm = is_gaddag(structure) ? Algorithm::kGaddag : Algorithm::kDawg;
    const auto kept = [&](auto&& graph) {
        return graph ? std::make_unique<StoredStructure>(StoredStructure{*std::move(graph), algorithm}) : nullptr;
    };
    return form == Representation::kExpanded ? kept(ExpandedGraph::store(automaton, letters, structure)) : kept(CompressedGraph::store(automaton));
}

template <int Width>
std::vector<MoveRecord<Width>> paper_plays(const Board<std::uint32_t>& board, const StoredStructure& stored, const TileCounts& rack,
                                           const PlacementBonus& bonus) {
    std::vector<MoveRecord<Width>> out;
    out.reserve(1024);  // as all_moves does
    KeepAll<Width> recorder(out);
    std::visit(
        [&]<class Graph>(const Graph& graph) {
            using Recorder = KeepAll<Width>;
            if (stored.algorithm == Algorithm::kDawg) {
                PaperDawgGenerator<Graph, Recorder>(board, graph, rack, bonus, recorder).generate_plays();
            } else {
                PaperGenerator<Graph, Recorder>(board, graph, rack, bonus, recorder).generate_plays();
            }
        },
        stored.graph);
    return out;
}

template std::vector<MoveRecord<16>> paper_plays(const Board<std::uint32_t>&, const StoredStructure&, const TileCounts&, const PlacementBonus&);
template std::vector<MoveRecord<32>> paper_plays(const Board<std::uint32_t>&, const StoredStructure&, const TileCounts&, const PlacementBonus&);

}  // namespace jackdaw
