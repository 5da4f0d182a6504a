#include "any_order_plays.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <vector>

namespace jackdaw {
namespace {

template <class Mask>
class AnyOrderGenerator {
public:
    AnyOrderGenerator(const Board<Mask>& board, const TileCounts& rack, const PlacementBonus& bonus, PlayTaker& taker)
        : board_(board), graph_(board.graph()), full_(rack), left_(rack), bonus_(bonus), taker_(taker) {}

    // On an empty board that looks the same both ways, plays across only: those down are their mirror images.
    void generate_plays() {
        for (const Direction direction : kDirections) {
            if (board_.is_empty() && board_.layout().symmetric && direction == Direction::kDown) break;
            for (int lane = 0; lane < board_.layout().lanes(direction); ++lane) generate_lane(direction, lane);
        }
    }

private:
    // Tiles of the rack, those of the most points first, and what they leave.
    struct Taken {
        std::array<Square, kMaxRack> tiles{};
        std::uint32_t leave = 0;
    };

    // An empty square of the run, and what a point counts there.
    struct Spot {
        int place;
        Mask check;
        std::int32_t factor;
    };

    void generate_lane(Direction direction, int lane) {
        direction_ = direction;
        lane_ = lane;
        const Layout& layout = board_.layout();
        const int length = layout.lane_length(direction), first = layout.at(direction, lane, 0);
        const Square* const squares = board_.squares(direction, lane);
        const Mask* const checks = board_.cross_checks(direction, lane);
        const std::uint8_t* const word_multipliers = layout.word_multipliers[index(direction)].data() + first;
        const Mask usable = full_.has_blank() ? kAllLetters<Mask> : full_.letters();
        for (int start = 0; start < length; ++start) {
            if (start > 0 && squares[start - 1]) continue;
            through_.clear();
            open_.clear();
            fixed_ = 0;
            bool joined = false;
            std::int32_t points = 0, multiplier = 1, cross = 0;
            for (int place = start; place < length; ++place) {
                if (squares[place]) {
                    through_.push_back(static_cast<char>(letter_of(squares[place])));
                    points += board_.tile_points(squares[place]);
                    joined = true;
                } else {
                    if (!(checks[place] & usable) || static_cast<int>(open_.size()) == full_.size()) break;
                    open_.push_back(place);
                    multiplier *= word_multipliers[place];
                    cross += board_.cross_base(direction, lane)[place];
                    joined |= board_.is_anchor(direction, lane, place);
                }
                if (place == start || open_.empty() || !joined || (place + 1 < length && squares[place + 1])) continue;
                // A single tile with neighbours both ways is a play across; its twin down is not recorded.
                if (open_.size() == 1 && direction == Direction::kDown && board_.cross_scores(direction, lane)[open_[0]] != kNoCross) continue;
                fixed_ = points * multiplier + cross + bonus_[open_.size()];
                lay_run(start, place + 1 - start, multiplier);
            }
        }
    }

    void lay_run(int start, int length, std::int32_t multiplier) {
        const Layout& layout = board_.layout();
        const int first = layout.at(direction_, lane_, 0);
        spots_.clear();
        for (const int place : open_) {
            const std::int32_t letter_multiplier = layout.letter_multipliers[index(direction_)][first + place];
            spots_.push_back({place, board_.cross_checks(direction_, lane_)[place],
                              letter_multiplier * multiplier + board_.cross_factor(direction_, lane_)[place]});
        }
        std::stable_sort(spots_.begin(), spots_.end(), [](const Spot& a, const Spot& b) { return a.factor > b.factor; });
        start_ = start;
        length_ = length;
        for (const Taken& taken : sets_with(through_, static_cast<int>(open_.size()))) {
            tiles_ = taken.tiles;
            leave_ = taken.leave;
            arrange(0, fixed_);
        }
    }

    // Lays the tiles left on the spots from `next` on, in every order.
    void arrange(std::size_t next, std::int32_t score) {
        if (next == spots_.size()) {
            taker_.play(FoundPlay{direction_, lane_, start_, length_, static_cast<int>(spots_.size()), score, leave_, strip_.data() + start_});
            return;
        }
        std::int32_t most = score;
        for (std::size_t i = next; i < spots_.size(); ++i) most += board_.tile_points(tiles_[i]) * spots_[i].factor;
        if (!taker_.wants(most, leave_)) return;
        // Each tile in turn comes to the front; the others stay in their order.
        for (std::size_t i = next; i < spots_.size(); ++i) {
            if (i > next && tiles_[i] == tiles_[i - 1]) continue;
            if (!(spots_[next].check & bit_of<Mask>(letter_of(tiles_[i])))) continue;
            std::rotate(tiles_.begin() + next, tiles_.begin() + i, tiles_.begin() + i + 1);
            strip_[spots_[next].place] = tiles_[next];
            arrange(next + 1, score + board_.tile_points(tiles_[next]) * spots_[next].factor);
            std::rotate(tiles_.begin() + next, tiles_.begin() + next + 1, tiles_.begin() + i + 1);
        }
        strip_[spots_[next].place] = 0;
    }

