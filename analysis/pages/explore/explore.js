/* The explorer: what the address behind # names is asked of `source`, and drawn. */

const LETTERS = "ABCDEFGH";
const FILTERS = ["player", "side", "since", "until", "result", "rating"];
const PAGE = 20;

let source = null; /* answers: kinds, cells, node, games, players, place */
let kinds = [];
let here = null; /* what is shown: address, kind, node, cells */
let chosen = new Set(); /* points clicked so far */
let coming = null; /* the row that led to the next address */
let asking = null; /* stops the question that is under way */

/* Addresses. */

function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  const address = { moves: given.getAll("m") };
  for (const key of ["game", "variant", "at", "turned", "apart", "flip", ...FILTERS]) {
    address[key] = given.get(key) || "";
  }
  return address;
}

function query(address) {
  const found = new URLSearchParams();
  for (const key of ["game", "variant", "at", "turned", "apart", "flip", ...FILTERS]) {
    if (address[key]) found.set(key, address[key]);
  }
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

/* Replaces the address without a step of history: the same place by another name. */
function rename(address) {
  history.replaceState(null, "", link(address));
  here.address = address;
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
    const cells = await source.cells(address, signal);
    const node = await source.node(address, signal);
    if (signal.aborted) return;
    here = { address, kind, node, cells };
    chosen = new Set();
    if (address.turned) rename({ ...address, at: node.origin, moves: node.moves, turned: "" });
    complain("");
    byId("explorer").hidden = false;
    render();
    games(0).then(rated);
  } catch (error) {
    if (error.name === "AbortError") return;
    complain(error.message);
    if (!here) byId("explorer").hidden = true;
  } finally {
    clearTimeout(busy);
    if (!signal.aborted) byId("explorer").removeAttribute("aria-busy");
  }
}

function complain(message) {
  const box = byId("problem");
  box.hidden = !message;
  byId("problem-text").textContent = message;
}

/* Without a known game in the address, the one there is, or a list. */
function choose() {
  if (kinds.length === 1 || here) {
    const { game, variant } = (here && here.kind) || kinds[0];
    return location.replace(link({ ...readAddress(), game, variant }));
  }
  byId("explorer").hidden = true;
  byId("choice").hidden = false;
  byId("kind").hidden = true;
  byId("kind-name").textContent = "";
  byId("choice-list").replaceChildren(
    ...kinds.map((one) =>
      make("li", {}, make("a", { href: link({ moves: [], game: one.game, variant: one.variant }) },
        make("b", {}, one.title), make("span", { class: "soft" }, one.variant),
        make("span", {}, plural(one.games, "game"))))),
  );
}

