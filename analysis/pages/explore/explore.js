/* The explorer: requests the place named after # in the address, and draws it. */

const BADGES = 8; /* maximum number of moves that have a number on the board */
const FILTERS = ["player", "side", "since", "until", "result", "where"];
const PARTS = ["game", "variant", "at", "apart", "flip", ...FILTERS];

let kinds = [];
let here = null; /* what is displayed: address, kind, node */
let coming = null; /* the row that led to the next address */
let asking = null; /* aborts the pending request */

const board = new Board(byId("board"), { played: (move) => take(move), choosing });

/* Addresses. */

function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  const address = { moves: given.getAll("m") };
  for (const key of PARTS) address[key] = given.get(key) || "";
  return address;
}

function query(address) {
  const found = new URLSearchParams();
  for (const key of PARTS) if (address[key]) found.set(key, address[key]);
  for (const move of address.moves) found.append("m", move);
  return found;
}

const link = (address) => `#${query(address)}`;

function go(address, row = null) {
  const target = link(address);
  coming = row ? { target, row } : null;
  if (target === location.hash) show();
  else location.hash = target;
}

const kindOf = (address) =>
  kinds.find((one) => one.game === address.game && one.variant === address.variant);

/* The address that a move leads to. */
function after(move) {
  const { address, node } = here;
  if (move.plain) return { ...address, at: node.origin, moves: [...node.moves, move.text] };
  return move.position ? { ...address, at: move.position, moves: [] } : null;
}

/* Showing a place. */

async function show() {
  const address = readAddress();
  const kind = kindOf(address);
  if (!kind) return choose();
  if (asking) asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  const busy = setTimeout(() => byId("explorer").setAttribute("aria-busy", "true"), 150);
  try {
    const node = await ask("node", address, signal);
    if (signal.aborted) return;
    here = { address, kind, node };
    complain();
    byId("explorer").hidden = false;
    render();
    games(0).then(beside).catch(failed);
  } catch (error) {
    failed(error);
    if (!here && error.name !== "AbortError") byId("explorer").hidden = true;
  } finally {
    clearTimeout(busy);
    if (!signal.aborted) byId("explorer").removeAttribute("aria-busy");
  }
}

function failed(error) {
  if (error.name !== "AbortError") complain(error.message, action("Try again", show));
}

/* Without a known game in the address: the one shown, or that with most games. */
function choose() {
  const { game, variant } = (here && here.kind) || kinds[0];
  return location.replace(link({ ...readAddress(), game, variant }));
}

function render() {
  const { address, kind, node } = here;
  byId("kind").value = String(kinds.indexOf(kind));
  document.title = `${node.moves.length ? node.moves.at(-1) : "Start"} \u2013 ${kind.title}`;
  renderBoard();
  renderLine();
  renderControls();
  renderWhole();
  renderMoves();
  renderStarts();
  byId("status").textContent = sentence();
  byId("position").value = node.position;
  if (coming && coming.target === location.hash && coming.byKey) focusRow(0);
  coming = null;
}

function sentence() {
  const { kind, node, address } = here;
  const { games, undecided } = node.results;
  const side = titled(kind.sides[node.turn].name);
  const parts = [node.name ? `${node.name}.` : ""];
  parts.push(node.outcome ? `The game is over here: ${node.outcome}` : `${side} to move.`);
  if (!games) {
    parts.push(FILTERS.some((one) => address[one])
      ? "None of the chosen games reached this position."
      : "No game reached this position.");
  } else {
    parts.push(`${plural(games, "game")} reached this position` +
      (undecided ? `, ${number(undecided)} of them undecided.` : "."));
    const others = coming && coming.target === location.hash ? games - coming.row.games : 0;
    if (others > 0) parts.push(`${number(others)} came here by other moves.`);
    if (node.ended.games) parts.push(`${plural(node.ended.games, "game")} ended here.`);
  }
  return parts.filter(Boolean).join(" ");
}

/* The board, with the moves that were played here and their rows. */

function renderBoard() {
  const { node } = here;
  const moves = node.rows.flatMap((row) => row.moves.map((move) => Object.assign(move, { row })));
  board.show(node.board, { outlines: node.cells, moves, badges: figures() });
}

/* Numbers of the most frequent moves, on the target point if that is empty. */
function figures() {
  const taken = new Map();
  here.node.rows.forEach((row, place) => {
    const { filled, emptied } = row.moves[0];
    const point = [...filled, ...emptied].find((one) => !taken.has(one) && here.node.cells[one]);
    const isMarked = place < BADGES && point !== undefined;
    row.figure = isMarked ? String(place + 1) : "";
    if (isMarked) taken.set(point, row.figure);
  });
  return [...taken];
}

function choosing(moves, points) {
  const rows = new Set(moves.length ? moves.map((move) => move.row) : here.node.rows);
  here.node.rows.forEach((row, place) => {
    const line = byId("moves").tBodies[0].rows[place];
    if (line) line.classList.toggle("aside", !rows.has(row));
  });
  byId("status").textContent = moves.length
    ? `${plural(moves.length, "move")} at ${points.join(", ")}: choose another point, or a row.`
    : sentence();
}

function take(move, byKey = false) {
  const target = after(move);
  if (!target) return;
  go(target, move.row);
  if (coming) coming.byKey = byKey;
}
