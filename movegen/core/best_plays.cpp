#include "best_plays.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include "any_order_plays.hpp"
#include "collectors.hpp"

namespace jackdaw {
namespace {

// Sub-racks of so many tiles or more are looked up for each letter that is played through alone, before any window is listed: few sub-racks, and
// bonuses that would keep windows alive for which there is no word.
constexpr int kLearnedSize = 6;

std::size_t most_windows(const Layout& layout) { return std::size_t{2} * kMostLaid * layout.rows * layout.columns; }

// Whether bounds stay within the numbers used: factors and points in 16 bits, a million points at most in all.
bool numbers_fit(const Layout& layout, const TilePoints& points, const PlacementBonus& bonus) {
    const std::int64_t most_points = *std::max_element(points.begin(), points.end());
    std::int64_t letter = 1, word = 1, lane_word = 1;
    for (const Direction direction : kDirections) {
        for (int lane = 0; lane < layout.lanes(direction); ++lane) {
            std::vector<std::int64_t> words;
            for (int place = 0; place < layout.lane_length(direction); ++place) {
                const int at = layout.at(direction, lane, place);
                letter = std::max<std::int64_t>(letter, layout.letter_multipliers[index(direction)][at]);
                words.push_back(std::max<std::int64_t>(1, layout.word_multipliers[index(direction)][at]));
            }
            std::sort(words.begin(), words.end(), std::greater<>());
            std::int64_t product = 1;
            for (int i = 0; i < std::min<int>(kMostLaid, static_cast<int>(words.size())); ++i) product *= words[i];
            word = std::max(word, words[0]);
            lane_word = std::max(lane_word, product);
        }
    }
    const std::int64_t run = kMaxSide * most_points * letter;
    const std::int64_t most = run * lane_word + kMostLaid * run * word + *std::max_element(bonus.begin(), bonus.end());
    return *std::min_element(points.begin(), points.end()) >= 0 && most_points < 1 << 15 && letter * (lane_word + word) < 1 << 15 && most <= 1'000'000;
}

// Whether equities stay within the numbers used, if scores do.
bool leaves_fit(const MilliPoints* leave_values, std::uint32_t count) {
    MilliPoints least = 0, most = 0;
    for (std::uint32_t number = 0; number < count; ++number) {
        least = std::min(least, leave_values[number]);
        most = std::max(most, leave_values[number]);
    }
    return least >= -1'000'000'000 && most <= 1'000'000'000;
}

// A recorder of the generators that passes on what a collector wants.
template <class Collector>
class PassOn final : public PlayTaker {
public:
    PassOn(const MilliPoints* leave_values, Collector& collector) : leave_values_(leave_values), collector_(collector) {}

    bool wants(std::int32_t most_points, std::uint32_t leave) const override {
        return collector_.wanted(Equity{most_points} * kMilli + leave_values_[leave]);
    }

