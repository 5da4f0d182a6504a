// The review of a game: quick at once, then a normal one in the background, a deep one on request.
import { byId, listen, say } from "../../common.js";

const DONE = { quick: "Quick review", normal: "Reviewed", deep: "Deep review" };

export class Review {
  // Calls `changed` whenever there is a new review.
  constructor(changed) {
    this.changed = changed;
    this.found = null;
    this.job = null;
    this.known = new Map();
  }

  // Reviews a game, unless that was done before.
  async start(key, gcg, lexicon) {
    this.stop();
    this.request = { key, gcg, lexicon };
    this.#show(this.known.get(key) || null);
    for (const effort of ["quick", "normal"]) {
      if (this.found && (effort === "quick" || this.found.effort !== "quick")) continue;
      if (!await this.#run(effort)) return;
    }
  }

  deepen() { return this.#run("deep"); }

  stop() {
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
    let done = null;
    try {
      await listen("/api/review", { ...wanted, effort }, {
        progress: (at) => { bar.value = at.all ? at.done / at.all : 1; this.#name(effort, at); },
        done: (found) => { done = found; },
        failed: ({ error }) => say(error),
      }, job.signal, "-review");
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
