// Puzzles of the mistakes of a player in the game that is shown.
import { byId, element, listen, reporting, say } from "../../common.js";
import { lexicon, state } from "../session.js";

const MISTAKES = ["small", "medium", "large", "spread"];
let job = null;

// Offers the players of a reviewed game to practise their mistakes; none before there is a review.
export function offerPractice(found) {
  const turnsOf = state.game.names.map((_, player) => (found?.turns || [])
    .filter(({ number, kind }) => state.game.turns[number - 1]?.player === player && MISTAKES.includes(kind))
    .map(({ number }) => number));
  const buttons = state.game.names.map((name, player) => [name, turnsOf[player]]).filter(([, turns]) => turns.length)
    .map(([name, turns]) => element("button", { type: "button", onclick: () => reporting(make)(name, turns) },
      element("bdi", {}, name), `: ${turns.length} mistake${turns.length === 1 ? "" : "s"}`));
  if (job) return;
  byId("practice").hidden = !buttons.length;
  byId("practice-players").replaceChildren(...buttons);
  byId("practice-state").replaceChildren();
}

// Leaves the puzzles that are being made.
export function stopPractice() {
  job?.abort();
  job = null;
  byId("practice").hidden = true;
}

async function make(name, turns) {
  job?.abort();
  const own = job = new AbortController();
  const line = byId("practice-state");
  const stop = element("button", { type: "button", onclick: () => own.abort() }, "Stop");
  const progress = element("progress", { max: "1", value: "0", "aria-label": "Progress of the puzzles" });
  line.replaceChildren(progress, " ", stop);
  let done = null;
  try {
    await listen("/api/puzzles/make", { gcg: state.game.gcg, turns, lexicon: lexicon() }, {
      progress: (at) => { progress.value = at.done / at.all; },
      done: (found) => { done = found; },
      failed: ({ error }) => say(error),
    }, own.signal, "-practice");
  } finally {
    if (job === own) {
      job = null;
      line.replaceChildren(...(done ? [result(name, done)] : []));
    }
  }
}

function result(name, { count, set }) {
  if (!count) return `In none of these positions one move is clearly best, so there is no puzzle.`;
  const link = element("a", { class: "button", id: "practise", href: `/puzzles?set=${encodeURIComponent(set)}` });
  link.append("Practise these mistakes of ", element("bdi", {}, name), `: ${count} puzzle${count === 1 ? "" : "s"}`);
  return link;
}
