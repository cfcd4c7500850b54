/* The page in a browser: a worker answers, and the text is not sent anywhere. `SITE` has the
   version of the files, the script of the worker, and settings of the runtime. */

const site = {
  name: "game.txt", files: [], addresses: [], handle: null, ends: "\n", formats: {}, dialects: {},
  isRestored: null, /* whether Python was restored from a snapshot of an earlier visit */
  stuck: null, /* the text for which no answer came */
  mender: null, /* the worker that searches for a repair */
  patience: 20_000, /* time limit for an answer in milliseconds */
};
const KEPT = "ludograph text"; /* key under which the browser stores the text */
const BASE = new URL("./", location).href;
const MOST_BYTES = 1 << 26; /* maximum size of an opened file */

const policy = globalThis.trustedTypes?.createPolicy("ludograph", { createScriptURL: (text) => text });
const trusted = (address) => (policy ? policy.createScriptURL(address) : address);
const PYTHON = trusted(URL.createObjectURL(new Blob([SITE.worker], { type: "text/javascript" })));

/* A worker with a time limit; it is restarted if it does not answer in time. */
class Engine {
  constructor(told = {}) {
    Object.assign(this, { told, asked: new Map(), count: 0, timer: 0 });
    this.start();
  }

  start() {
    this.worker = new Worker(PYTHON, { type: "module" });
    this.isReady = false;
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => this.hear({ broken: event.message || "the worker" });
    const { version, lock } = SITE;
    this.worker.postMessage({ start: { base: BASE, version, lock, keep: this.told.keep } });
  }

  ask(name, asked = {}, files = [], patience = site.patience) {
    return new Promise((resolve, reject) => {
      this.count += 1;
      this.asked.set(this.count, { resolve, reject, patience });
      this.worker.postMessage({ id: this.count, name, asked, files });
      if (this.asked.size === 1) this.watch();
    });
  }

  watch() {
    clearTimeout(this.timer);
    const [first] = this.asked.values();
    if (first && this.isReady) {
      this.timer = setTimeout(() => this.again("No answer came in time."), first.patience);
    }
  }

  hear({ id, found, ready, isRestored, progress, broken, kept }) {
    if (broken !== undefined) {
      return this.isReady ? this.again(broken) : this.stop(new Error(
        `Python could not be loaded: ${broken}. Reload the page, or try a newer browser.`));
    }
    if (progress) return this.told.progress?.(progress);
    if (kept) return this.stop();
    if (ready) {
      this.isReady = true;
      this.told.ready?.(isRestored);
    } else {
      const { resolve, reject } = this.asked.get(id);
      this.asked.delete(id);
      if (found.error) reject(new Error(found.error));
      else resolve(found);
    }
    return this.watch();
  }

  again(why) {
    this.stop(Object.assign(new Error(why), { hung: true }));
    this.start();
    this.told.again?.();
  }

  stop(error = Object.assign(new Error("Stopped."), { stopped: true })) {
    clearTimeout(this.timer);
    this.worker.terminate();
    const left = [...this.asked.values()];
    this.asked.clear();
    left.forEach(({ reject }) => reject(error));
  }
}

let checker = null;

const STUCK = "The check of this text took too long and was ended. The text is kept: change it, or";

async function ask(path, body = null) {
  const [name, query] = path.split("?");
  if (name === "edit" && body.text === site.stuck) throw Object.assign(new Error(STUCK), { lost: true, stuck: true });
  try {
    return await checker.ask(name, body || Object.fromEntries(new URLSearchParams(query)),
      name === "open" ? site.files : [], name === "run" ? 6 * site.patience : site.patience);
  } catch (error) {
    if (error.hung && ["edit", "place"].includes(name)) site.stuck = field().value;
    throw error;
  }
}

function failed(error) {
  if (error.stopped || error.hung) return;
  complain(error.message, ...(error.stuck ? [action("Try again", () => {
    site.stuck = null;
    complain();
    work();
  })] : []));
}

/* Sends the files to a new worker; returns the revision of the text that it has then. */
async function teach(engine) {
  const names = site.files.map((one) => one.name);
  return names.length ? (await engine.ask("open", { names }, site.files)).revision : 0;
}

async function learnAgain() {
  savedWord("Python starts again \u2026");
  try {
    bench.revision = await teach(checker);
  } catch (error) {
    site.files = []; /* the scan cannot be read again; the text is kept */
    if (error.hung) return;
    bench.revision = 0;
  }
  bench.dirty = true;
  bench.wanted = true;
  work();
}

/* Stores the text in the browser at each change; a change ends a search for a repair. */
function keep(text) {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ name: site.name, text }));
  } catch (error) {
    complain("This browser keeps nothing: save the text before you leave.");
  }
  if (site.mender) stopRepair("The search was ended, for the text has changed.");
}

function keptText() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) || { name: site.name, text: "" };
  } catch (error) {
    return { name: site.name, text: "" };
  }
}

/* A separate worker searches for a repair, so that the text can be edited meanwhile. */

