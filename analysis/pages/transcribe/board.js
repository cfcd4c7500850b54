/* The board at the caret: a click on points types the legal move that touches them. */

const MANY = 24; /* moves that are listed to choose from */

let chosen = new Set(); /* points clicked so far */
let shown = null; /* what the board shows */
const grounds = new Map(); /* areas of points, by board */
let flipped = false;
let other = false; /* whether another move is wanted in place of a legal one */

async function areas([game, variant, labels]) {
  const asked = new URLSearchParams({ game, variant, labels, ...(flipped ? { flip: 1 } : {}) });
  const key = String(asked);
  if (!grounds.has(key)) grounds.set(key, (await ask(`cells?${asked}`)).cells);
  return grounds.get(key);
}

async function showBoard(place) {
  shown = place;
  chosen = new Set();
  byId("other").hidden = !place.other;
  byId("flip").hidden = !place.board;
  byId("choices").replaceChildren();
  if (!place.board) {
    byId("board").replaceChildren();
    byId("caption").textContent = "No game is known here yet. Type its first moves, or choose it:";
    byId("choices").replaceChildren(...bench.kinds.map(([name, title]) =>
      make("button", { type: "button", onclick: () => chooseGame(name) }, title)));
    return;
  }
  const outlines = await areas(place.ground);
  if (shown !== place) return;
  const board = drawing(place.board);
  board.removeAttribute("width");
  board.removeAttribute("height");
  const layer = shape("g", { class: "cells" });
  for (const [name, outline] of Object.entries(outlines)) {
    const cell = shape("polygon", { points: outline.join(" "), class: "cell" });
    cell.dataset.point = name;
    cell.addEventListener("click", () => clickPoint(name));
    layer.append(cell);
  }
  board.append(layer);
  byId("board").replaceChildren(board);
  markPoints();
  byId("caption").replaceChildren(...sentence(place));
  if (place.mode === "stuck") {
    byId("choices").replaceChildren(make("button", { type: "button", onclick: () => {
      field().setSelectionRange(0, 0);
      nextMark(1);
    } }, "Go to the error"));
  }
}

function sentence(place) {
  const stuck = place.mode === "stuck" ? "The game goes no further than here: " : "";
  const what = { after: "After ", before: "To be played here, after ", stuck }[place.mode] || "";
  return [what, make("b", {}, place.caption), `. ${place.state}.`];
}

const touches = ([, filled, emptied], point) => filled.includes(point) || emptied.includes(point);

const fitting = () => shown.moves.filter((move) =>
  [...chosen].every((point) => touches(move, point)));

function clickPoint(point) {
  const before = fitting();
  if (chosen.has(point)) chosen.delete(point);
  else if (before.some((move) => touches(move, point))) chosen.add(point);
  else chosen = new Set(shown.moves.some((move) => touches(move, point)) ? [point] : []);
  const left = chosen.size ? fitting() : [];
  if (left.length === 1) return playMove(left[0][0]);
  byId("choices").replaceChildren(
    ...left.slice(0, MANY).map(([text]) =>
      make("button", { type: "button", onclick: () => playMove(text) }, text)),
    left.length > MANY ? make("span", {}, `and ${number(left.length - MANY)} more`) : "",
  );
  if (left.length) {
    announce(`${plural(left.length, "move")} at ${[...chosen].join(", ")}: choose another point, or one of them.`);
  }
  return markPoints();
}

async function playMove(text) {
  await settle();
  if (!shown.where || !shown.moves.some(([one]) => one === text)) return;
  other = false;
  put(shown.where, text);
  field().focus({ preventScroll: true });
}

function markPoints() {
  const open = fitting();
  for (const cell of byId("board").querySelectorAll(".cell")) {
    const { point } = cell.dataset;
    cell.classList.toggle("open", open.some((move) => touches(move, point)));
    cell.classList.toggle("chosen", chosen.has(point));
    cell.classList.toggle("filled", chosen.size > 0 && !chosen.has(point) &&
      open.some((move) => touches(move, point)));
  }
}

/* Names the game at the head of the text. */
function chooseGame(name) {
  const tag = `[Game "${name}"]\n\n`;
  const text = field().value.trimStart() || "1. ";
  setText(`${tag}${text}`);
  field().setSelectionRange(field().value.length, field().value.length);
  field().focus();
  changed(false);
}

function listenBoard() {
  byId("flip").addEventListener("click", () => {
    flipped = !flipped;
    byId("flip").setAttribute("aria-pressed", String(flipped));
    moved();
  });
  byId("other").addEventListener("click", () => {
    other = true;
    moved({ keep: true });
  });
}
