// The picture of a board, composed of shapes that the server draws. Tiles are board bytes.
const SVG = "http://www.w3.org/2000/svg";

export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const NARROW = matchMedia("(max-width: 560px)");
const cache = new Map();

// Returns the drawing of a view's variant. A view without one names the key of a cached one.
export function drawnWith(view) {
  if (view.drawn) cache.set(view.drawn.key, view.drawn);
  return cache.get(view.key);
}

export function tilePicture(byte, side = 32) {
  return svg("svg", { class: "jackdaw-board", viewBox: `0 0 ${side} ${side}`, "aria-hidden": "true" },
    svg("use", { href: `#t${byte}` }));
}

export class Picture {
  constructor(root) {
    this.root = root;
    this.lying = svg("g", { class: "lying" });
    this.heat = svg("g", { class: "heat" });
    this.laid = svg("g", { class: "laid" });
    this.last = svg("g", { class: "last" });
    this.cursor = svg("g", { class: "cursor" });
    this.played = svg("g", { class: "played" });
    this.best = svg("g", { class: "best-play" });
    root.replaceChildren(svg("use", { href: "#empty-board" }), this.heat, this.lying, this.last, this.played, this.laid, this.best, this.cursor);
    this.drawn = null;
    NARROW.addEventListener("change", () => this.drawn && this.#fit());
  }

  use(drawn) {
    if (this.drawn === drawn) return;
    this.drawn = drawn;
    document.getElementById("shapes").innerHTML = drawn.shapes; // from our server, which escapes labels
    this.#fit();
  }

  // Shows the whole picture, on narrow screens without most of its margin.
  #fit() {
    const { side, margin, rows, columns } = this.drawn;
    const [from, to] = NARROW.matches ? [4, 2] : [0, margin];
    this.box = { from, width: margin + columns * side + to - from };
    this.root.setAttribute("viewBox", `${from} ${from} ${this.box.width} ${margin + rows * side + to - from}`);
  }

  at(index) { return this.drawn.margin + index * this.drawn.side; }

  tile(row, column, byte) {
    return svg("use", { href: `#t${byte}`, x: this.at(column), y: this.at(row) });
  }

  show(squares) {
    const tiles = [];
    squares.forEach((bytes, row) => bytes.forEach((byte, column) => byte && tiles.push(this.tile(row, column, byte))));
    this.lying.replaceChildren(...tiles);
  }

  // Shows the tiles of a tentative play.
  lay(tiles) {
    this.laid.replaceChildren(...tiles.map((tile) => this.tile(tile.row, tile.column, tile.byte)));
    this.root.classList.toggle("laying", tiles.length > 0);
  }

  // Shows the move played in a position, and the best one as an outline, until tiles are placed.
  compare(played, best) {
    if (!this.drawn) return;
    const side = this.drawn.side - 3;
    this.played.replaceChildren(...played.map((tile) => this.tile(tile.row, tile.column, tile.byte)));
    this.best.replaceChildren(...best.map((tile) => svg("rect", {
      x: this.at(tile.column) + 1.5, y: this.at(tile.row) + 1.5, width: side, height: side, rx: 5,
    })));
  }

  // Highlights the tiles of the last play.
  remember(tiles) {
    this.last.replaceChildren(...tiles.map((tile) => this.tile(tile.row, tile.column, tile.byte)));
  }

  point(cursor) {
    if (!cursor) { this.cursor.replaceChildren(); return; }
    const { side } = this.drawn;
    const [x, y] = [this.at(cursor.column), this.at(cursor.row)];
    const middle = side / 2;
    const arrow = cursor.down
      ? `M${x + middle - 6} ${y + side - 7} h12 l-6 8 Z`
      : `M${x + side - 7} ${y + middle - 6} v12 l8 -6 Z`;
    this.cursor.replaceChildren(
      svg("rect", { x: x + 1, y: y + 1, width: side - 2, height: side - 2, rx: 4 }),
      svg("path", { class: "arrow", d: arrow }));
  }

  // Shows how often each square is covered, in thousandths by rows; nothing removes the heat map.
  warm(thousandths) {
    const { side, columns } = this.drawn;
    const max = Math.max(1, ...(thousandths || []));
    this.heat.replaceChildren(...(thousandths || []).flatMap((share, square) => share < 5 ? [] : [svg("rect", {
      x: this.at(square % columns) + 1, y: this.at(Math.floor(square / columns)) + 1, width: side - 2, height: side - 2,
      rx: 4, "fill-opacity": (0.08 + 0.72 * share / max).toFixed(2),
    })]));
  }

  // Returns the square at a point of the window, or null.
  squareAt(x, y) {
    const box = this.root.getBoundingClientRect();
    const { side, margin, rows, columns } = this.drawn;
    const scale = this.box.width / box.width;
    const column = Math.floor(((x - box.left) * scale + this.box.from - margin) / side);
    const row = Math.floor(((y - box.top) * scale + this.box.from - margin) / side);
    return row >= 0 && row < rows && column >= 0 && column < columns ? { row, column } : null;
  }
}

export const squareName = (row, column) => `${row + 1}${String.fromCharCode(65 + column)}`;
