"use strict";

// Sorts a table by a column: ascending first (figures of candidates descending), then the other way round.
// Rows without a value stay at the end. Rows below a line are sorted among themselves.
function sort(heading) {
  const table = heading.closest("table");
  const column = [...heading.parentNode.children].indexOf(heading);
  const isNumber = Boolean(table.querySelector(`tbody tr > :nth-child(${column + 1})[data-value]`));
  const first = isNumber && heading.matches(".candidates th:not(:first-child)") ? "descending" : "ascending";
  const other = { ascending: "descending", descending: "ascending" };
  const order = heading.hasAttribute("aria-sort") ? other[heading.getAttribute("aria-sort")] : first;
  for (const each of heading.parentNode.children) each.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", order);
  const isDown = order === "descending";
  const compare = (a, b) => isNumber
    ? (Number.isNaN(a) - Number.isNaN(b)) || (isDown ? b - a : a - b)
    : (isDown ? -1 : 1) * a.localeCompare(b);
  for (const body of table.tBodies) {
    const keyed = [...body.rows].filter((row) => !row.matches(".line")).map((row) => {
      const cell = row.cells[column];
      return [isNumber ? parseFloat(cell.dataset.value) : cell.textContent, row];
    });
    keyed.sort(([a], [b]) => compare(a, b) || 0);
    body.append(...keyed.map(([, row]) => row));
  }
}

function asButton(element, action) {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...element.childNodes);
  button.addEventListener("click", () => action(button));
  element.append(button);
  return button;
}

// Switches between the colour theme of the system and the other one.
const theme = document.getElementById("theme");
const dark = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (document.documentElement.dataset.theme || (dark.matches ? "dark" : "light")) === "dark";
const name = () => { theme.textContent = isDark() ? "Light colours" : "Dark colours"; };
theme.addEventListener("click", () => {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  name();
});
dark.addEventListener("change", name);

theme.hidden = false;
name();
