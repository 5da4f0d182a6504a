// The analysis page. The server holds the rules; these modules show positions and results, and send requests:
//   session      what is shown                    view         a position on the page
//   settings     the gear and the address         opening      files, pasted text, the sample game
//   game/        a record and its review          positions    several positions      steps   stepping
//   candidates   the table and its ranking        search       simulations and searches
//   tentative    plays on the board               setup        positions set up by hand
//   lines        other moves from a turn
import { readAddress } from "../address.js";
import { ask, byId, reporting, say } from "../common.js";
import { setHeat, showHeat, showTable } from "./candidates.js";
import { openPackedLine } from "./lines.js";
import "./opening.js";
import { openPositions, positionsOf } from "./positions.js";
import { closeGame, gameOf, openGame, startReview } from "./game/recorded.js";
import { nameMethod } from "./search.js";
import { chooseRules } from "../rules.js";
import { lexicon, state } from "./session.js";
import { applySettings, remember } from "./settings.js";
import { toggleSetup } from "./setup.js";
import { go } from "./steps.js";
import "./tentative.js";
import { show, welcome } from "./view.js";

// Opens the game or the positions of an address, unless they are open. Returns false if it names none.
async function openNamed(fields, isCurrent) {
  if (fields.game && (!state.game || state.code !== fields.game)) {
    const game = await gameOf(fields.game);
    if (!isCurrent()) return true;
    if (!game) return false;
    openGame(game, fields.game);
  }
  if (!fields.game && fields.positions && (!state.set || state.code !== fields.positions)) {
    const positions = await positionsOf(fields.positions);
    if (!isCurrent()) return true;
    if (!positions) return false;
    closeGame();
    await openPositions(positions, fields.positions);
  }
  if (!fields.game && !fields.positions) closeGame();
  return true;
}

// Shows what the address says.
async function showAddress() {
  const visit = ++state.visits;
  const isCurrent = () => visit === state.visits;
  const fields = readAddress();
  if (!fields.game && !fields.positions && !fields.cgp) { await welcome(); return; }
  applySettings(fields);
  setHeat(fields.heat === "1");
  if (!await openNamed(fields, isCurrent)) {
    await welcome();
    say(`The address of this page does not hold ${fields.game ? "a whole game" : "whole positions"}.`);
    return;
  }
  const view = fields.cgp ? await ask("/api/position", { cgp: fields.cgp, lexicon: lexicon(), drawn: state.drawn?.key || "" }) : null;
  if (!isCurrent()) return;
  state.wanted = fields.move || null;
  go(Number(fields.turn || fields.at || 1) - 1);
  if (state.game && fields.line) await openPackedLine(fields.line);
  if (view) {
    if (state.game || state.set) state.past.push(state.view);
    show(view);
  }
  toggleSetup(fields.setup === "1");
}

const restore = reporting(async () => {
  try { await showAddress(); } catch (error) {
    if (byId("workspace").hidden) await welcome(); // rather than nothing at all
    throw error;
  }
});

byId("heat").addEventListener("click", () => {
  setHeat(!state.heat);
  showHeat();
  remember();
});
byId("gear").addEventListener("click", () => byId("settings").showModal());
byId("settings").addEventListener("change", () => {
  remember();
  if (!state.job) nameMethod();
});
byId("rank-by").addEventListener("change", () => { if (state.table) showTable(); });
byId("lexicon").addEventListener("change", () => {
  const isEmpty = !state.game && !state.view.squares.flat().some(Boolean);
  if (isEmpty && chooseRules()) { byId("new").click(); return; }
  show(state.view);
  if (state.game) startReview();
});

addEventListener("popstate", restore);
restore();
