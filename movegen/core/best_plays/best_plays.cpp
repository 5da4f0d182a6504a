#include "movegen/core/best_plays/best_plays.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include "movegen/core/base/instantiate.hpp"
#include "movegen/core/best_plays/any_order_placement.hpp"
#include "movegen/core/generation/any_order_plays.hpp"
#include "movegen/core/generation/collectors.hpp"

namespace jackdaw {
namespace {

// Sub-racks of at least this size, and with larger racks those of all tiles but one, are filtered
// for each single letter played through before windows are bounded: there are few of them, and
// their bonuses would raise the bounds of windows that have no word.
constexpr int kMinFilteredSize = 6;

std::size_t max_windows(const Layout& layout, int max_placed) {
    return std::size_t{2} * max_placed * layout.rows * layout.columns;
}

// Whether all bounds fit the integers used: factors and points in 16 bits, a total of a million
// points.
bool numbers_fit(const Layout& layout, const TilePoints& points, const PlacementBonus& bonus,
                 int max_placed) {
    const std::int64_t max_points = *std::max_element(points.begin(), points.end());
    std::int64_t letter = 1, word = 1, lane_word = 1;
    for (const Direction direction : kDirections) {
        for (int lane = 0; lane < layout.lanes(direction); ++lane) {
            std::vector<std::int64_t> words;
            for (int index = 0; index < layout.lane_length(direction); ++index) {
                const int at = layout.at(direction, lane, index);
                letter = std::max<std::int64_t>(letter,
                                                layout.letter_multipliers[to_index(direction)][at]);
                words.push_back(
                    std::max<std::int64_t>(1, layout.word_multipliers[to_index(direction)][at]));
            }
            std::sort(words.begin(), words.end(), std::greater<>());
            std::int64_t product = 1;
            for (int i = 0; i < std::min<int>(max_placed, static_cast<int>(words.size())); ++i)
                product *= words[i];
            word = std::max(word, words[0]);
            lane_word = std::max(lane_word, product);
        }
    }
    const std::int64_t run = kMaxSide * max_points * letter;
    const std::int64_t max_value =
        run * lane_word + max_placed * run * word + *std::max_element(bonus.begin(), bonus.end());
    return *std::min_element(points.begin(), points.end()) >= 0 && max_points < 1 << 15 &&
           letter * (lane_word + word) < 1 << 15 && max_value <= 1'000'000;
}

// Whether equities fit, provided that scores do.
bool leaves_fit(const MilliPoints* leave_values, std::uint32_t count) {
    MilliPoints min_value = 0, max_value = 0;
    for (std::uint32_t number = 0; number < count; ++number) {
        min_value = std::min(min_value, leave_values[number]);
        max_value = std::max(max_value, leave_values[number]);
    }
    return min_value >= -1'000'000'000 && max_value <= 1'000'000'000;
}

// A recorder of the generators that passes wanted plays on to a collector.
template <class Collector>
class CollectorAdapter final : public PlaySink {
  public:
    CollectorAdapter(const MilliPoints* leave_values, Collector& collector)
        : leave_values_(leave_values), collector_(collector) {}

    bool wants(std::int32_t max_points, std::uint32_t leave) const override {
        return collector_.wanted(Equity{max_points} * kMilli + leave_values_[leave]);
    }

    void play(const FoundPlay& found) override {
        const Equity equity = Equity{found.score} * kMilli + leave_values_[found.leave];
        if (collector_.wanted(equity)) collector_.add(found, equity);
    }

    bool wants_first_alone() const override { return collector_.wants_first_alone(); }

