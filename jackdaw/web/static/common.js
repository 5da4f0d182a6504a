// Shared by all pages: requests to the server, the message line, the colour theme.
const page = document.documentElement.dataset.page;
const headers = { "Content-Type": "application/json", "X-Page": page };

export class Refused extends Error {}

// The server cannot be reached: it may come back.
export class Unreached extends Refused {}

// The server has too much to do, or is ending: it says so with status 503.
export class Busy extends Refused {}

export const pause = (seconds) => new Promise((resolve) => { setTimeout(resolve, 1000 * seconds); });

export const byId = (id) => document.getElementById(id);

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "class") made.className = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

async function refusal(response) {
  let error = `the server responded with status ${response.status}`;
  try { error = (await response.json()).error || error; } catch { /* not a JSON response of ours */ }
  return response.status === 503 ? new Busy(error) : new Refused(error);
}

async function send(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreached("the server cannot be reached; is it still running?");
  }
}

// What is thrown when a response breaks off.
function brokenOff(error) {
  return error.name === "AbortError" ? error : new Unreached("the connection to the server was lost; is it still running?");
}

// Returns the text of a file of the server.
export async function fetchText(path) {
  const response = await send(path, { headers });
  if (!response.ok) throw await refusal(response);
  return response.text().catch((error) => { throw brokenOff(error); });
}

// Sends JSON, or the bytes of a file, and returns the JSON of the response.
export async function ask(path, content) {
  const isFile = content instanceof Blob;
  const type = isFile ? { "Content-Type": "application/octet-stream" } : {};
  const body = isFile ? content : JSON.stringify(content);
  const response = await send(path, { method: "POST", headers: { ...headers, ...type }, body });
  if (!response.ok) throw await refusal(response);
  return response.json().catch((error) => { throw brokenOff(error); });
}

// Sends JSON and receives server-sent events: `on` has a function for each name. Ends with the stream or the signal.
// The server runs one job for each part of a page.
// `began` is called once the server streams.
export async function listen(path, content, on, signal, part = "", began = () => {}) {
  try {
    const response = await send(path, {
      method: "POST", headers: { ...headers, "X-Page": page + part }, body: JSON.stringify(content), signal,
    });
    if (!response.ok) throw await refusal(response);
    began();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read().catch((error) => { throw brokenOff(error); });
      if (done) return;
      const events = (rest + value).split("\n\n");
      rest = events.pop();
      for (const event of events) {
        const name = /^event: (.*)$/m.exec(event);
        const data = /^data: (.*)$/m.exec(event);
        if (name && data && !signal.aborted) on[name[1]]?.(JSON.parse(data[1]));
      }
    }
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
}

export function say(text, isGood = false) {
  const line = byId("message");
  line.textContent = text;
  line.hidden = !text;
  line.classList.toggle("good", isGood);
}

// Wraps a function so that the message line shows why the server refused a request.
export function reporting(action) {
  return async (...given) => {
    try {
      say("");
      await action(...given);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      say(error.message);
    }
  };
}

// Wraps an action so that it does not begin again while it is under way, as when a button is pressed twice.
export function once(action) {
  let isUnderWay = false;
  return async (...given) => {
    if (isUnderWay) return undefined;
    isUnderWay = true;
    try { return await action(...given); } finally { isUnderWay = false; }
  };
}

// The fragment of the address holds the state of the page, so this link must not change it.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("board").focus();
});

const theme = byId("theme");
const dark = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (document.documentElement.dataset.theme || (dark.matches ? "dark" : "light")) === "dark";
const name = () => { theme.title = isDark() ? "Light colours" : "Dark colours"; theme.setAttribute("aria-label", theme.title); };
theme.addEventListener("click", () => {
  const chosen = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = chosen;
  try { localStorage.setItem("jackdaw-theme", chosen); } catch { /* without storage the theme lasts as long as the page */ }
  name();
});
dark.addEventListener("change", name);
name();