function stopRepair(said = "The search was ended.") {
  site.mender?.stop();
  site.mender = null;
  byId("notes").textContent = said;
  byId("repair").textContent = "Repair";
}

async function repairGame() {
  if (site.mender) return stopRepair();
  await settle();
  const [text, seconds, { line }] = [field().value, Number(byId("budget").value), caret()];
  const bar = make("progress", { max: seconds, value: 0, "aria-label": "Time used" });
  byId("notes").replaceChildren("Looking for a repair \u2026 ", bar);
  byId("repair").textContent = "Stop";
  const mender = new Engine();
  site.mender = mender;
  const ticking = setInterval(() => { bar.value += mender.isReady ? 0.25 : 0; }, 250);
  try {
    await mender.ask("edit", { revision: await teach(mender), text, typed: false });
    const found = await mender.ask("seek", { line, seconds }, [], 3000 * seconds + site.patience);
    stopRepair("");
    return await tell("adopt", found);
  } catch (error) {
    if (site.mender === mender) stopRepair(error.hung ? "No repair was found in time." : "");
    return failed(error);
  } finally {
    clearInterval(ticking);
    mender.stop();
  }
}

/* Files: opened, dropped, saved. */

const scanAddress = (page) => site.addresses[page];

/* Whether files are pictures for the opened text, or text recognised in opened pictures. */
function completes(files, before) {
  const isPicture = ({ name }) => /\.(png|jpe?g|webp|tiff?)$/i.test(name);
  const isRecognised = ({ name }) => /\.(hocr|alto|tsv|xml|html?)(\.gz)?$/i.test(name);
  return (files.every(isPicture) && before.every(isRecognised)) ||
    (files.every(isRecognised) && before.every(isPicture));
}

async function openFiles(list, handle = null) {
  const files = await Promise.all([...list].filter((one) => one.size <= MOST_BYTES)
    .map(async (one) => ({ name: one.name.replace(/[/\\\0]|^\.+$/g, "_"), bytes: new Uint8Array(await one.arrayBuffer()), one })));
  if (!files.length) return complain("No file can be opened: each has more than 64 MB.");
  const before = site.files;
  site.files = [...(completes(files, before) ? before : []), ...files];
  const isCrlf = files.length === 1 && /\r\n/.test(new TextDecoder().decode(files[0].bytes.subarray(0, 1 << 16)));
  await settle();
  const names = site.files.map(({ name }) => name);
  if (!await replaceText("open", { names }, isCrlf ? "\r\n" : "\n", handle)) site.files = before;
  return undefined;
}

/* Shows another text, with its scans; Undo restores the previous one. */
async function replaceText(what, asked, ends = "\n", handle = null) {
  field().readOnly = true;
  try {
    const found = await ask(what, asked);
    if (what === "example") site.files = [];
    Object.assign(site, { ends, handle: handle && found.name === handle.name ? handle : null });
    takeWhole(found);
    enter(found);
    return true;
  } catch (error) {
    failed(error);
    return false;
  } finally {
    field().readOnly = false;
  }
}

function takeWhole(found) {
  named(found.name);
  site.addresses.forEach((one) => URL.revokeObjectURL(one));
  site.addresses = found.scans.map((name) => {
    const file = site.files.find((one) => one.name === name);
    return file ? URL.createObjectURL(file.one) : "";
  });
  showScans(site.addresses.some(Boolean) ? found.scans : []);
  take(found);
  byId("notes").textContent = found.notes.join(" ");
}

function named(name) {
  site.name = name;
  byId("name").firstChild.textContent = name;
  document.title = `${name} \u2013 ludograph`;
}

async function chooseFiles() {
  if (!globalThis.showOpenFilePicker) return byId("files").click();
  const handles = await showOpenFilePicker({ multiple: true }).catch(() => []);
  const files = await Promise.all(handles.map((one) => one.getFile()));
  return files.length ? openFiles(files, handles.length === 1 ? handles[0] : null) : undefined;
}

async function save() {
  const text = field().value.replaceAll("\n", site.ends);
  try {
    if (!site.handle && globalThis.showSaveFilePicker) {
      site.handle = await showSaveFilePicker({ suggestedName: site.name });
    }
    if (!site.handle) return download(site.name, text);
    const file = await site.handle.createWritable();
    await file.write(text);
    await file.close();
    named(site.handle.name);
    byId("notes").textContent = `Saved to ${site.handle.name}.`;
  } catch (error) {
    if (error.name !== "AbortError") complain(`Not saved: ${error.message}`);
  }
  return undefined;
}

