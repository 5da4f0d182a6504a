// The picture of a board, composed of shapes that the server draws. Tiles are board bytes.
const SVG = "http://www.w3.org/2000/svg";

export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

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
    this.lying = svg("g");
    this.heat = svg("g", { class: "heat" });
    this.laid = svg("g", { class: "laid" });
    this.last = svg("g", { class: "last" });
    this.cursor = svg("g", { class: "cursor" });
    root.replaceChildren(svg("use", { href: "#empty-board" }), this.lying, this.last, this.laid, this.heat, this.cursor);
    this.drawn = null;
  }

  use(drawn) {
    if (this.drawn === drawn) return;
    this.drawn = drawn;
    document.getElementById("shapes").innerHTML = drawn.shapes; // from our server, which escapes labels
    const { side, margin, rows, columns } = drawn;
    this.root.setAttribute("viewBox", `0 0 ${columns * side + 2 * margin} ${rows * side + 2 * margin}`);
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
    const scale = (columns * side + 2 * margin) / box.width;
    const column = Math.floor(((x - box.left) * scale - margin) / side);
    const row = Math.floor(((y - box.top) * scale - margin) / side);
    return row >= 0 && row < rows && column >= 0 && column < columns ? { row, column } : null;
  }
}

export const squareName = (row, column) => `${row + 1}${String.fromCharCode(65 + column)}`;
