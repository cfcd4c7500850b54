/* A board: its drawing, the clickable areas of its points, and the moves to choose from. */

class Board {
  /* `played` is called with the only move that fits the clicked points; `choosing` with all
     moves that fit, if there are several or none. A move has `filled` and `emptied`, the points
     where pieces come to stand and those that become empty. */
  constructor(figure, { played = () => {}, choosing = () => {} } = {}) {
    Object.assign(this, { figure, played, choosing, moves: [], outlines: {}, chosen: new Set() });
  }

  /* Shows a drawing. Given their outlines, points that moves touch can be clicked. */
  show(drawn, { outlines = {}, moves = [], badges = [] } = {}) {
    Object.assign(this, { outlines, moves, chosen: new Set() });
    const board = drawing(drawn);
    if (Object.keys(outlines).length) board.append(this.cells(), this.badges(badges));
    this.figure.replaceChildren(board);
    this.mark();
  }

  clear() {
    Object.assign(this, { moves: [], outlines: {}, chosen: new Set() });
    this.figure.replaceChildren();
  }

  cells() {
    const layer = shape("g", { class: "cells" });
    for (const [name, outline] of Object.entries(this.outlines)) {
      const cell = shape("polygon", { points: outline.join(" "), class: "cell" });
      cell.dataset.point = name;
      cell.addEventListener("click", () => this.click(name));
      layer.append(cell);
    }
    return layer;
  }

  /* Small labels on points, as pairs of point and text. */
  badges(found) {
    const layer = shape("g", { class: "badges", "aria-hidden": "true" });
    for (const [point, text] of found) {
      const [x, y] = centre(this.outlines[point]);
      layer.append(shape("circle", { cx: x, cy: y, r: 9.5 }),
        shape("text", { x, y: y + 4.6, "text-anchor": "middle", "font-size": 13 }, text));
    }
    return layer;
  }

  /* The moves that touch every point clicked so far. */
  fitting() {
    return this.moves.filter((move) => [...this.chosen].every((point) => touches(move, point)));
  }

  click(point) {
    const isOpen = (moves) => moves.some((move) => touches(move, point));
    if (this.chosen.has(point)) this.chosen.delete(point);
    else if (isOpen(this.fitting())) this.chosen.add(point);
    else this.chosen = new Set(isOpen(this.moves) ? [point] : []);
    const left = this.chosen.size ? this.fitting() : [];
    if (left.length === 1) return this.played(left[0]);
    this.mark();
    return this.choosing(left, [...this.chosen]);
  }

  forget() {
    this.chosen = new Set();
    this.mark();
    this.choosing([], []);
  }

  /* Marks what can be clicked, and what the move under the pointer would change. */
  mark(move = null) {
    const open = this.fitting();
    for (const cell of this.figure.querySelectorAll(".cell")) {
      const { point } = cell.dataset;
      const isOpen = open.some((one) => touches(one, point));
      const isChosen = this.chosen.has(point);
      const fills = move ? move.filled.includes(point) : this.chosen.size > 0 && isOpen && !isChosen;
      cell.classList.toggle("open", isOpen);
      cell.classList.toggle("chosen", isChosen);
      cell.classList.toggle("filled", fills);
      cell.classList.toggle("emptied", Boolean(move) && move.emptied.includes(point));
    }
  }
}

const touches = (move, point) => move.filled.includes(point) || move.emptied.includes(point);

/* A point inside an area, given as x, y, x, y, ...: between two opposite corners, since the mean
   of all corners may lie outside a sector of a ring. */
function centre(outline) {
  const count = outline.length / 2;
  const one = Math.floor(count / 4);
  const facing = one + Math.floor(count / 2);
  return [0, 1].map((axis) => (outline[2 * one + axis] + outline[2 * facing + axis]) / 2);
}
