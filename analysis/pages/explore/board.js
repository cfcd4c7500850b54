/* The board. */

function renderBoard() {
  const { node, cells } = here;
  const board = drawing(node.board);
  board.removeAttribute("width");
  board.removeAttribute("height");
  const layer = shape("g", { class: "cells" });
  for (const [name, outline] of Object.entries(cells)) {
    const cell = shape("polygon", { points: outline.join(" "), class: "cell" });
    cell.dataset.point = name;
    cell.addEventListener("click", () => click(name));
    layer.append(cell);
  }
  board.append(layer, letters());
  byId("board").replaceChildren(board);
  mark();
}

/* Letters of the most played moves, each where its piece arrives, if that point is free. */
function letters() {
  const layer = shape("g", { class: "letters", "aria-hidden": "true" });
  const taken = new Set();
  here.node.rows.forEach((row) => { row.letter = ""; });
  for (const row of here.node.rows.slice(0, LETTERS.length)) {
    const { filled, emptied } = row.moves[0];
    const point = [...filled, ...emptied].find((one) => !taken.has(one) && here.cells[one]);
    if (!point) continue;
    row.letter = LETTERS[taken.size];
    taken.add(point);
    const [x, y] = centre(here.cells[point]);
    layer.append(
      shape("circle", { cx: x, cy: y, r: 9.5 }),
      shape("text", { x, y: y + 4.6, "text-anchor": "middle", "font-size": 13 }, row.letter),
    );
  }
  return layer;
}

const touches = (move, point) => move.filled.includes(point) || move.emptied.includes(point);

/* The moves that touch every point clicked so far, each with its row. */
function fitting() {
  const all = here.node.rows.flatMap((row) => row.moves.map((move) => ({ row, move })));
  return all.filter(({ move }) => [...chosen].every((point) => touches(move, point)));
}

function click(point) {
  const before = fitting();
  if (chosen.has(point) || !before.some(({ move }) => touches(move, point))) {
    chosen = new Set();
  } else {
    chosen.add(point);
  }
  const left = chosen.size ? fitting() : [];
  if (left.length === 1) return take(left[0].row, left[0].move);
  mark();
  if (left.length) {
    byId("status").textContent =
      `${plural(left.length, "move")} at ${[...chosen].join(", ")}: choose another point, or a row.`;
  }
}

/* Shows what can be clicked, and the move of a row that is pointed at. */
function mark(move = null) {
  const rows = new Set(chosen.size ? fitting().map(({ row }) => row) : here.node.rows);
  const open = fitting().map((one) => one.move);
  for (const cell of byId("board").querySelectorAll(".cell")) {
    const point = cell.dataset.point;
    const { last } = here.node; /* a move that the drawing itself does not show */
    cell.classList.toggle("arrived", Boolean(last) && last.filled.includes(point));
    cell.classList.toggle("left", Boolean(last) && last.emptied.includes(point));
    cell.classList.toggle("open", open.some((one) => touches(one, point)));
    cell.classList.toggle("chosen", chosen.has(point));
    cell.classList.toggle("filled", Boolean(move) && move.filled.includes(point));
    cell.classList.toggle("emptied", Boolean(move) && move.emptied.includes(point));
  }
  here.node.rows.forEach((row, place) => {
    const line = byId("moves").tBodies[0].rows[place];
    if (line) line.classList.toggle("aside", !rows.has(row));
  });
}

function take(row, move, byKey = false) {
  const target = after(move);
  if (!target) return;
  go(target, row);
  if (coming) coming.byKey = byKey;
}