    // The sets of so many tiles that make an alphagram with the letters played through.
    const std::vector<Taken>& sets_with(const std::string& through, int count) {
        key_ = through;
        std::sort(key_.begin(), key_.end());
        key_.push_back(static_cast<char>(count));
        const auto [known, is_new] = sets_.try_emplace(key_);
        if (is_new) {
            found_ = &known->second;
            count_ = count;
            walk(graph_.dawg_root(), 0, 0, 1, false);
        }
        return known->second;
    }

    // The alphagram so far has `used` of the letters played through and `taken` tiles of the rack; none before `least` may follow. `by_blank`: the last
    // letter is a blank, behind which a tile of its own does not come, so that each set is found once.
    void walk(NodeIndex node, std::size_t used, int taken, Letter least, bool by_blank) {
        const std::size_t letters = key_.size() - 1;
        const bool is_last = used + static_cast<std::size_t>(taken) + 1 == letters + static_cast<std::size_t>(count_);
        const Letter fixed = used < letters ? static_cast<Letter>(key_[used]) : Letter{0};
        const Mask arcs = graph_.arcs(node);
        Mask candidates = (is_last ? graph_.letter_set(node) : arcs) & static_cast<Mask>(-bit_of<Mask>(least));
        if (!left_.has_blank()) candidates &= left_.letters() | (fixed ? bit_of<Mask>(fixed) : 0);
        if (fixed) candidates &= static_cast<Mask>(bit_of<Mask>(fixed) | (bit_of<Mask>(fixed) - 1));
        for (; candidates; candidates &= candidates - 1) {
            const Letter letter = lowest_letter<Mask>(candidates);
            const NodeIndex child = is_last ? kNoNode : graph_.child(node, arcs, letter);
            const auto go_on = [&](std::size_t now_used, int now_taken, bool blank) {
                if (is_last) keep();
                else walk(child, now_used, now_taken, letter, blank);
            };
            if (letter == fixed) {
                go_on(used + 1, taken, false);
                continue;
            }
            if (taken == count_) continue;
            if (left_.count(letter) && !(by_blank && letter == least)) take(letter, letter, taken, [&] { go_on(used, taken + 1, false); });
            if (left_.has_blank()) take(kBlank, letter | kBlankFlag, taken, [&] { go_on(used, taken + 1, true); });
        }
    }

    template <class GoOn>
    void take(Letter tile, Square square, int place, GoOn go_on) {
        left_.take(tile);
        set_[place] = square;
        go_on();
        left_.put_back(tile);
    }

    void keep() {
        Taken& taken = found_->emplace_back();
        std::copy_n(set_.begin(), count_, taken.tiles.begin());
        std::stable_sort(taken.tiles.begin(), taken.tiles.begin() + count_,
                         [&](Square a, Square b) { return board_.tile_points(a) > board_.tile_points(b); });
        taken.leave = left_.number();
    }

    const Board<Mask>& board_;
    const WordGraph<Mask> graph_;
    const Rack<Mask> full_;
    Rack<Mask> left_;
    const PlacementBonus& bonus_;
    PlayTaker& taker_;

    // The run being worked on.
    Direction direction_ = Direction::kAcross;
    int lane_ = 0;
    int start_ = 0;
    int length_ = 0;
    std::string through_;     // letters played through
    std::vector<int> open_;   // its empty squares
    std::vector<Spot> spots_;  // the same, those that count most first
    std::int32_t fixed_ = 0;  // points whatever is laid
    std::array<Square, kMaxRack> tiles_{};  // those laid, then those left, dearest first
    std::uint32_t leave_ = 0;
    std::array<Square, kMaxSide + 32> strip_{};  // tiles laid in this lane, by square; the recorder may read 32 from any start

    // Sets of tiles by what they are played with: its letters in order, then the number of tiles.
    std::unordered_map<std::string, std::vector<Taken>> sets_;
    std::string key_;
    int count_ = 0;
    std::vector<Taken>* found_ = nullptr;
    std::array<Square, kMaxRack> set_{};
};

}  // namespace

template <class Mask>
void any_order_plays(const Board<Mask>& board, const TileCounts& rack, const PlacementBonus& bonus, PlayTaker& taker) {
    AnyOrderGenerator<Mask>(board, rack, bonus, taker).generate_plays();
}

template void any_order_plays(const Board<std::uint32_t>&, const TileCounts&, const PlacementBonus&, PlayTaker&);
template void any_order_plays(const Board<std::uint64_t>&, const TileCounts&, const PlacementBonus&, PlayTaker&);

}  // namespace jackdaw
