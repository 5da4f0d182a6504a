// The play page. The server holds the rules, the scores and the clocks; this script shows games and sends actions.
import { pack } from "./address.js";
import { ask, byId, element, listen, say, reporting } from "./common.js";
import { Hand } from "./hand.js";
import { drawnWith, Picture, svg } from "./picture.js";
import { fill, laidTiles } from "./table.js";

const SEATS = { free: 4, duplicate: 6, training: 1 };
const NAMES = ["You", "Jack", "Jill", "Joan", "Jim", "June"];
const ENGINES = ["", "club", "", "", "", ""];
const state = { ended: null, view: null, drawn: null, job: null, watch: null, shown: 0, step: 0, chosen: null, table: null, picking: false };
const picture = new Picture(byId("board"));
const hand = new Hand(picture, { changed: reporting(tryTiles), enter: reporting(play), picked: showPicking });

// --- the lobby

const mode = () => document.querySelector("input[name=mode]:checked").value;

const CHALLENGES = {
  void: "Only words of the lexicon can be played, so there is nothing to challenge.",
  single: "Any word can be played. A phony that is challenged comes off the board; a wrong challenge costs nothing.",
  double: "Any word can be played. A phony that is challenged comes off the board; a wrong challenge costs the challenger's turn.",
  five_point: "Any word can be played. A phony that is challenged comes off the board; a wrong challenge gives the other player 5 points.",
  ten_point: "Any word can be played. A phony that is challenged comes off the board; a wrong challenge gives the other player 10 points.",
};

