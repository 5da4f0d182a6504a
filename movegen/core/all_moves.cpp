#include "all_moves.hpp"

#include "dawg_generator.hpp"

namespace jackdaw {

template <int Width>
void add_moves_without_play(const TileCounts& rack, int most_exchanged, std::vector<MoveRecord<Width>>& out) {
    const Rack<std::uint64_t> full(rack);
    for (std::uint32_t kept = full.number(); most_exchanged > 0 && kept-- > 0;) {
        const auto exchange = exchange_keeping<Width>(full, kept);
        if (exchange.placed <= most_exchanged) out.push_back(exchange);
    }
    out.push_back(pass_keeping<Width>(full));
}

template <int Width, class Mask>
std::vector<MoveRecord<Width>> all_moves(const Board<Mask>& board, const TileCounts& rack, const PlacementBonus& bonus, int most_exchanged,
                                         Algorithm algorithm) {
    std::vector<MoveRecord<Width>> out;
    out.reserve(1024);  // most positions have fewer; one allocation then
    KeepAll<Width> recorder(out);
    if (algorithm == Algorithm::kDawg) {
        DawgGenerator<Mask, KeepAll<Width>>(board, rack, bonus, recorder).generate_plays();
    } else {
        Generator<Mask, KeepAll<Width>>(board, rack, bonus, recorder).generate_plays();
    }
    add_moves_without_play<Width>(rack, most_exchanged, out);
    return out;
}

template void add_moves_without_play(const TileCounts&, int, std::vector<MoveRecord<16>>&);
template void add_moves_without_play(const TileCounts&, int, std::vector<MoveRecord<32>>&);

template std::vector<MoveRecord<16>> all_moves(const Board<std::uint32_t>&, const TileCounts&, const PlacementBonus&, int, Algorithm);
template std::vector<MoveRecord<16>> all_moves(const Board<std::uint64_t>&, const TileCounts&, const PlacementBonus&, int, Algorithm);
template std::vector<MoveRecord<32>> all_moves(const Board<std::uint32_t>&, const TileCounts&, const PlacementBonus&, int, Algorithm);
template std::vector<MoveRecord<32>> all_moves(const Board<std::uint64_t>&, const TileCounts&, const PlacementBonus&, int, Algorithm);

}  // namespace jackdaw
