// Setting up a position by hand: tiles on the board, racks and scores.
import { ask, byId, element, reporting, say } from "../common.js";
import { candidates } from "./candidates.js";
import { tilePicture } from "../picture.js";
import { closeGame } from "./game/recorded.js";
import { hand, picture, state } from "./session.js";
import { remember } from "./settings.js";
import { reveal, show } from "./view.js";

export function toggleSetup(on) {
  if (on) reveal();
  if (!state.drawn) return;
  state.setup = on;
  byId("setup").setAttribute("aria-pressed", String(on));
  byId("fields").hidden = !on;
  byId("play").hidden = on;
  hand.typed = on ? put : null;
  if (on) {
    byId("palette").replaceChildren(...state.drawn.tiles.slice(1).map((tile) =>
      element("button", { type: "button", "aria-label": tile.label, onclick: () => hand.put(tile.byte) }, tilePicture(tile.byte))),
    element("button", { type: "button", "aria-label": "no tile", onclick: () => put(0, hand.cursor) }, "⌫"));
    fillFields();
  }
}

export function fillFields() {
  const { racks, scores } = state.view;
  const fields = { "own-rack": racks[0] || "", "other-rack": racks[1] || "", "own-score": scores[0], "other-score": scores[1] ?? "" };
  for (const [id, text] of Object.entries(fields)) if (document.activeElement !== byId(id)) byId(id).value = text;
}

function put(byte, { row, column }) {
  hand.squares[row][column] = byte;
  picture.show(hand.squares);
  changed();
}

let later = 0;
let discarded = 0;

// Forgets a change that has not been shown yet, since another position is shown.
export function discardChange() {
  clearTimeout(later);
  ++discarded;
}

function changed() {
  clearTimeout(later);
  later = setTimeout(reporting(async () => {
    const scores = ["own-score", "other-score"].map((id) => Number(byId(id).value.trim().replace("−", "-")));
    if (!scores.every(Number.isInteger)) { say("Scores must be whole numbers."); return; }
    const others = state.view.racks.length - 1;
    const before = discarded;
    const view = await ask("/api/setup", {
      rules: state.view.rules, squares: hand.squares, drawn: state.drawn.key,
      racks: [byId("own-rack").value, ...Array(others).fill("").map((_, index) => index ? "" : byId("other-rack").value)],
      scores: state.view.scores.map((score, index) => scores[index] ?? score),
    });
    if (discarded !== before) return;
    const isFirst = Boolean(state.game || state.set);
    if (isFirst) { closeGame(); toggleSetup(true); }
    Object.assign(state, { past: [], line: null });
    show(view);
    remember(isFirst);
  }), 150);
}

function begin() {
  const isNew = byId("workspace").hidden;
  toggleSetup(!state.setup);
  candidates();
  remember(isNew);
  picture.root.focus({ preventScroll: true });
}

byId("setup").addEventListener("click", begin);
byId("way-setup").addEventListener("click", begin);
byId("fields").addEventListener("input", changed);
byId("fields").addEventListener("submit", (event) => event.preventDefault());
