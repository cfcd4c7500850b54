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
  byId("apart").parentElement.hidden = kind.symmetries.length < 2;
  const sides = kind.sides.map((side) => side.name);
  fill("side", [["", "either side"], ...sides.map((one) => [one, titled(one)])]);
  fill("result", [["", "any"], ...sides.map((one) => [one, `${titled(one)} won`]),
    ["draw", "drawn"], ["undecided", "undecided"]]);
  for (const name of FILTERS) byId(name).value = address[name];
  byId("side").disabled = !address.player;
  const active = FILTERS.filter((name) => address[name])
    .map((name) => `${name} ${address[name]}`);
  byId("filters-active").textContent = active.length ? active.join(", ") : "all games";
  byId("clear").hidden = !active.length;
}

function fill(id, options) {
  byId(id).replaceChildren(...options.map(([value, text]) => make("option", { value }, text)));
}

/* Results. */

/* The results of games, in the order of a bar: colour, name, number. */
function outcomes(results, kind) {
  const [first, ...others] = kind.sides.map((side, at) =>
    [side.colour, titled(side.name), results.wins[at]]);
  return [first, ["draw", "drawn", results.draws], ...others,
    ["undecided", "undecided", results.undecided]];
}

function bar(results, kind, unit = "") {
  const parts = outcomes(results, kind);
  const words = parts.filter((one) => one[2]).map(([, name, many]) => `${name} ${number(many)}`);
  const found = make("span", { class: "bar", role: "img", "aria-label": words.join(", "),
    title: words.join(", ") });
  for (const [colour, , many] of parts) {
    if (!many) continue;
    const share = many / results.games;
    const piece = make("span", { class: `side-${colour}` }, share >= 0.16 ? percent(share) + unit : "");
    piece.style.flexGrow = String(many);
    found.append(piece);
  }
  return found;
}

const score = (results) => (results.score === null ? "" : percent(results.score, 1));

function interval(results) {
  if (results.low === null) return "";
  return `${percent(results.low)}\u2013${percent(results.high)}`;
}

function renderWhole() {
  const { node, kind } = here;
  const { results } = node;
  const decided = results.games - results.undecided;
  byId("whole").replaceChildren();
  if (!results.games) return;
  const side = titled(kind.sides[node.turn].name);
  const within = interval(results) && ` (95 %: ${interval(results)})`;
  const about = decided
    ? `${side} to move scored ${score(results)} %${within} in ` +
      `${plural(decided, "decided game")}`
    : "No decided game";
  const last = results.last ? `; last played ${results.last}` : "";
  const key = outcomes(results, kind).map(([colour, name, many]) =>
    make("li", {}, make("i", { class: `side-${colour}` }), `${name} ${number(many)}`));
  byId("whole").append(bar(results, kind, " %"), make("ul", { class: "key" }, ...key),
    make("p", { class: "soft" }, `${about}${last}.`));
}

function renderMoves() {
  const { node, kind } = here;
  const body = byId("moves").tBodies[0];
  body.replaceChildren(...node.rows.map((row) => {
    const [move] = row.moves;
    const target = after(move);
    const text = target
      ? make("a", { href: link(target), class: "move" }, move.text)
      : make("span", { class: "move" }, move.text);
    const notes = [
      row.fold > 1 ? make("span", { class: "soft", title: `${row.fold} equivalent moves` },
        ` \u00d7${row.fold}`) : "",
      row.illegal ? make("span", { class: "bad" }, " illegal, as recorded") : "",
    ];
    const line = make("tr", { class: target ? "open" : null },
      make("th", { scope: "row" }, make("i", { class: "figure", "aria-hidden": "true" },
        row.figure), text, ...notes),
      make("td", { class: "number" }, number(row.games)),
      make("td", { class: "number soft" }, percent(row.games / node.results.games, 1)),
      make("td", { class: "results" }, bar(row, kind)),
      make("td", { class: "score" }, make("span", {}, score(row)),
        make("small", { class: "soft" }, interval(row), row.marked ? " *" : "")),
      make("td", { class: "soft date" }, row.last),
      make("td", { class: "number soft" }), make("td", { class: "number soft" }));
    line.addEventListener("mouseenter", () => board.mark(move));
    line.addEventListener("mouseleave", () => board.mark());
    line.addEventListener("focusin", () => board.mark(move));
    line.addEventListener("focusout", () => board.mark());
    line.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      take(move, event.detail === 0);
    });
    return line;
  }));
  byId("moves").hidden = !node.rows.length;
  byId("caveat").textContent = node.caveat;
}

/* Fills in the last two columns, which take longer: board decisions and ratings. */
async function beside() {
  const { address, node } = here;
  byId("moves").classList.add("unrated");
  if (!node.rows.length) return;
  const { rows } = await ask("beside", address, asking && asking.signal);
  if (here.node !== node) return;
  byId("moves").classList.toggle("unrated", rows.every((row) => row.rating === null));
  rows.forEach(({ board: decided, rating, rated }, place) => {
    const [onBoard, mean] = [...byId("moves").tBodies[0].rows[place].cells].slice(-2);
    const { games: all } = node.rows[place];
    onBoard.textContent = `${percent(decided / all)} %`;
    onBoard.title = `${number(decided)} of ${plural(all, "game")}`;
    mean.textContent = rating === null ? "" : number(rating);
    mean.title = `${number(rated)} of ${plural(all, "player")} with a rating`;
  });
}

/* Initial positions other than the default of the variant. */
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
  byId("games-part").hidden = !node.results.games;
  if (byId("games-part").hidden) return;
  const found = await ask("games", { ...address, start }, asking && asking.signal);
  if (here.node !== node) return;
  table.tBodies[0].append(...found.games.map((game) => gameLine(game, kind)));
  const shown = table.tBodies[0].rows.length;
  byId("games-count").textContent = shown < found.games_in_all
    ? `${number(shown)} of ${plural(found.games_in_all, "game")}, latest first`
    : plural(found.games_in_all, "game");
  byId("more").hidden = shown >= found.games_in_all;
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