function render() {
  const { address, kind, node } = here;
  byId("choice").hidden = true;
  byId("kind").hidden = kinds.length < 2;
  byId("kind-name").textContent = `${kind.title} \u00b7 ${kind.variant}`;
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

/* The line of moves, and the controls. */

function renderLine() {
  const { address, node } = here;
  const first = node.origin ? "Set-up" : "Start";
  const crumbs = [first, ...node.moves].map((text, count) => {
    const target = link({ ...address, at: node.origin, moves: node.moves.slice(0, count) });
    const last = count === node.moves.length;
    return make("li", {}, make("a", { href: target, "aria-current": last && "step" }, text));
  });
  byId("line").replaceChildren(...crumbs);
}

function renderControls() {
  const { address, kind, node } = here;
  byId("back").disabled = !node.moves.length && !node.origin;
  byId("start").disabled = byId("back").disabled;
  byId("flip").setAttribute("aria-pressed", String(Boolean(address.flip)));
  byId("apart").checked = !address.apart;
  byId("apart").parentElement.hidden = source.fixed || kind.symmetries.length < 2;
  const images = node.images || [];
  byId("image").parentElement.hidden = source.fixed || images.length < 2;
  byId("image").replaceChildren(
    ...images.map((at) => make("option", { value: at },
      at ? titled(kind.symmetries[at]) : "As it stands")),
  );
  const sides = kind.sides.map((side) => side.name);
  fill("side", [["", "either side"], ...sides.map((one) => [one, titled(one)])]);
  fill("result", [["", "any"], ...sides.map((one) => [one, `${titled(one)} won`]),
    ["draw", "drawn"], ["undecided", "undecided"]]);
  for (const name of FILTERS) byId(name).value = address[name];
  byId("side").disabled = !address.player;
  byId("rating").parentElement.hidden = !kind.rated;
  const active = FILTERS.filter((name) => address[name])
    .map((name) => `${name} ${address[name]}`);
  byId("filters-active").textContent = active.length ? active.join(", ") : "all games";
  byId("clear").hidden = !active.length;
}

function fill(id, options) {
  byId(id).replaceChildren(...options.map(([value, text]) => make("option", { value }, text)));
}

/* Results. */

function bar(results, kind) {
  const parts = [
    ...kind.sides.map((side, at) => [side.colour, titled(side.name), results.wins[at]]),
    ["undecided", "undecided", results.undecided],
  ];
  parts.splice(1, 0, ["draw", "drawn", results.draws]);
  const words = parts.filter((one) => one[2]).map(([, name, many]) => `${name} ${number(many)}`);
  const found = make("span", { class: "bar", role: "img", "aria-label": words.join(", "),
    title: words.join(", ") });
  for (const [colour, , many] of parts) {
    if (!many) continue;
    const share = many / results.games;
    const piece = make("span", { class: `side-${colour}` }, share >= 0.16 ? percent(share) : "");
    piece.style.flexGrow = String(many);
    found.append(piece);
  }
  return found;
}

const score = (results) => (results.score === null ? "" : percent(results.score, 1));

function interval(results) {
  if (results.score === null) return "";
  return `${percent(results.low)}\u2013${percent(results.high)}`;
}

function renderWhole() {
  const { node, kind } = here;
  const { results } = node;
  const decided = results.games - results.undecided;
  byId("whole").replaceChildren();
  if (!results.games) return;
  const side = titled(kind.sides[node.turn].name);
  const about = decided
    ? `${side} to move scored ${score(results)} % (95 %: ${interval(results)}) in ` +
      `${plural(decided, "decided game")}`
    : "No decided game";
  const last = results.last ? `; last played ${results.last}` : "";
  const key = [
    ...kind.sides.map((one, at) => [one.colour, titled(one.name), results.wins[at]]),
    ["draw", "drawn", results.draws], ["undecided", "undecided", results.undecided],
  ].map(([colour, name, many]) =>
    make("li", {}, make("i", { class: `side-${colour}` }), `${name} ${number(many)}`));
  byId("whole").append(bar(results, kind), make("ul", { class: "key" }, ...key),
    make("p", { class: "soft" }, `${about}${last}.`));
}

function renderMoves() {
  const { node, kind } = here;
  const body = byId("moves").tBodies[0];
  body.replaceChildren(...node.rows.map((row) => {
    const [move] = row.moves;
    const target = after(move);
    const text = target && !row.left
      ? make("a", { href: link(target), class: "move" }, move.text)
      : make("span", { class: "move" }, move.text);
    const notes = [
      row.fold > 1 ? make("span", { class: "soft", title: `${row.fold} equivalent moves` },
        ` \u00d7${row.fold}`) : "",
      row.illegal ? make("span", { class: "bad" }, " illegal, as recorded") : "",
    ];
    const line = make("tr", { class: target ? "open" : null },
      make("th", { scope: "row" }, make("i", { class: "letter", "aria-hidden": "true" },
        row.letter), text, ...notes),
      make("td", { class: "number" }, number(row.games)),
      make("td", { class: "number soft" }, percent(row.games / node.results.games, 1)),
      make("td", { class: "results" }, bar(row, kind)),
      make("td", { class: "score" }, make("span", {}, score(row)),
        make("small", { class: "soft" }, interval(row), row.marked ? " *" : "")),
      make("td", { class: "number soft" }, row.undecided ? number(row.undecided) : ""),
      make("td", { class: "soft date" }, row.last));
    line.addEventListener("mouseenter", () => mark(move));
    line.addEventListener("mouseleave", () => mark());
    line.addEventListener("focusin", () => mark(move));
    line.addEventListener("focusout", () => mark());
    line.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      if (!row.left) take(row, move, event.detail === 0);
    });
    return line;
  }));
  byId("moves").hidden = !node.rows.length;
  byId("moves").classList.toggle("decided", !node.rows.some((row) => row.undecided));
  const rare = node.rare ? ` ${plural(node.rare, "rare move")} left out.` : "";
  byId("caveat").textContent = `${node.caveat}${rare}`;
}

