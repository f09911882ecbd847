// The board: draws a position, and tells what is done on it by hand, pointer or key. It knows no rules.

import { drawn } from "./both.js";
import { pieceName } from "./words.js";

const CELL = 600;
const FILES = "abcdefghi";
const DRAG_FROM = 6; // pixels that a pointer goes before it drags

/** Reads the pieces of a FEN: from square to letter. */
export function readPieces(fen) {
  const pieces = new Map();
  fen.split(" ")[0].split("/").forEach((text, row) => {
    let file = 0;
    for (const letter of text) {
      if (/\d/.test(letter)) file += Number(letter);
      else pieces.set(FILES[file++] + (9 - row), letter);
    }
  });
  return pieces;
}

/** Writes pieces as the first field of a FEN. */
export function writePieces(pieces) {
  const rank = (number) => [...FILES].map((file) => pieces.get(file + number) ?? "1").join("");
  const ranks = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map(rank);
  return ranks.join("/").replace(/1+/g, (empty) => String(empty.length));
}

/** Gives where the picture of a piece stands in the page, by its letter. */
export const picture = (letter) => `#b-${letter < "a" ? "w" : "b"}${letter.toLowerCase()}`;

/** A board in an SVG element. */
export class Board {
  /**
   * `hands` tells what may be done: `canDrag(square)`; `pressed(square)`; `dropped(from, to)`, where `from` is a square,
   * or a letter for a piece that comes from elsewhere, and `to` is null beside the board; `typed(square, key)`, true if
   * the key means something. Without hands the board is only seen.
   */
  constructor(svg, hands = null) {
    this.svg = svg;
    this.hands = hands;
    this.flipped = false;
    this.pieces = new Map();
    this.scenery = drawn("use", {});
    this.under = drawn("g", {});
    this.squares = new Map();
    this.over = drawn("g", { class: "over" });
    this.ghost = drawn("use", { class: "ghost" });
    const field = drawn("g", {});
    for (const rank of "9876543210") for (const file of FILES) field.append(this.makeSquare(file + rank));
    svg.setAttribute("viewBox", "-470 -610 5740 6620");
    svg.replaceChildren(this.scenery, this.under, field, this.over, this.ghost);
    this.focused = "e0";
    if (hands) {
      field.addEventListener("click", (event) => this.click(event));
      field.addEventListener("pointerdown", (event) => this.pointerDown(event));
      field.addEventListener("keydown", (event) => this.key(event));
      field.addEventListener("focusin", (event) => this.focusOn(event.target.dataset.square));
      // A finger that holds a piece does not scroll the page.
      addEventListener("touchmove", (event) => this.isHolding && event.preventDefault(), { passive: false });
    }
    this.arrange();
  }

  makeSquare(name) {
    const hit = drawn("rect", { class: "hit", x: -295, y: -295, width: 590, height: 590, rx: 60 });
    const dot = drawn("circle", { class: "dot", r: 95 });
    const square = drawn("g", { class: "square", "data-square": name }, hit, drawn("use", {}), dot);
    if (this.hands) square.setAttribute("role", "button");
    this.squares.set(name, square);
    return square;
  }

  /** Gives the middle of a square. */
  place(name) {
    const [file, rank] = [FILES.indexOf(name[0]), Number(name[1])];
    return this.flipped ? [(8 - file) * CELL, rank * CELL] : [file * CELL, (9 - rank) * CELL];
  }

  arrange() {
    this.scenery.setAttribute("href", this.flipped ? "#b-board-black" : "#b-board");
    for (const [name, square] of this.squares) {
      square.setAttribute("transform", `translate(${this.place(name).join(" ")})`);
      if (this.hands) square.setAttribute("tabindex", name === this.focused ? 0 : -1);
    }
  }

