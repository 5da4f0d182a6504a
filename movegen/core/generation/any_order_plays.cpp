#include "movegen/core/generation/any_order_plays.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <vector>

namespace jackdaw {

template <class Mask>
class AnyOrderGenerator {
  public:
    AnyOrderGenerator(const Board<Mask>& board, const TileCounts& rack, const PlacementBonus& bonus,
                      PlaySink& sink)
        : board_(board),
          graph_(board.graph()),
          full_(rack),
          left_(rack),
          bonus_(bonus),
          sink_(sink) {}

    void generate_plays() {
        for_each_lane_to_generate(
            board_, [this](Direction direction, int lane) { generate_lane(direction, lane); });
    }

    void generate_lane(Direction direction, int lane);

    std::size_t bytes() const { return bytes_; }  // of the multisets, about

  private:
    // Tiles of the rack, highest points first, and the leave.
    struct TileSet {
        std::array<Square, kMaxRack> tiles{};
        std::uint32_t leave = 0;
    };

    // An empty square of the run, and the multiplier of a tile's points on it.
    struct OpenSquare {
        int index;
        Mask check;
        std::int32_t factor;
    };

    void lay_run(int start, int length, std::int32_t multiplier) {
        const std::uint8_t* const letter_multipliers =
            board_.layout().lane_letter_multipliers(direction_, lane_);
        open_squares_.clear();
        for (const int index : open_indices_) {
            open_squares_.push_back({index, board_.cross_checks(direction_, lane_)[index],
                                     letter_multipliers[index] * multiplier +
                                         board_.cross_factor(direction_, lane_)[index]});
        }
        std::stable_sort(
            open_squares_.begin(), open_squares_.end(),
            [](const OpenSquare& a, const OpenSquare& b) { return a.factor > b.factor; });
        start_ = start;
        length_ = length;
        for (const TileSet& taken :
             tile_sets_for(played_through_, static_cast<int>(open_indices_.size()))) {
            tiles_ = taken.tiles;
            leave_ = taken.leave;
            arrange(0, base_score_);
        }
    }

    // Places the remaining tiles on the squares from `next` on, in every order.
    void arrange(std::size_t next, std::int32_t score) {
        if (next == open_squares_.size()) {
            sink_.play(FoundPlay{direction_, lane_, start_, length_,
                                 static_cast<int>(open_squares_.size()), score, leave_,
                                 strip_.data() + start_});
            return;
        }
        std::int32_t max_score = score;
        for (std::size_t i = next; i < open_squares_.size(); ++i)
            max_score += board_.tile_points(tiles_[i]) * open_squares_[i].factor;
        if (!sink_.wants(max_score, leave_)) return;
        // Each tile moves to the front in turn; the others stay in order.
        for (std::size_t i = next; i < open_squares_.size(); ++i) {
            if (i > next && tiles_[i] == tiles_[i - 1]) continue;
            if (!(open_squares_[next].check & bit_of<Mask>(letter_of(tiles_[i])))) continue;
            std::rotate(tiles_.begin() + next, tiles_.begin() + i, tiles_.begin() + i + 1);
            strip_[open_squares_[next].index] = tiles_[next];
            arrange(next + 1,
                    score + board_.tile_points(tiles_[next]) * open_squares_[next].factor);
            std::rotate(tiles_.begin() + next, tiles_.begin() + next + 1, tiles_.begin() + i + 1);
        }
        strip_[open_squares_[next].index] = 0;
    }

    // The multisets of `count` tiles that make an alphagram with the letters played through;
    // cached.
    const std::vector<TileSet>& tile_sets_for(const std::string& played_through, int count) {
        key_ = played_through;
        std::sort(key_.begin(), key_.end());
        key_.push_back(static_cast<char>(count));
        const auto [entry, is_new] = sets_.try_emplace(key_);
        if (is_new) {
            found_ = &entry->second;
            count_ = count;
            extend_alphagram(graph_.dawg_root(), 0, 0, 1, false);
            bytes_ += kKeyBytes + entry->second.capacity() * sizeof(TileSet);
        }
        return entry->second;
    }

    // Extends the alphagram, which so far has `used` of the letters played through and `taken`
    // tiles of the rack, by letters not before `min_letter`. After a blank (`by_blank`), a natural
    // tile of the same letter is not taken, so that each multiset is found once.
    void extend_alphagram(NodeIndex node, std::size_t used, int taken, Letter min_letter,
                          bool by_blank) {
        const std::size_t letters = key_.size() - 1;
        const bool is_last = used + static_cast<std::size_t>(taken) + 1 ==
                             letters + static_cast<std::size_t>(count_);
        const Letter fixed = used < letters ? static_cast<Letter>(key_[used]) : Letter{0};
        const Mask arcs = graph_.arcs(node);
        Mask candidates = (is_last ? graph_.letter_set(node) : arcs) &
                          static_cast<Mask>(-bit_of<Mask>(min_letter));
        if (!left_.has_blank()) candidates &= left_.letters() | (fixed ? bit_of<Mask>(fixed) : 0);
        if (fixed) candidates &= static_cast<Mask>(bit_of<Mask>(fixed) | (bit_of<Mask>(fixed) - 1));
        for (; candidates; candidates &= candidates - 1) {
            const Letter letter = lowest_letter<Mask>(candidates);
            const NodeIndex child = is_last ? kNoNode : graph_.child(node, arcs, letter);
            const auto extend = [&](std::size_t now_used, int now_taken, bool blank) {
                if (is_last)
                    add_set();
                else
                    extend_alphagram(child, now_used, now_taken, letter, blank);
            };
            if (letter == fixed) {
                extend(used + 1, taken, false);
                continue;
            }
            if (taken == count_) continue;
            if (left_.count(letter) && !(by_blank && letter == min_letter))
                take(letter, letter, taken, [&] { extend(used, taken + 1, false); });
            if (left_.has_blank())
                take(kBlank, letter | kBlankFlag, taken, [&] { extend(used, taken + 1, true); });
        }
    }

