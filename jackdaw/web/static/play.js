// The play page. The server holds the rules, the scores and the clocks; this script shows games and sends actions.
import { ask, byId, element, listen, say, reporting } from "./common.js";
import { Hand } from "./hand.js";
import { drawnWith, Picture } from "./picture.js";
import { fill, laidTiles } from "./table.js";

const SEATS = { free: 4, duplicate: 6, training: 1 };
const NAMES = ["You", "Jack", "Jill", "Joan", "Jim", "June"];
const ENGINES = ["", "club", "", "", "", ""];
const state = { view: null, drawn: null, job: null, shown: 0, step: 0, chosen: null, table: null, picking: false };
const picture = new Picture(byId("board"));
const hand = new Hand(picture, { changed: reporting(tryTiles), enter: reporting(play), picked: showPicking });

// --- the lobby

const mode = () => document.querySelector("input[name=mode]:checked").value;

function showSeats() {
  const previous = [...byId("seats").children].map((row) => [row.firstChild.value, row.lastChild.value]);
  byId("seats").replaceChildren(...Array.from({ length: SEATS[mode()] }, (_, index) => {
    const [name, strategy] = previous[index] || [index < 2 ? NAMES[index] : "", ENGINES[index]];
    const player = element("select", { "aria-label": `Type of player ${index + 1}` }, byId("strategies").content.cloneNode(true));
    player.value = mode() === "training" ? "" : strategy;
    player.hidden = mode() === "training";
    return element("div", {}, element("input", {
      "aria-label": `Name of player ${index + 1}`, maxlength: 60, placeholder: index ? "nobody" : "name", value: name, spellcheck: "false",
    }), player);
  }));
  for (const each of document.querySelectorAll("[data-modes]")) each.hidden = !each.dataset.modes.includes(mode());
}

const lobby = reporting(async () => {
  leave();
  byId("lobby").hidden = false;
  byId("playing").hidden = true;
  if (location.hash) history.replaceState(null, "", location.pathname);
  const games = await ask("/api/games", {});
  byId("saved").replaceChildren(...games.length ? games.map((game) => element("li", {}, element("button", {
    type: "button", onclick: () => open(game.name),
  }, `${game.players.join(", ") || game.name} `, element("small", {}, game.problem || `${game.mode}, ${game.when}`))))
    : [element("li", { class: "hint" }, "None yet. Every game is saved while it is played.")]);
});

const begin = reporting(async () => {
  const seats = [...byId("seats").children].map((row) => ({
    name: row.firstChild.value.trim(), strategy: row.lastChild.value || null,
  })).filter((seat) => seat.name);
  const minutes = mode() !== "training" && byId("minutes").value ? Number(byId("minutes").value) : null;
  enter(await ask("/api/games/begin", {
    mode: mode(), seats, minutes, rules: byId("rules").value, lexicon: byId("lexicon").value,
    challenge: mode() === "free" && byId("challenge").value || null, drawn: state.drawn?.key || "",
  }));
});

const open = reporting(async (name) => {
  enter(await ask("/api/games/game", { name, drawn: state.drawn?.key || "" }));
});

function enter(view) {
  leave();
  byId("lobby").hidden = true;
  byId("playing").hidden = false;
  byId("helps").checked = view.mode === "training";
  history.replaceState(null, "", `#${encodeURIComponent(view.name)}`);
  show(view);
}

function leave() {
  state.job?.abort();
  state.job = null;
  state.view = null;
}

// --- the game

const now = () => ({ name: state.view.name, revision: state.view.revision, drawn: state.drawn.key });
const acting = () => state.view.seat ?? state.view.engine;

function show(view) {
  const before = state.view;
  state.view = view;
  state.drawn = drawnWith(view);
  state.shown = performance.now();
  Object.assign(state, { step: 0, chosen: null, table: null, picking: false });
  picture.use(state.drawn);
  picture.show(view.squares);
  picture.remember(view.last.map(([row, column, byte]) => ({ row, column, byte })));
  hand.locked = view.seat === null || view.secret;
  hand.picking = null;
  hand.hold(state.drawn, view.squares, view.rack || [], before?.name === view.name);
  byId("text").value = byId("tried").textContent = byId("hinted").textContent = "";
  byId("candidates").replaceChildren();
  showControls(view);
  showPlayers();
  byId("bag").textContent = `${view.lexicon}, ${view.rules}; ${view.bag}${view.unseen ? "; unseen:" : ""}`;
  byId("unseen").textContent = view.unseen;
  byId("history").replaceChildren(...[...view.history].reverse().map((line) => element("tr", { class: line.kind },
    ...[line.number ?? "", line.who, line.what, line.score, line.note].map((text) => element("td", {}, String(text))))));
  if (view.warning) say(view.warning);
  if (view.engine !== null && !state.job) letEnginesAct();
  tick();
}

