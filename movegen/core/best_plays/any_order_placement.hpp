// BestPlays: tiles placed in every order, for words in any order; included by best_plays.cpp.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "movegen/core/best_plays/best_plays.hpp"
#include "movegen/core/generation/any_order_plays.hpp"

namespace jackdaw {

// Places the tiles of a sub-rack in every order that the squares allow, if they make a word with
// the letters played through.
template <class Mask>
void BestPlays<Mask>::lay_in_any_order(Signature wanted, PlaySink& sink) {
    const LaneWindow& window = *current_->window;
    const Letter* found = nullptr;  // any order of the letters
    words_.for_each(wanted, window.length, [&](const Letter* word) {
        if (signature_of(word) == wanted) found = word;
    });
    if (!found) return;
    begin_any_order(found);
    lay_in_any_order(0, kOrder.slots[sub_rack_], window.fixed + bonus_[window.placed], sink);
}

template <class Mask>
void BestPlays<Mask>::begin_any_order(const Letter* word) {
    const LaneWindow& window = *current_->window;
    factors_from_[window.length] = {};
    for (int index = window.length - 1; index >= 0; --index) {
        factors_from_[index] = factors_from_[index + 1];
        if (!squares_[index])
            factors_from_[index] =
                factors_from_[index].insert_sorted(static_cast<std::int16_t>(factor(index)));
    }
    max_score_ = std::numeric_limits<std::int32_t>::min();
    if (!(kOrder.slots[sub_rack_] & tiles_.blanks)) return;
    blank_letters_.fill(0);
    for (int index = 0; index < window.length; ++index) {
        ++blank_letters_[word[index]];
        if (squares_[index]) --blank_letters_[letter_of(squares_[index])];
    }
    for (unsigned left = kOrder.slots[sub_rack_] & ~tiles_.blanks; left; left &= left - 1)
        --blank_letters_[tiles_.slots[std::countr_zero(left)]];
}

// Places the tiles that are left from `index` on, the lowest first: of equal plays, the one that
// sorts first is found first.
template <class Mask>
void BestPlays<Mask>::lay_in_any_order(int index, SlotSet left, std::int32_t score,
                                       PlaySink& sink) {
    const LaneWindow& window = *current_->window;
    while (index < window.length && squares_[index]) ++index;
    if (index == window.length) {
        if (sink.wants_first_alone() && score <= max_score_) return;
        max_score_ = std::max(max_score_, score);
        return sink.play({window.direction, window.lane, window.start, window.length, window.placed,
                          score, tiles_.leaves[sub_rack_], laid_.data()});
    }
    std::int32_t max_score = score + dot(factors_from_[index], tiles_.points[kOrder.index[left]]);
    if (const int count = std::popcount(left); count > Int16x8::kSize)
        max_score += factors_from_[index].last() * tiles_.further_points[count];
    if ((sink.wants_first_alone() && max_score <= max_score_) ||
        !sink.wants(max_score, tiles_.leaves[sub_rack_]))
        return;
    const auto place_tile = [&](SlotSet slots, Square square) {
        laid_[index] = square;
        lay_in_any_order(index + 1, static_cast<SlotSet>(left & ~(slots & -slots)),
                         score + board_->tile_points(square) * factor(index), sink);
        laid_[index] = 0;
    };
    const Mask allowed = windows_of_lane_->letters(window.start + index);
    for (Mask letters = allowed & tiles_.letters; letters; letters &= letters - 1) {
        const Letter letter = lowest_letter<Mask>(letters);
        if (const SlotSet slots = left & tiles_.slots_of[letter]) place_tile(slots, letter);
    }
    const SlotSet blanks = left & tiles_.blanks;
    if (!blanks) return;
    for (Mask letters = allowed & letters_; letters; letters &= letters - 1) {
        const Letter letter = lowest_letter<Mask>(letters);
        if (!blank_letters_[letter]) continue;
        --blank_letters_[letter];
        place_tile(blanks, letter | kBlankFlag);
        ++blank_letters_[letter];
    }
}

}  // namespace jackdaw