    template <class Extend>
    void take(Letter tile, Square square, int index, Extend extend) {
        left_.take(tile);
        set_[index] = square;
        extend();
        left_.put_back(tile);
    }

    void add_set() {
        TileSet& taken = found_->emplace_back();
        std::copy_n(set_.begin(), count_, taken.tiles.begin());
        std::stable_sort(
            taken.tiles.begin(), taken.tiles.begin() + count_,
            [&](Square a, Square b) { return board_.tile_points(a) > board_.tile_points(b); });
        taken.leave = left_.number();
    }

    static constexpr std::size_t kKeyBytes = 96;  // that the map takes for an entry, about

    const Board<Mask>& board_;
    const WordGraph<Mask> graph_;
    const Rack<Mask> full_;
    Rack<Mask> left_;
    const PlacementBonus& bonus_;
    PlaySink& sink_;

    // The run being worked on.
    Direction direction_ = Direction::kAcross;
    int lane_ = 0;
    int start_ = 0;
    int length_ = 0;
    std::string played_through_;            // letters played through
    std::vector<int> open_indices_;         // indices of empty squares
    std::vector<OpenSquare> open_squares_;  // the same squares, highest factor first
    std::int32_t base_score_ = 0;           // points whatever is placed
    std::array<Square, kMaxRack>
        tiles_{};  // placed tiles, then remaining ones, highest points first
    std::uint32_t leave_ = 0;
    std::array<Square, kMaxSide + 32>
        strip_{};  // tiles placed in this lane; recorders may read 32 from any start

    // Multisets of tiles by the sorted letters played through and the number of tiles.
    std::unordered_map<std::string, std::vector<TileSet>> sets_;
    std::string key_;
    int count_ = 0;
    std::vector<TileSet>* found_ = nullptr;
    std::array<Square, kMaxRack> set_{};
    std::size_t bytes_ = 0;
};

template <class Mask>
void AnyOrderGenerator<Mask>::generate_lane(Direction direction, int lane) {
    direction_ = direction;
    lane_ = lane;
    const Layout& layout = board_.layout();
    const int length = layout.lane_length(direction);
    const Square* const squares = board_.squares(direction, lane);
    const Mask* const checks = board_.cross_checks(direction, lane);
    const std::uint8_t* const word_multipliers = layout.lane_word_multipliers(direction, lane);
    const Mask usable = full_.has_blank() ? kAllLetters<Mask> : full_.letters();
    for (int start = 0; start < length; ++start) {
        if (start > 0 && squares[start - 1]) continue;
        played_through_.clear();
        open_indices_.clear();
        base_score_ = 0;
        bool joined = false;
        std::int32_t points = 0, multiplier = 1, cross = 0;
        for (int index = start; index < length; ++index) {
            if (squares[index]) {
                played_through_.push_back(static_cast<char>(letter_of(squares[index])));
                points += board_.tile_points(squares[index]);
                joined = true;
            } else {
                if (!(checks[index] & usable) ||
                    static_cast<int>(open_indices_.size()) == full_.size())
                    break;
                open_indices_.push_back(index);
                multiplier *= word_multipliers[index];
                cross += board_.cross_base(direction, lane)[index];
                joined |= board_.is_anchor(direction, lane, index);
            }
            if (index == start || open_indices_.empty() || !joined ||
                (index + 1 < length && squares[index + 1]))
                continue;
            // A single tile with neighbours in both directions is recorded as a play across
            // only.
            if (open_indices_.size() == 1 && direction == Direction::kDown &&
                board_.cross_scores(direction, lane)[open_indices_[0]] != kNoCross)
                continue;
            base_score_ = points * multiplier + cross + bonus_[open_indices_.size()];
            lay_run(start, index + 1 - start, multiplier);
        }
    }
}

template <class Mask>
AnyOrderLanePlays<Mask>::AnyOrderLanePlays(const Board<Mask>& board, const TileCounts& rack,
                                           const PlacementBonus& bonus, PlaySink& sink)
    : generator_(std::make_unique<AnyOrderGenerator<Mask>>(board, rack, bonus, sink)) {}

template <class Mask>
AnyOrderLanePlays<Mask>::~AnyOrderLanePlays() = default;

template <class Mask>
void AnyOrderLanePlays<Mask>::generate_lane(Direction direction, int lane) {
    generator_->generate_lane(direction, lane);
}

template <class Mask>
std::size_t AnyOrderLanePlays<Mask>::bytes() const {
    return generator_->bytes();
}

template class AnyOrderLanePlays<std::uint32_t>;
template class AnyOrderLanePlays<std::uint64_t>;

template <class Mask>
void any_order_plays(const Board<Mask>& board, const TileCounts& rack, const PlacementBonus& bonus,
                     PlaySink& sink) {
    AnyOrderGenerator<Mask>(board, rack, bonus, sink).generate_plays();
}

template void any_order_plays(const Board<std::uint32_t>&, const TileCounts&, const PlacementBonus&,
                              PlaySink&);
template void any_order_plays(const Board<std::uint64_t>&, const TileCounts&, const PlacementBonus&,
                              PlaySink&);

}  // namespace jackdaw
