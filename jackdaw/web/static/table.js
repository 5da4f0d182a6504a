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

// The common scale of all bars: from a little below the lowest value to the highest.
function scaleOf(rows) {
  const bars = rows.filter((row) => row.bars).map((row) => row.bars);
  const high = Math.max(...bars.map((each) => each.value + 2 * each.value_se));
  const low = Math.min(...bars.map((each) => each.value)) - 2;
  return (value) => percent((value - low) / Math.max(1, high - low));
}

function bar(bars, scale, key) {
  const certain = element("i");
  const uncertain = element("i", { class: "doubt" });
  certain.style.width = scale(bars.value - 2 * bars.value_se);
  uncertain.style.width = scale(bars.value + 2 * bars.value_se);
  return element("span", { class: "span", "aria-hidden": "true", title: `${key}, plus or minus two standard errors` }, uncertain, certain);
}

function cell(text, error, kind) {
  const made = element("td", { class: kind }, text);
  if (error) made.append(" ", element("span", { class: "error" }, error));
  return made;
}

// The column and the order that each table is sorted by, once a heading was pressed.
const sortings = new WeakMap();
const BY_RANK = { name: "#", order: "ascending" };
// The headings that can rank the moves of a simulation.
const RANKINGS = { Utility: "utility", "Win %": "win", Equity: "equity" };

// The table that is pressed, and how it is filled once it is released. A button that is replaced while it is
// pressed is never clicked, and a running search fills its table several times a second.
let pressed = null;
let postponed = null;

function press({ target, button, key }) {
  if (button === 0 || key === " ") pressed = target.closest("table");
}

// Fills the table after the click, which may itself have filled it with something newer.
function release() {
  pressed = null;
  setTimeout(() => postponed?.());
}

for (const begun of ["pointerdown", "keydown"]) document.addEventListener(begun, press);
for (const ended of ["pointerup", "pointercancel", "keyup"]) document.addEventListener(ended, release);

// The columns of a table: how each row is sorted by them, and the class of their cells.
function columnsOf(view, canRank) {
  const kind = (column) => view.asides.includes(column) ? "number aside" : "number";
  return [
    { name: "#", label: "Rank", kind: "number", value: (row) => row.values[0], first: "ascending" },
    { name: "Move", kind: "", value: (row) => row.move, first: "ascending" },
    { name: "Score", kind: "number", value: (row) => row.values[1], first: "descending" },
    { name: "Leave", kind: "", value: (row) => row.leave, first: "ascending" },
    ...view.columns.map((name, column) => ({
      name, kind: kind(column), value: (row) => row.values[2 + column], first: "descending",
      ranking: canRank && view.rank_by && RANKINGS[name],
    })),
  ];
}

// Sorts rows; those without a value stay at the end.
function sorted(rows, { value }, order) {
  const sign = order === "descending" ? -1 : 1;
  const compare = (a, b) => typeof a === "string" ? a.localeCompare(b) : a - b;
  return rows.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)];
    return a === null || b === null ? (a === null) - (b === null) : sign * compare(a, b);
  });
}

// A heading sorts the rows, or ranks the moves, which is the server's order: better and given-up moves apart.
function heading(column, sorting, rankBy, { sortBy, rank }) {
  const isSorting = column.name === sorting.name;
  const button = { type: "button", "aria-label": column.label, onclick: () => sortBy(column) };
  if (!column.ranking) {
    return element("th", { scope: "col", class: column.kind, "aria-sort": isSorting && !(rankBy && sorting === BY_RANK) && sorting.order },
      element("button", button, column.name));
  }
  const isRanking = column.ranking === rankBy;
  return element("th", {
    scope: "col", class: `${column.kind} ${isRanking ? "ranking" : ""}`, "aria-sort": isRanking && sorting === BY_RANK && "descending",
  }, element("button", {
    type: "button", title: isRanking ? "The moves are ranked by this" : "Rank the moves by this",
    "aria-pressed": String(isRanking), onclick: () => rank(column.ranking),
  }, column.name));
}

// Fills a table, once it is not pressed. `choose` is called with a row and whether it was chosen already,
// `rank` with what is to rank the moves of a simulation, if it can be changed.
export function fill(table, view, chosen, choose, rank) {
  postponed = null;
  if (table === pressed) {
    postponed = () => fill(table, view, chosen, choose, rank);
    return;
  }
  const columns = columnsOf(view, Boolean(rank));
  const wanted = sortings.get(table);
  const sorting = columns.some(({ name }) => name === wanted?.name) ? wanted : BY_RANK;
  const sortBy = ({ name, first }) => {
    const other = { ascending: "descending", descending: "ascending" };
    sortings.set(table, { name, order: name === sorting.name ? other[sorting.order] : first });
    fill(table, view, chosen, choose, rank);
  };
  const rankBy = (quantity) => {
    sortings.delete(table);
    rank(quantity);
  };
  const head = element("tr", {}, ...columns.map((column) => heading(column, sorting, view.rank_by, { sortBy, rank: rankBy })));
  const scale = scaleOf(view.rows);
  const ranking = columns.find((column) => column.ranking && column.ranking === view.rank_by)?.name || view.columns[0];
  const made = (row) => {
    const isChosen = row.move === chosen;
    const button = element("button", {
      type: "button", "aria-pressed": String(isChosen), onclick: () => choose(row, isChosen),
    }, row.move);
    const name = element("td", {}, button);
    if (row.mark) name.append(" ", element("small", {}, row.mark));
    if (row.bars) name.append(bar(row.bars, scale, ranking));
    return element("tr", { class: `${row.mark ? "played " : ""}${row.bars?.given_up ? "given-up" : ""}` },
      cell(row.rank, "", "number"), name, cell(row.score, "", "number"), cell(row.leave, "", ""),
      ...row.figures.map(([text, error], column) => cell(text, error, columns[4 + column].kind)));
  };
  const by = columns.find(({ name }) => name === sorting.name);
  const bodyOf = (rows, ...first) => element("tbody", {}, ...first, ...sorted(rows, by, sorting.order).map(made));
  const line = view.line ?? view.rows.length;
  const bodies = [bodyOf(view.rows.slice(0, line))];
  if (line < view.rows.length) {
    const below = element("th", { scope: "rowgroup", colspan: columns.length }, view.below);
    bodies.push(bodyOf(view.rows.slice(line), element("tr", { class: "line" }, below)));
  }
  const focused = table.contains(document.activeElement) ? document.activeElement.textContent : null;
  table.replaceChildren(
    ...view.rows.length ? [element("caption", {}, view.how), element("thead", {}, head), ...bodies]
      : [element("caption", {}, view.how)]);
  if (focused) [...table.querySelectorAll("button")].find((each) => each.textContent === focused)?.focus();
}
