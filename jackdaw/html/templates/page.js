"use strict";

// Sorts a table by a column: ascending first, then descending. Rows without a value stay at the end.
function sort(heading) {
  const table = heading.closest("table");
  const column = [...heading.parentNode.children].indexOf(heading);
  const isDown = heading.getAttribute("aria-sort") === "ascending";
  for (const other of heading.parentNode.children) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", isDown ? "descending" : "ascending");
  const isNumber = Boolean(table.querySelector(`tbody tr > :nth-child(${column + 1})[data-value]`));
  const keyed = [...table.tBodies[0].rows].map((row) => {
    const cell = row.cells[column];
    return [isNumber ? parseFloat(cell.dataset.value) : cell.textContent, row];
  });
  const compare = (a, b) => isNumber
    ? (Number.isNaN(a) - Number.isNaN(b)) || (isDown ? b - a : a - b)
    : (isDown ? -1 : 1) * a.localeCompare(b);
  keyed.sort(([a], [b]) => compare(a, b) || 0);
  table.tBodies[0].append(...keyed.map(([, row]) => row));
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