  private:
    const MilliPoints* leave_values_;
    Collector& collector_;
};

template <class Visitor>
void for_each_index(SubRackSet set, int chunk, Visitor visitor) {
    for (; set; set &= set - 1) visitor(64 * chunk + std::countr_zero(set));
}

}  // namespace

template <class Mask>
BestPlays<Mask>::BestPlays(const Layout& layout, const TilePoints& points,
                           const PlacementBonus& bonus, int rack_size, const WordGraph<Mask>& graph,
                           const WordMap& words)
    : points_(points),
      bonus_(bonus),
      max_placed_(std::min(rack_size, kMaxSlots)),
      words_(words),
      neighbours_(graph),
      letters_(graph.arcs(graph.root()) &
               kAllLetters<Mask>),  // every letter of the lexicon begins a path
      any_order_(graph.any_order()),
      numbers_fit_(numbers_fit(layout, points, bonus, max_placed_)),
      window_bounds_(max_windows(layout, max_placed_)) {}

template <class Mask>
void BestPlays<Mask>::set_rack(const TileCounts& rack, const MilliPoints* leave_values) {
    const Rack<Mask> full(rack);
    rack_ = rack;
    leave_values_ = leave_values;
    is_supported_ =
        numbers_fit_ && full.size() <= max_placed_ && leaves_fit(leave_values, full.number() + 1);
    if (!is_supported_) return;
    tiles_.set(full, points_, bonus_, leave_values);
    ++rack_number_;
    bounded_letters_ = 0;
    best_leave_plus_bonus_[kSeveralLetters] = tiles_.best_leave_plus_bonus;
    bound_leaves_plus_bonus(0, 1);
}

template <class Mask>
template <class Collector>
void BestPlays<Mask>::find(const Board<Mask>& board, const LaneSet& lanes,
                           const LaneSnapshot<Mask>* snapshot, Collector& collector) {
    if (!is_supported_) {
        CollectorAdapter<Collector> recorder(leave_values_, collector);
        if (any_order_) return any_order_plays(board, rack_, bonus_, recorder);
        Generator<Mask, PlaySink>(board, rack_, bonus_, recorder).generate_plays();
        return;
    }
    board_ = &board;
    snapshot_ = snapshot;
    window_bound_count_ = 0;
    bins_.fill(-1);
    for (const Direction direction : kDirections) {
        for (int lane = 0; lane < board.layout().lanes(direction); ++lane) {
            if (has_lane(lanes, direction, lane)) list_windows(direction, lane);
        }
    }
    search_best_first(collector);
}

// The filter of the sub-racks of a chunk with these letters played through; cached in a
// direct-mapped table.
template <class Mask>
typename BestPlays<Mask>::SubRackFilter& BestPlays<Mask>::filter_for(Signature through, int chunk) {
    SubRackFilter& filter = filters_[(through + chunk * kLetterSignatures[1]) >> 56];
    if (filter.rack != rack_number_ || filter.through != through || filter.chunk != chunk) {
        filter.through = through;
        filter.rack = rack_number_;
        filter.chunk = chunk;
        filter.tested = filter.passed = filter.has_letters = 0;
    }
    return filter;
}

// Whether a sub-rack and these letters may make words, according to the word map's Bloom filters.
template <class Mask>
bool BestPlays<Mask>::may_make_word(Signature through, int index) const {
    const Signature signature = tiles_.signatures[index] + through;
    const unsigned blanks = kOrder.slots[index] & tiles_.blanks;
    if (blanks == 0) return words_.may_have(signature);
    return std::popcount(blanks) > 1 || words_.may_have_with_blank(signature);
}

// The letters that the blank of a sub-rack with one blank may stand for.
template <class Mask>
Mask BestPlays<Mask>::blank_letters(SubRackFilter& filter, int index) const {
    const SubRackSet bit = SubRackSet{1} << index % 64;
    Mask& letters = filter.letters[index % 64];
    if (filter.has_letters & bit) return letters;
    filter.has_letters |= bit;
    letters = 0;
    const Signature signature = tiles_.signatures[index] + filter.through;
    for (Mask left = letters_; left; left &= left - 1) {
        const Letter letter = lowest_letter<Mask>(left);
        if (words_.may_have(signature + kLetterSignatures[letter])) letters |= bit_of<Mask>(letter);
    }
    return letters;
}

// The best sum of leave and bonus by tiles placed, when one letter (0: none) is played through;
// from `min_placed` tiles on, only of sub-racks that may make words.
template <class Mask>
void BestPlays<Mask>::bound_leaves_plus_bonus(Letter played_through, int min_placed) {
    bounded_letters_ |= std::uint64_t{1} << played_through;
    auto& best_leave_plus_bonus = best_leave_plus_bonus_[played_through];
    best_leave_plus_bonus = tiles_.best_leave_plus_bonus;
    for (int placed = min_placed; placed <= tiles_.size; ++placed) {
        MilliPoints best = kImpossible;
        const int end = tiles_.end_chunk[placed];
        for (int chunk = kOrder.first_chunk[placed]; chunk < end; ++chunk) {
            const Signature through = kLetterSignatures[played_through];
            SubRackSet tested = 0, passed = 0;
            for_each_index(tiles_.used[chunk], chunk, [&](int index) {
                if (tiles_.leave_plus_bonus[index] <= best) return;
                tested |= SubRackSet{1} << index % 64;
                if (!may_make_word(through, index)) return;
                passed |= SubRackSet{1} << index % 64;
                best = tiles_.leave_plus_bonus[index];
            });
            SubRackFilter& filter = filter_for(through, chunk);
            filter.tested |= tested;
            filter.passed |= passed;
        }
        best_leave_plus_bonus[placed] = best;
    }
}

// A bound of the points that a window's factors and tiles beyond the highest eight give.
template <class Mask>
std::int32_t BestPlays<Mask>::further_points(const LaneWindow& window) const {
    return window.factors.last() * tiles_.further_points[window.placed];
}

template <class Mask>
const LaneWindows<Mask>& BestPlays<Mask>::windows_in(Direction direction, int lane) {
    if (snapshot_ && snapshot_->at(direction, lane).stamp() == board_->stamp(direction, lane))
        return snapshot_->at(direction, lane);
    if (snapshot_ && !board_->is_empty())
        return lane_cache_.at(*board_, neighbours_, max_placed_, direction, lane);
    LaneWindows<Mask>& windows = lanes_[to_index(direction)][lane];
    windows.refresh(*board_, neighbours_, max_placed_, direction, lane);
    return windows;
}

template <class Mask>
void BestPlays<Mask>::list_windows(Direction direction, int lane) {
    const LaneWindows<Mask>& windows = windows_in(direction, lane);
    windows_[to_index(direction)][lane] = &windows;
    LaneSlots& slots = slots_[to_index(direction)][lane];
    slots.restricted = 0;
    std::uint32_t blocked = 0;  // where no tile of the rack fits
    const int size = tiles_.size;
    const std::uint32_t whole_rack = (1u << size) - 1;
    for (std::uint32_t left = windows.constrained(); left; left &= left - 1) {
        const int index = std::countr_zero(left);
        slots.fitting[index] = tiles_.slots_for(windows.letters(index));
        slots.restricted |= std::uint32_t{slots.fitting[index] != whole_rack} << index;
        blocked |= std::uint32_t{!slots.fitting[index]} << index;
    }
    const Int16x8 all_points = tiles_.all_points();
    for (const LaneWindow& window : windows) {
        if (window.laid & blocked) continue;
        // Bit 0, of no letter, is always set, and stands for several, too.
        static_assert(kSeveralLetters % 64 == 0);
        if (!(bounded_letters_ >> window.played_through % 64 & 1))
            bound_leaves_plus_bonus(window.played_through,
                                    std::max(kMinFilteredSize, max_placed_ - 1));
        const MilliPoints leave_plus_bonus =
            best_leave_plus_bonus_[window.played_through][window.placed];
        if (leave_plus_bonus == kImpossible) continue;  // too many tiles, or no word
        MilliPoints bound =
            (window.fixed + dot(window.factors, all_points)) * kMilli + leave_plus_bonus;
        if (size > Int16x8::kSize) [[unlikely]]
            bound += further_points(window) * kMilli;
        auto& bin = bins_[std::clamp((bound - kMinBin) >> kBinBits, 0, kBins - 1)];
        window_bounds_[window_bound_count_] = {&window, bound, bin};
        bin = window_bound_count_++;
    }
}

template <class Mask>
template <class Collector>
void BestPlays<Mask>::search_best_first(Collector& collector) {
    for (int bin = kBins - 1; bin >= 0; --bin) {
        if (bins_[bin] < 0) continue;
        if (bin < kBins - 1 && !collector.wanted(kMinBin + (bin + 1) * kBinWidth)) return;
        for (std::int32_t at = bins_[bin]; at >= 0; at = window_bounds_[at].next) {
            if (collector.wanted(window_bounds_[at].bound))
                search_window(window_bounds_[at], collector);
        }
        run_pending_queries(collector);
    }
}

// Racks of up to seven tiles have one chunk of each size.
template <class Mask>
template <class Collector>
void BestPlays<Mask>::search_window(const WindowBound& window_bound, Collector& collector) {
    const int placed = window_bound.window->placed, first = kOrder.first_chunk[placed];
    search_chunk(window_bound, first, collector);
    for (int chunk = first + 1; chunk < tiles_.end_chunk[placed]; ++chunk) [[unlikely]]
        search_chunk(window_bound, chunk, collector);
}

// Queries run in small batches, so that memory is prefetched while others are prepared.
template <class Mask>
template <class Collector>
void BestPlays<Mask>::search_chunk(const WindowBound& window_bound, int chunk,
                                   Collector& collector) {
    const LaneWindow& window = *window_bound.window;
    const LaneSlots& slots = slots_[to_index(window.direction)][window.lane];
    SubRackSet set = tiles_.used[chunk];
    for (std::uint32_t left = slots.restricted & window.laid; left && set; left &= left - 1)
        set &= kSubRacksWithAny.of(slots.fitting[std::countr_zero(left)], chunk);
    if (!set) return;
    SubRackFilter& filter = filter_for(window.through, chunk);
    set &= filter.passed | ~filter.tested;
    const MilliPoints max_score =
        window_bound.bound - best_leave_plus_bonus_[window.played_through][window.placed];
    std::int32_t fixed = window.fixed;
    if (tiles_.size > Int16x8::kSize) [[unlikely]]
        fixed += further_points(window);
    const Equity min_equity = std::clamp<Equity>(collector.min_wanted(), kImpossible, -kImpossible);
    const auto min_value =
        static_cast<MilliPoints>(std::max<Equity>(min_equity - max_score, kImpossible));
    set = tiles_.sub_racks_worth(min_value, set, chunk);
    for_each_index(set, chunk, [&](int index) {
        if (!collector.wanted((fixed + dot(window.factors, tiles_.points[index])) * kMilli +
                              tiles_.leave_plus_bonus[index]))
            return;
        const SubRackSet bit = SubRackSet{1} << index % 64;
        if (!(filter.tested & bit) && may_make_word(filter.through, index)) filter.passed |= bit;
        filter.tested |= bit;
        if (!(filter.passed & bit)) return;
        query_words(filter, index, [&](Signature signature) {
            words_.prefetch(signature);
            pending_[pending_count_++] = {&window_bound, signature,
                                          static_cast<SubRackIndex>(index)};
            if (pending_count_ == kPending) run_pending_queries(collector);
        });
    });
}

// Emits the signatures of a sub-rack with the letters played through that may belong to words, for
// each designation of the blanks.
template <class Mask>
template <class Emit>
void BestPlays<Mask>::query_words(SubRackFilter& filter, int index, Emit emit) const {
    const Signature signature = tiles_.signatures[index] + filter.through;
    const int blanks = std::popcount(static_cast<unsigned>(kOrder.slots[index] & tiles_.blanks));
    if (blanks == 0) return emit(signature);
    if (blanks > 1) return query_words_with_blanks(signature, blanks, 1, emit);
    for (Mask left = blank_letters(filter, index); left; left &= left - 1)
        emit(signature + kLetterSignatures[lowest_letter<Mask>(left)]);
}

// The same with several blanks, designated in alphabetical order from `first`.
template <class Mask>
template <class Emit>
void BestPlays<Mask>::query_words_with_blanks(Signature signature, int blanks, Letter first,
                                              Emit emit) const {
    if (blanks == 0) {
        if (words_.may_have(signature)) emit(signature);
        return;
    }
    if (blanks == 1 && !words_.may_have_with_blank(signature)) return;
    for (Mask left = letters_ & static_cast<Mask>(-bit_of<Mask>(first)); left; left &= left - 1) {
        const Letter letter = lowest_letter<Mask>(left);
        query_words_with_blanks(signature + kLetterSignatures[letter], blanks - 1, letter, emit);
    }
}

template <class Mask>
template <class Collector>
void BestPlays<Mask>::run_pending_queries(Collector& collector) {
    current_ = nullptr;
    for (int i = 0; i < pending_count_; ++i) {
        const WordQuery& query = pending_[i];
        if (query.window_bound != current_) enter_window(*query.window_bound);
        sub_rack_ = query.sub_rack;
        const LaneWindow& window = *current_->window;
        if (any_order_) [[unlikely]] {
            CollectorAdapter<Collector> sink(leave_values_, collector);
            lay_in_any_order(query.signature, sink);
            continue;
        }
        words_.for_each(query.signature, window.length, [&](const Letter* word) {
            if (fits(word) && signature_of(word) == query.signature) {
                lay_tiles(word, window.laid >> window.start, kOrder.slots[sub_rack_], window.fixed,
                          collector);
            }
        });
    }
    pending_count_ = 0;
}

template <class Mask>
void BestPlays<Mask>::enter_window(const WindowBound& window_bound) {
    current_ = &window_bound;
    const LaneWindow& window = *window_bound.window;
    windows_of_lane_ = windows_[to_index(window.direction)][window.lane];
    squares_ = board_->squares(window.direction, window.lane) + window.start;
    letter_multipliers_ =
        board_->layout().lane_letter_multipliers(window.direction, window.lane) + window.start;
    cross_factors_ = board_->cross_factor(window.direction, window.lane) + window.start;
}

// The multiplier of a tile's points on a square of the current window.
template <class Mask>
std::int32_t BestPlays<Mask>::factor(int index) const {
    return letter_multipliers_[index] * current_->window->multiplier + cross_factors_[index];
}

// The signature of a word of the current window's length: a block of the map may hold others.
template <class Mask>
Signature BestPlays<Mask>::signature_of(const Letter* word) const {
    Signature signature = 0;
    for (int index = 0; index < current_->window->length; ++index)
        signature += kLetterSignatures[word[index]];
    return signature;
}

// Whether a word of the current window's length has the letters played through, and elsewhere
// letters that fit.
template <class Mask>
bool BestPlays<Mask>::fits(const Letter* word) const {
    const LaneWindow& window = *current_->window;
    const Letter* const tiles = windows_of_lane_->tiles_from(window.start);
    static_assert(kPaddedSide <= WordMap::kPadding, "whole vectors of a word are read");
    const std::uint32_t same =
        squares_where(window.length, [&](int first) { return equal(word + first, tiles + first); });
    if ((same | window.laid >> window.start) + 1 != std::uint32_t{1} << window.length) return false;
    for (std::uint32_t left = window.laid & windows_of_lane_->constrained(); left;
         left &= left - 1) {
        const int index = std::countr_zero(left);
        if (!(windows_of_lane_->letters(index) & bit_of<Mask>(word[index - window.start])))
            return false;
    }
    return true;
}

// Places the rest of a word, on `squares` of the current window, in every way of dividing it
// between natural tiles and blanks.
template <class Mask>
template <class Collector>
void BestPlays<Mask>::lay_tiles(const Letter* word, std::uint32_t squares, SlotSet left,
                                std::int32_t score, Collector& collector) {
    const LaneWindow& window = *current_->window;
    if (!squares) {
        const Equity equity = score * kMilli + tiles_.leave_plus_bonus[sub_rack_];
        if (left || !collector.wanted(equity)) return;
        collector.add({window.direction, window.lane, window.start, window.length, window.placed,
                       score + bonus_[window.placed], tiles_.leaves[sub_rack_], laid_.data()},
                      equity);
        return;
    }
    const int index = std::countr_zero(squares);
    const Letter letter = word[index];
    const auto place_tile = [&](SlotSet slots, Square square) {
        laid_[index] = square;
        const std::int32_t points = board_->tile_points(square) * factor(index);
        lay_tiles(word, squares & (squares - 1), static_cast<SlotSet>(left & ~(slots & -slots)),
                  score + points, collector);
        laid_[index] = 0;
    };
    if (tiles_.letters & bit_of<Mask>(letter)) {
        if (const SlotSet slots = left & tiles_.slots_of[letter]) place_tile(slots, letter);
    }
    if (const SlotSet slots = left & tiles_.blanks) place_tile(slots, letter | kBlankFlag);
}

#define JACKDAW_FIND(Mask, Collector)                                       \
    template void BestPlays<Mask>::find(const Board<Mask>&, const LaneSet&, \
                                        const LaneSnapshot<Mask>*, Collector&);
#define JACKDAW_BEST_PLAYS(Mask)    \
    template class BestPlays<Mask>; \
    JACKDAW_FIND(Mask, BestEquityCollector)
#define JACKDAW_FIND_RECORDS(Mask, Width)        \
    JACKDAW_FIND(Mask, BestPlayCollector<Width>) \
    JACKDAW_FIND(Mask, TopPlaysCollector<Width>) \
    JACKDAW_FIND(Mask, BestPlayPerLanesCollector<Width>)

JACKDAW_INSTANTIATE_MASKS(JACKDAW_BEST_PLAYS)
JACKDAW_INSTANTIATE(JACKDAW_FIND_RECORDS)

}  // namespace jackdaw
