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

// The columns of a table: how each row is sorted by them, and the class of their cells.
function columnsOf(view) {
  const kind = (column) => view.asides.includes(column) ? "number aside" : "number";
  return [
    { name: "#", label: "Rank", kind: "number", value: (row) => row.values[0], first: "ascending" },
    { name: "Move", kind: "", value: (row) => row.move, first: "ascending" },
    { name: "Score", kind: "number", value: (row) => row.values[1], first: "descending" },
    { name: "Leave", kind: "", value: (row) => row.leave, first: "ascending" },
    ...view.columns.map((name, column) => ({
      name, kind: kind(column), value: (row) => row.values[2 + column], first: "descending",
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

// Fills a table. `choose` is called with a row and whether it was chosen already.
export function fill(table, view, chosen, choose) {
  const columns = columnsOf(view);
  const wanted = sortings.get(table);
  const sorting = columns.some(({ name }) => name === wanted?.name) ? wanted : BY_RANK;
  const sortBy = ({ name, first }) => {
    const other = { ascending: "descending", descending: "ascending" };
    sortings.set(table, { name, order: name === sorting.name ? other[sorting.order] : first });
    fill(table, view, chosen, choose);
  };
  const head = element("tr", {}, ...columns.map((column) => element("th", {
    scope: "col", class: column.kind, "aria-sort": column.name === sorting.name && sorting.order,
  }, element("button", {
    type: "button", "aria-label": column.label, onclick: () => sortBy(column),
  }, column.name))));
  const scale = scaleOf(view.rows);
  const made = (row) => {
    const isChosen = row.move === chosen;
    const button = element("button", {
      type: "button", "aria-pressed": String(isChosen), onclick: () => choose(row, isChosen),
    }, row.move);
    const name = element("td", {}, button);
    if (row.mark) name.append(" ", element("small", {}, row.mark));
    if (row.bars) name.append(bar(row.bars, scale, view.columns[0]));
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