function showControls(view) {
  const isMine = view.seat !== null && !view.secret;
  const isFree = view.mode === "free";
  const name = acting() === null ? "" : view.players[acting()].name;
  byId("status").textContent = view.over ? view.result
    : view.engine !== null ? `${name} is thinking …`
      : view.secret ? `Next: ${name}. Make sure that nobody else is looking`
        : view.accept ? `${name}, do you accept the last play?` : view.mode === "training" ? "Training" : `${name}, it is your turn`;
  byId("sit").textContent = `${name}: show my rack`;
  const shown = {
    sit: view.secret, play: isMine && !view.accept, "challenge-it": isMine && view.challenge, accept: isMine && view.accept,
    exchange: isMine && view.exchange && !view.accept, pass: isMine && isFree && !view.accept,
    none: isMine && view.mode === "duplicate", draw: view.mode === "training", anew: view.mode === "training",
    undo: view.mode === "training", redo: view.mode === "training", training: view.mode === "training",
    story: view.history.length > 0, gcg: view.gcg, analyze: view.gcg && view.over || Boolean(view.cgp), help: !view.over,
  };
  for (const [id, isShown] of Object.entries(shown)) byId(id).hidden = !isShown;
  byId("undo").disabled = !view.back;
  byId("redo").disabled = !view.forward;
  byId("gcg").href = `/api/games/gcg/${encodeURIComponent(view.name)}`;
  showPicking();
  showHelp();
}

function showHelp() {
  const isAllowed = byId("helps").checked && state.view.seat !== null && !state.view.secret;
  byId("hint").disabled = byId("kibitz").disabled = !isAllowed;
}

