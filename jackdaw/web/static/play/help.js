// Hints and kibitz.
import { ask, byId, once } from "../common.js";
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

// Help that comes after the next move is not for the position that is shown then.
export async function kibitz() {
  const { view } = state;
  const table = await ask("/api/games/kibitz", { name: view.name });
  if (state.view !== view) return;
  state.table = table;
  showBest();
}

export const hint = once(async () => {
  const { view } = state;
  const next = Math.min(4, state.step + 1);
  const found = await ask("/api/games/hint", { name: view.name, step: next });
  if (state.view !== view) return;
  state.step = next;
  byId("hinted").textContent = found.hint;
});
