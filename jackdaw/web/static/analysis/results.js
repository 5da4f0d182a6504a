// The results of positions while the browser's tab lives: stepping away, back or reloading loses nothing.
const PREFIX = "jackdaw-result:";
const MAX_KEPT = 500;

export class Results {
  constructor() { this.tables = new Map(); }

  // Returns the table kept under a key, or null.
  get(key) {
    const found = this.tables.get(key);
    if (found) return found;
    try {
      const saved = JSON.parse(sessionStorage.getItem(PREFIX + key));
      if (saved) this.tables.set(key, saved);
      return saved;
    } catch { return null; }
  }

  put(key, table) {
    this.tables.delete(key);
    this.tables.set(key, table);
    if (this.tables.size > MAX_KEPT) this.tables.delete(this.tables.keys().next().value);
    if (table.method === "static") return; // computed again at once
    const text = JSON.stringify(table);
    for (;;) {
      try { sessionStorage.setItem(PREFIX + key, text); return; } catch { if (!forgetOne(key)) return; }
    }
  }
}

// Makes space in the storage; returns whether there was something to remove.
function forgetOne(key) {
  try {
    const old = Object.keys(sessionStorage).find((name) => name.startsWith(PREFIX) && name !== PREFIX + key);
    if (old) sessionStorage.removeItem(old);
    return Boolean(old);
  } catch { return false; }
}

// Describes what a table rests on, in a few words; empty for a static one.
export function basis(table) {
  if (!table || table.method === "static") return "";
  if (table.method !== "simulation") return "searched";
  return `${iterations(table).toLocaleString("en")} iterations`;
}

export const iterations = (table) => Math.max(0, ...table.rows.map((row) => row.bars?.iterations || 0));
