"use strict";
/* Steps through games. The pictures come with the page, so that no rule is known here. */

const SHOWN = 200; /* rows that the list of games shows, and adds at a time */
const FAR = 10; /* plies of a long step */

const NARROW = matchMedia("(max-width: 70rem)"); /* the list of games stands above the board */

const by = (id) => document.getElementById(id);
const packs = Array.from(document.querySelectorAll("script[data-game]"));
const keys = packs.map((pack) => pack.dataset.game);
const first = { head: by("head").innerHTML, moves: by("moves").innerHTML };
const inFrame = location.protocol === "about:";
let shapes = null, game = null, ply = 0, flipped = false, timer = 0, wanted = "";

async function unpacked(pack) {
  const packed = Uint8Array.from(atob(pack.textContent), (letter) => letter.charCodeAt(0));
  const bytes = await inflated(packed);
  const end = bytes.indexOf(10);
  return [JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))), bytes.slice(end + 1)];
}

async function inflated(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/* Opens a game at a ply; the last one where none is given. */
async function open(key, number) {
  const index = Math.max(0, keys.indexOf(key));
  wanted = keys[index];
  if (!game || game.key !== wanted) {
    const [about, rest] = await unpacked(packs[index]);
    if (wanted !== keys[index]) return; /* another one was asked for in the meantime */
    pause();
    take(about, rest, keys[index]);
  }
  show(number === undefined || Number.isNaN(number) ? game.last : number);
}

function take(about, rest, key) {
  const numbers = about.bytes === 2 ? new Uint16Array(rest.buffer) : new Uint32Array(rest.buffer);
  const frames = [];
  let start = 0;
  for (const length of about.lengths || []) frames.push(numbers.subarray(start, start += length));
  game = { ...about, key, frames, last: Math.max(0, frames.length - 1) };
  for (const name of ["head", "moves"]) {
    by(name).innerHTML = about[name] === undefined ? first[name] : about[name];
  }
  game.links = Array.from(by("moves").querySelectorAll("a.ply"));
  game.links.forEach((link, index) => { link.href = `#${key}/${index + 1}`; });
  game.remarks = Array.from(by("moves").querySelectorAll("[data-ply]"));
  by("slider").max = game.last;
  by("board").hidden = by("controls").hidden = !frames.length;
  for (const link of document.querySelectorAll(".games a")) current(link, link.dataset.key === key);
}

function current(link, is) {
  if (is) link.setAttribute("aria-current", "true");
  else link.removeAttribute("aria-current");
}

function show(number) {
  ply = Math.max(0, Math.min(game.last, number));
  if (game.frames.length) draw();
  by("caption").textContent = game.captions ? game.captions[ply] : "";
  by("words").textContent = game.words ? game.words[ply] : "";
  const told = game.remarks.filter((one) => {
    const place = Number(one.dataset.ply);
    return place === ply || (ply === game.last && place > ply);
  });
  by("remarks").replaceChildren(...told.map((one) => one.cloneNode(true)));
  game.links.forEach((link, index) => current(link, index + 1 === ply));
  into(by("moves"), game.links[ply - 1]);
  by("slider").value = ply;
  by("slider").setAttribute("aria-valuetext", game.captions ? game.captions[ply] : "");
  for (const name of ["first", "back"]) by(name).disabled = ply === 0;
  for (const name of ["next", "last"]) by(name).disabled = ply === game.last;
  if (!inFrame) history.replaceState(null, "", `#${game.key}/${ply}`);
}

/* Draws shapes in groups, of which each has the look of its role. */
function draw() {
  const side = flipped ? 1 : 0;
  let svg = "", group = -1;
  for (const number of game.frames[ply]) {
    const shape = shapes.shapes[shapes.pairs[2 * number + side]];
    if (!shape) continue;
    if (shape[0] !== group) {
      svg += (group < 0 ? "" : "</g>") + shapes.groups[shape[0]];
      group = shape[0];
    }
    svg += shape[1];
  }
  const [width, height] = game.size;
  by("board").innerHTML = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"` +
    ` role="img" aria-labelledby="caption words">${svg}${group < 0 ? "" : "</g>"}</svg>`;
}

/* Scrolls a list, and never the page, so that an entry is in its middle. */
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
  }, Number(by("speed").value));
  playing(true);
}

