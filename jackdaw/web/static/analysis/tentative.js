// Tentative plays: tiles laid on the board or a typed move, with score, words and worth; and making them.
import { ask, byId, element, once, reporting } from "../common.js";
import { showTable } from "./candidates.js";
import { playInLine, takeBack } from "./lines.js";
import { actions, hand, positionRequest, state } from "./session.js";
import { remember } from "./settings.js";
import { show } from "./view.js";

async function tryTiles(laid) {
  if (state.chosen) { state.chosen = null; if (state.table) showTable(); }
  byId("text").value = "";
  const number = ++state.trying;
  if (!laid.length) { byId("tried").textContent = ""; return; }
  const tiles = laid.map((tile) => [tile.row, tile.column, tile.byte]);
  const found = await ask("/api/try", { ...positionRequest(), tiles });
  if (number === state.trying) showTried(found);
}

async function tryText() {
  const text = byId("text").value.trim();
  const number = ++state.trying;
  if (!text) { hand.recall(); return; }
  const found = await ask("/api/try", { ...positionRequest(), text });
  if (number !== state.trying) return;
  showTried(found);
  hand.show((found.laid || []).map(([row, column, byte]) => ({ row, column, byte })));
}

function showTried(found) {
  const line = byId("tried");
  if (found.error) { line.replaceChildren(element("span", { class: "wrong" }, found.error)); return; }
  const words = found.words.flatMap(({ word, valid }) =>
    [" ", element("span", { class: valid ? "right" : "wrong" }, `${word} ${valid ? "✓" : "✗ is not a word"}`)]);
  line.replaceChildren(element("b", {}, `${found.move}: ${found.score}`), found.worth ? `, ${found.worth}.` : ".", ...words);
}

const play = once(async () => {
  const text = byId("text").value.trim();
  const tiles = hand.laid.map((tile) => [tile.row, tile.column, tile.byte]);
  if (!text && !tiles.length) return;
  if (await playInLine(text ? { text } : { tiles })) return;
  const before = state.view;
  const view = await ask("/api/make", { ...positionRequest(), ...(text ? { text } : { tiles }) });
  if (state.view !== before) return; // another position was opened meanwhile
  state.past.push(before);
  show(view);
  remember(true);
});

Object.assign(actions, { changed: reporting(tryTiles), enter: reporting(play) });
byId("play").addEventListener("submit", (event) => { event.preventDefault(); actions.enter(); });
byId("text").addEventListener("input", reporting(tryText));
byId("back").addEventListener("click", reporting(once(async () => {
  if (await takeBack()) return;
  show(state.past.pop());
  remember(true);
})));
