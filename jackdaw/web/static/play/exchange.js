// Choosing tiles of the rack to exchange.
import { byId, reporting } from "../common.js";
import { confirmed, hand, state } from "./playing.js";
import { act } from "./turn.js";

function exchangeText() {
  const labels = [...hand.picking].map((index) => state.drawn.tiles[hand.tiles[index]].label);
  return `-${labels.map((label) => label.length > 1 ? `[${label}]` : label).join("")}`;
}

export function showPicking() {
  const count = hand.picking?.size || 0;
  state.picking = count > 0;
  byId("exchange").textContent = hand.picking ? (count ? `Exchange ${count}` : "Cancel exchange") : "Exchange…";
  byId("exchange").setAttribute("aria-pressed", String(Boolean(hand.picking)));
}

export const exchange = reporting(async () => {
  if (state.picking) {
    const tiles = exchangeText().slice(1);
    if (await confirmed(`Exchange ${tiles}? It takes the turn.`, "Exchange")) await act("/api/games/move", { text: `-${tiles}` });
    return;
  }
  hand.recall();
  hand.picking = hand.picking ? null : new Set();
  if (hand.picking) byId("tried").textContent = "Choose the tiles to exchange, then press Exchange again.";
  else byId("tried").textContent = "";
  hand.draw();
  showPicking();
});

// A play that is laid or typed instead ends the choice of tiles to exchange.
export function stopPicking() {
  if (!hand.picking) return;
  hand.picking = null;
  hand.draw();
  showPicking();
}
