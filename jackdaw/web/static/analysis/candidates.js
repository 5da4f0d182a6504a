// The candidates: their table and its ranking, why the best is better, and what the board shows of them.
import { ask, byId, element, reporting } from "../common.js";
import { basis } from "./results.js";
import { nameMethod } from "./search.js";
import { hand, picture, played, positionRequest, rankBy, resultKey, results, state, turn } from "./session.js";
import { remember } from "./settings.js";
import { fill, laidTiles } from "../table.js";

const EMPTY = { rows: [], columns: [], asides: [], how: "", outcomes: [], verdict: "", notes: [], why: [] };
const NAMES = { utility: "utility", win: "the chance to win", equity: "equity" };

// The results as they are ranked now: all rankings of a simulation are known.
function ranked() {
  const { table } = state;
  const other = table?.rankings?.[rankBy()];
  if (!other) return table;
  const replies = new Map(table.rows.map((row) => [row.move, row.bars?.replies]));
  const rows = other.rows.map((row) => row.bars
    ? { ...row, bars: { ...row.bars, replies: replies.get(row.move) || [] } } : row);
  const { how, line, below, why, rank_by } = other;
  return { ...table, rows, how, line, below, why, rank_by };
}

export const candidates = reporting(async () => {
  const number = ++state.requests;
  const key = resultKey();
  const kept = results.get(key);
  showTable(kept);
  if (kept) { choosePending(); return; }
  if (!state.view.rack_tiles.length) {
    const isOver = state.game && !turn();
    byId("state").textContent = isOver ? "" : state.setup ? "Enter a rack to see its plays." : "The rack is unknown. Use Set up to enter it.";
    return;
  }
  const table = await ask("/api/candidates", { ...positionRequest(), ...played(), most: 15 });
  results.put(key, table);
  if (number !== state.requests || state.job) return;
  showTable(table);
  choosePending();
});

// Chooses the move that the address names.
function choosePending() {
  const row = state.table.rows.find(({ move }) => move === state.wanted);
  state.wanted = null;
  if (row) choose(row, false);
}

// Shows results, or those of before in another ranking.
export function showTable(table = state.table) {
  state.table = table;
  const shown = ranked() || EMPTY;
  fill(byId("candidates"), shown, state.chosen, choose, rankMoves);
  byId("verdict").textContent = shown.verdict;
  explainChoice(shown);
  byId("table-notes").replaceChildren(...shown.notes.map((text) => element("li", {}, text)));
  byId("outcomes").replaceChildren(...shown.outcomes.map((text) => element("li", {}, text)));
  byId("tiles").hidden = !shown.outcomes.length;
  byId("run").disabled = !table && !state.job;
  showHeat();
  comparePlays(shown);
  byId("kept").hidden = !basis(table) || Boolean(state.job);
  byId("kept").textContent = basis(table);
  if (state.job) return;
  nameMethod();
  byId("state").textContent = table?.seconds ? `${table.seconds} s${stopped(table)}` : "";
}

// Ranks the moves of a simulation by a quantity, which the settings then name.
function rankMoves(quantity) {
  byId("rank-by").value = quantity;
  showTable();
  remember();
}

// Says why the best move is better: than the chosen one, or else than the played or the next one.
function explainChoice({ rows, why }) {
  const best = rows.find(({ rank }) => rank === "1");
  const chosen = rows.find(({ move }) => move === state.chosen);
  const against = chosen && chosen !== best && chosen.why?.length ? chosen : null;
  const reasons = against ? against.why : why;
  byId("why").hidden = !reasons.length;
  byId("why-heading").textContent = against ? `Why ${best?.move} is better than ${against.move}` : best ? `Why ${best.move}` : "";
  byId("reasons").replaceChildren(...reasons.map((text) => element("li", {}, text)));
}

// Draws the move that was played, and the best one as an outline.
function comparePlays({ rows }) {
  const best = state.game && rows.find((row) => row.rank === "1");
  const isPlayed = Boolean(played().played);
  picture.compare(
    isPlayed ? turn().laid.map(([row, column, byte]) => ({ row, column, byte })) : [],
    isPlayed && best ? laidTiles(best.laid, state.drawn) : []);
}

function stopped({ stopped: why, rank_by }) {
  const by = rank_by && rank_by !== rankBy() ? ` by ${NAMES[rank_by]}` : "";
  return { confidence: `, 99 % confident${by}`, iterations: ", all iterations done", time: ", time limit reached",
    interrupted: ", stopped", nodes: ", not everything proven" }[why] || "";
}

function choose(row, wasChosen) {
  if (wasChosen) { state.chosen = null; hand.recall(); }
  else {
    state.chosen = row.move;
    hand.show(laidTiles(row.laid, state.drawn));
    byId("tried").textContent = "";
    byId("text").value = row.laid ? "" : row.move;
  }
  showTable();
  remember();
}

export function setHeat(on) {
  state.heat = on;
  byId("heat").setAttribute("aria-pressed", String(on));
}

export function showHeat() {
  const rows = ranked()?.rows || [];
  byId("legend").hidden = !rows.some((row) => row.bars);
  const bars = rows.filter((row) => row.bars?.replies.length);
  byId("heat").disabled = !bars.length;
  byId("heat-legend").hidden = !bars.length || !state.heat;
  const of = bars.find((row) => row.move === state.chosen) || bars[0];
  picture.warm(state.heat && of ? of.bars.replies : null);
  byId("heat").title = of ? `Where the opponent plays after ${of.move}` : "Simulate first";
}
