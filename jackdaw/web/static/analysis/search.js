// Simulations and searches of the position that is shown: start, follow, stop, go on.
import { ask, byId, listen, reporting, say } from "../common.js";
import { showTable } from "./candidates.js";
import { iterations } from "./results.js";
import { showProgress } from "./steps.js";
import { played, positionRequest, rankBy, resultKey, results, state } from "./session.js";
import { basisOf } from "./settings.js";

const METHODS = { simulation: "Simulate", preendgame: "Search the pre-endgame", endgame: "Solve the endgame" };

function method() {
  return state.view.method === "preendgame" && byId("simulate").checked ? "simulation" : state.view.method;
}

// A simulation goes on with another ranking as long as it has not given up moves by its own.
const canContinue = () => !state.job && method() === "simulation" && state.table?.method === "simulation"
  && state.table.settings === basisOf() && (state.table.rank_by === rankBy() || state.table.line === null);

export function nameMethod() {
  const goesOn = canContinue();
  byId("run").textContent = goesOn ? "Continue" : METHODS[method()];
  byId("restart").hidden = !goesOn;
}

// Leaves the search that runs; its results so far are kept.
export function stop() {
  if (!state.job) return;
  state.job.abort();
  state.job = null;
  byId("run").classList.add("main");
}

function requestOf(resume) {
  const number = (id) => Number(byId(id).value);
  return {
    ...positionRequest(), ...played(), most: number("most"), candidates: number("most"), iterations: number("iterations"),
    plies: byId("plies").value === "" ? null : number("plies"), seconds: number("seconds"), rank_by: rankBy(), resume,
    sure: byId("sure").checked && !(resume && state.table.stopped === "confidence"),
    simulate: byId("simulate").checked && state.view.bag > 0,
  };
}

export const run = reporting(async (isNew = false) => {
  if (state.job) {
    await ask("/api/stop", {});
    return;
  }
  const resume = !isNew && canContinue();
  const settings = basisOf();
  const before = resume ? state.table.seconds : 0;
  const job = state.job = new AbortController();
  ++state.requests;
  byId("run").textContent = "Stop";
  byId("restart").hidden = true;
  const key = resultKey();
  const started = performance.now();
  let done = "";
  const tell = () => {
    if (state.job !== job) return;
    const seconds = `${(before + (performance.now() - started) / 1000).toFixed(0)} s`;
    byId("state").textContent = done ? `${done}, ${seconds} …` : `${seconds} …`;
  };
  const clock = setInterval(tell, 1000);
  byId("state").textContent = "waiting for other analyses …";
  let last = null;
  try {
    await listen("/api/analyze", requestOf(resume), {
      begun: tell,
      table: (table) => {
        results.put(key, { ...table, settings, stopped: "interrupted" });
        done = table.method === "simulation" ? `${iterations(table).toLocaleString("en")} iterations` : table.done;
        if (state.job === job) showTable(results.get(key));
        tell();
      },
      done: (table) => { last = { ...table, settings }; results.put(key, last); },
      failed: ({ error }) => say(error),
    }, job.signal);
  } finally {
    clearInterval(clock);
    if (state.job === job) {
      state.job = null;
      nameMethod();
      if (last) showTable(last);
      else byId("state").textContent = "";
      showProgress();
    }
  }
});

byId("run").addEventListener("click", () => run());
byId("restart").addEventListener("click", () => run(true));
byId("simulate").addEventListener("change", () => { if (!state.job) nameMethod(); });