const clockText = (seconds) => {
  const whole = Math.ceil(Math.abs(seconds));
  return `${seconds < 0 ? "−" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

function secondsLeft(player, index) {
  if (player.seconds === null) return null;
  const isThinking = state.view.running && index === acting();
  return player.seconds - (isThinking ? state.view.thinking + (performance.now() - state.shown) / 1000 : 0);
}

function showPlayers() {
  byId("standing").replaceChildren(...state.view.players.map((player, index) => {
    const left = secondsLeft(player, index);
    const cells = [element("td", {}, element("bdi", {}, player.name), ...player.strategy ? [" ", element("small", { class: "hint" }, player.strategy)] : [])];
    cells.push(element("td", { class: "number" }, String(player.score)));
    if (player.percent !== null) cells.push(element("td", { class: "number" }, `${player.percent.toFixed(1)} %`));
    if (left !== null) cells.push(element("td", { class: left < 0 ? "number late" : "number" }, clockText(left)));
    return element("tr", { class: index === acting() ? "acting" : "" }, ...cells);
  }));
}

let ticking = 0;
function tick() {
  clearTimeout(ticking);
  if (!state.view?.clock || !state.view.running || state.view.over) return;
  showPlayers();
  const player = state.view.players[acting()];
  if (state.view.mode === "duplicate" && state.view.seat !== null && secondsLeft(player, acting()) <= 0) { noAnswer(); return; }
  ticking = setTimeout(tick, 500);
}

// --- actions

async function act(path, content) {
  try {
    show(await ask(path, { ...now(), ...content }));
  } catch (error) {
    if (error.message.startsWith("the game has gone on")) open(state.view.name);
    throw error;
  }
}

async function play() {
  const text = byId("text").value.trim();
  const tiles = hand.laid.map((tile) => [tile.row, tile.column, tile.byte]);
  if (state.picking) { await act("/api/games/move", { text: exchangeText() }); return; }
  if (text || tiles.length) await act("/api/games/move", text ? { text } : { tiles });
}

const noAnswer = reporting(() => act("/api/games/move", {}));
const step = (what) => reporting(() => act("/api/games/step", { what }));

// Lets engines act until a person must.
const letEnginesAct = reporting(async () => {
  const job = state.job = new AbortController();
  const name = state.view.name;
  const took = (view) => { if (state.job === job && state.view?.name === name) { state.view.engine = null; show(view); } };
  let end = null;
  try {
    await listen("/api/games/machines", now(), { game: took, done: (view) => { end = view; }, failed: ({ error }) => {
      say(error);
      byId("status").textContent = "The engine cannot move.";
    } }, job.signal);
  } finally {
    if (state.job === job) {
      state.job = null;
      if (end && end.engine === null) show(end);
    }
  }
});

async function tryTiles(laid) {
  byId("text").value = "";
  if (state.table && state.chosen) { state.chosen = null; showBest(); }
  const number = state.trying = (state.trying || 0) + 1;
  if (!laid.length) { byId("tried").textContent = ""; return; }
  const tiles = laid.map((tile) => [tile.row, tile.column, tile.byte]);
  const found = await ask("/api/games/try", { ...now(), tiles });
  if (number === state.trying) showTried(found);
}

async function tryText() {
  const text = byId("text").value.trim();
  const number = state.trying = (state.trying || 0) + 1;
  if (!text) { hand.recall(); return; }
  const found = await ask("/api/games/try", { ...now(), text });
  if (number !== state.trying) return;
  showTried(found);
  hand.show(found.laid.map(([row, column, byte]) => ({ row, column, byte })));
}

function showTried(found) {
  const line = byId("tried");
  if (found.error) { line.replaceChildren(element("span", { class: "wrong" }, found.error)); return; }
  line.replaceChildren(element("b", {}, `${found.move}: ${found.score}`), ...found.words.flatMap(({ word, valid }) =>
    [" ", element("span", { class: valid ? "right" : "wrong" }, `${word} ${valid ? "✓" : "✗ is not a word"}`)]));
}

// --- exchanging

function exchangeText() {
  const labels = [...hand.picking].map((index) => state.drawn.tiles[hand.tiles[index]].label);
  return `-${labels.map((label) => label.length > 1 ? `[${label}]` : label).join("")}`;
}

function showPicking() {
  const count = hand.picking?.size || 0;
  state.picking = count > 0;
  byId("exchange").textContent = hand.picking ? (count ? `Exchange ${count}` : "Cancel exchange") : "Exchange…";
  byId("exchange").setAttribute("aria-pressed", String(Boolean(hand.picking)));
}

const exchange = reporting(async () => {
  if (state.picking) { await play(); return; }
  hand.recall();
  hand.picking = hand.picking ? null : new Set();
  if (hand.picking) byId("tried").textContent = "Choose the tiles to exchange, then press Exchange again.";
  else byId("tried").textContent = "";
  hand.draw();
  showPicking();
});

// --- help

function showBest() {
  fill(byId("candidates"), state.table, state.chosen, (row, wasChosen) => {
    state.chosen = wasChosen ? null : row.move;
    hand.show(wasChosen ? [] : laidTiles(row.laid, state.drawn));
    byId("text").value = wasChosen || row.laid ? "" : row.move;
    byId("tried").textContent = "";
    showBest();
  });
}

byId("kibitz").addEventListener("click", reporting(async () => {
  const { name } = state.view;
  state.table = await ask("/api/games/kibitz", { name });
  if (state.view?.name === name) showBest();
}));
byId("hint").addEventListener("click", reporting(async () => {
  state.step = Math.min(4, state.step + 1);
  byId("hinted").textContent = (await ask("/api/games/hint", { name: state.view.name, step: state.step })).hint;
}));
byId("helps").addEventListener("change", showHelp);

// --- events

for (const each of document.querySelectorAll("input[name=mode]")) each.addEventListener("change", showSeats);
byId("begin").addEventListener("submit", (event) => { event.preventDefault(); begin(); });
byId("sit").addEventListener("click", reporting(async () => {
  show(await ask("/api/games/game", { name: state.view.name, seated: true, drawn: state.drawn.key }));
  picture.root.focus();
}));
byId("play").addEventListener("submit", (event) => { event.preventDefault(); reporting(play)(); });
byId("text").addEventListener("input", reporting(tryText));
byId("challenge-it").addEventListener("click", step("challenge"));
byId("accept").addEventListener("click", step("accept"));
byId("exchange").addEventListener("click", exchange);
byId("pass").addEventListener("click", () => { if (confirm("Pass the turn?")) reporting(() => act("/api/games/move", { text: "pass" }))(); });
byId("none").addEventListener("click", () => noAnswer());
byId("draw").addEventListener("click", step("draw"));
byId("anew").addEventListener("click", step("anew"));
byId("undo").addEventListener("click", step("back"));
byId("redo").addEventListener("click", step("forward"));
byId("training").addEventListener("submit", (event) => {
  event.preventDefault();
  reporting(() => act("/api/games/train", { rack: byId("own-rack").value }))();
});
byId("lobby-button").addEventListener("click", lobby);
byId("analyze").addEventListener("click", reporting(async () => {
  const { view } = state;
  const text = view.gcg && view.over ? await (await fetch(byId("gcg").href)).text() : view.cgp;
  sessionStorage.setItem("jackdaw-bring", text);
  location.href = "/";
}));

showSeats();
if (location.hash.length > 1) open(decodeURIComponent(location.hash.slice(1))).then(() => state.view || lobby());
else lobby();