    void play(const FoundPlay& found) override {
        const Equity equity = Equity{found.score} * kMilli + leave_values_[found.leave];
        if (collector_.wanted(equity)) collector_.add(found, equity);
    }

private:
    const MilliPoints* leave_values_;
    Collector& collector_;
};

template <class Visitor>
void for_each_place(SubRackSet set, int size, Visitor visitor) {
    const int base = half_of(size) * 64;
    for (; set; set &= set - 1) visitor(base + std::countr_zero(set));
}

}  // namespace

template <class Mask>
BestPlays<Mask>::BestPlays(const Layout& layout, const TilePoints& points, const PlacementBonus& bonus, const WordGraph<Mask>& graph,
                           const WordMap& words)
    : points_(points), bonus_(bonus), words_(words), neighbours_(graph),
      letters_(graph.arcs(graph.root()) & kAllLetters<Mask>),  // a path begins with every letter of the lexicon
      any_order_(graph.any_order()), numbers_fit_(numbers_fit(layout, points, bonus)), visits_(most_windows(layout)) {}

template <class Mask>
void BestPlays<Mask>::set_rack(const TileCounts& rack, const MilliPoints* leave_values) {
    const Rack<Mask> full(rack);
    rack_ = rack;
    leave_values_ = leave_values;
    is_fit_ = numbers_fit_ && !any_order_ && full.size() <= kMostSlots && leaves_fit(leave_values, full.number() + 1);
    if (!is_fit_) return;
    tiles_.set(full, points_, bonus_, leave_values);
    ++rack_number_;
    bounded_ = 0;
    best_worth_[kSeveral] = tiles_.best_worth;
    bound_worth(0, 1);
}

template <class Mask>
template <class Collector>
void BestPlays<Mask>::find(const Board<Mask>& board, const LaneSet& lanes, const KnownLanes<Mask>* known, Collector& collector) {
    if (!is_fit_) {
        PassOn<Collector> recorder(leave_values_, collector);
        if (any_order_) return any_order_plays(board, rack_, bonus_, recorder);
        Generator<Mask, PassOn<Collector>>(board, rack_, bonus_, recorder).generate_plays();
        return;
    }
    board_ = &board;
    known_ = known;
    visit_count_ = 0;
    bins_.fill(-1);
    for (const Direction direction : kDirections) {
        for (int lane = 0; lane < board.layout().lanes(direction); ++lane) {
            if (has_lane(lanes, direction, lane)) list_windows(direction, lane);
        }
    }
    visit_all(collector);
}

// What is known of the sub-racks of a size with these letters.
template <class Mask>
typename BestPlays<Mask>::Possible& BestPlays<Mask>::possible_with(Signature through, int placed) {
    Possible& known = possible_[(through + placed * kLetterSignatures[1]) >> 56];
    if (known.rack != rack_number_ || known.through != through || known.placed != placed) {
        known.through = through;
        known.rack = rack_number_;
        known.placed = placed;
        known.asked = known.found = known.listed = 0;
    }
    return known;
}

// Whether a sub-rack may make words, as far as the word map's filters tell.
template <class Mask>
bool BestPlays<Mask>::is_possible(Possible& possible, int place) const {
    const SubRackSet bit = SubRackSet{1} << place % 64;
    if (!(possible.asked & bit)) {
        possible.asked |= bit;
        const Signature signature = tiles_.signatures[place] + possible.through;
        const int blanks = std::popcount(static_cast<unsigned>(kOrder.slots[place] & tiles_.blanks));
        if (blanks == 0 ? words_.may_have(signature) : blanks > 1 || words_.may_have_with_blank(signature)) possible.found |= bit;
    }
    return possible.found & bit;
}

// What the blank of a sub-rack with one may be.
template <class Mask>
Mask BestPlays<Mask>::letters_of_blank(Possible& possible, int place) const {
    const SubRackSet bit = SubRackSet{1} << place % 64;
    Mask& letters = possible.letters[place - kOrder.first[possible.placed]];
    if (possible.listed & bit) return letters;
    possible.listed |= bit;
    letters = 0;
    const Signature signature = tiles_.signatures[place] + possible.through;
    for (Mask left = letters_; left; left &= left - 1) {
        const Letter letter = lowest_letter<Mask>(left);
        if (words_.may_have(signature + kLetterSignatures[letter])) letters |= bit_of<Mask>(letter);
    }
    return letters;
}

// The best worth of sub-racks by the tiles placed, where one letter (0: none) is played through: from some size on of those that may make words.
template <class Mask>
void BestPlays<Mask>::bound_worth(Letter played_through, int least_placed) {
    bounded_ |= std::uint64_t{1} << played_through;
    auto& best_worth = best_worth_[played_through];
    best_worth = tiles_.best_worth;
    for (int placed = least_placed; placed <= tiles_.size; ++placed) {
        best_worth[placed] = kHopeless;
        Possible& possible = possible_with(kLetterSignatures[played_through], placed);
        for_each_place(tiles_.of_size[placed], placed, [&](int place) {
            if (is_possible(possible, place)) best_worth[placed] = std::max(best_worth[placed], tiles_.worth[place]);
        });
    }
}

template <class Mask>
const LaneWindows<Mask>& BestPlays<Mask>::windows_of(Direction direction, int lane) {
    if (known_ && known_->at(direction, lane).stamp() == board_->stamp(direction, lane)) return known_->at(direction, lane);
    if (known_ && !board_->is_empty()) return memory_.at(*board_, neighbours_, direction, lane);
    LaneWindows<Mask>& windows = lanes_[index(direction)][lane];
    windows.refresh(*board_, neighbours_, direction, lane);
    return windows;
}

template <class Mask>
void BestPlays<Mask>::list_windows(Direction direction, int lane) {
    const LaneWindows<Mask>& windows = windows_of(direction, lane);
    windows_[index(direction)][lane] = &windows;
    std::uint32_t closed = 0;   // squares where no tile of the rack may lie
    std::uint32_t choosy = 0;  // squares where not every tile of it may
    for (std::uint32_t left = windows.constrained(); left; left &= left - 1) {
        const Mask fits = windows.letters(std::countr_zero(left)) & tiles_.letters;
        if (!fits && !tiles_.blanks) closed |= left & -left;
        if (fits != tiles_.letters) choosy |= left & -left;
    }
    choosy_[index(direction)][lane] = choosy;
    for (const Window& window : windows) {
        if ((window.laid & closed) || window.placed > tiles_.size) continue;
        if (window.played_through != kSeveral && !(bounded_ >> window.played_through & 1)) bound_worth(window.played_through, kLearnedSize);
        const MilliPoints worth = best_worth_[window.played_through][window.placed];
        if (worth == kHopeless) continue;
        const MilliPoints bound = (window.fixed + dot(window.factors, tiles_.all_points())) * kMilli + worth;
        auto& bin = bins_[std::clamp((bound - kLeastBin) / kBinWidth, 0, kBins - 1)];
        visits_[visit_count_] = {&window, bound, bin, direction, static_cast<std::uint8_t>(lane)};
        bin = visit_count_++;
    }
}

template <class Mask>
template <class Collector>
void BestPlays<Mask>::visit_all(Collector& collector) {
    for (int bin = kBins - 1; bin >= 0; --bin) {
        if (bins_[bin] < 0) continue;
        if (bin < kBins - 1 && !collector.wanted(kLeastBin + (bin + 1) * kBinWidth)) return;
        for (std::int32_t at = bins_[bin]; at >= 0; at = visits_[at].next) {
            if (collector.wanted(visits_[at].bound)) visit(visits_[at], collector);
        }
        check_pending(collector);
    }
}

// Guesses are checked some at a time, so that the memory that they ask for is on its way meanwhile.
template <class Mask>
template <class Collector>
void BestPlays<Mask>::visit(const Visit& visit, Collector& collector) {
    const Window& window = *visit.window;
    const LaneWindows<Mask>& lane = *windows_[index(visit.direction)][visit.lane];
    const int placed = window.placed;
    SubRackSet set = tiles_.of_size[placed];
    for (std::uint32_t left = choosy_[index(visit.direction)][visit.lane] & window.laid; left && set; left &= left - 1) {
        set &= tiles_.meeting(lane.letters(std::countr_zero(left)), placed);
    }
    if (!set) return;
    Possible& possible = possible_with(window.through, placed);
    set &= possible.found | ~possible.asked;
    const MilliPoints most_score = visit.bound - best_worth_[window.played_through][placed];
    for_each_place(set, placed, [&](int place) {
        const MilliPoints worth = tiles_.worth[place];
        if (!collector.wanted(most_score + worth) || !is_possible(possible, place)) return;
        if (!collector.wanted((window.fixed + dot(window.factors, tiles_.points[place])) * kMilli + worth)) return;
        guess(possible, place, [&](Signature signature) {
            words_.prefetch(signature);
            pending_[pending_count_++] = {&visit, signature, static_cast<std::uint8_t>(place)};
            if (pending_count_ == kPending) check_pending(collector);
        });
    });
}

// The signatures that may be words' of a sub-rack and what is played through, blanks being letters.
template <class Mask>
template <class Guesses>
void BestPlays<Mask>::guess(Possible& possible, int place, Guesses guesses) const {
    const Signature signature = tiles_.signatures[place] + possible.through;
    const int blanks = std::popcount(static_cast<unsigned>(kOrder.slots[place] & tiles_.blanks));
    if (blanks == 0) return guesses(signature);
    if (blanks > 1) return guess_blanks(signature, blanks, 1, guesses);
    for (Mask left = letters_of_blank(possible, place); left; left &= left - 1) guesses(signature + kLetterSignatures[lowest_letter<Mask>(left)]);
}

// Of letters and so many blanks, none of which is a letter before that of the last.
template <class Mask>
template <class Guesses>
void BestPlays<Mask>::guess_blanks(Signature signature, int blanks, Letter first, Guesses guesses) const {
    if (blanks == 0) {
        if (words_.may_have(signature)) guesses(signature);
        return;
    }
    if (blanks == 1 && !words_.may_have_with_blank(signature)) return;
    for (Mask left = letters_ & static_cast<Mask>(-bit_of<Mask>(first)); left; left &= left - 1) {
        const Letter letter = lowest_letter<Mask>(left);
        guess_blanks(signature + kLetterSignatures[letter], blanks - 1, letter, guesses);
    }
}

template <class Mask>
template <class Collector>
void BestPlays<Mask>::check_pending(Collector& collector) {
    at_ = nullptr;
    for (int i = 0; i < pending_count_; ++i) {
        const Guess& guess = pending_[i];
        if (guess.visit != at_) enter(*guess.visit);
        sub_rack_ = guess.sub_rack;
        const Window& window = *at_->window;
        words_.for_each(guess.signature, window.length, [&](const Letter* word) {
            if (!fits(word, window.length)) return;
            Signature signature = 0;  // another word's, perhaps, that lies in the same block
            for (int place = 0; place < window.length; ++place) signature += kLetterSignatures[word[place]];
            if (signature == guess.signature) lay(word, 0, kOrder.slots[sub_rack_], window.fixed, collector);
        });
    }
    pending_count_ = 0;
}

template <class Mask>
void BestPlays<Mask>::enter(const Visit& visit) {
    at_ = &visit;
    const Window& window = *visit.window;
    const Layout& layout = board_->layout();
    const int first = layout.at(visit.direction, visit.lane, 0);
    const std::uint8_t* const letter_multipliers = layout.letter_multipliers[index(visit.direction)].data() + first;
    const std::uint8_t* const word_multipliers = layout.word_multipliers[index(visit.direction)].data() + first;
    const std::int32_t* const cross_factor = board_->cross_factor(visit.direction, visit.lane);
    const LaneWindows<Mask>& lane = *windows_[index(visit.direction)][visit.lane];
    squares_ = board_->squares(visit.direction, visit.lane) + window.start;
    std::int32_t multiplier = 1;
    for (std::uint32_t left = window.laid; left; left &= left - 1) multiplier *= word_multipliers[std::countr_zero(left)];
    for (int i = 0; i < window.length; ++i) {
        const int place = window.start + i;
        allowed_[i] = squares_[i] ? bit_of<Mask>(letter_of(squares_[i])) : lane.letters(place);
        factors_[i] = letter_multipliers[place] * multiplier + cross_factor[place];
    }
}

template <class Mask>
bool BestPlays<Mask>::fits(const Letter* word, int length) const {
    for (int place = 0; place < length; ++place) {
        if (!(allowed_[place] & bit_of<Mask>(word[place]))) return false;
    }
    return true;
}

// Lays the word with the tiles left, from `place` on, in every way that blanks and letters can be dealt out.
template <class Mask>
template <class Collector>
void BestPlays<Mask>::lay(const Letter* word, int place, SlotSet left, std::int32_t score, Collector& collector) {
    const Window& window = *at_->window;
    while (place < window.length && squares_[place]) ++place;
    if (place == window.length) {
        const Equity equity = score * kMilli + tiles_.worth[sub_rack_];
        if (left || !collector.wanted(equity)) return;
        collector.add({at_->direction, at_->lane, window.start, window.length, window.placed, score + bonus_[window.placed], tiles_.kept[sub_rack_],
                       laid_.data()},
                      equity);
        return;
    }
    const Letter letter = word[place];
    const auto with = [&](SlotSet slots, Square square) {
        laid_[place] = square;
        const std::int32_t points = board_->tile_points(square) * factors_[place];
        lay(word, place + 1, static_cast<SlotSet>(left & ~(slots & -slots)), score + points, collector);
        laid_[place] = 0;
    };
    if (tiles_.letters & bit_of<Mask>(letter)) {
        if (const SlotSet slots = left & tiles_.slots_of[letter]) with(slots, letter);
    }
    if (const SlotSet slots = left & tiles_.blanks) with(slots, letter | kBlankFlag);
}

#define JACKDAW_COLLECTOR(Mask, Collector) template void BestPlays<Mask>::find(const Board<Mask>&, const LaneSet&, const KnownLanes<Mask>*, Collector&);
#define JACKDAW_BEST_PLAYS(Mask)              \
    template class BestPlays<Mask>;           \
    JACKDAW_COLLECTOR(Mask, KeepEquity)       \
    JACKDAW_COLLECTOR(Mask, KeepBest<16>)     \
    JACKDAW_COLLECTOR(Mask, KeepBest<32>)     \
    JACKDAW_COLLECTOR(Mask, KeepSeveral<16>)  \
    JACKDAW_COLLECTOR(Mask, KeepSeveral<32>)  \
    JACKDAW_COLLECTOR(Mask, KeepBestOfEach<16>) \
    JACKDAW_COLLECTOR(Mask, KeepBestOfEach<32>)

JACKDAW_BEST_PLAYS(std::uint32_t)
JACKDAW_BEST_PLAYS(std::uint64_t)

}  // namespace jackdaw
