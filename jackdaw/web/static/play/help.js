// Hints and kibitz.
import { ask, byId } from "../common.js";
import { stopPicking } from "./exchange.js";
import { hand, state } from "./playing.js";
import { fill, laidTiles } from "../table.js";

export function showBest() {
  fill(byId("candidates"), state.table, state.chosen, (row, wasChosen) => {
    stopPicking();
    state.chosen = wasChosen ? null : row.move;
    hand.show(wasChosen ? [] : laidTiles(row.laid, state.drawn));
    byId("text").value = wasChosen || row.laid ? "" : row.move;
    byId("tried").textContent = "";
    showBest();
  });
}

export async function kibitz() {
  const { name } = state.view;
  state.table = await ask("/api/games/kibitz", { name });
  if (state.view?.name === name) showBest();
}

export async function hint() {
  state.step = Math.min(4, state.step + 1);
  byId("hinted").textContent = (await ask("/api/games/hint", { name: state.view.name, step: state.step })).hint;
}
