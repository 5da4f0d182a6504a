// The list of versions in the sidebar. `publish.py` writes versions.js beside the folders of the versions; it is
// loaded as a script, not fetched, so that it works from files, too. Without it the version is shown, no list.
"use strict";
(() => {
  const box = document.querySelector(".version-box");
  const { version, root, page } = box.dataset;

  function address(found) {
    const known = found.pages.includes(page);
    return `${root}${found.name}/${known ? page : "index"}.html`;
  }

  function addList(versions) {
    const label = document.createElement("label");
    label.textContent = "version ";
    const list = document.createElement("select");
    for (const { name } of versions) list.add(new Option(name, name, name === version, name === version));
    list.addEventListener("change", () => {
      location.href = address(versions.find((each) => each.name === list.value));
    });
    label.append(list);
    box.replaceChildren(label);
  }

  function addNote(text, newest) {
    const note = document.createElement("aside");
    note.className = "version-note";
    const link = document.createElement("a");
    link.href = address(newest);
    link.textContent = newest.name;
    note.append(`${text} The newest release is `, link, ".");
    document.querySelector("article").prepend(note);
  }

  const script = document.createElement("script");
  script.src = `${root}versions.js`;
  script.addEventListener("load", () => {
    const { newest, versions } = window.documentationVersions;
    if (!versions.some((each) => each.name === version)) return;
    addList(versions);
    const release = versions.find((each) => each.name === newest);
    if (release && version === "dev") addNote("This page is of the development version.", release);
    else if (release && version !== newest) addNote(`This page is of version ${version}.`, release);
  });
  document.head.append(script);
})();
