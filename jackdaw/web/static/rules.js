// The rules that go with a lexicon.
import { byId } from "./common.js";

// Chooses the rules of the chosen lexicon's language, unless those chosen are of it; returns whether they change.
export function chooseRules() {
  const own = byId("lexicon").selectedOptions[0].dataset.rules;
  const language = (name) => [...byId("rules").options].find((option) => option.value === name)?.dataset.language;
  if (!own || language(own) === language(byId("rules").value)) return false;
  byId("rules").value = own;
  byId("rules").dispatchEvent(new Event("input", { bubbles: true }));
  return true;
}