  /** Shows a position; `last` is a move or "", `legal` and `targets` are lists of squares, `selected` and `check` one or none. */
  show({ pieces, flipped = false, last = "", legal = [], targets = [], selected = null, check = null }) {
    this.pieces = pieces;
    if (flipped !== this.flipped) {
      this.flipped = flipped;
      this.arrange();
    }
    for (const [name, square] of this.squares) {
      const letter = pieces.get(name) ?? "";
      const use = square.children[1];
      if (letter) use.setAttribute("href", picture(letter));
      else use.removeAttribute("href");
      square.classList.toggle("selected", name === selected);
      square.classList.toggle("legal", legal.includes(name));
      square.classList.toggle("taken", legal.includes(name) && letter !== "");
      square.classList.toggle("check", name === check);
      square.classList.toggle("draggable", this.hands?.canDrag(name) ?? false);
      const hint = legal.includes(name) ? ", 可走 can go here" : "";
      square.setAttribute("aria-label", `${name} ${pieceName(letter)}${hint}`.trim());
      if (this.hands) square.setAttribute("aria-pressed", name === selected);
    }
    const at = (name) => Object.fromEntries(["x", "y"].map((key, index) => [key, this.place(name)[index]]));
    const squares = last ? [last.slice(0, 2), last.slice(2)] : [];
    this.under.replaceChildren(...squares.map((name) => drawn("use", { href: "#b-mark", ...at(name) })));
    const ring = (name) => {
      const [cx, cy] = this.place(name);
      return drawn("circle", { class: "b-target", cx, cy, r: 270 });
    };
    this.over.replaceChildren(...targets.map(ring));
  }

  /** Puts the keyboard on a square. */
  focusOn(name) {
    if (!this.squares.has(name)) return;
    this.squares.get(this.focused).setAttribute("tabindex", -1);
    this.squares.get(name).setAttribute("tabindex", 0);
    this.focused = name;
  }

  /** Gives a point of the screen in the units of the drawing. */
  toDrawing(event) {
    const point = new DOMPoint(event.clientX, event.clientY);
    return point.matrixTransform(this.svg.getScreenCTM().inverse());
  }

  /** Gives the square at a point of the screen; null beside the board. */
  squareAt(event) {
    const { x, y } = this.toDrawing(event);
    const [column, row] = [Math.round(x / CELL), Math.round(y / CELL)];
    if (column < 0 || column > 8 || row < 0 || row > 9) return null;
    return this.flipped ? FILES[8 - column] + row : FILES[column] + (9 - row);
  }

  click(event) {
    const name = event.target.closest(".square")?.dataset.square;
    if (name && !this.wasDragged) this.hands.pressed(name);
  }

  pointerDown(event) {
    const name = event.target.closest(".square")?.dataset.square;
    if (name && this.hands.canDrag(name)) this.grab(event, name, this.pieces.get(name));
  }

  /** Takes a piece with the pointer: one of the board, or one from elsewhere. */
  grab(event, from, letter) {
    if (event.button > 0 || !letter) return;
    const { pointerId, clientX, clientY } = event;
    const listening = new AbortController();
    let isDragged = false;
    this.isHolding = true;
    const move = (moved) => {
      if (moved.pointerId !== pointerId) return;
      isDragged ||= Math.hypot(moved.clientX - clientX, moved.clientY - clientY) > DRAG_FROM;
      if (!isDragged) return;
      const { x, y } = this.toDrawing(moved);
      this.ghost.setAttribute("href", picture(letter));
      this.ghost.setAttribute("x", x);
      this.ghost.setAttribute("y", y);
      this.squares.get(from)?.classList.add("lifted");
    };
    const end = (ended) => {
      if (ended.pointerId !== pointerId) return;
      listening.abort();
      this.isHolding = false;
      this.ghost.removeAttribute("href");
      this.squares.get(from)?.classList.remove("lifted");
      if (!isDragged) return;
      // The click that the browser makes of a drag is none.
      this.wasDragged = true;
      setTimeout(() => (this.wasDragged = false), 0);
      if (ended.type === "pointerup") this.hands.dropped(from, this.squareAt(ended));
    };
    const options = { signal: listening.signal };
    addEventListener("pointermove", move, options);
    addEventListener("pointerup", end, options);
    addEventListener("pointercancel", end, options);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const name = this.focused;
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (step) {
      const [x, y] = this.place(name);
      const [column, row] = [x / CELL + step[0], y / CELL + step[1]];
      const next = this.flipped ? FILES[8 - column] + row : FILES[column] + (9 - row);
      this.squares.get(next)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.hands.pressed(name);
    } else if (!this.hands.typed(name, event.key)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
