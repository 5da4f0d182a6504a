// Word graphs of files: any content, or that of a lexicon with some of it changed; and everything
// that plays with them.
//
// Python has checked the file's checksum, which a hostile file can have right, the number of
// letters, and calls `fault` before any other function (movegen/lexicon/graph_file.py).
// Invariants: a graph is refused, or all queries, generators, searches and games read within it.
// Such a graph may contradict itself and the word map, so the plays are not checked.

#include <vector>

#include "movegen/core/base/instantiate.hpp"
#include "movegen/core/best_plays/best_plays.hpp"
#include "movegen/core/generation/all_moves.hpp"
#include "movegen/core/lexicon/kwg.hpp"
#include "movegen/core/lexicon/word_graph_check.hpp"
#include "movegen/core/queries/lookups.hpp"
#include "sims/core/games/self_play.hpp"
#include "strategy/core/endgame/endgame.hpp"
#include "tests/fuzz/game.hpp"

using namespace jackdaw;
using namespace jackdaw::fuzz;

namespace {

constexpr std::uint64_t kMaxListedWords = 2'000;  // as many as a run has time for

struct GraphFile {
    std::vector<std::uint32_t> words;
    NodeIndex root = 0;
    NodeIndex dawg_root = 0;
};

GraphFile make_any_file(Input& in) {
    GraphFile file;
    for (int count = in.small(0, 60); count > 0; --count) {
        const std::uint32_t high = in.byte();
        file.words.push_back(high << (in.flag() ? 24 : 8) | in.byte());
    }
    file.words.resize(file.words.size() + kGraphPadding);
    file.root = in.byte() | (std::uint32_t{in.byte()} << kOffsetBits);
    file.dawg_root = in.byte() | (std::uint32_t{in.byte()} << kOffsetBits);
    return file;
}

template <class Mask>
GraphFile make_changed_file(Input& in, const Lexicon<Mask>& lexicon) {
    GraphFile file{lexicon.built.words, lexicon.built.root, lexicon.built.dawg_root};
    for (int changes = in.small(0, 8); changes > 0; --changes) {
        const std::int64_t index = in.integer(0, static_cast<int>(file.words.size()) - 1);
        file.words[static_cast<std::size_t>(index)] ^= std::uint32_t{1} << in.small(0, 31);
    }
    if (in.byte() > 200) file.root = static_cast<NodeIndex>(in.integer(0, 0xFFFFFFFF));
    if (in.byte() > 200) file.root = file.dawg_root;
    if (in.byte() > 200) file.dawg_root = lexicon.built.root;
    return file;
}

template <class Mask>
WordGraph<Mask> view(const GraphFile& file) {
    return {file.words.data(), file.words.size(), file.root, file.dawg_root};
}

// A hostile file has the right number of words as well; it can be counted once the rest is sound.
template <class Mask>
bool is_sound(const WordGraph<Mask>& graph, int letters) {
    const std::string fault = find_word_graph_fault(graph, letters, 0);
    if (fault.find("number of words") == std::string::npos) return fault.empty();
    return find_word_graph_fault(graph, letters, measure_word_graph(graph).words).empty();
}

template <class Mask>
void query(Input& in, const Alphabet& alphabet, const WordGraph<Mask>& graph) {
    const Lookups<Mask> lookups(graph);
    const Word word = make_word(in, alphabet, 10);
    const int length = static_cast<int>(word.size());
    lookups.contains(word.data(), length);
    lookups.front_hooks(word.data(), length);
    lookups.back_hooks(word.data(), length);
    lookups.anagrams(make_rack(in, alphabet, 6).data(), 0, 6);
    const GraphStatistics sizes = measure_word_graph(graph);
    if (sizes.words > kMaxListedWords) return;
    const WordText text = lookups.words();
    for (const Word& listed : split_text(text)) {
        for (const Letter letter : listed)
            require(letter >= 1 && letter <= alphabet.letters, "letters are of the alphabet");
        require(sizes.longest_word > kMaxWordLength ||
                    lookups.contains(listed.data(), static_cast<int>(listed.size())),
                "a graph contains the words that it lists");
    }
    const std::vector<std::uint32_t> entries = write_kwg(graph);
    read_kwg(entries.data(), entries.size(), alphabet.letters);
}

template <int Width, class Mask>
void play(Input& in, const Alphabet& alphabet, const Variant& variant, const WordGraph<Mask>& graph,
          const WordMap& map, const Words& words) {
    Board<Mask> board(variant.layout, graph, variant.points);
    const std::vector<Square> squares = make_squares(in, alphabet, variant.layout, words, 4);
    board.set_squares(squares.data());
    const TileCounts rack = make_rack(in, alphabet, variant.rack_size),
                     theirs = make_rack(in, alphabet, variant.rack_size);
    const auto moves = all_moves<Width>(board, rack, variant.bonus, 0);
    all_moves<Width>(board, rack, variant.bonus, 0, Algorithm::kDawg);
    BestPlays<Mask> finder(variant.layout, variant.points, variant.bonus, variant.rack_size, graph,
                           map);
    const std::vector<std::int32_t> values(Rack<Mask>(rack).number() + 1);
    TopPlaysCollector<Width> top(10, 100'000);
    finder.find(board, rack, values.data(), top);
    const auto best = std::move(top).plays();
    if (!best.empty()) {
        const auto& move = best[0].move;
        board.place(move.direction, move.lane, move.start, move.tiles, move.length);
    }
    if (!board.is_empty() && num_tiles(rack) && num_tiles(theirs)) {
        const SearchLimits limits{.nodes = 200, .memory = std::size_t{1} << 20};
        const EndgameGoal goal{.moves = static_cast<std::size_t>(in.small(0, 3)),
                               .first_win = in.flag(),
                               .narrow = true};
        try {
            Endgame<Mask, Width>(variant, board, {{rack, theirs}, 0}, {2, in.flag()}, limits, {})
                .solve(goal);
        } catch (const std::overflow_error&) {
        }
    }
    if (num_tiles(variant.tiles) < 2 * variant.rack_size) return;
    const StaticStrategy strategy{nullptr, 700, 1000, 1000, 0, {}, {}};
    const Players<Mask> players{{strategy, strategy}, {{&graph, &map}}, {0, 0}};
    std::vector<TurnRecord<Width>> turns;
    play_games<Width>(players, variant, {in.byte(), 0, 1, 1}, &turns);
}

template <class Mask>
void run(Input& in, const Alphabet& alphabet) {
    const Limits limits{.words = 12, .word = 8, .side = 7, .rack = 5, .copies = 2};
    const bool is_changed = in.flag();
    GraphFile file;
    if (!is_changed) {
        file = make_any_file(in);
        if (!is_sound(view<Mask>(file), alphabet.letters)) return;
    }
    const Lexicon<Mask> lexicon(make_words(in, alphabet, limits));
    if (is_changed) file = make_changed_file(in, lexicon);
    const WordGraph<Mask> graph = view<Mask>(file);
    if (!is_sound(graph, alphabet.letters)) return;
    query(in, alphabet, graph);
    const Variant variant = make_variant(in, alphabet, limits);
    visit_width<Mask>(variant.layout, [&]<int Width>(std::integral_constant<int, Width>) {
        play<Width>(in, alphabet, variant, graph, lexicon.map, lexicon.words);
    });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input in(data, size);
    const Alphabet alphabet = make_alphabet(in, {});
    alphabet.letters <= 31 ? run<std::uint32_t>(in, alphabet) : run<std::uint64_t>(in, alphabet);
    return 0;
}
