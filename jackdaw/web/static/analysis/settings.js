// The settings behind the gear, and the address, which holds them with everything else that the page shows.
import { writeAddress } from "../address.js";
import { byId } from "../common.js";
import { packLine } from "./lines.js";
import { state } from "./session.js";

const SETTINGS = ["lexicon", "rank-by", "most", "iterations", "plies", "seconds", "sure", "simulate"];
const settingOf = (id) => byId(id).type === "checkbox" ? String(Number(byId(id).checked)) : byId(id).value;
const DEFAULTS = Object.fromEntries(SETTINGS.map((id) => [id, settingOf(id)]));

// The settings that a simulation cannot change while it goes on.
export const basisOf = () => ["most", "plies", "lexicon"].map(settingOf).join("|");

// Writes what the page shows into its address; `isNew` lets the Back button return from it.
export function remember(isNew = false) {
  if (byId("workspace").hidden) { writeAddress({}, isNew); return; }
  const { game, set } = state;
  const fields = game ? { game: state.code, turn: state.index + 1 } : set ? { positions: state.code, at: state.index + 1 } : {};
  if (state.line) fields.line = packLine();
  else if (!(game || set) || state.past.length) fields.cgp = state.view.cgp;
  if (state.setup) fields.setup = 1;
  if (state.chosen) fields.move = state.chosen;
  if (state.heat) fields.heat = 1;
  for (const id of SETTINGS) if (settingOf(id) !== DEFAULTS[id]) fields[id] = settingOf(id);
  writeAddress(fields, isNew);
}

export function applySettings(fields) {
  for (const id of SETTINGS) {
    const value = fields[id] ?? DEFAULTS[id];
    if (byId(id).type === "checkbox") byId(id).checked = value === "1";
    else byId(id).value = value;
    if (byId(id).value === "" && DEFAULTS[id] !== "") byId(id).value = DEFAULTS[id]; // not one of the choices
  }
}