function pause() {
  clearInterval(timer);
  timer = 0;
  playing(false);
}

function playing(is) {
  by("play").setAttribute("aria-label", is ? "Pause" : "Play");
  by("play").classList.toggle("playing", is);
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
    flipped = !flipped;
    by("flip").setAttribute("aria-pressed", flipped);
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
};

function pressed(event) {
  const typing = event.target.closest("input, select, textarea");
  const own = event.key === " " && event.target.closest("button, a, summary");
  if (typing || own || event.ctrlKey || event.metaKey || event.altKey || !game) return;
  if (!KEYS[event.key] || !game.frames.length) return;
  event.preventDefault();
  KEYS[event.key]();
}

/* Addresses of this page are followed here: a page inside another has no address of its own. */
function clicked(event) {
  const link = event.target.closest('a[href^="#"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const [key, number] = place(link.getAttribute("href"));
  if (!keys.includes(key)) return;
  event.preventDefault();
  pause();
  open(key, number);
  if (link.dataset.key && NARROW.matches) by("games").open = false;
}

function place(address) {
  const [key, number] = address.slice(1).split("/");
  return [key, Number.parseInt(number, 10)];
}

/* A list of games, of which those are shown that have all words searched for. */
function list(rows) {
  const search = by("search"), box = by("list"), more = by("more");
  const texts = rows.map((row) => row.join(" ").toLocaleLowerCase());
  let most = SHOWN;
  const fill = () => {
    const words = search.value.toLocaleLowerCase().split(/\s+/);
    const found = rows.filter((_, at) => words.every((word) => texts[at].includes(word)));
    box.replaceChildren(...found.slice(0, most).map(row));
    more.hidden = found.length <= most;
    more.textContent = `Show ${Math.min(SHOWN, found.length - most)} more`;
    by("found").textContent = `${found.length} of ${rows.length} games`;
  };
  search.addEventListener("input", () => { most = SHOWN; fill(); });
  more.addEventListener("click", () => { most += SHOWN; fill(); });
  fill();
  by("games").open = !NARROW.matches;
  by("games").hidden = false;
}

function row([key, title, detail, word, good]) {
  const link = document.createElement("a");
  const texts = [["b", title], ["span", detail], ["i", word]].map(([name, text]) => {
    const one = document.createElement(name);
    one.textContent = text;
    one.dir = "auto";
    return one;
  });
  texts[2].className = good ? "good" : "bad";
  link.append(...texts);
  link.href = `#${key}`;
  link.dataset.key = key;
  current(link, game && game.key === key);
  const item = document.createElement("li");
  item.append(link);
  return item;
}

function swipes(board) {
  let from = null;
  board.addEventListener("touchstart", (event) => {
    from = event.touches.length === 1 ? event.touches[0] : null;
  }, { passive: true });
  board.addEventListener("touchend", (event) => {
    const to = event.changedTouches[0];
    const [across, down] = from ? [to.clientX - from.clientX, to.clientY - from.clientY] : [0, 0];
    if (Math.abs(across) > 40 && Math.abs(across) > 1.5 * Math.abs(down)) {
      STEPS[across < 0 ? "next" : "back"]();
    }
  }, { passive: true });
}

async function start() {
  if (typeof DecompressionStream !== "function") {
    by("words").textContent = "This browser is too old to step through games: it shows the end of one.";
    document.documentElement.dataset.ready = "";
    return;
  }
  document.documentElement.classList.add("script");
  [shapes] = await unpacked(by("shapes"));
  await open(...place(location.hash));
  for (const [name, act] of Object.entries(STEPS)) by(name).addEventListener("click", act);
  by("slider").addEventListener("input", (event) => { pause(); show(Number(event.target.value)); });
  by("speed").addEventListener("change", () => { if (timer) { pause(); play(); } });
  addEventListener("keydown", pressed);
  addEventListener("click", clicked);
  addEventListener("hashchange", () => open(...place(location.hash)));
  swipes(by("board"));
  if (by("index")) list((await unpacked(by("index")))[0]);
  document.documentElement.dataset.ready = "";
}

start();
