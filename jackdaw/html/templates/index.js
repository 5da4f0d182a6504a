
for (const heading of document.querySelectorAll(".list thead th")) {
  asButton(heading, () => sort(heading));
}

// Shows one player at a time: the one that the address names, or else the first.
const people = [...document.querySelectorAll(".person")];

function show(anchor) {
  const shown = people.find((person) => person.id === anchor) || people[0];
  for (const person of people) person.classList.toggle("shown", person === shown);
  for (const row of document.querySelectorAll("[data-person]")) {
    if (row.dataset.person === shown.id) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  }
}

if (people.length) {
  addEventListener("hashchange", () => show(location.hash.slice(1)));
  show(location.hash.slice(1));
}
