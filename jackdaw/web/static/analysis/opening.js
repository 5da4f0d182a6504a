// Opening a game or positions: a file, pasted text, something dragged, the sample game, an empty board.
import { pack } from "../address.js";
import { ask, byId, reporting, say } from "../common.js";
import { openPositions } from "./positions.js";
import { closeGame, gameOf, openGame } from "./game/recorded.js";
import { state } from "./session.js";
import { remember } from "./settings.js";
import { visit } from "./steps.js";
import { show } from "./view.js";

const MAX_BYTES = 1 << 18;

export const openContent = reporting(async (content) => {
  if (content.size > MAX_BYTES) { say(`This file is larger than ${MAX_BYTES >> 10} KiB; no game is that large.`); return; }
  const found = await ask("/api/read", content);
  ++state.visits;
  if (found.game) {
    openGame(found.game, await pack(found.game.gcg));
    visit(0);
    return;
  }
  closeGame();
  if (found.positions.length > 1) {
    await openPositions(found.positions);
    visit(0);
  } else {
    show(found.positions[0]);
    remember(true);
  }
});

const choose = () => byId("file").click();
for (const id of ["open", "way-review", "drop"]) byId(id).addEventListener("click", choose);
byId("file").addEventListener("change", (event) => {
  if (event.target.files[0]) openContent(event.target.files[0]);
  event.target.value = "";
});
byId("paste").addEventListener("click", () => { byId("pasted").value = ""; byId("pasting").returnValue = ""; byId("pasting").showModal(); });
byId("pasting").addEventListener("close", (event) => {
  if (event.target.returnValue === "read") openContent(new Blob([byId("pasted").value]));
});
byId("new").addEventListener("click", reporting(async () => {
  closeGame();
  show(await ask("/api/new", { rules: byId("rules").value || "standard", drawn: state.drawn?.key || "" }));
  remember(true);
}));
byId("rules").addEventListener("change", () => byId("new").click());
byId("sample").addEventListener("click", reporting(async () => {
  const game = await gameOf("sample");
  ++state.visits;
  openGame(game, "sample");
  visit(0);
}));
document.addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("dropping"); });
document.addEventListener("dragleave", (event) => event.relatedTarget || document.body.classList.remove("dropping"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  const file = event.dataTransfer.files[0];
  const text = event.dataTransfer.getData("text/plain");
  if (file || text) openContent(file || new Blob([text]));
});
document.addEventListener("paste", (event) => {
  if (event.target.matches("input, textarea")) return;
  const text = event.clipboardData.getData("text/plain");
  if (text.trim()) openContent(new Blob([text]));
});