function download(name, content, type = "application/octet-stream") {
  const address = URL.createObjectURL(new Blob([content], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/* Export: commands that run on the text, and their output. */

const stem = () => site.name.replace(/\.[^.]*$/, "");

async function made(what, asked) {
  await settle();
  byId("export-said").textContent = "\u2026";
  try {
    const found = await ask(what, asked);
    byId("export-said").textContent = found.err || (found.made ? "Done." : found.out);
    return found.bytes || null;
  } catch (error) {
    byId("export-said").textContent = error.message;
    return null;
  }
}

const run = (words, output) => made("run", { words, output });

async function convertText() {
  const [format, dialect] = [byId("format").value, byId("dialect").value];
  const output = `${stem()}${site.formats[format]}`;
  const to = dialect ? `${format}:${dialect}` : format;
  const bytes = await run(["convert", "{}", "--to", to], output);
  if (bytes) download(output, bytes);
}

async function savePicture(isDrawn) {
  const bytes = await made("picture", caret());
  if (!bytes) return undefined;
  if (!isDrawn) return download(`${stem()}.svg`, bytes, "image/svg+xml");
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([bytes], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = make("canvas", { width: 2 * image.naturalWidth, height: 2 * image.naturalHeight });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return canvas.toBlob((drawn) => download(`${stem()}.png`, drawn, "image/png"));
}

async function savePage() {
  const bytes = await run(["view", "{}", "--no-browser"], `${stem()}.html`);
  if (bytes) download(`${stem()}.html`, bytes, "text/html");
}

/* Dialogs. */

function showExport() {
  const game = shown?.game;
  byId("dialect").replaceChildren(make("option", { value: "" }, "as written"),
    ...(site.dialects[game] || []).map((name) => make("option", { value: name }, name)));
  byId("export-said").textContent = "";
  byId("export-dialog").showModal();
}

async function showResults() {
  await settle();
  try {
    const { games } = await ask("games");
    byId("games").replaceChildren(...games.map((one, at) => make("tr", {},
      make("td", {}, make("button", { type: "button", onclick: () => {
        byId("results-dialog").close();
        goTo(one.line, 0);
      } }, String(at + 1))),
      make("td", {}, make("bdi", {}, one.title)), make("td", {}, one.rules), make("td", {}, one.result),
      make("td", {}, one.plies === one.played ? one.plies : `${one.played} of ${one.plies}`),
      make("td", {}, make("b", { class: one.good ? "good" : "bad" }, one.word), ` ${one.sentence}`))));
    byId("results-dialog").showModal();
    const found = games.length > 1 ? await ask("run", { words: ["score", "{}"] }) : { out: "", err: "" };
    byId("score").textContent = found.out || found.err;
  } catch (error) {
    failed(error);
  }
}

function listenSite() {
  const clicks = { open: chooseFiles, save, export: showExport, results: showResults,
    convert: convertText, "picture-svg": () => savePicture(false), "picture-png": () => savePicture(true),
    stepping: savePage, "print-results": () => print() };
  for (const [name, work_] of Object.entries(clicks)) byId(name).addEventListener("click", work_);
  byId("files").addEventListener("change", ({ target }) => openFiles(target.files));
  byId("example").addEventListener("change", async ({ target }) => {
    const [name] = [target.value, target.value = ""];
    await settle();
    if (await replaceText("example", { name }) && name === "tour") byId("notes").textContent =
      "Tour: three slips are in this game. F8 goes to the next one, Alt 1 takes the first suggestion; the board shows the position, and a click on it types a move.";
  });
  document.addEventListener("keydown", (event) => {
    const work_ = { s: save, o: chooseFiles }[event.key.toLowerCase()];
    if (!work_ || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    work_();
  });
  for (const [name, isOver] of [["dragover", true], ["dragleave", false], ["drop", false]]) {
    document.addEventListener(name, (event) => {
      event.preventDefault();
      byId("drop-here").hidden = !isOver;
    });
  }
  document.addEventListener("drop", async ({ dataTransfer }) => {
    const [item] = dataTransfer.items;
    const files = [...dataTransfer.files];
    const handle = files.length === 1 && item.getAsFileSystemHandle ? await item.getAsFileSystemHandle() : null;
    if (files.length) openFiles(files, handle);
  });
}

/* Start: the text can be edited immediately, and is checked when Python has loaded. */
async function begin() {
  const { name, text } = keptText();
  bench.saved = "Kept in this browser";
  Object.assign(bench, { keep, dirty: true, wanted: true });
  [listen, listenText, listenBoard, listenScan, listenSite].forEach((one) => one());
  setText(text);
  named(name);
  field().focus();
  checker = new Engine({
    progress: (word) => savedWord(`${word} \u2026`),
    again: learnAgain,
    ready: (isRestored) => { if (site.isRestored === null) begun(isRestored); },
  });
  try {
    const found = await checker.ask("state");
    Object.assign(site, { formats: found.formats, dialects: found.dialects });
    bench.kinds = found.kinds;
    byId("format").replaceChildren(...Object.keys(found.formats).map((one) => make("option", { value: one }, one)));
    byId("example").append(...found.examples.map((one) => make("option", { value: one }, one)));
    await work();
  } catch (error) {
    failed(error);
  }
}

/* After the first answers: stores the files for offline visits, and a snapshot for a quick
   start. */
function begun(isRestored) {
  site.isRestored = isRestored;
  setTimeout(async () => {
    await navigator.serviceWorker?.register(trusted("offline.js")).catch(() => {});
    if (!isRestored && globalThis.caches) new Engine({ keep: true });
  }, 3000);
}