/* First positions of games that do not start as the variant does. */
function renderStarts() {
  const { address, node } = here;
  const starts = node.starts || [];
  byId("starts").hidden = !starts.length;
  byId("starts").replaceChildren(
    make("h3", {}, "Other first positions"),
    make("ul", {}, ...starts.map((one) => make("li", {},
      make("a", { href: link({ ...address, at: one.position, moves: [] }) }, one.position),
      ` ${plural(one.games, "game")}`))),
  );
}

/* The games. */

async function games(start) {
  const { address, kind, node } = here;
  const table = byId("games");
  if (!start) table.tBodies[0].replaceChildren();
  byId("games-part").hidden = !node.results.games || !source.games;
  if (byId("games-part").hidden) return;
  try {
    const found = await source.games({ ...address, start }, asking && asking.signal);
    if (here.node !== node) return;
    table.tBodies[0].append(...found.games.map((game) => gameLine(game, kind)));
    const shown = table.tBodies[0].rows.length;
    byId("games-count").textContent = shown < found.games_in_all
      ? `${number(shown)} of ${plural(found.games_in_all, "game")}, latest first`
      : plural(found.games_in_all, "game");
    byId("more").hidden = source.fixed || shown >= found.games_in_all;
  } catch (error) {
    if (error.name !== "AbortError") complain(error.message);
  }
}

function gameLine(game, kind) {
  const names = game.players.map((name, at) =>
    make("span", { class: "player" }, make("i", { class: `side-${kind.sides[at].colour}` }),
      make("bdi", {}, name || "?"),
      game.ratings[at] ? make("span", { class: "soft" }, ` ${game.ratings[at]}`) : ""));
  const players = game.link
    ? make("a", { href: game.link, target: "_blank", rel: "noopener" }, ...names)
    : make("span", {}, ...names);
  return make("tr", {},
    make("th", { scope: "row" }, players),
    make("td", {}, won(game, kind)),
    make("td", { "data-head": "ply " }, `${number(game.ply)} of ${number(game.plies)}`),
    make("td", {}, make("bdi", {}, game.event)),
    make("td", { class: "date" }, game.date),
    make("td", { class: "soft" }, make("bdi", {}, game.source), game.valid ? "" :
      make("span", { class: "bad" }, " with errors")));
}

function won({ won: sides }, kind) {
  if (!sides) return "undecided";
  return sides.length > 1 ? "drawn" : `${titled(kind.sides[sides[0]].name)} won`;
}

/* Whether players have ratings is asked once, when the first games are on the page. */
async function rated() {
  const { kind, address } = here;
  if (kind.rated !== undefined || !source.players) return;
  kind.rated = false;
  const found = await source.players({ ...address, text: "" }).catch(() => ({ rated: false }));
  kind.rated = found.rated;
  byId("rating").parentElement.hidden = !here.kind.rated;
}

/* What readers do. */

function back() {
  const { address, node } = here;
  if (node.moves.length) go({ ...address, at: node.origin, moves: node.moves.slice(0, -1) });
  else if (node.origin) go({ ...address, at: "", moves: [] });
}

