// The review of a duplicate or training game, round by round.
import { ask, byId, element } from "../common.js";
import { show } from "./game.js";
import { hand, isNarrow, picture, state } from "./playing.js";

const lostText = (lost) => lost === null ? "–" : lost ? `−${lost}` : "0";

// Shows each player's best and worst plays, and what all lost; of training the whole, since it has no end.
export async function showLosses(view) {
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
export async function showRounds() {
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
  if (isNarrow()) byId("table").scrollIntoView();
}

export function leaveRounds() {
  byId("rounds").hidden = true;
  show(state.view);
}
