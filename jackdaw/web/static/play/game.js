// Shows a game: board, rack, players, what can be done, and what happened.
import { byId, element, say } from "../common.js";
import { showPicking } from "./exchange.js";
import { showEnding } from "./ending.js";
import { drawnWith } from "../picture.js";
import { showPlayers, tick } from "./players.js";
import { acting, hand, PERSON, picture, state } from "./playing.js";
import { letEnginesAct, step } from "./turn.js";

export function show(view) {
  const before = state.view;
  state.view = view;
  state.drawn = drawnWith(view);
  state.shown = performance.now();
  Object.assign(state, { step: 0, chosen: null, table: null, picking: false, trying: state.trying + 1 });
  picture.use(state.drawn);
  picture.show(view.squares);
  picture.compare([], []);
  picture.remember(view.last.map(([row, column, byte]) => ({ row, column, byte })));
  hand.locked = view.seat === null || view.secret;
  hand.picking = null;
  hand.hold(state.drawn, view.squares, view.rack || [], before?.name === view.name);
  byId("text").value = byId("tried").textContent = byId("hinted").textContent = "";
  byId("candidates").replaceChildren();
  showControls(view);
  showPlayers();
  showEnding(view);
  byId("bag").textContent = `${view.lexicon}, ${view.rules}; ${view.bag}${view.unseen ? "; unseen:" : ""}`;
  byId("unseen").textContent = view.unseen;
  byId("history").replaceChildren(...[...view.history].reverse().map((line) => element("tr", { class: line.kind },
    ...[line.number ?? "", line.who, line.what, line.score, line.note].map((text) => element("td", {}, String(text))))));
  announce(view, before);
  if (view.warning) say(view.warning);
  letEnginesAct();
  // Engines of ours play no phonies: nobody needs to be asked about their last play.
  if (view.accept && !view.challenge && view.seat !== null && !view.secret) setTimeout(() => state.view === view && step("accept")());
  tick();
}

// Lets screen readers say what has happened since the state that was shown before.
function announce(view, before) {
  if (before?.name !== view.name) return;
  const news = view.history.slice(before.history.length);
  byId("square").textContent = news.map(({ who, what, score }) => `${who}: ${what} ${score}`).join("; ");
}

const actingName = () => acting() === null ? "" : state.view.players[acting()].name;

export function showStatus() {
  const [view, name] = [state.view, actingName()];
  byId("status").textContent = view.over ? view.result
    : view.engine !== null ? (state.isBusy ? `The server is busy. ${name} moves as soon as it has time …` : `${name} is thinking …`)
      : view.secret ? `Next: ${name}, while nobody else is looking`
        : view.accept && !view.challenge ? "Scoring the game …"
          : view.accept ? `${name}, do you accept the last play?` : view.mode === "training" ? "Training" : name === PERSON ? "It is your turn" : `${name}, it is your turn`;
  byId("status").classList.toggle("busy", view.engine !== null && !view.over);
}

function showControls(view) {
  const isMine = view.seat !== null && !view.secret;
  const isFree = view.mode === "free";
  const name = actingName();
  showStatus();
  byId("hand").classList.toggle("empty", view.secret || view.rack === null);
  byId("sit").textContent = `${name}: show my rack`;
  const shown = {
    sit: view.secret, play: isMine && !view.accept, "challenge-it": isMine && view.challenge, accept: isMine && view.accept && view.challenge,
    exchange: isMine && view.exchange && !view.accept, pass: isMine && isFree && !view.accept,
    none: isMine && view.mode === "duplicate", interrupt: view.engine !== null && isFree && !view.over, draw: view.mode === "training", anew: view.mode === "training",
    finish: view.mode === "training" && view.history.length > 0, rematch: view.mode !== "training", "review-game": view.mode !== "training",
    hand: !view.over, rounds: false, undo: view.mode === "training", redo: view.mode === "training", training: view.mode === "training",
    story: view.history.length > 0, gcg: view.gcg, analyze: Boolean(view.cgp) && !view.over, help: !view.over,
  };
  for (const [id, isShown] of Object.entries(shown)) byId(id).hidden = !isShown;
  byId("interrupt").disabled = false;
  byId("undo").disabled = !view.back;
  byId("redo").disabled = !view.forward;
  byId("gcg").href = `/api/games/gcg/${encodeURIComponent(view.name)}`;
  showPicking();
  showHelp();
}

export function showHelp() {
  const isAllowed = byId("helps").checked && state.view.seat !== null && !state.view.secret;
  byId("hint").disabled = byId("kibitz").disabled = !isAllowed;
}
