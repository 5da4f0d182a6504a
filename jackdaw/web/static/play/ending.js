// The end of a game: totals, the best and the worst plays.
import { ask, byId, element, listen, reporting, say } from "../common.js";
import { record, state } from "./playing.js";
import { showLosses } from "./rounds.js";

// Shows totals at once, and the best and the worst plays of a free game once it is judged.
export async function showEnding(view) {
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
    if (top?.score > 0) detail("Best play", `${top.move}, ${top.score} points`);
    if (worst && lost(worst) < 0) {
      const judged = review.turns[worst.number - 1];
      detail("Worst play", `${worst.move} on turn ${worst.number} (${judged.points_lost} points; ${judged.best} was better)`);
    } else if (review && plays.length) detail("Worst play", "none lost points");
    return lines;
  }));
}
