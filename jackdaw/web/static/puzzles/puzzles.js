// The page of puzzles: one after the other, any move may be tried. The server knows the answers and the results.
import { ask, byId, element, once, reporting, say } from "../common.js";
import { Hand } from "../hand.js";
import { drawnWith, Picture } from "../picture.js";

// How many of the puzzles shown last wait before they come again: a missed one comes back after so many others.
const WAITING = 3;

// set: puzzles made of a game, if the address names some.
// puzzle: the one that is shown; noted: whether its result counts already; hints: how many were given;
// asked: how often for a puzzle.
const set = new URLSearchParams(location.search).get("set") || "";
const state = { puzzle: null, drawn: null, noted: false, hints: 0, seen: [], asked: 0 };
const picture = new Picture(byId("board"));
const hand = new Hand(picture, { changed: () => { byId("text").value = ""; }, enter: () => reporting(tryMove)() });
hand.locked = true;

const now = () => ({ set, id: state.puzzle.id, noted: state.noted, hints: state.hints });

function show({ puzzle, next_due: nextDue }) {
  Object.assign(state, { puzzle, noted: false, hints: 0 });
  byId("verdicts").replaceChildren();
  byId("text").value = "";
  for (const id of ["hint", "show", "answer", "text"]) byId(id).disabled = !puzzle;
  byId("next").textContent = "Skip";
  byId("next").disabled = !puzzle;
  hand.locked = !puzzle;
  byId("last-play").hidden = byId("challenge").hidden = !puzzle?.last_play;
  if (!puzzle) {
    byId("status").textContent = nextDue ? `Nothing is left for today. The next puzzle comes back on ${nextDue}.` : "No puzzle passes the filter.";
    return;
  }
  state.seen = [...state.seen, puzzle.id].slice(-WAITING);
  const view = puzzle.position;
  state.drawn = drawnWith(view);
  picture.use(state.drawn);
  picture.show(view.squares);
  picture.compare([], []);
  hand.hold(state.drawn, view.squares, view.rack_tiles);
  const difficulty = puzzle.difficulty ? `Difficulty ${puzzle.difficulty} of 5, ` : "";
  byId("status").textContent = `${difficulty}${puzzle.left} left`;
  byId("standing").replaceChildren(...view.scores.map((score, index) =>
    element("span", { class: index ? "" : "mover" }, `${index ? "Opponent" : "You"} ${score}`)));
  byId("last-play").textContent = `The opponent's last play: ${puzzle.last_play}`;
  byId("unseen-count").textContent = `${puzzle.lexicon}; ${view.unseen_count}:`;
  byId("unseen").textContent = view.unseen;
  picture.root.focus({ preventScroll: true });
}

function add(kind, headline, ...sentences) {
  byId("verdicts").append(element("li", { class: kind }, element("b", {}, headline), ...sentences.map((each) => element("p", {}, each))));
}

async function showVerdict(found) {
  if (found.counts) state.noted = true;
  const tags = found.tags.length ? [`Tags: ${found.tags.join(", ")}.`] : [];
  add(found.is_answer ? "right" : "wrong", found.headline, ...found.sentences, ...tags);
  if (found.warning) say(found.warning);
  if (!found.is_answer) return;
  hand.recall();
  hand.locked = true;
  picture.compare(found.answer.map(([row, column, byte]) => ({ row, column, byte })), []);
  for (const id of ["hint", "show", "answer", "text", "challenge"]) byId(id).disabled = true;
  byId("next").textContent = "Next";
  byId("next").focus();
  await showStats();
}

// Asks for a verdict, which may take seconds. Meanwhile another puzzle may be shown: then it is not for this one.
async function judge(path, content = {}) {
  const { puzzle } = state;
  const buttons = ["hint", "show", "answer", "challenge"].map(byId);
  const focused = document.activeElement;
  const waiting = element("li", { class: "hint" }, "Judging …");
  byId("verdicts").append(waiting);
  for (const button of buttons) button.disabled = true;
  let found = null;
  try {
    found = await ask(path, { ...now(), ...content });
  } finally {
    waiting.remove();
    if (state.puzzle === puzzle) {
      for (const button of buttons) button.disabled = false;
      if (document.activeElement === document.body) focused.focus();
    }
  }
  if (state.puzzle === puzzle) await showVerdict(found);
}

async function tryMove() {
  if (byId("answer").disabled) return; // solved, or the last try is being judged
  const text = byId("text").value.trim();
  const tiles = hand.laid.map((tile) => [tile.row, tile.column, tile.byte]);
  if (text || tiles.length) await judge("/api/puzzles/try", text ? { text } : { tiles });
}

async function next() {
  byId("challenge").disabled = false;
  const number = ++state.asked;
  const found = await ask("/api/puzzles/next", { set, filter: byId("filter").value, seen: state.seen, drawn: state.drawn?.key || "" });
  if (number === state.asked) show(found);
}

async function showStats() {
  const found = await ask("/api/puzzles/stats", { set, filter: byId("filter").value });
  byId("no-stats").hidden = found.length > 0;
  const rows = found.map(({ tag, tries, solved }) => element("tr", {},
    element("th", { scope: "row" }, tag), element("td", { class: "number" }, `${solved} of ${tries}`),
    element("td", { class: "number" }, `${Math.round(100 * solved / tries)} %`)));
  byId("stats").replaceChildren(element("tbody", {}, ...rows));
}

byId("try").addEventListener("submit", (event) => { event.preventDefault(); reporting(tryMove)(); });
byId("hint").addEventListener("click", reporting(once(async () => {
  const { puzzle } = state;
  const { hint } = await ask("/api/puzzles/hint", { set, id: puzzle.id, number: state.hints });
  if (state.puzzle !== puzzle) return;
  if (hint) state.hints += 1;
  add("", hint || "There are no more hints.");
})));
byId("challenge").addEventListener("click", reporting(() => judge("/api/puzzles/try", { text: "challenge" })));
byId("show").addEventListener("click", reporting(() => judge("/api/puzzles/show")));
byId("next").addEventListener("click", reporting(once(next)));
byId("filter-form").addEventListener("submit", (event) => {
  event.preventDefault();
  reporting(async () => { state.seen = []; await next(); await showStats(); })();
});

byId("set-note").hidden = !set;
for (const id of ["hint", "show", "answer", "text"]) byId(id).disabled = true; // until there is a puzzle
reporting(async () => { await next(); await showStats(); })();
