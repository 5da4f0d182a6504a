// The table of candidates, with bars for simulated ones.
import { element } from "./common.js";

// Parses "x y shape, ..." to tiles on squares.
export function laidTiles(text, drawn) {
  return (text ? text.split(",") : []).map((each) => {
    const [x, y, shape] = each.split(" ");
    const index = (at) => Math.round((Number(at) - drawn.margin) / drawn.side);
    return { row: index(y), column: index(x), byte: Number(shape.slice(1)) };
  });
}

const percent = (share) => `${(100 * Math.min(1, Math.max(0, share))).toFixed(1)}%`;

// The common scale of all bars: from a little below the lowest equity to the highest.
function scaleOf(rows) {
  const bars = rows.filter((row) => row.bars).map((row) => row.bars);
  const high = Math.max(...bars.map((each) => each.equity + 2 * each.equity_se));
  const low = Math.min(...bars.map((each) => each.equity)) - 2;
  return (points) => percent((points - low) / Math.max(1, high - low));
}

function bar(bars, scale) {
  const certain = element("i");
  const uncertain = element("i", { class: "doubt" });
  certain.style.width = scale(bars.equity - 2 * bars.equity_se);
  uncertain.style.width = scale(bars.equity + 2 * bars.equity_se);
  return element("span", { class: "span", "aria-hidden": "true", title: "Equity, plus or minus two standard errors" }, uncertain, certain);
}

function cell(text, error, kind) {
  const made = element("td", { class: kind }, text);
  if (error) made.append(" ", element("span", { class: "error" }, error));
  return made;
}

// Fills a table. `choose` is called with a row and whether it was chosen already.
export function fill(table, view, chosen, choose) {
  const kind = (column) => view.asides.includes(column) ? "number aside" : "number";
  const head = element("tr", {},
    ...[["Rank", "number"], ["Move", ""], ["Score", "number"], ["Leave", ""]].map(([name, of]) =>
      element("th", { scope: "col", class: of }, name)),
    ...view.columns.map((name, column) => element("th", { scope: "col", class: kind(column) }, name)));
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
      ...row.figures.map(([text, error], column) => cell(text, error, kind(column))));
  });
  const focused = table.contains(document.activeElement) ? document.activeElement.textContent : null;
  table.replaceChildren(
    ...view.rows.length ? [element("caption", {}, view.how), element("thead", {}, head), element("tbody", {}, ...rows)]
      : [element("caption", {}, view.how)]);
  if (focused) [...table.querySelectorAll("button")].find((each) => each.textContent === focused)?.focus();
}
