// Actions of people and engines, and plays that are tried before they are made.
import { ask, byId, element, listen, reporting, say } from "../common.js";
import { exchange, stopPicking } from "./exchange.js";
import { showBest } from "./help.js";
import { open } from "./lobby.js";
import { hand, now, state } from "./playing.js";
import { update } from "./watching.js";

export async function act(path, content) {
  try {
    update(await ask(path, { ...now(), ...content }));
  } catch (error) {
    if (error.message.startsWith("the game has gone on")) open(state.view.name);
    throw error;
  }
}

// Makes the play that is laid or typed; not twice when the button is tapped twice.
export async function play() {
  if (state.making) return;
  state.making = true;
  try { await make(); } finally { state.making = false; }
}

async function make() {
  const text = byId("text").value.trim();
  const tiles = hand.laid.map((tile) => [tile.row, tile.column, tile.byte]);
  if (state.picking) { await exchange(); return; }
  if (text || tiles.length) await act("/api/games/move", text ? { text } : { tiles });
}

export const noAnswer = reporting(() => act("/api/games/move", {}));
export const step = (what) => reporting(() => act("/api/games/step", { what }));

// Lets engines act until a person must.
export const letEnginesAct = reporting(async () => {
  const job = state.job = new AbortController();
  const name = state.view.name;
  let end = null;
  try {
    await listen("/api/games/machines", now(), { game: update, done: (view) => { end = view; update(view); }, failed: ({ error }) => {
      say(error);
      byId("status").textContent = "The engine cannot move.";
      byId("status").classList.remove("busy");
    } }, job.signal);
  } finally {
    if (state.job === job) {
      state.job = null;
      const { view } = state;
      if (end && view?.name === name && view.engine !== null && view.revision > end.revision) letEnginesAct();
    }
  }
});

export async function tryTiles(laid) {
  byId("text").value = "";
  if (state.table && state.chosen) { state.chosen = null; showBest(); }
  const number = (state.trying += 1);
  if (!laid.length) { byId("tried").textContent = ""; return; }
  stopPicking();
  const tiles = laid.map((tile) => [tile.row, tile.column, tile.byte]);
  const found = await ask("/api/games/try", { ...now(), tiles });
  if (number === state.trying) showTried(found);
}

export async function tryText() {
  const text = byId("text").value.trim();
  const number = (state.trying += 1);
  if (!text) { hand.recall(); return; }
  stopPicking();
  const found = await ask("/api/games/try", { ...now(), text });
  if (number !== state.trying) return;
  showTried(found);
  hand.show(found.laid.map(([row, column, byte]) => ({ row, column, byte })));
}

function showTried(found) {
  const line = byId("tried");
  if (found.error) { line.replaceChildren(element("span", { class: "wrong" }, found.error)); return; }
  line.replaceChildren(element("b", {}, `${found.move}: ${found.score}`), ...found.words.flatMap(({ word, valid }) =>
    [" ", element("span", { class: valid ? "right" : "wrong" }, `${word} ${valid ? "✓" : "✗ is not a word"}`)]));
}