function start() {
  go({ ...here.address, at: "", moves: [] });
}

function flip() {
  go({ ...here.address, at: here.node.origin, moves: here.node.moves,
    flip: here.address.flip ? "" : "1" });
}

const rowLinks = () => [...byId("moves").querySelectorAll("a.move")];

function focusRow(place) {
  const rows = rowLinks();
  if (rows.length) rows[Math.max(0, Math.min(place, rows.length - 1))].focus();
}

const KEYS = {
  ArrowDown: () => focusRow(rowLinks().indexOf(document.activeElement) + 1),
  ArrowUp: () => focusRow(rowLinks().indexOf(document.activeElement) - 1),
  ArrowRight: () => {
    const rows = rowLinks();
    const open = rows.includes(document.activeElement) ? document.activeElement : rows[0];
    if (open) open.click();
  },
  ArrowLeft: back,
  Backspace: back,
  Home: start,
  t: flip,
  "?": () => byId("help").showModal(),
  Escape: () => { chosen = new Set(); mark(); byId("status").textContent = sentence(); },
};

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea, dialog");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !here) return;
  const action = KEYS[event.key];
  if (!action || byId("explorer").hidden) return;
  event.preventDefault();
  action();
});

function listen() {
  byId("back").addEventListener("click", back);
  byId("start").addEventListener("click", start);
  byId("flip").addEventListener("click", flip);
  byId("help-button").addEventListener("click", () => byId("help").showModal());
  byId("more").addEventListener("click", () => games(byId("games").tBodies[0].rows.length));
  byId("again").addEventListener("click", () => show());
  byId("kind").addEventListener("change", (event) => {
    const { game, variant } = kinds[Number(event.target.value)];
    go({ moves: [], game, variant, flip: here.address.flip });
  });
  byId("apart").addEventListener("change", (event) => {
    go({ ...here.address, apart: event.target.checked ? "" : "1" });
  });
  byId("image").addEventListener("change", (event) => {
    const { node, address } = here;
    go({ ...address, at: node.origin, moves: node.moves, turned: event.target.value });
  });
  byId("filters").addEventListener("change", () => {
    const address = { ...here.address };
    for (const name of FILTERS) address[name] = byId(name).value.trim();
    if (!address.player) address.side = "";
    go(address);
  });
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
  byId("clear").addEventListener("click", () => {
    const cleared = Object.fromEntries(FILTERS.map((name) => [name, ""]));
    go({ ...here.address, ...cleared });
  });
  byId("player").addEventListener("input", suggest);
  byId("place").addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const { address } = here;
      const found = await source.place({ ...address, text: byId("position").value });
      go({ ...address, at: found.at, moves: found.moves });
    } catch (error) {
      complain(error.message);
    }
  });
  addEventListener("hashchange", show);
}

let suggesting = 0;

async function suggest() {
  const turn = (suggesting += 1);
  try {
    const found = await source.players({ ...here.address, text: byId("player").value });
    if (turn !== suggesting) return;
    byId("names").replaceChildren(...found.players.map(([name, many]) =>
      make("option", { value: name, label: `${name} (${plural(many, "game")})` })));
  } catch (error) {
    complain(error.message);
  }
}

async function begin() {
  listen();
  try {
    source = await sourceOf();
    kinds = await source.kinds();
  } catch (error) {
    return complain(error.message);
  }
  byId("apart").closest("section").classList.toggle("fixed", Boolean(source.fixed));
  byId("filters-part").hidden = Boolean(source.fixed);
  byId("place").classList.toggle("fixed", Boolean(source.fixed));
  if (!kinds.length) return complain("The library has no game that could be put on a board.");
  fill("kind", kinds.map((one, at) =>
    [at, `${one.title} \u00b7 ${one.variant} (${plural(one.games, "game")})`]));
  show();
}
