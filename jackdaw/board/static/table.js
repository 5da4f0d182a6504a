// The table of candidates, with bars where they are simulated.
import { element } from "./common.js";

// "x y shape, ..." as tiles on squares.
export function laidTiles(text, drawn) {
  return (text ? text.split(",") : []).map((each) => {
    const [x, y, shape] = each.split(" ");
    const place = (at) => Math.round((Number(at) - drawn.margin) / drawn.side);
    return { row: place(y), column: place(x), byte: Number(shape.slice(1)) };
  });
}

const percent = (share) => `${(100 * Math.min(1, Math.max(0, share))).toFixed(1)}%`;

// Bars of all candidates have one scale: from a little below the lowest equity to the highest.
function scaleOf(rows) {
  const bars = rows.filter((row) => row.bars).map((row) => row.bars);
  const high = Math.max(...bars.map((each) => each.equity + 2 * each.equity_se));
  const low = Math.min(...bars.map((each) => each.equity)) - 2;
  return (points) => percent((points - low) / Math.max(1, high - low));
}

function bar(bars, scale) {
  const sure = element("i");
  const doubt = element("i", { class: "doubt" });
  sure.style.width = scale(bars.equity - 2 * bars.equity_se);
  doubt.style.width = scale(bars.equity + 2 * bars.equity_se);
  return element("span", { class: "span", "aria-hidden": "true", title: "Equity, less and more two standard errors" }, doubt, sure);
}

function cell(text, error, kind) {
  const made = element("td", { class: kind }, text);
  if (error) made.append(" ", element("span", { class: "error" }, error));
  return made;
}

// Fills a table; `choose` is called with a row and whether it was chosen before.
export function fill(table, view, chosen, choose) {
  const kind = (place) => view.asides.includes(place) ? "number aside" : "number";
  const head = element("tr", {},
    ...[["Rank", "number"], ["Move", ""], ["Score", "number"], ["Leave", ""]].map(([name, of]) =>
      element("th", { scope: "col", class: of }, name)),
    ...view.columns.map((name, place) => element("th", { scope: "col", class: kind(place) }, name)));
  const scale = scaleOf(view.rows);
  const rows = view.rows.map((row) => {
    const isChosen = row.move === chosen;
    const button = element("button", {
      type: "button", "aria-pressed": String(isChosen), onclick: () => choose(row, isChosen),
    }, row.move);
    const name = element("td", {}, button);
    if (row.mark) name.append(" ", element("small", {}, row.mark));
    if (row.bars) name.append(bar(row.bars, scale));
    return element("tr", { class: `${row.mark ? "played " : ""}${row.bars?.given_up ? "given-up" : ""}` },
      cell(row.rank, "", "number"), name, cell(row.score, "", "number"), cell(row.leave, "", ""),
      ...row.figures.map(([text, error], place) => cell(text, error, kind(place))));
  });
  const focused = table.contains(document.activeElement) ? document.activeElement.textContent : null;
  table.replaceChildren(
    ...view.rows.length ? [element("caption", {}, view.how), element("thead", {}, head), element("tbody", {}, ...rows)]
      : [element("caption", {}, view.how)]);
  if (focused) [...table.querySelectorAll("button")].find((each) => each.textContent === focused)?.focus();
}
