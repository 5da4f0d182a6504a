// The scoresheet of a game: a row for each turn with score, total, grade and chance to win.
import { element } from "../../common.js";
import { svg } from "../../picture.js";

const SHORT = { best: "best", none: "fine", spread: "spread", small: "small", medium: "medium", large: "large", unjudged: "–" };

function badge(judged) {
  const mark = svg("svg", { viewBox: "-9 -9 18 18", "aria-hidden": "true" }, svg("use", { class: "mark", href: `#mark-${judged.kind}` }));
  return element("span", { class: `badge ${judged.kind}`, title: judged.class_name }, mark, SHORT[judged.kind] ?? judged.kind);
}

function row(turn, judged, kept) {
  const { length } = turn.move;
  const size = length > 20 ? "longest" : length > 14 ? "long" : ""; // one line, also in a narrow sheet
  const name = length ? element("button", { type: "button", class: size }, turn.move) : "to play";
  const move = element("td", { class: "move" }, name, turn.withdrawn ? element("small", {}, " taken back") : "");
  if (kept) move.append(" ", element("span", { class: "dot", title: kept, role: "img", "aria-label": kept }));
  return element("tr", { "data-turn": String(turn.number - 1), class: turn.player % 2 ? "two" : "one" },
    element("td", { class: "number turn-number" }, String(turn.number)), move,
    element("td", { class: "number" }, turn.score === null ? "" : String(turn.score)),
    element("td", { class: "number total" }, turn.total === null ? "" : String(turn.total)),
    element("td", {}, judged ? badge(judged) : ""),
    element("td", { class: "number" }, judged?.win || ""));
}

// Fills the scoresheet. `kept` tells what result is kept for a turn; `go` shows one.
export function drawSheet(table, game, review, kept, go) {
  const heads = [["#", "number"], ["Move", ""], ["Score", "number"], ["Total", "number"], ["Grade", "grade"], ["Win", "number"]];
  const players = element("caption", {}, ...game.names.map((name, index) =>
    element("span", { class: `player ${index % 2 ? "two" : "one"}` }, element("bdi", {}, name))));
  const rows = game.turns.map((turn, index) => row(turn, review?.turns[index], kept(index)));
  if (game.end) {
    rows.push(element("tr", { "data-turn": String(game.turns.length) }, element("td", {}),
      element("td", { colspan: "5" }, element("button", { type: "button" }, "End"),
        ` ${game.names.map((name, index) => `${name} ${game.end.scores[index]}`).join(", ")}`)));
  }
  table.replaceChildren(players, element("thead", {}, element("tr", {}, ...heads.map(([text, kind]) =>
    element("th", { scope: "col", class: kind }, text)))), element("tbody", {}, ...rows));
  table.onclick = (event) => {
    const chosen = event.target.closest("tr[data-turn]");
    if (chosen) go(Number(chosen.dataset.turn));
  };
}

// Marks the turn that is shown and scrolls its row into view, without moving the page.
export function markTurn(table, index) {
  for (const each of table.querySelectorAll("tr[aria-current]")) each.removeAttribute("aria-current");
  const current = table.querySelector(`tr[data-turn="${index}"]`);
  if (!current) return;
  current.setAttribute("aria-current", "true");
  const scroller = table.parentElement;
  const [top, bottom] = [current.offsetTop - 40, current.offsetTop + current.offsetHeight];
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (bottom > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = bottom - scroller.clientHeight + 40;
}
