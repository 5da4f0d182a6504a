// A recorded game: its scoresheet, its review, and the turn that is shown.
import { unpack } from "../../address.js";
import { ask, byId, element, reporting } from "../../common.js";
import { showTable } from "../candidates.js";
import { showSaved } from "../lines.js";
import { offerPractice, stopPractice } from "./practice.js";
import { drawnWith } from "../../picture.js";
import { basis } from "../results.js";
import { Review } from "./review.js";
import { lexicon, picture, resultKey, results, state, turn, turnKey } from "../session.js";
import { toggleSetup } from "../setup.js";
import { drawSheet, markTurn } from "./sheet.js";
import { closePositions } from "../positions.js";
import { showSteps, visit } from "../steps.js";
import { show } from "../view.js";

const review = new Review(reviewed);

// Returns the game that an address names; null if there is none.
export async function gameOf(code) {
  if (code === "sample") return (await ask("/api/sample", {})).game;
  const text = await unpack(code);
  return text === null ? null : (await ask("/api/read", new Blob([text]))).game || null;
}

export function openGame(game, code) {
  drawnWith({ key: game.drawn.key, drawn: game.drawn });
  review.close();
  stopPractice();
  closePositions();
  Object.assign(state, { game, code, past: [], line: null });
  toggleSetup(false);
  byId("game").hidden = byId("story").hidden = false;
  byId("title").textContent = game.title || game.names.join(" – ");
  showWarnings(game.warnings);
  startReview();
  showSaved();
}

// Shows what is wrong in the record, such as scores, as long as the game is open.
function showWarnings(warnings) {
  byId("warnings").hidden = !warnings.length;
  byId("warnings").open = warnings.length <= 5;
  byId("warnings-list").replaceChildren(...warnings.map((text) => element("li", {}, text)));
}

// Leaves the game or the positions.
export function closeGame() {
  closePositions();
  Object.assign(state, { game: null, code: "", past: [], line: null, index: 0 });
  byId("game").hidden = byId("story").hidden = true;
  byId("summary").replaceChildren();
  byId("notes").replaceChildren();
  picture.compare([], []);
  review.close();
  stopPractice();
  showSaved();
  toggleSetup(false);
  showSteps();
}

export const startReview = reporting(() => review.start(`${state.code}|${lexicon()}`, state.game.gcg, lexicon()));

// Shows a new review: grades, chances and the candidates of its turns.
function reviewed() {
  if (!state.game) return;
  review.found?.turns.forEach((judged, index) => {
    if (!judged.table || index >= state.game.turns.length) return;
    const before = results.get(turnKey(index));
    const isOwn = before && before.method !== "static" && !before.reviewed; // somebody asked for that one
    if (!isOwn) results.put(turnKey(index), { ...judged.table, reviewed: true });
  });
  offerPractice(review.found);
  showSheet();
  if (!state.view) return;
  summarize();
  if (!state.job && !state.setup && state.table && !state.chosen) showTable(results.get(resultKey()) || state.table);
}

export function showSheet() {
  drawSheet(byId("sheet"), state.game, review.found, (index) => basis(results.get(turnKey(index))), visit);
  markTurn(byId("sheet"), state.index);
}

export const lastTurn = () => state.game.turns.length - (state.game.end ? 0 : 1);

export function showTurn() {
  const at = turn();
  show(at ? at.position : state.game.end);
  summarize();
  byId("notes").replaceChildren(...(at ? at.notes : []).map((note) => element("li", {}, note)));
  markTurn(byId("sheet"), state.index);
}

function summarize() {
  if (state.line) return; // the card of the line says it
  const at = state.game && turn();
  const judged = at && review.found?.turns[state.index];
  byId("summary").replaceChildren(...(at ? summaryOf(at, judged) : state.game ? [state.game.events.join("; ")] : []));
  for (const link of document.querySelectorAll("#chart a")) {
    link.toggleAttribute("aria-current", link.getAttribute("href") === `#turn-${state.index + 1}`);
  }
}

function summaryOf(at, judged) {
  const name = element("bdi", {}, state.game.names[at.player]);
  if (!at.move) return [name, " is on turn"];
  const parts = [name, ": ", element("b", {}, at.move), ` ${at.score}`, at.withdrawn ? ", taken back" : ""];
  if (!judged) return parts;
  const mark = element("span", { class: `badge ${judged.kind}` }, judged.class_name);
  if (judged.kind === "best" || judged.kind === "unjudged") return [...parts, " ", mark];
  const lost = `: ${judged.win_lost} of wins, ${judged.points_lost} points. Best: `;
  return [...parts, " ", mark, lost, element("b", {}, judged.best)];
}

byId("review").addEventListener("click", reporting(() => review.deepen()));
byId("chart").addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#turn-"]');
  if (!link) return;
  event.preventDefault();
  visit(Number(link.getAttribute("href").slice(6)) - 1);
});
