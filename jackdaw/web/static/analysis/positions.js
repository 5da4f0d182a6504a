// Several positions of one file or text: a list to choose from.
import { pack, unpack } from "../address.js";
import { ask, byId, element } from "../common.js";
import { drawnWith } from "../picture.js";
import { basis } from "./results.js";
import { keyOf, results, state } from "./session.js";
import { markTurn } from "./game/sheet.js";
import { visit } from "./steps.js";
import { show } from "./view.js";

// Opens positions; `code` is what the address calls them, if it is known.
export async function openPositions(views, code = null) {
  for (const view of views) drawnWith(view);
  state.code = code ?? await pack(views.map(({ cgp }) => cgp).join("\n"));
  state.set = views;
  byId("set").hidden = false;
  byId("set-heading").textContent = `${views.length} positions`;
  showPositions();
}

export function closePositions() {
  state.set = null;
  byId("set").hidden = true;
}

// Returns the positions that an address names; null if there are none.
export async function positionsOf(code) {
  const text = await unpack(code);
  return text === null ? null : (await ask("/api/read", new Blob([text]))).positions || null;
}

function row(view, index) {
  const kept = basis(results.get(keyOf(view.cgp)));
  const name = element("td", { class: "move" }, element("button", { type: "button" }, view.rack || "no rack"));
  if (kept) name.append(" ", element("span", { class: "dot", title: kept, role: "img", "aria-label": kept }));
  return element("tr", { "data-turn": String(index) },
    element("td", { class: "number" }, String(index + 1)), name,
    element("td", { class: "number" }, view.scores.join(" – ")), element("td", { class: "number" }, String(view.bag)));
}

// Fills the list; a dot marks positions with results.
export function showPositions() {
  const heads = [["#", "number"], ["Rack", ""], ["Scores", "number"], ["In the bag", "number"]];
  const table = byId("positions");
  table.replaceChildren(
    element("thead", {}, element("tr", {}, ...heads.map(([text, kind]) => element("th", { scope: "col", class: kind }, text)))),
    element("tbody", {}, ...state.set.map(row)));
  markTurn(table, state.index);
}

export function showPosition() {
  show(state.set[state.index]);
  markTurn(byId("positions"), state.index);
}

byId("positions").addEventListener("click", (event) => {
  const chosen = event.target.closest("tr[data-turn]");
  if (chosen) visit(Number(chosen.dataset.turn));
});
