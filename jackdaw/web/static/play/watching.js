// Other browsers that play in the same game: their moves appear at once.
import { ask, byId, listen, pause, say } from "../common.js";
import { show } from "./game.js";
import { lobby } from "./lobby.js";
import { showPlayers, tick } from "./players.js";
import { now, state } from "./playing.js";

const LOST = "The server cannot be reached. This page tries again …";

// Shows a later state of the game; of the same state only the clocks, since tiles may lie on the board, or the rack
// of whoever has challenged and is still at the screen.
export function update(view) {
  if (state.view?.name !== view.name || view.revision < state.view.revision) return;
  if (view.revision > state.view.revision || (state.view.secret && !view.secret)) {
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close(""); // it asks about what is past
    show(view);
    return;
  }
  const { players, running, thinking } = view;
  Object.assign(state.view, { players, running, thinking });
  state.shown = performance.now();
  showPlayers();
  tick();
}

// Follows the game until the page leaves it. A page that nobody sees needs no connection.
export async function watch() {
  state.watch?.abort();
  state.watch = null;
  if (!state.view || document.hidden) return;
  const own = state.watch = new AbortController();
  const { name } = state.view;
  for (let seconds = 1; !own.signal.aborted; seconds = Math.min(2 * seconds, 30)) {
    const alive = () => { seconds = 1; if (byId("message").textContent === LOST) say(""); };
    try {
      await listen("/api/games/watch", now(), {
        game: (view) => { alive(); update(view); },
        gone: () => isGone(name),
      }, own.signal, "-watch", alive);
    } catch {
      if (!own.signal.aborted) await refresh(own);
    }
    if (!own.signal.aborted) await pause(seconds);
  }
}

// Asks for the state: the server may have too many pages that watch, or be down.
async function refresh(own) {
  try {
    const view = await ask("/api/games/game", { name: state.view.name, drawn: state.drawn.key });
    if (!own.signal.aborted) update(view);
  } catch {
    if (!own.signal.aborted) say(LOST);
  }
}

async function isGone(name) {
  if (state.view?.name !== name) return;
  const players = state.view.players.map((player) => player.name).join(" and ");
  await lobby();
  say(`The game of ${players} was deleted in another window.`);
}
