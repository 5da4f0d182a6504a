// The rack: tiles are typed, tapped or dragged from it, and placed on the board for a tentative play.
import { byId, element } from "./common.js";
import { squareName, tilePicture } from "./picture.js";

// Maps a key to a tile: by its label, by the label of its blank, or by its capital letter.
export function tileOfKey(drawn, key) {
  const [plain, capital] = [key.normalize("NFC"), key.normalize("NFC").toUpperCase()];
  const found = drawn.tiles.slice(1).find((tile) => [tile.label, tile.blank].includes(plain))
    || drawn.tiles.slice(1).find((tile) => tile.label === capital);
  return found ? found.byte : 0;
}

// Asks for the letter of a blank; resolves to its byte, 0 for none.
export function askLetter(drawn) {
  const dialog = byId("blank");
  byId("letters").replaceChildren(...drawn.tiles.slice(1).map((tile) =>
    element("button", { value: String(tile.byte) }, tile.label)));
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(Number(dialog.returnValue) || 0), { once: true });
  });
}

export class Hand {
  // Calls `changed` after tiles were placed or removed, `picked` after one was picked for an exchange.
  constructor(picture, { changed, enter, picked }) {
    this.picture = picture;
    this.changed = changed;
    this.enter = enter;
    this.picked = picked;
    this.picking = null; // indices of the rack, while tiles are picked for an exchange
    this.row = byId("rack");
    this.tiles = [];
    this.laid = [];
    this.cursor = null;
    this.squares = [];
    this.drawn = null;
    this.typed = null; // receives typed bytes instead of placing them, while a position is set up
    this.locked = false;
    picture.root.addEventListener("pointerdown", (event) => this.#pressed(event));
    picture.root.addEventListener("touchstart", (event) => this.#touched(event), { passive: false });
    picture.root.addEventListener("keydown", (event) => this.#key(event));
    byId("shuffle").addEventListener("click", () => this.shuffle());
    byId("recall").addEventListener("click", () => this.recall());
  }

  // Shows a new position, with no tiles placed. With `keeps`, tiles that were there already keep their order.
  hold(drawn, squares, rack, keeps = false) {
    [this.drawn, this.squares, this.laid] = [drawn, squares, []];
    const rest = [...rack];
    const same = (keeps ? this.tiles : []).filter((byte) => {
      const index = rest.indexOf(byte);
      if (index >= 0) rest.splice(index, 1);
      return index >= 0;
    });
    this.tiles = [...same, ...rest];
    const { rows, columns, start } = drawn;
    if (!this.cursor || this.cursor.row >= rows || this.cursor.column >= columns) {
      this.cursor = { row: start[0], column: start[1], down: false };
    }
    this.draw();
  }

  draw() {
    const focused = [...this.row.children].indexOf(document.activeElement);
    this.picture.lay(this.laid);
    this.picture.point(this.locked ? null : this.cursor);
    const left = this.#left();
    this.row.replaceChildren(...this.tiles.map((byte, index) => {
      const used = !left[index];
      const name = byte ? this.drawn.tiles[byte].label : "blank";
      const button = element("button", {
        type: "button", class: this.picking?.has(index) ? "chosen" : used ? "used" : "", "aria-label": used ? `${name}, placed` : name, "data-byte": byte,
        "aria-pressed": this.picking ? String(this.picking.has(index)) : undefined,
      }, tilePicture(byte));
      button.addEventListener("pointerdown", (event) => used || this.#drag(event, byte, null, index));
      button.addEventListener("click", (event) => event.detail === 0 && !used && this.#tap(byte, index));
      return button;
    }));
    this.row.children[focused]?.focus(); // keep the focus, though the button is a new one
  }

  // For each tile of the rack, whether it is still there.
  #left() {
    const laid = this.laid.map((tile) => tile.byte & this.drawn.blank_flag ? 0 : tile.byte);
    return this.tiles.map((byte) => {
      const index = laid.indexOf(byte);
      if (index >= 0) laid.splice(index, 1);
      return index < 0;
    });
  }

  has(byte) {
    const left = this.#left();
    return this.tiles.some((tile, index) => tile === byte && left[index]);
  }

  shuffle() {
    const picked = this.tiles.map((_, index) => Boolean(this.picking?.has(index)));
    for (let last = this.tiles.length - 1; last > 0; last--) {
      const other = Math.floor(Math.random() * (last + 1));
      [this.tiles[last], this.tiles[other]] = [this.tiles[other], this.tiles[last]];
      [picked[last], picked[other]] = [picked[other], picked[last]];
    }
    if (this.picking) this.picking = new Set([...picked.keys()].filter((index) => picked[index]));
    this.draw();
  }

  recall() {
    if (this.laid.length) [this.cursor.row, this.cursor.column] = [this.laid[0].row, this.laid[0].column];
    this.laid = [];
    this.#notify();
  }

  show(tiles) {
    this.laid = tiles;
    this.draw();
  }

  lay(byte, { row, column }) {
    if (this.squares[row][column] || this.#at(row, column)) return false;
    this.laid.push({ row, column, byte });
    this.#notify();
    return true;
  }

  async #tap(byte, index) {
    if (this.picking) {
      if (!this.picking.delete(index)) this.picking.add(index);
      this.draw();
      this.picked();
      return;
    }
    const chosen = byte || (await askLetter(this.drawn)) | this.drawn.blank_flag;
    if (chosen === this.drawn.blank_flag) return;
    this.#put(chosen);
  }

  // Places a tile at the cursor and moves the cursor on.
  #put(byte) {
    if (this.locked) return;
    if (this.typed) { this.typed(byte, this.cursor); this.#move(1); return; }
    let { row, column } = this.cursor;
    while (this.#holds(row, column) && this.#taken(row, column)) [row, column] = this.#next(row, column, 1);
    if (!this.#holds(row, column)) return;
    [this.cursor.row, this.cursor.column] = [row, column];
    this.lay(byte, { row, column });
    do [row, column] = this.#next(row, column, 1); while (this.#holds(row, column) && this.#taken(row, column));
    if (this.#holds(row, column)) [this.cursor.row, this.cursor.column] = [row, column];
    this.picture.point(this.cursor);
  }

  #next(row, column, step) {
    return this.cursor.down ? [row + step, column] : [row, column + step];
  }

  #holds(row, column) {
    return row >= 0 && row < this.drawn.rows && column >= 0 && column < this.drawn.columns;
  }

  #at(row, column) { return this.laid.find((tile) => tile.row === row && tile.column === column); }

  #taken(row, column) { return this.squares[row][column] || this.#at(row, column); }

  #move(step) {
    const [row, column] = this.#next(this.cursor.row, this.cursor.column, step);
    if (this.#holds(row, column)) this.go(row, column);
  }

  go(row, column) {
    [this.cursor.row, this.cursor.column] = [row, column];
    this.picture.point(this.cursor);
    const byte = this.squares[row][column] || this.#at(row, column)?.byte;
    const tile = byte && this.drawn.tiles[byte & ~this.drawn.blank_flag];
    const content = tile ? (byte & this.drawn.blank_flag ? `blank ${tile.label}` : tile.label) : "empty";
    byId("square").textContent = `${squareName(row, column)}, ${content}, ${this.cursor.down ? "down" : "across"}`;
  }

  turn() {
    this.cursor.down = !this.cursor.down;
    this.go(this.cursor.row, this.cursor.column);
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || this.locked) return;
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const { row, column } = this.cursor;
    if (event.key in steps) {
      const [down, right] = steps[event.key];
      if (this.#holds(row + down, column + right)) this.go(row + down, column + right);
    } else if (event.key === " " || event.key === "-") this.turn();
    else if (event.key === "Backspace") this.#erase();
    else if (event.key === "Delete" && this.typed) this.typed(0, this.cursor);
    else if (event.key === "Escape") this.recall();
    else if (event.key === "Enter") this.enter();
    else if ([...event.key].length === 1 && tileOfKey(this.drawn, event.key)) this.#letter(event);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #letter(event) {
    const byte = tileOfKey(this.drawn, event.key);
    const blank = byte | this.drawn.blank_flag;
    const wantsBlank = event.shiftKey || (!this.typed && !this.has(byte) && this.has(0));
    this.#put(wantsBlank ? blank : byte);
  }

  #erase() {
    const { row, column } = this.cursor;
    if (this.typed) {
      if (!this.squares[row][column]) this.#move(-1);
      this.typed(0, this.cursor);
      return;
    }
    let at = [row, column];
    if (!this.#at(...at)) do at = this.#next(...at, -1); while (this.#holds(...at) && this.squares[at[0]][at[1]]);
    if (!this.#holds(...at) || !this.#at(...at)) return;
    this.laid = this.laid.filter((tile) => tile !== this.#at(...at));
    [this.cursor.row, this.cursor.column] = at;
    this.#notify();
  }

  #notify() {
    this.draw();
    this.changed(this.laid);
  }

  // A finger on a placed tile drags it; anywhere else on the board it scrolls the page.
  #touched(event) {
    const [{ clientX, clientY }, another] = event.touches;
    const square = !this.locked && !another && this.picture.squareAt(clientX, clientY);
    if (square && this.#at(square.row, square.column)) event.preventDefault();
  }

  #pressed(event) {
    if (this.locked || event.button) return;
    const square = this.picture.squareAt(event.clientX, event.clientY);
    if (!square) return;
    const tile = this.#at(square.row, square.column);
    if (tile) { this.#drag(event, tile.byte, tile); return; }
    const same = square.row === this.cursor.row && square.column === this.cursor.column;
    if (same && document.activeElement === this.picture.root) this.turn();
    else this.go(square.row, square.column);
    this.picture.root.focus({ preventScroll: true });
    event.preventDefault();
  }

  // A tile follows the pointer and is placed where it is released. One that hardly moved was tapped.
  #drag(event, byte, from, index) {
    if (this.locked || event.button) return;
    event.preventDefault();
    const shown = from ? from.byte : byte;
    const ghost = element("div", { class: "ghost" }, tilePicture(shown));
    const start = [event.clientX, event.clientY];
    let far = false;
    const move = (at) => {
      far ||= !this.picking && Math.hypot(at.clientX - start[0], at.clientY - start[1]) > 6;
      if (!far) return;
      if (!ghost.isConnected) document.body.append(ghost);
      ghost.style.left = `${at.clientX}px`;
      ghost.style.top = `${at.clientY}px`;
    };
    const end = async (at) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      ghost.remove();
      if (at.type === "pointercancel") return;
      const square = this.picture.squareAt(at.clientX, at.clientY);
      if (from) {
        this.laid = this.laid.filter((tile) => tile !== from);
        if (far && square && this.lay(from.byte, square)) return;
        this.#notify();
      } else if (!far) this.#tap(byte, index);
      else if (square && !this.typed) {
        const chosen = byte || (await askLetter(this.drawn)) | this.drawn.blank_flag;
        if (chosen !== this.drawn.blank_flag) this.lay(chosen, square);
      }
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  // Places a tile of the palette at the cursor.
  put(byte) { this.#put(byte); }
}
