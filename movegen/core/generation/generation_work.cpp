#include "movegen/core/generation/generation_work.hpp"

#include "movegen/core/generation/dawg_generator.hpp"

namespace jackdaw {
namespace {

// A recorder (lane_expansion.hpp) that only counts.
struct PlayCounter {
    std::uint64_t plays = 0;

    void play(const FoundPlay&) { ++plays; }
};

template <class AnyGenerator, class Mask>
GenerationWork measure_work(const Board<Mask>& board, const TileCounts& rack) {
    const PlacementBonus no_bonus{};
    PlayCounter recorder;
    AnyGenerator generator(board, rack, no_bonus, recorder);
    generator.generate_plays();
    const WorkCounters& counters = generator.counters();
    return {recorder.plays, counters.lookups, counters.arcs, counters.anchors};
}

}  // namespace

template <class Mask>
GenerationWork generation_work(const Board<Mask>& board, const TileCounts& rack,
                               Algorithm algorithm) {
    return algorithm == Algorithm::kDawg
               ? measure_work<DawgGenerator<Mask, PlayCounter, WorkCounters>>(board, rack)
               : measure_work<Generator<Mask, PlayCounter, WorkCounters>>(board, rack);
}

template GenerationWork generation_work(const Board<std::uint32_t>&, const TileCounts&, Algorithm);
template GenerationWork generation_work(const Board<std::uint64_t>&, const TileCounts&, Algorithm);

}  // namespace jackdaw
