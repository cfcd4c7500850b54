/* User actions. */

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
  f: flip,
  "?": showHelp,
  Escape: () => board.forget(),
};

document.addEventListener("keydown", (event) => {
  const action = KEYS[event.key];
  if (!action || !here || !isFree(event) || byId("explorer").hidden) return;
  event.preventDefault();
  action();
});

function listen() {
  byId("back").addEventListener("click", back);
  byId("start").addEventListener("click", start);
  byId("flip").addEventListener("click", flip);
  byId("help-button").addEventListener("click", showHelp);
  byId("more").addEventListener("click", () =>
    games(byId("games").tBodies[0].rows.length).catch(failed));
  byId("kind").addEventListener("change", (event) => {
    const { game, variant } = kinds[Number(event.target.value)];
    go({ moves: [], game, variant, flip: readAddress().flip });
  });
  byId("apart").addEventListener("change", (event) => {
    go({ ...here.address, apart: event.target.checked ? "" : "1" });
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
  byId("player").addEventListener("input", () => suggest().catch(failed));
  byId("place").addEventListener("submit", (event) => {
    event.preventDefault();
    go({ ...here.address, at: byId("position").value.trim(), moves: [] });
  });
  addEventListener("hashchange", show);
}

let suggesting = 0;

async function suggest() {
  const turn = (suggesting += 1);
  const found = await ask("players", { ...here.address, text: byId("player").value });
  if (turn !== suggesting) return;
  byId("names").replaceChildren(...found.players.map((name) => make("option", { value: name })));
}

async function begin() {
  listen();
  try {
    kinds = (await ask("kinds", { moves: [] })).kinds;
  } catch (error) {
    return failed(error);
  }
  if (!kinds.length) return complain("The library has no game that could be put on a board.");
  fill("kind", kinds.map((one, at) =>
    [at, `${one.title} \u00b7 ${one.variant} (${plural(one.games, "game")})`]));
  show();
}

/* Answers of the server that sent the page: kinds, node, games, players. */

async function ask(name, address, signal) {
  const asked = query(address);
  for (const key of ["start", "text"]) if (key in address) asked.set(key, address[key]);
  return answerOf(`${name}?${asked}`, { signal });
}
