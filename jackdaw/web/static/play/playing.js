// What the play page shows, shared by its modules: the game, the board and the rack.
import { byId, fetchText } from "../common.js";
import { Hand } from "../hand.js";
import { Picture } from "../picture.js";

// view: the game as the server shows it; shown: when it came; ended: the game whose end was shown; job: the
// engines that act; isBusy: whether the server has no time for them; watch: the stream of changes; step: of hints; table, chosen: of kibitz; round: the one shown.
export const state = {
  ended: null, view: null, drawn: null, job: null, isBusy: false, watch: null, shown: 0, step: 0, chosen: null, table: null,
  picking: false, trying: 0, round: null,
};
export const picture = new Picture(byId("board"));
export const actions = { changed: () => {}, enter: () => {}, picked: () => {} }; // of tiles on the board and the rack
export const hand = new Hand(picture, {
  changed: (laid) => actions.changed(laid), enter: () => actions.enter(), picked: () => actions.picked(),
});

export const PERSON = "You"; // the name of the first player, unless another one is typed
export const now = () => ({ name: state.view.name, revision: state.view.revision, drawn: state.drawn.key });
export const acting = () => state.view.seat ?? state.view.engine;
export const isNarrow = () => matchMedia("(max-width: 980px)").matches;
export const record = () => fetchText(byId("gcg").href);

// Asks in a dialog; resolves to whether the answer was yes.
export function confirmed(question, yes) {
  const dialog = byId("confirm");
  byId("confirm-text").textContent = question;
  byId("confirm-yes").textContent = yes;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}
