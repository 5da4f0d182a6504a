// The lobby: the choices of a new game, and the saved ones.
import { ask, byId, element, once, reporting, say } from "../common.js";
import { show } from "./game.js";
import { confirmed, isNarrow, PERSON, picture, state } from "./playing.js";
import { svg } from "../picture.js";
import { watch } from "./watching.js";

const SEATS = { free: 4, duplicate: 6, training: 1 };
const NAMES = [PERSON, "Jack", "Jill", "Joan", "Jim", "June"];
const ENGINES = ["", "club", "", "", "", ""];

const mode = () => document.querySelector("input[name=mode]:checked").value;

const CHALLENGES = {
  void: "Only words of the lexicon can be played, so there is nothing to challenge.",
  single: "Any word can be played. A phony that is challenged comes off the board; a wrong challenge costs nothing.",
  double: "Any word can be played. A phony that is challenged comes off the board; a wrong challenge costs the challenger's turn.",
  five_point: "Any word can be played. A phony that is challenged comes off the board; a wrong challenge gives the other player 5 points.",
  ten_point: "Any word can be played. A phony that is challenged comes off the board; a wrong challenge gives the other player 10 points.",
};

const REDRAWS = {
  "15 2 1": "A rack with less than two vowels or two consonants goes back and is drawn again; from round 16, one of each suffices.",
  "0 1 1": "A rack without a vowel or without a consonant goes back and is drawn again.",
  "0 0 0": "Every rack is played as it was drawn.",
};

const CLOCKS = {
  free: "Each minute begun over time costs 10 points at the end; the game goes on.",
  duplicate: "When the time for a round is up, a legal play on the board counts; without one the round scores nothing.",
};

// Describes an engine; its vocabulary, leaves and rating may be of English only.
function engineWords(option, isEnglish) {
  const { words, otherWords, englishOnly } = option?.dataset || {};
  if (isEnglish || !option?.value) return words || "";
  if (englishOnly !== undefined) return "plays only English: choose another engine";
  return otherWords ? `${otherWords}; rated in English` : "";
}

// Says in words what is chosen, also what the rules choose.
export function explainChoices() {
  const own = byId("rules").selectedOptions[0].dataset.challenge;
  const names = Object.fromEntries([...byId("challenge").options].map((option) => [option.value, option.text]));
  byId("challenge").options[0].text = `as in the rules: ${names[own].split(":")[0]}`;
  byId("challenge-words").textContent = CHALLENGES[byId("challenge").value || own];
  byId("redraw-words").textContent = REDRAWS[byId("redraw").value];
  const isEnglish = byId("rules").selectedOptions[0].dataset.language === "english";
  for (const row of byId("seats").children) {
    const [name, strategy, words] = row.children;
    for (const option of strategy.querySelectorAll("[data-english-only]")) option.disabled = !isEnglish;
    row.classList.toggle("unused", !name.value.trim());
    words.textContent = name.value.trim() ? engineWords(strategy.selectedOptions[0], isEnglish) : "";
  }
  byId("clock-words").textContent = byId("minutes").value && CLOCKS[mode()] || "";
  byId("minutes-label").textContent = mode() === "duplicate" ? "Minutes a round" : "Minutes a player";
}

export function showSeats() {
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

export const lobby = reporting(async () => {
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

export const begin = reporting(once(async () => {
  const seats = [...byId("seats").children].map((row) => ({
    name: row.children[0].value.trim(), strategy: row.children[1].value || null,
  })).filter((seat) => seat.name);
  const minutes = mode() !== "training" && byId("minutes").value ? Number(byId("minutes").value) : null;
  enter(await ask("/api/games/begin", {
    mode: mode(), seats, minutes, rules: byId("rules").value, lexicon: byId("lexicon").value,
    challenge: mode() === "free" && byId("challenge").value || null, redraw: redrawChosen(), drawn: state.drawn?.key || "",
  }));
}));

export const open = reporting(async (name) => {
  enter(await ask("/api/games/game", { name, drawn: state.drawn?.key || "" }));
});

// Opens the game of the address, or the lobby, which says why the game cannot be opened.
export async function openAddress() {
  if (location.hash.length < 2) { lobby(); return; }
  leave();
  await open(decodeURIComponent(location.hash.slice(1)));
  if (state.view) return;
  const why = byId("message").textContent;
  await lobby();
  say(why);
}

export function enter(view) {
  leave();
  byId("lobby").hidden = true;
  byId("playing").hidden = false;
  byId("helps").checked = view.mode === "training";
  const address = `#${encodeURIComponent(view.name)}`;
  if (location.hash !== address) history.pushState(null, "", address);
  show(view);
  if (isNarrow()) byId("playing").scrollIntoView(); // board and rack, rather than the header
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
