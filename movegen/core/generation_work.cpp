#include "generation_work.hpp"

#include "dawg_generator.hpp"

namespace jackdaw {
namespace {

// A recorder (generator.hpp) that only counts.
struct CountPlays {
    std::uint64_t plays = 0;

    void play(const FoundPlay&) { ++plays; }
};

template <class AnyGenerator, class Mask>
GenerationWork work_of(const Board<Mask>& board, const TileCounts& rack) {
    const PlacementBonus no_bonus{};
    CountPlays recorder;
    AnyGenerator generator(board, rack, no_bonus, recorder);
    generator.generate_plays();
    const WorkCounters& counters = generator.counters();
    return {recorder.plays, counters.lookups, counters.arcs, counters.anchors};
}

}  // namespace

template <class Mask>
GenerationWork generation_work(const Board<Mask>& board, const TileCounts& rack, Algorithm algorithm) {
    return algorithm == Algorithm::kDawg ? work_of<DawgGenerator<Mask, CountPlays, WorkCounters>>(board, rack)
                                         : work_of<Generator<Mask, CountPlays, WorkCounters>>(board, rack);
}

template GenerationWork generation_work(const Board<std::uint32_t>&, const TileCounts&, Algorithm);
template GenerationWork generation_work(const Board<std::uint64_t>&, const TileCounts&, Algorithm);

}  // namespace jackdaw
