// What the analysis page shows, shared by its modules: the position, the game or positions it comes from, results.
import { byId } from "../common.js";
import { Hand } from "../hand.js";
import { Picture } from "../picture.js";
import { Results } from "./results.js";

// view: the position; game, code, index: the game, its code in the address, the turn shown; set: several
// positions; past: positions before plays; line: other moves from a turn of the game; table: the results as they came; chosen, wanted: moves; job: the
// search that runs.
export const state = {
  view: null, drawn: null, game: null, code: "", index: 0, set: null, past: [], line: null, setup: false,
  table: null, chosen: null, wanted: null, job: null, heat: false, requests: 0, visits: 0, trying: 0,
};
export const results = new Results();
export const picture = new Picture(byId("board"));
export const actions = { changed: () => {}, enter: () => {} }; // of tentative plays
export const hand = new Hand(picture, { changed: (laid) => actions.changed(laid), enter: () => actions.enter() });

export const lexicon = () => byId("lexicon").value;
export const rankBy = () => byId("rank-by").value;
export const positionRequest = () => ({ cgp: state.view.cgp, lexicon: lexicon(), drawn: state.drawn.key });
export const turn = () => state.game?.turns[state.index];
// The move played in the position that is shown, if it is one of the game.
export const played = () => state.game && !state.past.length && !state.line && !state.setup && turn() && turn().played
  ? { played: turn().played, withdrawn: turn().withdrawn } : {};
export const keyOf = (cgp, move = "") => [cgp, lexicon(), move].join("|");
export const resultKey = () => keyOf(state.view.cgp, played().played);
export const turnKey = (index) => keyOf(state.game.turns[index].position.cgp, state.game.turns[index].played);
