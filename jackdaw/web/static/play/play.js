// The play page. The server holds the rules, the scores and the clocks; these modules show games and send actions.
import { pack } from "../address.js";
import { ask, byId, once, reporting, say } from "../common.js";
import { chooseRules } from "../rules.js";
import { exchange, showPicking } from "./exchange.js";
import { show, showHelp } from "./game.js";
import { hint, kibitz } from "./help.js";
import { begin, enter, explainChoices, lobby, openAddress, showSeats } from "./lobby.js";
import { actions, confirmed, now, picture, record, state } from "./playing.js";
import { leaveRounds, showRounds } from "./rounds.js";
import { act, noAnswer, play, step, tryText, tryTiles } from "./turn.js";
import { update, watch } from "./watching.js";

Object.assign(actions, { changed: reporting(tryTiles), enter: reporting(play), picked: showPicking });

for (const each of document.querySelectorAll("input[name=mode]")) each.addEventListener("change", showSeats);
byId("begin").addEventListener("submit", (event) => { event.preventDefault(); begin(); });
byId("sit").addEventListener("click", reporting(async () => {
  show(await ask("/api/games/game", { name: state.view.name, seated: true, drawn: state.drawn.key }));
  picture.root.focus({ preventScroll: true });
}));
byId("play").addEventListener("submit", (event) => { event.preventDefault(); reporting(play)(); });
byId("text").addEventListener("input", reporting(tryText));
byId("challenge-it").addEventListener("click", async () => {
  const last = state.view.history.findLast((line) => line.number !== null);
  if (await confirmed(`Challenge ${last.what} by ${last.who}?`, "Challenge")) step("challenge")();
});
byId("interrupt").addEventListener("click", reporting(async () => {
  byId("interrupt").disabled = true;
  update(await ask("/api/games/hurry", now()));
}));
byId("accept").addEventListener("click", step("accept"));
byId("exchange").addEventListener("click", exchange);
byId("pass").addEventListener("click", async () => {
  if (await confirmed("Pass the turn? It scores nothing.", "Pass")) reporting(() => act("/api/games/move", { text: "pass" }))();
});
byId("none").addEventListener("click", () => noAnswer());
byId("draw").addEventListener("click", step("draw"));
byId("anew").addEventListener("click", step("anew"));
byId("undo").addEventListener("click", step("back"));
byId("redo").addEventListener("click", step("forward"));
byId("training").addEventListener("submit", (event) => {
  event.preventDefault();
  reporting(() => act("/api/games/train", { rack: byId("own-rack").value }))();
});
byId("kibitz").addEventListener("click", reporting(kibitz));
byId("hint").addEventListener("click", reporting(hint));
byId("helps").addEventListener("change", showHelp);
byId("lobby-button").addEventListener("click", lobby);
byId("message").addEventListener("click", () => say(""));
// Opens the analysis; its Back button returns here.
function analyze(fields) {
  location.href = `/#${new URLSearchParams(fields)}`;
}

byId("analyze").addEventListener("click", () => analyze({ cgp: state.view.cgp }));
byId("review-game").addEventListener("click", reporting(async () => {
  if (state.view.gcg) analyze({ game: await pack(await record()) });
  else await showRounds();
}));
byId("finish").addEventListener("click", reporting(async () => {
  byId("ending-heading").textContent = "Training so far";
  byId("ending").hidden = false;
  await showRounds();
}));
byId("round-analyze").addEventListener("click", () => analyze({ cgp: state.round.cgp }));
byId("round-end").addEventListener("click", leaveRounds);
byId("rematch").addEventListener("click", reporting(once(async () => {
  enter(await ask("/api/games/rematch", { name: state.view.name, drawn: state.drawn.key }));
})));
byId("lexicon").addEventListener("change", chooseRules);
byId("begin").addEventListener("input", explainChoices);

document.addEventListener("visibilitychange", watch);

addEventListener("popstate", openAddress);

showSeats();
openAddress();
