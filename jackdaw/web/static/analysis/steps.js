// Stepping through the turns of a game, or through several positions.
import { byId } from "../common.js";
import { showPosition, showPositions } from "./positions.js";
import { lastTurn, showSheet, showTurn } from "./game/recorded.js";
import { state } from "./session.js";
import { remember } from "./settings.js";
import { discardChange, toggleSetup } from "./setup.js";

const last = () => state.game ? lastTurn() : state.set.length - 1;
const steps = { first: () => 0, back: () => state.index - 1, on: () => state.index + 1, last };
const LABELS = { first: "First", back: "Previous", on: "Next", last: "Last" };

// Shows a turn of the game or one of the positions.
export function go(index) {
  if (!state.game && !state.set) return;
  state.index = Math.max(0, Math.min(Number.isInteger(index) ? index : 0, last()));
  Object.assign(state, { past: [], line: null });
  discardChange();
  toggleSetup(false);
  if (state.game) showTurn();
  else showPosition();
  showSteps();
}

// Goes to a turn or a position; the Back button returns from it.
export function visit(index) {
  go(index);
  remember(true);
}

export function showSteps() {
  byId("steps").hidden = !state.game && !state.set;
  if (byId("steps").hidden) return;
  const [noun, count] = state.game ? ["Turn", state.game.turns.length] : ["Position", state.set.length];
  byId("where").textContent = state.index < count ? `${noun} ${state.index + 1} of ${count}` : "After the last turn";
  for (const button of document.querySelectorAll("[data-step]")) {
    const { step } = button.dataset;
    button.disabled = ["first", "back"].includes(step) ? !state.index : state.index === last();
    button.setAttribute("aria-label", state.game && step === "last" ? "End of the game" : `${LABELS[step]} ${noun.toLowerCase()}`);
  }
}

// Shows anew which turns or positions have results.
export function showProgress() {
  if (state.game) showSheet();
  else if (state.set) showPositions();
}

byId("steps").addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (button) visit(steps[button.dataset.step]());
});
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const isField = event.target.matches("input, textarea, select");
  const keys = { PageUp: "back", PageDown: "on", ...(isField ? {} : { ArrowLeft: "back", ArrowRight: "on" }) };
  if (!(event.key in keys) || (!state.game && !state.set)) return;
  event.preventDefault();
  visit(steps[keys[event.key]]());
});
