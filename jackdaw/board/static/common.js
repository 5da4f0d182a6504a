// What all pages need: asking the server, a line for the user, the colours.
const page = document.documentElement.dataset.page;
const headers = { "Content-Type": "application/json", "X-Page": page };

export class Refused extends Error {}

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
  let error = `the server answered ${response.status}`;
  try { error = (await response.json()).error || error; } catch { /* it is no answer of ours */ }
  return new Refused(error);
}

async function send(path, body, options) {
  try {
    return await fetch(path, { method: "POST", headers, body, ...options });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused("the server cannot be reached; is it still running?");
  }
}

// Asks for JSON with JSON, or with the bytes of a file.
export async function ask(path, asked) {
  const isFile = asked instanceof Blob;
  const options = isFile ? { headers: { ...headers, "Content-Type": "application/octet-stream" } } : {};
  const response = await send(path, isFile ? asked : JSON.stringify(asked), options);
  if (!response.ok) throw await refusal(response);
  return response.json();
}

// Asks for server-sent events: `on` has a function for each. Ends with the stream, or when the signal aborts.
export async function listen(path, asked, on, signal) {
  try {
    const response = await send(path, JSON.stringify(asked), { signal });
    if (!response.ok) throw await refusal(response);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
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

// Runs what may be refused, and says so if it is.
export function tell(work) {
  return async (...given) => {
    try {
      say("");
      await work(...given);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      say(error.message);
    }
  };
}

const theme = byId("theme");
const dark = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (document.documentElement.dataset.theme || (dark.matches ? "dark" : "light")) === "dark";
const name = () => { theme.textContent = isDark() ? "Light colours" : "Dark colours"; };
theme.addEventListener("click", () => {
  const chosen = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = chosen;
  try { localStorage.setItem("jackdaw-theme", chosen); } catch { /* it lasts as long as the page, then */ }
  name();
});
dark.addEventListener("change", name);
name();
