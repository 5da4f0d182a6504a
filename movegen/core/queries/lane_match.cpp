#include "movegen/core/queries/lane_match.hpp"

#include <array>

namespace jackdaw {
namespace {

template <class Mask>
class LaneWalk {
  public:
    LaneWalk(const WordGraph<Mask>& graph, const Letter* fixed, const Mask* sets, int length,
             const TileCounts& rack)
        : graph_(graph), fixed_(fixed), sets_(sets), length_(length), left_(rack) {
        for (int letter = 1; letter < kMaxTiles; ++letter) {
            if (left_[letter] && letter < kBits)
                letters_ |= bit_of<Mask>(static_cast<Letter>(letter));
        }
    }

    std::vector<std::uint8_t> run() {
        for (start_ = 0; start_ < length_; ++start_) {
            if (start_ == 0 || !fixed_[start_ - 1]) visit(graph_.dawg_root(), start_, false);
        }
        return std::move(out_);
    }

  private:
    static constexpr int kBits = static_cast<int>(8 * sizeof(Mask));

    // Places a letter on `index` behind those so far; `node` says what may follow, `laid` whether a
    // tile has been placed.
    void visit(NodeIndex node, int index, bool laid) {
        const Mask arcs = graph_.arcs(node), letter_set = graph_.letter_set(node);
        if (const Letter letter = fixed_[index]) {
            if ((arcs | letter_set) & bit_of<Mask>(letter))
                follow_letter(node, arcs, letter_set, index, letter, laid);
            return;
        }
        Mask candidates = (arcs | letter_set) & sets_[index] & kAllLetters<Mask>;
        if (!left_[kBlank]) candidates &= letters_;
        for (; candidates; candidates &= candidates - 1) {
            const Letter letter = lowest_letter<Mask>(candidates);
            // A natural tile first and a blank only without one, so that each placement is found
            // once.
            const Letter tile = left_[letter] ? letter : kBlank;
            if (--left_[tile] == 0 && tile != kBlank) letters_ &= ~bit_of<Mask>(letter);
            follow_letter(node, arcs, letter_set, index, letter, true);
            if (left_[tile]++ == 0 && tile != kBlank) letters_ |= bit_of<Mask>(letter);
        }
    }

    void follow_letter(NodeIndex node, Mask arcs, Mask letter_set, int index, Letter letter,
                       bool laid) {
        word_[index - start_] = letter;
        const bool is_last = index + 1 == length_;
        if (laid && (letter_set & bit_of<Mask>(letter)) && (is_last || !fixed_[index + 1]))
            record(index + 1 - start_);
        if (!is_last && (arcs & bit_of<Mask>(letter)))
            visit(graph_.child(node, arcs, letter), index + 1, laid);
    }

    void record(int letters) {
        out_.push_back(static_cast<std::uint8_t>(start_));
        out_.insert(out_.end(), word_.begin(), word_.begin() + letters);
        out_.resize(out_.size() + static_cast<std::size_t>(length_ - letters));
    }

    const WordGraph<Mask>& graph_;
    const Letter* fixed_;
    const Mask* sets_;
    int length_;
    TileCounts left_;
    Mask letters_ = 0;  // those with a tile of their own left
    int start_ = 0;
    std::array<Letter, kMaxWordLength> word_{};
    std::vector<std::uint8_t> out_;
};

}  // namespace

template <class Mask>
std::vector<std::uint8_t> match_lane(const WordGraph<Mask>& graph, const Letter* fixed,
                                     const Mask* sets, int length, const TileCounts& rack) {
    return LaneWalk<Mask>(graph, fixed, sets, length, rack).run();
}

template std::vector<std::uint8_t> match_lane(const WordGraph<std::uint32_t>&, const Letter*,
                                              const std::uint32_t*, int, const TileCounts&);
template std::vector<std::uint8_t> match_lane(const WordGraph<std::uint64_t>&, const Letter*,
                                              const std::uint64_t*, int, const TileCounts&);

}  // namespace jackdaw
