// Actions of people and engines, and plays that are tried before they are made.
import { ask, Busy, byId, element, listen, once, Refused, reporting, say, Unreached } from "../common.js";
import { exchange, stopPicking } from "./exchange.js";
import { showStatus } from "./game.js";
import { showBest } from "./help.js";
import { open } from "./lobby.js";
import { hand, now, state } from "./playing.js";
import { update } from "./watching.js";

const PAUSE = 1000; // milliseconds until engines are asked again to act

export async function act(path, content) {
  try {
    const view = await ask(path, { ...now(), ...content });
    update(view);
    return view;
  } catch (error) {
    if (error.message.startsWith("the game has gone on")) open(state.view.name);
    throw error;
  }
}

// What is laid or typed, as the server takes it.
function entered() {
  const text = byId("text").value.trim();
  return text ? { text } : { tiles: hand.laid.map((tile) => [tile.row, tile.column, tile.byte]) };
}

export const hasEntered = () => Boolean(byId("text").value.trim() || hand.laid.length);

const submit = once((move) => act("/api/games/move", move));

// Makes the play that is laid or typed.
export const play = once(async () => {
  if (state.picking) await exchange();
  else if (hasEntered()) await submit(entered());
});

// The same when the time for a round is up; the server says whether it counts.
export const endTime = reporting(async () => {
  const view = await submit({ ...entered(), time_up: true });
  if (view) say([view.warning, view.notice].filter(Boolean).join(" "), view.counted && !view.warning);
});

export const noAnswer = reporting(() => act("/api/games/move", {}));
export const step = (what) => reporting(once(() => act("/api/games/step", { what })));

// Lets engines act until a person must. Tries again where the server is busy, has ended or is out of reach; of the
// last two `watch` tells.
export async function letEnginesAct() {
  if (state.job || !state.view || state.view.engine === null) return;
  const job = state.job = new AbortController();
  let hasFailed = false;
  const showBusy = (isBusy) => {
    if (state.job !== job) return;
    state.isBusy = isBusy;
    showStatus();
  };
  const fail = (error) => {
    hasFailed = true;
    say(error);
    byId("status").textContent = "The engine cannot move.";
    byId("status").classList.remove("busy");
  };
  try {
    await listen("/api/games/machines", now(), {
      game: update, done: update, failed: ({ error }) => fail(error),
    }, job.signal, "", () => showBusy(false));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error instanceof Busy) showBusy(true);
    else if (!(error instanceof Unreached)) fail(error.message);
  } finally {
    if (state.job === job) {
      state.job = null;
      if (!hasFailed) setTimeout(letEnginesAct, PAUSE);
    }
  }
}

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
