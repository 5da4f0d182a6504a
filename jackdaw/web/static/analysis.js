// The analysis page. The server holds the rules; this script shows positions and results, and sends requests.
import { pack, readAddress, unpack, writeAddress } from "./address.js";
import { ask, byId, element, listen, say, reporting } from "./common.js";
import { Hand } from "./hand.js";
import { drawnWith, Picture, tilePicture } from "./picture.js";
import { basis, iterations, Results } from "./results.js";
import { Review } from "./review.js";
import { drawSheet, markTurn } from "./sheet.js";
import { fill, laidTiles } from "./table.js";

const MAX_BYTES = 1 << 18;
const METHODS = { simulation: "Simulate", preendgame: "Solve the pre-endgame", endgame: "Solve the endgame" };
const state = {
  view: null, drawn: null, game: null, code: "", index: 0, past: [], setup: false,
  table: null, chosen: null, wanted: null, job: null, heat: false, requests: 0, visits: 0,
};
const results = new Results();
const review = new Review(reviewed);
const picture = new Picture(byId("board"));
const hand = new Hand(picture, { changed: reporting(tryTiles), enter: reporting(play) });

const lexicon = () => byId("lexicon").value;
const positionRequest = () => ({ cgp: state.view.cgp, lexicon: lexicon(), drawn: state.drawn.key });
const turn = () => state.game?.turns[state.index];
// The move played in the position that is shown, if it is one of the game.
const played = () => state.game && !state.past.length && !state.setup && turn() && turn().played
  ? { played: turn().played, withdrawn: turn().withdrawn } : {};
const keyOf = (cgp, move = "") => [cgp, lexicon(), move].join("|");
const resultKey = () => keyOf(state.view.cgp, played().played);
const turnKey = (index) => keyOf(state.game.turns[index].position.cgp, state.game.turns[index].played);

// --- the address

const SETTINGS = ["lexicon", "rank-by", "most", "iterations", "plies", "seconds", "sure", "simulate"];
const settingOf = (id) => byId(id).type === "checkbox" ? String(Number(byId(id).checked)) : byId(id).value;
const DEFAULTS = Object.fromEntries(SETTINGS.map((id) => [id, settingOf(id)]));

// Writes what the page shows into its address; `isNew` lets the Back button return from it.
function remember(isNew = false) {
  if (byId("workspace").hidden) { writeAddress({}, isNew); return; }
  const fields = state.game ? { game: state.code, turn: state.index + 1 } : {};
  if (!state.game || state.past.length) fields.cgp = state.view.cgp;
  if (state.setup) fields.setup = 1;
  if (state.chosen) fields.move = state.chosen;
  if (state.heat) fields.heat = 1;
  for (const id of SETTINGS) if (settingOf(id) !== DEFAULTS[id]) fields[id] = settingOf(id);
  writeAddress(fields, isNew);
}

function applySettings(fields) {
  for (const id of SETTINGS) {
    const value = fields[id] ?? DEFAULTS[id];
    if (byId(id).type === "checkbox") byId(id).checked = value === "1";
    else byId(id).value = value;
    if (byId(id).value === "" && DEFAULTS[id] !== "") byId(id).value = DEFAULTS[id]; // not one of the choices
  }
  setHeat(fields.heat === "1");
}

// Shows what the address says.
const restore = reporting(async () => {
  const visit = ++state.visits;
  const fields = readAddress();
  if (!fields.game && !fields.cgp) { await welcome(); return; }
  applySettings(fields);
  if (fields.game && (!state.game || state.code !== fields.game)) {
    const game = await gameOf(fields.game);
    if (visit !== state.visits) return;
    if (!game) { await welcome(); say("The address of this page does not hold a whole game."); return; }
    openGame(game, fields.game);
  }
  if (!fields.game) closeGame();
  const view = fields.cgp ? await ask("/api/position", { cgp: fields.cgp, lexicon: lexicon(), drawn: state.drawn?.key || "" }) : null;
  if (visit !== state.visits) return;
  state.wanted = fields.move || null;
  if (fields.game) go(Number(fields.turn || 1) - 1);
  if (view) {
    if (state.game) state.past.push(state.view);
    show(view);
  }
  toggleSetup(fields.setup === "1");
});

