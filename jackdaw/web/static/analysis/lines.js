// Lines: other moves from a turn of the game, played on the board, saved under names, and opened again.
import { ask, byId, element, reporting, say } from "../common.js";
import { state } from "./session.js";
import { remember } from "./settings.js";
import { go } from "./steps.js";
import { show } from "./view.js";

const movesOf = ({ moves }) => moves.map(({ text, rack }) => ({ move: text, rack }));
const recordOf = () => ({ gcg: state.game.gcg, drawn: state.drawn?.key || "" });

// The line that is shown, or the beginning of one at the turn that is shown.
function requestOf() {
  const { line } = state;
  const rack = line?.isSet ? { rack: line.rack } : {};
  return { ...recordOf(), turn: line ? line.turn : state.index + 1, moves: line ? movesOf(line) : [], ...rack };
}

// Plays a move of the position that is shown, and returns whether it is one of a game, so that it makes a line.
export async function playInLine(move) {
  if (!state.game || state.setup || !state.game.turns[state.index]) return false;
  const { view } = state;
  const line = await ask("/api/lines/play", { ...requestOf(), ...move });
  if (state.view === view) showLine(line); // not if another turn was opened meanwhile
  return true;
}

// Shows a line and the position after it.
function showLine(line, isSet = false) {
  const { name } = state.line || {};
  state.line = { ...line, isSet, name: line.name || name || "" };
  state.past = line.moves.map(() => state.view);
  show(line.position);
  remember(true);
}

// Takes back a move of the line, and returns whether there is a line.
export async function takeBack() {
  if (!state.line) return false;
  const moves = movesOf(state.line).slice(0, -1);
  if (moves.length) showLine(await ask("/api/lines/show", { ...recordOf(), turn: state.line.turn, moves }));
  else { go(state.index); remember(true); }
  return true;
}

// The line in the address: its moves with their racks.
export const packLine = () => JSON.stringify(movesOf(state.line).map(({ move, rack }) => [move, rack]));

// Opens the line that an address names, at the turn that is shown.
export async function openPackedLine(text) {
  let moves;
  try { moves = JSON.parse(text).map(([move, rack]) => ({ move, rack })); } catch { return; }
  showLine(await ask("/api/lines/show", { ...recordOf(), turn: state.index + 1, moves }));
}

async function setRack(fields) {
  showLine(await ask("/api/lines/show", { ...requestOf(), ...fields }), true);
}

async function playBest() {
  const best = state.table?.rows.find(({ rank }) => rank === "1");
  if (!best) { say("There is no best move yet: the rack is not known."); return; }
  await playInLine({ text: best.move });
}

async function save() {
  const name = byId("line-name").value.trim();
  fillSaved(await ask("/api/lines/save", { ...requestOf(), rack: null, name }));
  state.line.name = name;
  showLineCard();
  say(`The line ${name} is saved.`, true);
}

function open(saved) {
  go(saved.turn - 1);
  reporting(async () => {
    const line = await ask("/api/lines/show", { ...recordOf(), turn: saved.turn, moves: movesOf(saved) });
    showLine({ ...line, name: saved.name });
  })();
}

async function remove(saved) {
  fillSaved(await ask("/api/lines/remove", { ...recordOf(), name: saved.name }));
}

async function download() {
  const { content } = await ask("/api/lines/file", recordOf());
  const link = element("a", { href: URL.createObjectURL(new Blob([content], { type: "application/json" })), download: "game.gcg.lines.json" });
  link.click();
  URL.revokeObjectURL(link.href);
}

function fillSaved(lines) {
  byId("saved-lines").replaceChildren(...lines.map((line) => element("li", {},
    element("button", { type: "button", class: "open", disabled: Boolean(line.problem), onclick: () => open(line) },
      element("b", {}, line.name), element("small", {}, line.problem || `Turn ${line.turn}: ${line.moves.map(({ move }) => move).join(", ")}`)),
    element("button", { type: "button", class: "quiet", "aria-label": `Remove ${line.name}`, title: "Remove", onclick: reporting(() => remove(line)) }, "×"))));
  byId("lines-file").hidden = !lines.length;
}

// Shows the saved lines of the game that is open; without one there are none.
export const showSaved = reporting(async () => {
  const { game } = state;
  byId("lines").hidden = !game;
  if (!game) return;
  fillSaved([]);
  const found = await ask("/api/lines/saved", recordOf());
  if (state.game === game) fillSaved(found);
});

// Shows the card of the line on the board.
export function showLineCard() {
  const { line } = state;
  byId("line").hidden = !line;
  byId("no-line").hidden = Boolean(line);
  if (!line) return;
  byId("summary").textContent = byId("line-heading").textContent = line.heading;
  byId("line-moves").replaceChildren(...line.moves.map(({ turn, player, move, score }) =>
    element("li", { value: String(turn) }, element("bdi", {}, player), ": ", element("b", {}, move), ` ${score}`)));
  byId("line-scores").textContent = line.scores;
  byId("line-rack-form").hidden = line.finished;
  byId("line-best").disabled = line.finished;
  byId("line-rack").value = line.rack;
  byId("line-unknown").textContent = line.unknown ? `${line.unknown} unknown` : "";
  byId("line-draw").disabled = !line.unknown;
  byId("line-save").disabled = !line.moves.length;
  if (document.activeElement !== byId("line-name")) byId("line-name").value = line.name;
}

byId("line-rack-form").addEventListener("submit", (event) => {
  event.preventDefault();
  reporting(setRack)({ rack: byId("line-rack").value });
});
byId("line-draw").addEventListener("click", () => reporting(setRack)({ draw: true }));
byId("line-best").addEventListener("click", reporting(playBest));
byId("line-save-form").addEventListener("submit", (event) => { event.preventDefault(); reporting(save)(); });
byId("line-end").addEventListener("click", () => { go(state.index); remember(true); });
byId("lines-file").addEventListener("click", reporting(download));
