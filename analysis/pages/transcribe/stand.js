/* The board at the caret: a click on points types the legal move that touches them. */

const MANY = 24; /* maximum number of moves that are listed */

let shown = null; /* what the board shows */
let flipped = false;
let other = false; /* whether a legal move is to be replaced */

const board = new Board(byId("board"), { played: (move) => playMove(move.text), choosing });

function showBoard(place) {
  shown = place;
  byId("other").hidden = !place.other;
  byId("flip").hidden = !place.board;
  byId("choices").replaceChildren();
  if (!place.board) {
    board.clear();
    byId("caption").textContent = "No game is known here yet. Type its first moves, or choose it:";
    byId("choices").replaceChildren(...bench.kinds.map(([name, title]) =>
      make("button", { type: "button", onclick: () => chooseGame(name) }, title)));
    return;
  }
  const moves = place.moves.map(([text, filled, emptied]) => ({ text, filled, emptied }));
  board.show(place.board, { outlines: place.cells, moves });
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
  const about = place.about ? make("span", { class: "soft" }, ` ${place.about}.`) : "";
  return [what, make("b", {}, place.caption), `. ${place.state}.`, about];
}

function choosing(moves, points) {
  byId("choices").replaceChildren(
    ...moves.slice(0, MANY).map(({ text }) =>
      make("button", { type: "button", onclick: () => playMove(text) }, text)),
    moves.length > MANY ? make("span", {}, `and ${number(moves.length - MANY)} more`) : "",
  );
  if (moves.length) {
    announce(`${plural(moves.length, "move")} at ${points.join(", ")}: choose another point, or one of them.`);
  }
}

async function playMove(text) {
  await settle();
  if (!shown.where || !shown.moves.some(([one]) => one === text)) return;
  other = false;
  put(shown.where, text);
  field().focus({ preventScroll: true });
}

/* Writes the name of the game at the beginning of the text. */
function chooseGame(name) {
  const tag = `[Game "${name}"]\n\n`;
  const text = field().value.trimStart() || "1. ";
  setText(`${tag}${text}`);
  field().setSelectionRange(field().value.length, field().value.length);
  field().focus();
  changed(false);
}

function flip() {
  flipped = !flipped;
  byId("flip").setAttribute("aria-pressed", String(flipped));
  moved();
}

function listenBoard() {
  byId("flip").addEventListener("click", flip);
  byId("other").addEventListener("click", () => {
    other = true;
    moved({ keep: true });
  });
}