async function gameOf(code) {
  if (code === "sample") return (await ask("/api/sample", {})).game;
  const text = await unpack(code);
  return text === null ? null : (await ask("/api/read", new Blob([text]))).game || null;
}

// Shows the first page, with an empty board ready behind it.
async function welcome() {
  closeGame();
  stop();
  byId("welcome").hidden = false;
  byId("workspace").hidden = true;
  if (!state.view) show(await ask("/api/new", { rules: byId("rules").value || "standard", drawn: "" }), true);
}

function reveal() {
  byId("welcome").hidden = true;
  byId("workspace").hidden = false;
}

function show(view, isHidden = false) {
  stop();
  if (!isHidden) reveal();
  state.view = view;
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
  if (state.setup) fillFields();
  if (!isHidden) candidates();
}

// The settings that a simulation cannot change while it goes on.
const basisOf = () => ["most", "plies", "rank-by", "lexicon"].map(settingOf).join("|");
const canContinue = () => !state.job && method() === "simulation" && state.table?.method === "simulation"
  && state.table.settings === basisOf();

function method() {
  return state.view.method === "preendgame" && byId("simulate").checked ? "simulation" : state.view.method;
}

function nameMethod() {
  const goesOn = canContinue();
  byId("run").textContent = goesOn ? "Continue" : METHODS[method()];
  byId("restart").hidden = !goesOn;
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

const candidates = reporting(async () => {
  const number = ++state.requests;
  const key = resultKey();
  const kept = results.get(key);
  showTable(kept);
  if (kept) { choosePending(); return; }
  if (!state.view.rack_tiles.length) {
    byId("state").textContent = turn() || !state.game ? "The rack is unknown. Use Set up to enter it." : "";
    return;
  }
  const table = await ask("/api/candidates", { ...positionRequest(), ...played(), most: 15 });
  results.put(key, table);
  if (number !== state.requests || state.job) return;
  showTable(table);
  choosePending();
});

// Chooses the move that the address names.
function choosePending() {
  const row = state.table.rows.find(({ move }) => move === state.wanted);
  state.wanted = null;
  if (row) choose(row, false);
}

function showTable(table) {
  state.table = table;
  const empty = { rows: [], columns: [], asides: [], how: "", outcomes: [], verdict: "", notes: [], why: [] };
  const shown = table || empty;
  fill(byId("candidates"), shown, state.chosen, choose);
  byId("verdict").textContent = shown.verdict;
  explainChoice(shown);
  byId("table-notes").replaceChildren(...shown.notes.map((text) => element("li", {}, text)));
  byId("outcomes").replaceChildren(...shown.outcomes.map((text) => element("li", {}, text)));
  byId("tiles").hidden = !shown.outcomes.length;
  byId("run").disabled = !table && !state.job;
  showHeat();
  comparePlays();
  byId("kept").hidden = !basis(table) || Boolean(state.job);
  byId("kept").textContent = basis(table);
  if (state.job) return;
  nameMethod();
  byId("state").textContent = table?.seconds ? `${table.seconds} s${stopped(table.stopped)}` : "";
}

// Says why the best move is better: than the chosen one, or else than the played or the next one.
function explainChoice({ rows, why }) {
  const best = rows.find(({ rank }) => rank === "1");
  const chosen = rows.find(({ move }) => move === state.chosen);
  const against = chosen && chosen !== best && chosen.why?.length ? chosen : null;
  const reasons = against ? against.why : why;
  byId("why").hidden = !reasons.length;
  byId("why-heading").textContent = against ? `Why ${best?.move} is better than ${against.move}` : best ? `Why ${best.move}` : "";
  byId("reasons").replaceChildren(...reasons.map((text) => element("li", {}, text)));
}

// Draws the move that was played, and the best one as an outline.
function comparePlays() {
  const best = state.game && state.table?.rows.find((row) => row.rank === "1");
  const isPlayed = Boolean(played().played);
  picture.compare(
    isPlayed ? turn().laid.map(([row, column, byte]) => ({ row, column, byte })) : [],
    isPlayed && best ? laidTiles(best.laid, state.drawn) : []);
}

const stopped = (why) => ({ confidence: ", 99 % confident", iterations: ", all iterations done", time: ", time limit reached",
  interrupted: ", stopped", nodes: ", not everything proven" })[why] || "";

function choose(row, wasChosen) {
  if (wasChosen) { state.chosen = null; hand.recall(); }
  else {
    state.chosen = row.move;
    hand.show(laidTiles(row.laid, state.drawn));
    byId("tried").textContent = "";
    byId("text").value = row.laid ? "" : row.move;
  }
  showTable(state.table);
  remember();
}

function setHeat(on) {
  state.heat = on;
  byId("heat").setAttribute("aria-pressed", String(on));
}

function showHeat() {
  byId("legend").hidden = !state.table?.rows.some((row) => row.bars);
  const bars = state.table?.rows.filter((row) => row.bars?.replies.length) || [];
  byId("heat").disabled = !bars.length;
  byId("heat-legend").hidden = !bars.length || !state.heat;
  const of = bars.find((row) => row.move === state.chosen) || bars[0];
  picture.warm(state.heat && of ? of.bars.replies : null);
  byId("heat").title = of ? `Where the opponent plays after ${of.move}` : "Simulate first";
}

// --- tentative plays

async function tryTiles(laid) {
  if (state.chosen) { state.chosen = null; if (state.table) showTable(state.table); }
  byId("text").value = "";
  const number = state.trying = (state.trying || 0) + 1;
  if (!laid.length) { byId("tried").textContent = ""; return; }
  const tiles = laid.map((tile) => [tile.row, tile.column, tile.byte]);
  const found = await ask("/api/try", { ...positionRequest(), tiles });
  if (number === state.trying) showTried(found);
}

async function tryText() {
  const text = byId("text").value.trim();
  const number = state.trying = (state.trying || 0) + 1;
  if (!text) { hand.recall(); return; }
  const found = await ask("/api/try", { ...positionRequest(), text });
  if (number !== state.trying) return;
  showTried(found);
  hand.show((found.laid || []).map(([row, column, byte]) => ({ row, column, byte })));
}

function showTried(found) {
  const line = byId("tried");
  if (found.error) { line.replaceChildren(element("span", { class: "wrong" }, found.error)); return; }
  const words = found.words.flatMap(({ word, valid }) =>
    [" ", element("span", { class: valid ? "right" : "wrong" }, `${word} ${valid ? "✓" : "✗ is not a word"}`)]);
  line.replaceChildren(element("b", {}, `${found.move}: ${found.score}`), found.worth ? `, ${found.worth}.` : ".", ...words);
}

async function play() {
  const text = byId("text").value.trim();
  const tiles = hand.laid.map((tile) => [tile.row, tile.column, tile.byte]);
  if (!text && !tiles.length) return;
  const view = await ask("/api/make", { ...positionRequest(), ...(text ? { text } : { tiles }) });
  state.past.push(state.view);
  show(view);
  remember(true);
}

// --- simulation and search

function stop() {
  if (!state.job) return;
  state.job.abort();
  state.job = null;
  byId("run").classList.add("main");
}

const run = reporting(async (isNew = false) => {
  if (state.job) {
    await ask("/api/stop", {});
    return;
  }
  const resume = !isNew && canContinue();
  const isSure = byId("sure").checked && !(resume && state.table.stopped === "confidence");
  const settings = basisOf();
  const before = resume ? state.table.seconds : 0;
  const number = (id) => Number(byId(id).value);
  const job = state.job = new AbortController();
  ++state.requests;
  byId("run").textContent = "Stop";
  byId("restart").hidden = true;
  const key = resultKey();
  const started = performance.now();
  let count = 0;
  const tell = () => {
    if (state.job !== job) return;
    const seconds = `${(before + (performance.now() - started) / 1000).toFixed(0)} s`;
    byId("state").textContent = count ? `${count.toLocaleString("en")} iterations, ${seconds} …` : `${seconds} …`;
  };
  const clock = setInterval(tell, 1000);
  byId("state").textContent = "waiting for other analyses …";
  let last = null;
  try {
    await listen("/api/analyze", {
      ...positionRequest(), ...played(), most: number("most"), candidates: number("most"), iterations: number("iterations"),
      plies: number("plies"), seconds: number("seconds"), sure: isSure, resume, rank_by: byId("rank-by").value, simulate: byId("simulate").checked && state.view.bag > 0,
    }, {
      begun: tell,
      table: (table) => {
        results.put(key, { ...table, settings, stopped: "interrupted" });
        count = iterations(table);
        if (state.job === job) showTable(table);
        tell();
      },
      done: (table) => { last = { ...table, settings }; results.put(key, last); },
      failed: ({ error }) => say(error),
    }, job.signal);
  } finally {
    clearInterval(clock);
    if (state.job === job) {
      state.job = null;
      nameMethod();
      if (last) showTable(last);
      else byId("state").textContent = "";
      showSheet();
    }
  }
});

// --- a game

function openGame(game, code) {
  drawnWith({ key: game.drawn.key, drawn: game.drawn });
  review.close();
  Object.assign(state, { game, code, past: [] });
  toggleSetup(false);
  byId("game").hidden = byId("story").hidden = byId("steps").hidden = false;
  byId("title").textContent = game.title || game.names.join(" – ");
  say(game.warnings.length ? game.warnings.join("; ") : "", true);
  startReview();
}

const startReview = reporting(() => review.start(`${state.code}|${lexicon()}`, state.game.gcg, lexicon()));

// Shows a new review: grades, chances and the candidates of its turns.
function reviewed() {
  if (!state.game) return;
  review.found?.turns.forEach((judged, index) => {
    if (!judged.table || index >= state.game.turns.length) return;
    const before = results.get(turnKey(index));
    const isOwn = before && before.method !== "static" && !before.reviewed; // somebody asked for that one
    if (!isOwn) results.put(turnKey(index), { ...judged.table, reviewed: true });
  });
  showSheet();
  if (!state.view) return;
  summarize();
  if (!state.job && !state.setup && state.table && !state.chosen) showTable(results.get(resultKey()) || state.table);
}

function showSheet() {
  if (!state.game) return;
  drawSheet(byId("sheet"), state.game, review.found, (index) => basis(results.get(turnKey(index))), visitTurn);
  markTurn(byId("sheet"), state.index);
}

const last = () => state.game.turns.length - (state.game.end ? 0 : 1);

function go(index) {
  if (!state.game) return;
  state.index = Math.max(0, Math.min(Number.isInteger(index) ? index : 0, last()));
  state.past = [];
  toggleSetup(false);
  const at = turn();
  show(at ? at.position : state.game.end);
  byId("where").textContent = at ? `Turn ${at.number} of ${state.game.turns.length}` : "After the last turn";
  summarize();
  byId("notes").replaceChildren(...(at ? at.notes : []).map((note) => element("li", {}, note)));
  for (const button of document.querySelectorAll("[data-step]")) {
    button.disabled = ["first", "back"].includes(button.dataset.step) ? !state.index : state.index === last();
  }
  markTurn(byId("sheet"), state.index);
}

// Goes to a turn; the Back button returns from it.
function visitTurn(index) {
  go(index);
  remember(true);
}

function summarize() {
  const at = state.game && turn();
  const judged = at && review.found?.turns[state.index];
  byId("summary").replaceChildren(...(at ? summaryOf(at, judged) : state.game ? [state.game.events.join("; ")] : []));
  for (const link of document.querySelectorAll("#chart a")) {
    link.toggleAttribute("aria-current", link.getAttribute("href") === `#turn-${state.index + 1}`);
  }
}

function summaryOf(at, judged) {
  const name = element("bdi", {}, state.game.names[at.player]);
  if (!at.move) return [name, " is on turn"];
  const parts = [name, ": ", element("b", {}, at.move), ` ${at.score}`, at.withdrawn ? ", taken back" : ""];
  if (!judged) return parts;
  const mark = element("span", { class: `badge ${judged.kind}` }, judged.class_name);
  if (judged.kind === "best" || judged.kind === "unjudged") return [...parts, " ", mark];
  const lost = `: ${judged.win_lost} of wins, ${judged.points_lost} points. Best: `;
  return [...parts, " ", mark, lost, element("b", {}, judged.best)];
}

const steps = { first: () => 0, back: () => state.index - 1, on: () => state.index + 1, last };

// --- opening a game or a position

const openContent = reporting(async (content) => {
  if (content.size > MAX_BYTES) { say(`This file is larger than ${MAX_BYTES >> 10} KiB; no game is that large.`); return; }
  const found = await ask("/api/read", content);
  ++state.visits;
  if (found.game) {
    openGame(found.game, await pack(found.game.gcg));
    visitTurn(0);
  } else openPositions(found.positions);
});

function openPositions(positions) {
  if (positions.length > 1) say(`This is the first of ${positions.length} positions.`, true);
  closeGame();
  show(positions[0]);
  remember(true);
}

function closeGame() {
  Object.assign(state, { game: null, code: "", past: [], index: 0 });
  byId("game").hidden = byId("story").hidden = byId("steps").hidden = true;
  byId("summary").replaceChildren();
  byId("notes").replaceChildren();
  picture.compare([], []);
  review.close();
  toggleSetup(false);
}

// --- setting up

function toggleSetup(on) {
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

function fillFields() {
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
function changed() {
  clearTimeout(later);
  later = setTimeout(reporting(async () => {
    const scores = ["own-score", "other-score"].map((id) => Number(byId(id).value.trim().replace("−", "-")));
    if (!scores.every(Number.isInteger)) { say("Scores must be whole numbers."); return; }
    const others = state.view.racks.length - 1;
    const view = await ask("/api/setup", {
      rules: state.view.rules, squares: hand.squares, drawn: state.drawn.key,
      racks: [byId("own-rack").value, ...Array(others).fill("").map((_, index) => index ? "" : byId("other-rack").value)],
      scores: state.view.scores.map((score, index) => scores[index] ?? score),
    });
    const isFirst = Boolean(state.game);
    if (isFirst) { closeGame(); toggleSetup(true); }
    state.past = [];
    show(view);
    remember(isFirst);
  }), 150);
}

// --- events

byId("open").addEventListener("click", () => byId("file").click());
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
const beginSetup = () => {
  const isNew = byId("workspace").hidden;
  toggleSetup(!state.setup);
  remember(isNew);
  picture.root.focus({ preventScroll: true });
};
byId("setup").addEventListener("click", beginSetup);
byId("way-setup").addEventListener("click", beginSetup);
byId("way-review").addEventListener("click", () => byId("file").click());
byId("drop").addEventListener("click", () => byId("file").click());
byId("sample").addEventListener("click", reporting(async () => {
  const game = await gameOf("sample");
  ++state.visits;
  openGame(game, "sample");
  visitTurn(0);
}));
byId("heat").addEventListener("click", () => {
  setHeat(!state.heat);
  showHeat();
  remember();
});
byId("gear").addEventListener("click", () => byId("settings").showModal());
byId("settings").addEventListener("change", () => {
  remember();
  if (!state.job) nameMethod();
});
byId("run").addEventListener("click", () => run());
byId("restart").addEventListener("click", () => run(true));
byId("review").addEventListener("click", reporting(() => review.deepen()));
byId("play").addEventListener("submit", (event) => { event.preventDefault(); reporting(play)(); });
byId("text").addEventListener("input", reporting(tryText));
byId("back").addEventListener("click", () => { show(state.past.pop()); remember(true); });
byId("fields").addEventListener("input", changed);
byId("fields").addEventListener("submit", (event) => event.preventDefault());
byId("lexicon").addEventListener("change", () => {
  show(state.view);
  if (state.game) startReview();
});
byId("simulate").addEventListener("change", () => { if (!state.job) nameMethod(); });
byId("rules").addEventListener("change", () => byId("new").click());
document.querySelector(".steps").addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (button) visitTurn(steps[button.dataset.step]());
});
byId("chart").addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#turn-"]');
  if (!link) return;
  event.preventDefault();
  visitTurn(Number(link.getAttribute("href").slice(6)) - 1);
});
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const isField = event.target.matches("input, textarea, select");
  const keys = { PageUp: "back", PageDown: "on", ...(isField ? {} : { ArrowLeft: "back", ArrowRight: "on" }) };
  if (!(event.key in keys) || !state.game) return;
  event.preventDefault();
  visitTurn(steps[keys[event.key]]());
});
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

let handedOver = null; // handed over by the play page
try {
  handedOver = sessionStorage.getItem("jackdaw-bring");
  sessionStorage.removeItem("jackdaw-bring");
} catch { /* without storage there is nothing to open */ }
addEventListener("popstate", restore);
if (handedOver) openContent(new Blob([handedOver]));
else restore();
