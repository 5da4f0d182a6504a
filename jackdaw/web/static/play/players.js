// The players with their scores and clocks.
import { byId, element } from "../common.js";
import { acting, state } from "./playing.js";
import { endTime, hasEntered } from "./turn.js";

const OTHERS = 1; // seconds in which another browser on this game can send the play that lies on its board

const clockText = (seconds) => {
  const whole = Math.ceil(Math.abs(seconds));
  return `${seconds < 0 ? "−" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

function secondsLeft(player, index) {
  if (player.seconds === null) return null;
  const isThinking = state.view.running && index === acting();
  return player.seconds - (isThinking ? state.view.thinking + (performance.now() - state.shown) / 1000 : 0);
}

// A round has no overtime.
const shownSeconds = (left) => state.view.mode === "duplicate" ? Math.max(0, left) : left;

export function showPlayers() {
  byId("standing").replaceChildren(...state.view.players.map((player, index) => {
    const left = secondsLeft(player, index);
    const cells = [element("td", {}, element("bdi", {}, player.name), ...player.strategy ? [" ", element("small", { class: "hint" }, player.strategy)] : [])];
    cells.push(element("td", { class: "number" }, String(player.score)));
    if (player.percent !== null) cells.push(element("td", { class: "number aside" }, `${player.percent.toFixed(1)} %`));
    const isOneClock = state.view.mode === "duplicate" && index !== acting(); // a round has one for all
    if (left !== null && !state.view.over) cells.push(element("td", { class: isOneClock ? "number aside" : left < 0 ? "number clock late" : "number clock" }, clockText(shownSeconds(left))));
    return element("tr", { class: index === acting() ? "acting" : "" }, ...cells);
  }));
}

let ticking = 0;
export function tick() {
  clearTimeout(ticking);
  if (!state.view?.clock || !state.view.running || state.view.over) return;
  showPlayers();
  ticking = setTimeout(tick, 500);
  if (state.view.mode !== "duplicate" || state.view.seat === null) return;
  const left = secondsLeft(state.view.players[acting()], acting());
  if (left <= (hasEntered() ? 0 : -OTHERS)) endTime();
}
