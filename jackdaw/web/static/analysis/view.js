// Shows a position: board, rack, scores, unseen tiles; or the first page.
import { ask, byId, element } from "../common.js";
import { candidates } from "./candidates.js";
import { showLineCard } from "./lines.js";
import { drawnWith } from "../picture.js";
import { nameMethod, stop } from "./search.js";
import { hand, picture, state, turn } from "./session.js";
import { fillFields } from "./setup.js";
import { closeGame } from "./game/recorded.js";

// Shows the first page, with an empty board ready behind it.
export async function welcome() {
  closeGame();
  stop();
  byId("welcome").hidden = false;
  byId("workspace").hidden = true;
  if (!state.view) show(await ask("/api/new", { rules: byId("rules").value || "standard", drawn: "" }), true);
}

export function reveal() {
  byId("welcome").hidden = true;
  byId("workspace").hidden = false;
}

export function show(view, isHidden = false) {
  stop();
  if (!isHidden) reveal();
  state.view = view;
  ++state.trying;
  state.drawn = drawnWith(view);
  state.chosen = null;
  picture.use(state.drawn);
  picture.show(view.squares);
  hand.hold(state.drawn, view.squares, view.rack_tiles);
  byId("text").value = "";
  byId("tried").textContent = "";
  byId("back").disabled = !state.past.length;
  byId("back").hidden = !state.past.length;
  byId("cgp").textContent = view.cgp;
  byId("rules").value = view.rules;
  byId("unseen-count").textContent = `${view.unseen_count}:`;
  byId("unseen").textContent = view.unseen;
  nameMethod();
  showStanding();
  showLineCard();
  if (state.setup) fillFields();
  if (!isHidden) candidates();
}

function showStanding() {
  const { scores } = state.view;
  const mover = moverOf();
  const names = state.game ? state.game.names : scores.map((_, index) => ["On turn", "Opponent"][index] || `Player ${index + 1}`);
  const spans = scores.map((score, index) => {
    const player = state.game ? (mover + index) % names.length : index;
    const span = element("span", { class: index ? "" : "mover" }, element("bdi", {}, names[player]), ` ${score}`);
    span.dataset.player = player;
    return span;
  });
  byId("standing").replaceChildren(...spans.sort((a, b) => a.dataset.player - b.dataset.player));
}

// The player on turn, from 0, in the game that is shown.
function moverOf() {
  const first = turn() ? turn().player : 0;
  return state.game ? (first + state.past.length) % state.game.names.length : 0;
}