// Asks in a dialog; resolves to whether the answer was yes.
function confirmed(question, yes) {
  const dialog = byId("confirm");
  byId("confirm-text").textContent = question;
  byId("confirm-yes").textContent = yes;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

const REDRAWS = {
  "15 2 1": "A rack with less than two vowels or two consonants goes back and is drawn again; from round 16, one of each suffices.",
  "0 1 1": "A rack without a vowel or without a consonant goes back and is drawn again.",
  "0 0 0": "Every rack is played as it was drawn.",
};

// Says in words what is chosen, also what the rules choose.
function explainChoices() {
  const own = byId("rules").selectedOptions[0].dataset.challenge;
  const names = Object.fromEntries([...byId("challenge").options].map((option) => [option.value, option.text]));
  byId("challenge").options[0].text = `as in the rules: ${names[own].split(":")[0]}`;
  byId("challenge-words").textContent = CHALLENGES[byId("challenge").value || own];
  byId("redraw-words").textContent = REDRAWS[byId("redraw").value];
  for (const row of byId("seats").children) {
    const [name, strategy, words] = row.children;
    const engine = strategy.selectedOptions[0]?.dataset.words || "";
    row.classList.toggle("unused", !name.value.trim());
    words.textContent = name.value.trim() ? engine : "";
  }
  byId("minutes-label").textContent = mode() === "duplicate" ? "Minutes a round" : "Minutes a player";
}

function showSeats() {
  const previous = [...byId("seats").children].map((row) => [row.children[0].value, row.children[1].value]);
  byId("seats").replaceChildren(...Array.from({ length: SEATS[mode()] }, (_, index) => {
    const [name, strategy] = previous[index] || [index < 2 ? NAMES[index] : "", ENGINES[index]];
    const player = element("select", { "aria-label": `Type of player ${index + 1}` }, byId("strategies").content.cloneNode(true));
    player.value = mode() === "training" ? "" : strategy;
    player.hidden = mode() === "training";
    return element("div", {}, element("input", {
      "aria-label": `Name of player ${index + 1}`, maxlength: 60, placeholder: index ? "nobody" : "name", value: name, spellcheck: "false",
    }), player, element("small", { class: "hint" }));
  }));
  for (const each of document.querySelectorAll("[data-modes]")) each.hidden = !each.dataset.modes.includes(mode());
  explainChoices();
}

const lobby = reporting(async () => {
  leave();
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close("");
  byId("lobby").hidden = false;
  byId("playing").hidden = true;
  if (location.hash) history.pushState(null, "", location.pathname);
  showSaved(await ask("/api/games", {}));
});

function showSaved(games) {
  byId("saved").replaceChildren(...games.length ? games.map(savedGame)
    : [element("li", { class: "hint" }, "None yet. Every game is saved while it is played.")]);
}

function savedGame(game) {
  const players = game.players.map((name, index) => game.scores.length ? `${name} ${game.scores[index]}` : name).join(", ");
  const stage = game.over === null ? "" : game.over ? ", over" : ", to be continued";
  const bin = svg("svg", { class: "icon", viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("use", { href: "#i-trash" }));
  return element("li", {}, element("button", { type: "button", class: "open", onclick: () => open(game.name) },
    `${players || game.name} `, element("small", {}, game.problem || `${game.mode}, ${game.when}${stage}`)),
  element("button", { type: "button", class: "quiet", "aria-label": `Delete the game ${players || game.name}`, title: "Delete",
    onclick: reporting(() => remove(game, players)) }, bin));
}

async function remove(game, players) {
  if (!await confirmed(`Delete the game ${players || game.name}? This cannot be undone.`, "Delete")) return;
  showSaved(await ask("/api/games/delete", { name: game.name }));
}

function redrawChosen() {
  if (mode() !== "duplicate") return null;
  const [rounds, before, after] = byId("redraw").value.split(" ").map(Number);
  return { rounds, before, after };
}

const begin = reporting(async () => {
  const seats = [...byId("seats").children].map((row) => ({
    name: row.children[0].value.trim(), strategy: row.children[1].value || null,
  })).filter((seat) => seat.name);
  const minutes = mode() !== "training" && byId("minutes").value ? Number(byId("minutes").value) : null;
  enter(await ask("/api/games/begin", {
    mode: mode(), seats, minutes, rules: byId("rules").value, lexicon: byId("lexicon").value,
    challenge: mode() === "free" && byId("challenge").value || null, redraw: redrawChosen(), drawn: state.drawn?.key || "",
  }));
});

const open = reporting(async (name) => {
  enter(await ask("/api/games/game", { name, drawn: state.drawn?.key || "" }));
});

// Opens the game of the address, or the lobby, which says why the game cannot be opened.
async function openAddress() {
  if (location.hash.length < 2) { lobby(); return; }
  leave();
  await open(decodeURIComponent(location.hash.slice(1)));
  if (state.view) return;
  const why = byId("message").textContent;
  await lobby();
  say(why);
}

function enter(view) {
  leave();
  byId("lobby").hidden = true;
  byId("playing").hidden = false;
  byId("helps").checked = view.mode === "training";
  const address = `#${encodeURIComponent(view.name)}`;
  if (location.hash !== address) history.pushState(null, "", address);
  show(view);
  if (matchMedia("(max-width: 980px)").matches) byId("playing").scrollIntoView(); // board and rack, rather than the header
  else scrollTo(0, 0);
  picture.root.focus({ preventScroll: true }); // letters can be typed at once
  watch();
}

function leave() {
  state.ended = null;
  state.job?.abort();
  state.job = null;
  state.view = null;
  state.watch?.abort();
  state.watch = null;
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
  picture.compare([], []);
  picture.remember(view.last.map(([row, column, byte]) => ({ row, column, byte })));
  hand.locked = view.seat === null || view.secret;
  hand.picking = null;
  hand.hold(state.drawn, view.squares, view.rack || [], before?.name === view.name);
  byId("text").value = byId("tried").textContent = byId("hinted").textContent = "";
  byId("candidates").replaceChildren();
  showControls(view);
  showPlayers();
  showEnding(view);
  byId("bag").textContent = `${view.lexicon}, ${view.rules}; ${view.bag}${view.unseen ? "; unseen:" : ""}`;
  byId("unseen").textContent = view.unseen;
  byId("history").replaceChildren(...[...view.history].reverse().map((line) => element("tr", { class: line.kind },
    ...[line.number ?? "", line.who, line.what, line.score, line.note].map((text) => element("td", {}, String(text))))));
  if (view.warning) say(view.warning);
  if (view.engine !== null && !state.job) letEnginesAct();
  // Engines of ours play no phonies: nobody needs to be asked about their last play.
  if (view.accept && !view.challenge && view.seat !== null && !view.secret) setTimeout(() => state.view === view && step("accept")());
  tick();
}

function showControls(view) {
  const isMine = view.seat !== null && !view.secret;
  const isFree = view.mode === "free";
  const name = acting() === null ? "" : view.players[acting()].name;
  byId("status").textContent = view.over ? view.result
    : view.engine !== null ? `${name} is thinking …`
      : view.secret ? `Next: ${name}, while nobody else is looking`
        : view.accept && !view.challenge ? "Scoring the game …"
          : view.accept ? `${name}, do you accept the last play?` : view.mode === "training" ? "Training" : name === NAMES[0] ? "It is your turn" : `${name}, it is your turn`;
  byId("status").classList.toggle("busy", view.engine !== null && !view.over);
  byId("hand").classList.toggle("empty", view.secret || view.rack === null);
  byId("sit").textContent = `${name}: show my rack`;
  const shown = {
    sit: view.secret, play: isMine && !view.accept, "challenge-it": isMine && view.challenge, accept: isMine && view.accept && view.challenge,
    exchange: isMine && view.exchange && !view.accept, pass: isMine && isFree && !view.accept,
    none: isMine && view.mode === "duplicate", interrupt: view.engine !== null && isFree && !view.over, draw: view.mode === "training", anew: view.mode === "training",
    finish: view.mode === "training" && view.history.length > 0, rematch: view.mode !== "training", "review-game": view.mode !== "training",
    hand: !view.over, rounds: false, undo: view.mode === "training", redo: view.mode === "training", training: view.mode === "training",
    story: view.history.length > 0, gcg: view.gcg, analyze: Boolean(view.cgp) && !view.over, help: !view.over,
  };
  for (const [id, isShown] of Object.entries(shown)) byId(id).hidden = !isShown;
  byId("interrupt").disabled = false;
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
    if (player.percent !== null) cells.push(element("td", { class: "number aside" }, `${player.percent.toFixed(1)} %`));
    const isOneClock = state.view.mode === "duplicate" && index !== acting(); // a round has one for all
    if (left !== null && !state.view.over) cells.push(element("td", { class: isOneClock ? "number aside" : left < 0 ? "number clock late" : "number clock" }, clockText(left)));
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

// --- other browsers that play in the same game

// Shows a later state of the game; of the same state only the clocks, since tiles may lie on the board.
function update(view) {
  if (state.view?.name !== view.name || view.revision < state.view.revision) return;
  if (view.revision > state.view.revision) {
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close(""); // it asks about what is past
    show(view);
    return;
  }
  const { players, running, thinking } = view;
  Object.assign(state.view, { players, running, thinking });
  state.shown = performance.now();
  showPlayers();
  tick();
}

const LOST = "The server cannot be reached. This page tries again …";
const pause = (seconds) => new Promise((resolve) => { setTimeout(resolve, 1000 * seconds); });

// Follows the game until the page leaves it. A page that nobody sees needs no connection.
async function watch() {
  state.watch?.abort();
  state.watch = null;
  if (!state.view || document.hidden) return;
  const own = state.watch = new AbortController();
  const { name } = state.view;
  for (let seconds = 1; !own.signal.aborted; seconds = Math.min(2 * seconds, 30)) {
    const alive = () => { seconds = 1; if (byId("message").textContent === LOST) say(""); };
    try {
      await listen("/api/games/watch", now(), {
        game: (view) => { alive(); update(view); },
        gone: () => isGone(name),
      }, own.signal, "-watch", alive);
    } catch {
      if (!own.signal.aborted) await refresh(own);
    }
    if (!own.signal.aborted) await pause(seconds);
  }
}

// Asks for the state: the server may have too many pages that watch, or be down.
async function refresh(own) {
  try {
    const view = await ask("/api/games/game", { name: state.view.name, drawn: state.drawn.key });
    if (!own.signal.aborted) update(view);
  } catch {
    if (!own.signal.aborted) say(LOST);
  }
}

async function isGone(name) {
  if (state.view?.name !== name) return;
  const players = state.view.players.map((player) => player.name).join(" and ");
  await lobby();
  say(`The game of ${players} was deleted in another window.`);
}

// --- actions

async function act(path, content) {
  try {
    update(await ask(path, { ...now(), ...content }));
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
  let end = null;
  try {
    await listen("/api/games/machines", now(), { game: update, done: (view) => { end = view; update(view); }, failed: ({ error }) => {
      say(error);
      byId("status").textContent = "The engine cannot move.";
      byId("status").classList.remove("busy");
    } }, job.signal);
  } finally {
    if (state.job === job) {
      state.job = null;
      const { view } = state;
      if (end && view?.name === name && view.engine !== null && view.revision > end.revision) letEnginesAct();
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

// --- the end

// Shows totals at once, and the best and the worst plays of a free game once it is judged.
async function showEnding(view) {
  byId("ending").hidden = !view.over;
  if (!view.over || state.ended === view.name) return;
  state.ended = view.name;
  byId("ending-heading").textContent = view.result;
  byId("totals").replaceChildren(totals(view, null, null));
  byId("judging").textContent = "";
  if (!view.gcg) { await reporting(showLosses)(view); return; }
  try {
    const gcg = await record();
    const { game } = await ask("/api/read", new Blob([gcg]));
    byId("totals").replaceChildren(totals(view, game, null));
    byId("judging").textContent = "Looking for the worst plays …";
    await listen("/api/review", { gcg, lexicon: "" }, {
      done: (review) => {
        if (state.view?.name === view.name) byId("totals").replaceChildren(totals(view, game, review));
      },
      failed: ({ error }) => say(error),
    }, new AbortController().signal, "-review");
  } catch (error) { say(error.message); }
  byId("judging").textContent = "";
}

function totals(view, game, review) {
  const best = Math.max(...view.players.map((player) => player.score));
  return element("tbody", {}, ...view.players.flatMap((player, index) => {
    const plays = (game?.turns || []).filter((turn) => turn.player === index && turn.score !== null && !turn.withdrawn);
    const top = plays.reduce((most, turn) => !most || turn.score > most.score ? turn : most, null);
    const lost = (turn) => Number((review?.turns[turn.number - 1]?.points_lost || "0").replace("−", "-").replace(/[^-.0-9]/g, "")) || 0;
    const worst = plays.reduce((least, turn) => !least || lost(turn) < lost(least) ? turn : least, null);
    const lines = [element("tr", { class: player.score === best ? "winner" : "" },
      element("th", { scope: "row" }, element("bdi", {}, player.name)),
      element("td", { class: "number" }, String(player.score)),
      element("td", { class: "number" }, player.percent === null ? "" : `${player.percent.toFixed(1)} %`))];
    const detail = (name, text) => lines.push(element("tr", { class: "detail" }, element("td", { colspan: 3 }, `${name}: ${text}`)));
    if (top) detail("Best play", `${top.move}, ${top.score} points`);
    if (worst && lost(worst) < 0) {
      const judged = review.turns[worst.number - 1];
      detail("Worst play", `${worst.move} on turn ${worst.number} (${judged.points_lost} points; ${judged.best} was better)`);
    } else if (review && plays.length) detail("Worst play", "none lost points");
    return lines;
  }));
}

// --- the review of a duplicate or training game

const lostText = (lost) => lost === null ? "–" : lost ? `−${lost}` : "0";

// Shows each player's best and worst plays, and what all lost; of training the whole, since it has no end.
async function showLosses(view) {
  const review = await ask("/api/games/review", { name: view.name });
  if (state.view?.name !== view.name) return;
  state.review = review;
  byId("totals").replaceChildren(element("tbody", {}, ...review.players.flatMap((name, player) => {
    const answers = review.rounds.map((round) => ({ round, ...round.answers[player] }));
    const lost = answers.reduce((sum, answer) => sum + (answer.lost || 0), 0);
    const found = answers.filter((answer) => answer.lost === 0).length;
    const top = answers.reduce((most, answer) => !most || answer.points > most.points ? answer : most, null);
    const worst = answers.reduce((most, answer) => !most || (answer.lost || 0) > (most.lost || 0) ? answer : most, null);
    const standing = view.players[player];
    const detail = (name, text) => element("tr", { class: "detail" }, element("td", { colspan: 3 }, `${name}: ${text}`));
    return [element("tr", { class: standing.place === 1 ? "winner" : "" }, element("th", { scope: "row" }, element("bdi", {}, name)),
      element("td", { class: "number" }, String(standing.score)),
      element("td", { class: "number" }, standing.percent === null ? "" : `${standing.percent.toFixed(1)} %`)),
    detail("Lost", `${Math.round(10 * lost) / 10} ${review.unit === "points" ? "points" : "points of equity"}; the best play in ${found} of ${answers.length} rounds`),
    ...top?.points ? [detail("Best play", `${top.move}, ${top.points} points`)] : [],
    ...worst?.lost ? [detail("Worst play", `${worst.move} in round ${worst.round.number} (${lostText(worst.lost)}; ${worst.round.best.move} was better)`)] : []];
  })));
}

// Shows the rounds; each move in them can be put on the board.
async function showRounds() {
  await showLosses(state.view);
  const { players, rounds } = state.review;
  const show = (round, move) => element("button", { type: "button", onclick: () => showRound(round, move) }, move.move);
  byId("rounds-table").replaceChildren(
    element("thead", {}, element("tr", {}, ...["#", "Rack", "Best", ...players.flatMap((name) => [name, "Lost"])].map((text) => element("th", { scope: "col" }, text)))),
    element("tbody", {}, ...rounds.map((round) => element("tr", {},
      element("td", {}, String(round.number)), element("td", {}, round.rack),
      element("td", {}, show(round, round.best), ` ${round.best.points}`),
      ...round.answers.flatMap((answer) => [
        element("td", {}, show(round, answer), ` ${answer.points}`, ...answer.note ? [" ", element("small", {}, answer.note)] : []),
        element("td", { class: answer.lost ? "number lost" : "number" }, lostText(answer.lost))])))));
  byId("rounds").hidden = false;
  byId("round-words").textContent = "";
  byId("round-analyze").disabled = true;
  byId("rounds").scrollIntoView({ block: "nearest" });
  byId("rounds-table").querySelector("button")?.focus({ preventScroll: true });
}

function showRound(round, move) {
  const squares = (tiles) => tiles.map(([row, column, byte]) => ({ row, column, byte }));
  state.round = round;
  hand.recall();
  hand.locked = true;
  picture.show(round.squares);
  picture.remember([]);
  picture.point(null);
  picture.compare(squares(move.laid), squares(round.best.laid));
  byId("round-words").textContent = `Round ${round.number}, rack ${round.rack}: ${move.move}, ${move.points} points; the best is ${round.best.move}, ${round.best.points} points.`;
  byId("round-analyze").disabled = false;
  if (matchMedia("(max-width: 980px)").matches) byId("table").scrollIntoView();
}

function leaveRounds() {
  byId("rounds").hidden = true;
  show(state.view);
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
  if (state.picking) {
    const tiles = exchangeText().slice(1);
    if (await confirmed(`Exchange ${tiles}? It takes the turn.`, "Exchange")) await play();
    return;
  }
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
  picture.root.focus({ preventScroll: true });
}));
byId("play").addEventListener("submit", (event) => { event.preventDefault(); reporting(play)(); });
byId("text").addEventListener("input", reporting(tryText));
byId("challenge-it").addEventListener("click", async () => {
  const last = state.view.history.findLast((line) => line.number !== null);
  if (await confirmed(`Challenge ${last.what} by ${last.who}?`, "Challenge")) step("challenge")();
});
byId("interrupt").addEventListener("click", reporting(async () => {
  byId("interrupt").disabled = true;
  update(await ask("/api/games/hurry", now()));
}));
byId("accept").addEventListener("click", step("accept"));
byId("exchange").addEventListener("click", exchange);
byId("pass").addEventListener("click", async () => {
  if (await confirmed("Pass the turn? It scores nothing.", "Pass")) reporting(() => act("/api/games/move", { text: "pass" }))();
});
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
byId("message").addEventListener("click", () => say(""));
// Opens the analysis; its Back button returns here.
function analyze(fields) {
  location.href = `/#${new URLSearchParams(fields)}`;
}

const record = async () => (await fetch(byId("gcg").href)).text();
byId("analyze").addEventListener("click", () => analyze({ cgp: state.view.cgp }));
byId("review-game").addEventListener("click", reporting(async () => {
  if (state.view.gcg) analyze({ game: await pack(await record()) });
  else await showRounds();
}));
byId("finish").addEventListener("click", reporting(async () => {
  byId("ending-heading").textContent = "Training so far";
  byId("ending").hidden = false;
  await showRounds();
}));
byId("round-analyze").addEventListener("click", () => analyze({ cgp: state.round.cgp }));
byId("round-end").addEventListener("click", leaveRounds);
byId("rematch").addEventListener("click", reporting(async () => {
  enter(await ask("/api/games/rematch", { name: state.view.name, drawn: state.drawn.key }));
}));
byId("begin").addEventListener("input", explainChoices);

document.addEventListener("visibilitychange", watch);

addEventListener("popstate", openAddress);

showSeats();
openAddress();
