/* Steps through games. The pictures are in the page, so that no rules are needed here. */

const SHOWN = 200; /* number of rows that the list of games shows, and adds at a time */
const FAR = 10; /* plies of a long step */

const NARROW = matchMedia("(max-width: 70rem)"); /* the list of games is above the board */

const packs = Array.from(document.querySelectorAll("script[data-game]"));
const keys = packs.map((pack) => pack.dataset.game);
const first = { head: byId("head").innerHTML, moves: byId("moves").innerHTML };
const inFrame = location.protocol === "about:";
const board = new Board(byId("board"));
let shapes = null, game = null, ply = 0, side = 0, timer = 0, wanted = "";

async function unpacked(pack) {
  const packed = Uint8Array.from(atob(pack.textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

/* Opens a game at a ply; by default at the start, or where it breaks off. */
async function open(key, number) {
  const index = Math.max(0, keys.indexOf(key));
  wanted = keys[index];
  if (!game || game.key !== wanted) {
    const found = await unpacked(packs[index]);
    if (wanted !== keys[index]) return; /* another one was requested in the meantime */
    pause();
    take(found, keys[index]);
  }
  show(Number.isInteger(number) ? number : game.good ? 0 : game.last);
}

function take(found, key) {
  game = { captions: [], words: [], positions: [], frames: [], ...found, key };
  game.last = Math.max(0, game.captions.length - 1);
  for (const name of ["head", "moves"]) byId(name).innerHTML = found[name] ?? first[name];
  game.links = Array.from(byId("moves").querySelectorAll("a.ply"));
  game.links.forEach((link, index) => { link.href = `#${key}/${index + 1}`; });
  game.remarks = Array.from(byId("moves").querySelectorAll("[data-ply]"));
  byId("slider").max = game.last;
  byId("board").hidden = byId("controls").hidden = !game.captions.length;
  byId("copy-position").hidden = !game.captions.length;
  byId("copied").textContent = "";
  const listed = Array.from(byId("list").querySelectorAll("a"));
  for (const link of listed) current(link, link.dataset.key === key);
  stopAt(listed);
}

/* Makes one link of a list its tab stop: by default the current one, else the first. */
function stopAt(links, link = links.find((one) => one.ariaCurrent) || links[0]) {
  for (const one of links) one.tabIndex = one === link ? 0 : -1;
}

function current(link, is) {
  if (is) link.setAttribute("aria-current", "true");
  else link.removeAttribute("aria-current");
}

function show(number) {
  ply = Math.max(0, Math.min(game.last, number));
  if (game.captions.length) board.show(picture());
  byId("caption").textContent = game.captions[ply] || "";
  byId("words").textContent = game.words[ply] || "";
  const told = game.remarks.filter((one) => {
    const place = Number(one.dataset.ply);
    return place === ply || (ply === game.last && place > ply);
  });
  byId("remarks").replaceChildren(...told.map((one) => one.cloneNode(true)));
  const isInMoves = game.links.includes(document.activeElement);
  game.links.forEach((link, index) => current(link, index + 1 === ply));
  stopAt(game.links);
  if (isInMoves) (game.links[ply - 1] || byId("moves")).focus({ preventScroll: true });
  into(byId("moves"), game.links[ply - 1]);
  byId("slider").value = ply;
  byId("slider").setAttribute("aria-valuetext", game.captions[ply] || "");
  for (const name of ["first", "back"]) byId(name).disabled = ply === 0;
  for (const name of ["next", "last"]) byId(name).disabled = ply === game.last;
  if (!inFrame) history.replaceState(null, "", `#${game.key}/${ply}`);
}

/* The drawing of a position: shapes in groups, one for each role. */
function picture() {
  const groups = [];
  let last = -1;
  for (const at of game.frames[ply]) {
    const [group, ...tag] = shapes.shapes[at][side];
    if (group !== last) groups.push(["g", shapes.groups[group], ""]);
    groups.at(-1).push(tag);
    last = group;
  }
  const attributes = { viewBox: `0 0 ${game.size.join(" ")}`, role: "img",
    "aria-labelledby": "caption words" };
  return ["svg", attributes, "", ...groups];
}

/* Scrolls a list, but never the page, to centre an entry. */
function into(list, entry) {
  if (list.scrollHeight <= list.clientHeight) return;
  const from = entry ? entry.getBoundingClientRect().top - list.getBoundingClientRect().top : -1e9;
  list.scrollTop += from - list.clientHeight / 2;
}

function play() {
  if (ply === game.last) show(0);
  timer = setInterval(() => {
    show(ply + 1);
    if (ply === game.last) pause();
  }, Number(byId("speed").value));
  playing(true);
}

function pause() {
  clearInterval(timer);
  timer = 0;
  playing(false);
}

function playing(is) {
  byId("play").setAttribute("aria-label", is ? "Pause" : "Play");
  byId("play").classList.toggle("playing", is);
}

const step = (to) => () => {
  pause();
  show(to());
};
const STEPS = {
  first: step(() => 0),
  back: step(() => ply - 1),
  next: step(() => ply + 1),
  last: step(() => game.last),
  play: () => (timer ? pause() : play()),
  flip: () => {
    side = 1 - side;
    byId("flip").setAttribute("aria-pressed", String(side === 1));
    show(ply);
  },
};
const KEYS = {
  ArrowLeft: STEPS.back,
  ArrowRight: STEPS.next,
  Home: STEPS.first,
  End: STEPS.last,
  " ": STEPS.play,
  PageUp: step(() => ply - FAR),
  PageDown: step(() => ply + FAR),
  f: STEPS.flip,
};

function pressed(event) {
  const own = event.key === " " && event.target.closest("button, a, summary");
  if (own || !isFree(event) || !game) return;
  if (event.key === "?") return showHelp();
  if (!KEYS[event.key] || !game.captions.length) return;
  event.preventDefault();
  KEYS[event.key]();
}

/* Links within this page are followed here, since a page in a frame has no address of its own. */
function clicked(event) {
  const link = event.target.closest('a[href^="#"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const [key, number] = place(link.getAttribute("href"));
  if (!keys.includes(key)) return;
  event.preventDefault();
  pause();
  open(key, number);
  if (link.dataset.key && NARROW.matches) byId("games").open = false;
}

function place(address) {
  const [key, number] = address.slice(1).split("/");
  return [key, Number.parseInt(number, 10)];
}

/* A list of games, filtered by the words in the search field. It is a single tab stop, and arrow
   keys go through it. */
function list(rows) {
  const search = byId("search"), box = byId("list"), more = byId("more");
  const links = () => Array.from(box.querySelectorAll("a"));
  const texts = rows.map((row) => row.join(" ").toLocaleLowerCase());
  let most = SHOWN;
  const fill = () => {
    const words = search.value.toLocaleLowerCase().split(/\s+/);
    const found = rows.filter((_, at) => words.every((word) => texts[at].includes(word)));
    box.replaceChildren(...found.slice(0, most).map(row));
    stopAt(links());
    more.hidden = found.length <= most;
    more.textContent = `Show ${Math.min(SHOWN, found.length - most)} more`;
    byId("found").textContent = `${found.length} of ${rows.length} games`;
  };
  search.addEventListener("input", () => { most = SHOWN; fill(); });
  more.addEventListener("click", () => { most += SHOWN; fill(); });
  box.addEventListener("keydown", (event) => {
    const found = links(), at = found.indexOf(event.target);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: found.length - 1 }[event.key];
    if (to === undefined || !isFree(event)) return;
    event.preventDefault();
    event.stopPropagation(); /* Home and End are the list's here, not the game's */
    const entry = found[Math.max(0, Math.min(found.length - 1, to))];
    stopAt(found, entry);
    entry.focus();
  });
  fill();
  byId("games").open = !NARROW.matches;
  byId("games").hidden = false;
}

function row([key, title, detail, word, good]) {
  const link = make("a", { href: `#${key}`, "data-key": key }, make("b", { dir: "auto" }, title),
    make("span", { dir: "auto" }, detail),
    make("i", { dir: "auto", class: good ? "good" : "bad" }, word));
  current(link, Boolean(game) && game.key === key);
  return make("li", {}, link);
}

function swipes(figure) {
  let from = null;
  figure.addEventListener("touchstart", (event) => {
    from = event.touches.length === 1 ? event.touches[0] : null;
  }, { passive: true });
  figure.addEventListener("touchend", (event) => {
    const to = event.changedTouches[0];
    const [across, down] = from ? [to.clientX - from.clientX, to.clientY - from.clientY] : [0, 0];
    if (Math.abs(across) > 40 && Math.abs(across) > 1.5 * Math.abs(down)) {
      STEPS[across < 0 ? "next" : "back"]();
    }
  }, { passive: true });
}

/* The moves as text, as in the list. */
function rows() {
  return Array.from(byId("moves").querySelectorAll("li"), (one) =>
    [...one.children].filter((part) => part.className !== "under")
      .map((part) => part.textContent || "...").join("  ")).join("\n");
}

const COPIES = {
  moves: rows,
  position: () => game.positions[ply],
  link: () => location.href,
};

function listenCopies() {
  for (const [name, text] of Object.entries(COPIES)) {
    byId(`copy-${name}`).addEventListener("click", async () => {
      byId("copied").textContent = (await copied(text())) ? `${titled(name)} copied.`
        : "The browser does not let this page copy.";
    });
  }
  byId("copy-link").hidden = inFrame;
  byId("copies").hidden = false;
}

async function start() {
  if (typeof DecompressionStream !== "function") {
    byId("words").textContent = "This browser is too old to step through games: it shows the end of one.";
    document.documentElement.dataset.ready = "";
    return;
  }
  document.documentElement.classList.add("script");
  byId("help-button").hidden = false;
  byId("help-button").addEventListener("click", showHelp);
  shapes = await unpacked(byId("shapes"));
  await open(...place(location.hash));
  for (const [name, act] of Object.entries(STEPS)) byId(name).addEventListener("click", act);
  byId("slider").addEventListener("input", (event) => { pause(); show(Number(event.target.value)); });
  byId("speed").addEventListener("change", () => { if (timer) { pause(); play(); } });
  addEventListener("keydown", pressed);
  addEventListener("click", clicked);
  addEventListener("hashchange", () => open(...place(location.hash)));
  swipes(byId("board"));
  listenCopies();
  if (byId("index")) list(await unpacked(byId("index")));
  document.documentElement.dataset.ready = "";
}

start();
