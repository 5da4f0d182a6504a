// The picture of a board, made of the shapes that the server has drawn. Tiles are board bytes.
const SVG = "http://www.w3.org/2000/svg";

export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const kept = new Map();

// Takes in what a variant is drawn with, and returns it; a view that has none names one that came before.
export function drawnWith(view) {
  if (view.drawn) kept.set(view.drawn.key, view.drawn);
  return kept.get(view.key);
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
    document.getElementById("shapes").innerHTML = drawn.shapes; // ours: labels are escaped where it is drawn
    const { side, margin, rows, columns } = drawn;
    this.root.setAttribute("viewBox", `0 0 ${columns * side + 2 * margin} ${rows * side + 2 * margin}`);
  }

  at(place) { return this.drawn.margin + place * this.drawn.side; }

  tile(row, column, byte) {
    return svg("use", { href: `#t${byte}`, x: this.at(column), y: this.at(row) });
  }

  show(squares) {
    const tiles = [];
    squares.forEach((bytes, row) => bytes.forEach((byte, column) => byte && tiles.push(this.tile(row, column, byte))));
    this.lying.replaceChildren(...tiles);
  }

  // Tiles of a play that is not on the board yet.
  lay(tiles) {
    this.laid.replaceChildren(...tiles.map((tile) => this.tile(tile.row, tile.column, tile.byte)));
  }

  // Tiles that lie already, of the play made last.
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

  // How often each square is covered, in thousandths by rows; nothing for none.
  warm(thousandths) {
    const { side, columns } = this.drawn;
    const most = Math.max(1, ...(thousandths || []));
    this.heat.replaceChildren(...(thousandths || []).flatMap((share, place) => share < 5 ? [] : [svg("rect", {
      x: this.at(place % columns) + 1, y: this.at(Math.floor(place / columns)) + 1, width: side - 2, height: side - 2,
      rx: 4, "fill-opacity": (0.08 + 0.72 * share / most).toFixed(2),
    })]));
  }

  // The square at a point of the window, or null.
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
