// Shows one turn at a time, for links to turns, buttons and keys.
const turns = [...document.querySelectorAll(".turn")];
const steps = document.querySelector(".steps");
let current = 0;

function show(index) {
  current = Math.max(0, Math.min(index, turns.length - 1));
  const anchor = turns[current].id;
  turns.forEach((turn, number) => turn.classList.toggle("shown", number === current));
  for (const each of document.querySelectorAll("[aria-current]")) each.removeAttribute("aria-current");
  for (const each of document.querySelectorAll(`a[href="#${anchor}"], tr[data-turn="${anchor}"]`)) {
    each.setAttribute("aria-current", "true");
  }
  const isEnd = anchor === "end";
  document.getElementById("where").textContent = isEnd ? "After the last turn" : `Turn ${current + 1} of ${turns.length - 1}`;
  document.getElementById("announcement").textContent = turns[current].querySelector("h3").textContent;
  for (const button of steps.querySelectorAll("button")) {
    const goesBack = ["first", "back"].includes(button.dataset.step);
    button.disabled = goesBack ? current === 0 : current === turns.length - 1;
  }
}

function go(index) {
  show(index);
  history.replaceState(null, "", `#${turns[current].id}`);
}

function turnIndex(hash) {
  return turns.findIndex((turn) => `#${turn.id}` === hash);
}

const targets = { first: () => 0, back: () => current - 1, on: () => current + 1, last: () => turns.length - 1 };
const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

steps.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (button) go(targets[button.dataset.step]());
});
document.addEventListener("keydown", (event) => {
  if (!(event.key in keys) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(targets[keys[event.key]]());
});
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#"]');
  const index = link ? turnIndex(link.getAttribute("href")) : -1;
  if (index < 0) return;
  event.preventDefault();
  go(index);
  const stage = turns[index].getBoundingClientRect();
  if (stage.top < 0 || stage.top > innerHeight / 2) turns[index].scrollIntoView();
});
addEventListener("hashchange", () => {
  if (turnIndex(location.hash) >= 0) show(turnIndex(location.hash));
});

for (const heading of document.querySelectorAll(".candidates thead th, .list thead th")) {
  asButton(heading, () => sort(heading));
}

// Shows a candidate on the board of its turn.
function lay(row) {
  const turn = row.closest(".turn");
  const tiles = row.dataset.laid ? row.dataset.laid.split(",") : [];
  turn.querySelector(".laid").replaceChildren(...tiles.map((tile) => {
    const [x, y, shape] = tile.split(" ");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    for (const [name, value] of Object.entries({ x, y, href: `#${shape}` })) use.setAttribute(name, value);
    return use;
  }));
  for (const button of turn.querySelectorAll(".candidates td button")) {
    button.setAttribute("aria-pressed", String(button.closest("tr") === row));
  }
}

addEventListener("beforeprint", () => document.querySelectorAll(".candidates .played").forEach(lay));

for (const name of document.querySelectorAll(".candidates .shown-on-board")) {
  const row = name.closest("tr");
  const button = asButton(name, () => lay(row));
  button.setAttribute("aria-pressed", String(row.classList.contains("played")));
}

steps.hidden = false;
show(Math.max(0, turnIndex(location.hash)));
