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
    byId("more").hidden = shown >= found.games_in_all;
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
