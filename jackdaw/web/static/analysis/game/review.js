// The review of a game: quick at once, then a normal one in the background, a deep one on request.
import { Unreached, byId, listen, pause, say } from "../../common.js";

const DONE = { quick: "Quick review", normal: "Reviewed", deep: "Deep review" };

export class Review {
  // Calls `changed` whenever there is a new review.
  constructor(changed) {
    this.changed = changed;
    this.found = null;
    this.job = null;
    this.stops = 0;
    this.known = new Map();
  }

  // Reviews a game, unless that was done before.
  async start(key, gcg, lexicon) {
    this.stop();
    this.request = { key, gcg, lexicon };
    this.#show(this.known.get(key) || null);
    for (const effort of ["quick", "normal"]) {
      if (this.found && (effort === "quick" || this.found.effort !== "quick")) continue;
      if (!await this.#runWithRetries(effort)) return;
    }
  }

  // Starts the review over once the server is back, unless the user has opened another game or stopped it.
  async #runWithRetries(effort) {
    for (let seconds = 1; ; seconds = Math.min(2 * seconds, 30)) {
      try {
        return await this.#run(effort);
      } catch (error) {
        if (!(error instanceof Unreached)) throw error;
        byId("reviewed").textContent = "The server cannot be reached. The review waits for it …";
      }
      const { stops } = this;
      await pause(seconds);
      if (this.stops !== stops) return false;
    }
  }

  deepen() { return this.#runWithRetries("deep"); }

  stop() {
    this.stops += 1;
    this.job?.abort();
    this.job = null;
    byId("reviewing").hidden = true;
  }

  close() {
    this.stop();
    this.found = null;
    byId("chart").replaceChildren();
    byId("indices").textContent = byId("reviewed").textContent = "";
  }

  // Returns whether the review was finished.
  async #run(effort) {
    this.stop();
    const job = this.job = new AbortController();
    const { key, ...wanted } = this.request;
    const bar = byId("reviewing");
    bar.hidden = false;
    bar.removeAttribute("value");
    this.#name(effort, null);
    let done = null, failed = false, ending = false;
    try {
      await listen("/api/review", { ...wanted, effort }, {
        progress: (at) => { bar.value = at.all ? at.done / at.all : 1; this.#name(effort, at); },
        done: (found) => { done = found; },
        failed: ({ error }) => { failed = true; say(error); },
        ending: () => { ending = true; },
      }, job.signal, "-review");
      if (!job.signal.aborted && (ending || !(done || failed))) throw new Unreached("the connection to the server was lost; is it still running?");
    } finally {
      if (this.job === job) {
        this.job = null;
        bar.hidden = true;
        if (done?.is_complete || !this.found) {
          if (done) this.known.set(key, done);
          this.#show(done);
        } else this.#name();
      }
    }
    return Boolean(done) && this.found === done;
  }

  #name(effort, at) {
    const names = { quick: "Reviewing …", normal: "Reviewing by simulation …", deep: "Deep review …" };
    const count = at ? ` turn ${at.done} of ${at.all}` : "";
    byId("reviewed").textContent = effort ? names[effort] + count : this.found ? DONE[this.found.effort] : "";
    byId("review").hidden = Boolean(effort) || !this.found || this.found.effort === "deep";
  }

  #show(found) {
    this.found = found;
    const chart = byId("chart");
    chart.innerHTML = found?.chart || ""; // from a template that escapes all text of the record
    if (found && !found.chart) chart.textContent = `There is no chart: ${found.missing_chart_reason}.`;
    byId("indices").textContent = found?.indices.length ? `Mistake index: ${found.indices.join(", ")}` : "";
    this.#name();
    this.changed();
  }
}
