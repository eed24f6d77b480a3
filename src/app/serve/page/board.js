// The board as SVG, where the server says that the squares are.

const NS = "http://www.w3.org/2000/svg";

function shape(name, attributes, parent) {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent?.append(element);
  return element;
}

const CROWN = "M-13,9 L-15,-8 L-6.5,-1 L0,-12 L6.5,-1 L15,-8 L13,9 Z";

export class Board {
  // Calls clicked(square), and dragged(from, to) with both ends of a drag.
  constructor(svg, { clicked, dragged }) {
    Object.assign(this, { svg, clicked, dragged, pieces: new Map(), marks: {}, letters: "" });
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("pointermove", (event) => this.drag(event));
    svg.addEventListener("pointerup", (event) => this.release(event));
    svg.addEventListener("pointercancel", () => this.drop());
  }

  // Draws the squares anew.
  lay(layout, isFlipped, hasNames) {
    Object.assign(this, { layout, middles: isFlipped ? layout.black : layout.white });
    const { side, width, rows } = layout;
    const margin = (width - rows * side) / 2;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${width}`);
    this.svg.replaceChildren();
    this.pieces.clear();
    shape("rect", { x: margin - 6, y: margin - 6, width: rows * side + 12, height: rows * side + 12, rx: 8, class: "frame" }, this.svg);
    shape("rect", { x: margin, y: margin, width: rows * side, height: rows * side, class: "light" }, this.svg);
    this.squares = this.middles.map(([x, y], index) => {
      const square = shape("rect", { x: x - side / 2, y: y - side / 2, width: side, height: side, class: "dark" }, this.svg);
      square.dataset.square = index + 1;
      return square;
    });
    this.middles.forEach(([x, y], index) => {
      if (!hasNames) return;
      const name = shape("text", { x: x - side / 2 + 4, y: y - side / 2 + 12, class: "name" }, this.svg);
      name.textContent = layout.names[index];
    });
    const head = shape("marker", { id: "head", viewBox: "0 0 10 10", refX: 5, refY: 5, markerWidth: 3.4, markerHeight: 3.4, orient: "auto" }, shape("defs", {}, this.svg));
    shape("path", { d: "M0,0 L10,5 L0,10 Z", class: "head" }, head);
    this.marksLayer = shape("g", {}, this.svg);
    this.piecesLayer = shape("g", {}, this.svg);
    this.topLayer = shape("g", { class: "top" }, this.svg);
    this.show(this.letters, null);
  }

  // Shows the pieces. A piece that has moved is moved.
  show(letters, move) {
    this.letters = letters;
    if (move && this.pieces.has(move.from) && !this.pieces.has(move.to)) {
      this.pieces.set(move.to, this.pieces.get(move.from));
      this.pieces.delete(move.from);
    }
    for (let square = 1; square <= this.middles.length; square++) {
      const kind = letters[square - 1] ?? "e";
      let piece = this.pieces.get(square);
      if (piece && piece.dataset.kind !== kind) {
        if (kind !== "e" && piece.dataset.kind.toLowerCase() === kind.toLowerCase()) this.paint(piece, kind);
        else {
          piece.remove();
          this.pieces.delete(square);
          piece = undefined;
        }
      }
      if (kind === "e") continue;
      if (!piece) {
        piece = shape("g", {}, this.piecesLayer);
        this.paint(piece, kind);
        this.pieces.set(square, piece);
      }
      this.put(piece, this.middles[square - 1]);
    }
  }

  paint(piece, kind) {
    piece.dataset.kind = kind;
    piece.setAttribute("class", `piece ${kind.toLowerCase() === "w" ? "white" : "black"}`);
    piece.replaceChildren();
    shape("ellipse", { cy: 3.5, rx: 24, ry: 24, class: "edge" }, piece);
    shape("circle", { r: 24, class: "face" }, piece);
    if (kind === kind.toLowerCase()) {
      shape("circle", { r: 17, class: "ring" }, piece);
      shape("circle", { r: 9, class: "ring" }, piece);
    } else {
      shape("circle", { r: 19.5, class: "ring" }, piece);
      shape("path", { d: CROWN, class: "crown" }, piece);
    }
  }

  put(piece, [x, y]) {
    piece.style.transform = `translate(${x}px, ${y}px)`;
  }

  // Marks squares: { last, movable, selected, targets, lights: [[square, value, text]], arrows: [route] }.
  mark(marks) {
    this.marks = marks;
    const within = (list, square) => list?.includes(square);
    this.squares.forEach((element, index) => {
      const square = index + 1;
      element.classList.toggle("last", !!within(marks.last, square));
      element.classList.toggle("selected", !!within(marks.selected, square));
    });
    this.marksLayer.replaceChildren();
    this.topLayer.replaceChildren();
    const side = this.layout.side;
    for (const square of marks.movable ?? []) {
      const [x, y] = this.middles[square - 1];
      shape("circle", { cx: x, cy: y, r: 27.5, class: "movable" }, this.marksLayer);
    }
    for (const [square, value, text] of marks.lights ?? []) {
      const [x, y] = this.middles[square - 1];
      shape("rect", { x: x - side / 2 + 2, y: y - side / 2 + 2, width: side - 4, height: side - 4, rx: 6, class: `lamp ${value}` }, this.marksLayer);
      shape("text", { x, y: y + 5, class: "lamp-text" }, this.topLayer).textContent = text;
    }
    for (const square of marks.targets ?? []) {
      const [x, y] = this.middles[square - 1];
      shape("circle", { cx: x, cy: y, r: 8, class: "target" }, this.topLayer);
    }
    for (const route of marks.arrows ?? []) {
      const points = route.map((square) => this.middles[square - 1].join(",")).join(" ");
      shape("polyline", { points, class: "arrow", "marker-end": "url(#head)" }, this.topLayer);
    }
  }

  squareAt(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const half = this.layout.side / 2;
    const found = this.middles.findIndex(([x, y]) => Math.abs(x - point.x) <= half && Math.abs(y - point.y) <= half);
    return { square: found + 1, point };
  }

  press(event) {
    if (event.button !== 0) return;
    const { square, point } = this.squareAt(event);
    if (!square) return;
    event.preventDefault();
    this.svg.setPointerCapture?.(event.pointerId);
    this.held = { square, point, piece: this.pieces.get(square), isMoving: false };
  }

  drag(event) {
    if (!this.held?.piece) return;
    const { point } = this.squareAt(event);
    const { held } = this;
    if (!held.isMoving && Math.hypot(point.x - held.point.x, point.y - held.point.y) < 8) return;
    if (!held.isMoving) {
      held.isMoving = true;
      held.piece.classList.add("held");
      this.piecesLayer.append(held.piece);
    }
    this.put(held.piece, [point.x, point.y]);
  }

  release(event) {
    const { held } = this;
    if (!held) return;
    const { square } = this.squareAt(event);
    const wasMoving = held.isMoving;
    this.drop();
    if (wasMoving && square && square !== held.square) this.dragged(held.square, square);
    else if (square === held.square) this.clicked(square);
  }

  drop() {
    const { held } = this;
    this.held = null;
    if (!held?.isMoving) return;
    held.piece.classList.remove("held");
    this.put(held.piece, this.middles[held.square - 1]);
  }
}
