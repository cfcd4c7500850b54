/* A text under edit: each change is sent to a server or worker, which answers with the findings.
   The script of the page defines `ask`, `failed`, `repairGame`, `scanAddress`, and `begin`. */

const bench = {
  revision: 0, reading: "", why: "", printed: false, unsure: [], kinds: [],
  dirty: false, /* whether the text has changes that were not sent */
  typed: true, /* whether all these changes were typed character by character */
  wanted: false, /* whether the display for the caret is out of date */
  working: null, /* the pending exchange */
  saved: "Saved", /* the word for a saved text */
  keep: () => {}, /* called with each text that the page displays */
};
const AGAIN = 2000; /* milliseconds until a request without an answer is repeated */

function savedWord(text, isBad = false) {
  byId("saved").textContent = text;
  byId("saved").classList.toggle("bad", isBad);
}

/* Adopts the state of the server. */
function take(found) {
  bench.revision = found.revision;
  if (found.text !== undefined && found.text !== field().value) {
    setText(found.text, found.caret && { line: found.caret[0], units: found.caret[1] });
    bench.keep(found.text);
  }
  if (found.findings) {
    bench.unsure = found.unsure;
    takeFindings(found);
    showFindings(found.findings);
    byId("undo").disabled = !found.undo;
    byId("redo").disabled = !found.redo;
  }
  takeStatus(found);
}

function takeStatus({ unsaved, conflict, removed, reading, why, printed }) {
  if (reading !== bench.reading || why !== bench.why || printed !== bench.printed) {
    Object.assign(bench, { reading, why, printed });
    noteScan();
  }
  if (!unsaved) {
    savedWord(bench.saved);
    return complain();
  }
  savedWord("Not saved", true);
  if (!conflict) return complain(`Not saved: ${unsaved}. It is tried again.`);
  const what = removed ? "Another program has removed the file." : "Another program has changed the file.";
  return complain(`${what} Nothing is overwritten, and what you type is not saved.`,
    action("Keep the text on this page", () => tell("resolve", { keep: true })),
    action(removed ? "Take the empty file" : "Take the text of the file",
      () => tell("resolve", { keep: false })));
}

/* The exchange with the server, one request at a time. */

/* The text has changed; `typed` tells whether by typing a character. */
function changed(typed) {
  bench.typed = bench.typed && typed;
  bench.dirty = true;
  bench.keep(field().value);
  other = false;
  savedWord("\u2026");
  draw();
  work();
}

let before = "";

const placeKey = () => Object.values(caret()).join(" ");

/* The caret has moved, or its display has to change. */
function moved({ keep = false } = {}) {
  if (placeKey() !== before && !keep) other = false;
  before = placeKey();
  bench.wanted = true;
  draw();
  showRemarks();
  work();
}

function work() {
  if (!bench.working) {
    bench.working = exchange().finally(() => {
      bench.working = null;
      if (bench.dirty || bench.wanted) setTimeout(work, bench.lost ? AGAIN : 0);
    });
  }
  return bench.working;
}

/* Waits until the server has the text, and the page has its answer. */
async function settle() {
  if (placeKey() !== before) moved(); /* not yet reported by the browser */
  while (bench.dirty || bench.wanted || bench.working) {
    await work();
    if (bench.lost) break;
  }
}

async function exchange() {
  try {
    if (bench.dirty) await send();
    if (!bench.dirty && bench.wanted) await look();
    bench.lost = false;
  } catch (error) {
    bench.lost = true;
    failed(error);
  }
}

async function send() {
  const { revision, typed } = bench;
  const text = field().value;
  const found = await ask("edit", { revision, text, typed });
  if (found.stale) return stale(found);
  bench.wanted = true;
  if (field().value === text) [bench.dirty, bench.typed] = [false, true];
  else bench.revision = found.revision;
  if (!bench.dirty) take(found);
  return undefined;
}

function stale(found) {
  bench.dirty = false;
  savedWord("Not saved", true);
  complain("Another window has changed the text.",
    action("Show that text", () => { take(found); complain(); moved(); }),
    action("Keep the text here", () => { bench.revision = found.revision; complain(); changed(false); }));
}

async function look() {
  bench.wanted = false;
  const { line, units } = caret();
  const asked = new URLSearchParams({ line, units });
  if (flipped) asked.set("flip", 1);
  if (other) asked.set("other", 1);
  const found = await ask(`place?${asked}`);
  if (found.revision !== bench.revision) bench.wanted = true;
  show(found);
}

function show(place) {
  showCompletions(place);
  showRemarks();
  followPrint(place);
  showBoard(place);
  describe(place);
}

/* Asks the server to change the text; nothing can be typed meanwhile. */
async function tell(what, body = {}) {
  field().readOnly = true;
  try {
    const found = await ask(what, body);
    take(found);
    if (found.said !== undefined) byId("notes").textContent = found.said;
    moved();
  } catch (error) {
    failed(error);
  } finally {
    field().readOnly = false;
  }
}

async function step(what) {
  field().readOnly = true;
  await settle();
  if (bench.dirty) field().readOnly = false;
  else await tell(what);
  field().focus({ preventScroll: true });
}

/* Text for screen readers, once the caret rests. */

let resting = 0;

function announce(text) {
  clearTimeout(resting);
  byId("status").textContent = text;
}

function describe(place) {
  clearTimeout(resting);
  resting = setTimeout(() => {
    const found = [...byId("remarks").querySelectorAll("p")].map((one) => one.textContent);
    announce([`Line ${caret().line + 1}.`, ...found, byId("caption").textContent,
      place.words || ""].join(" "));
  }, 800);
}

const EVERYWHERE = {
  F1: showHelp,
  F2: flip,
  F8: (event) => nextMark(event.shiftKey ? -1 : 1),
  F9: confirmDoubt,
};

function listen() {
  byId("undo").addEventListener("click", () => step("undo"));
  byId("redo").addEventListener("click", () => step("redo"));
  byId("mend").addEventListener("click", async () => {
    await settle();
    await tell("mend");
  });
  byId("repair").addEventListener("click", repairGame);
  byId("help-button").addEventListener("click", showHelp);
  document.addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && !event.altKey && (key === "z" || key === "y")) {
      event.preventDefault();
      step(key === "y" || event.shiftKey ? "redo" : "undo");
    } else if (EVERYWHERE[event.key]) {
      event.preventDefault();
      EVERYWHERE[event.key](event);
    } else if (event.key === "?" && isFree(event)) {
      showHelp();
    }
  });
}

/* Puts the caret where work continues: at the first error, else after the last ply. */
function enter({ end, reading }) {
  const last = end ? offsetOf(...end) : field().value.length;
  field().setSelectionRange(last, last);
  field().focus();
  reveal();
  const kinds = [...marks.values()].flat().map((one) => one.kind);
  if (end && (kinds.includes("wrong") || (reading === "done" && kinds.includes("unsure")))) {
    field().setSelectionRange(0, 0);
    nextMark(1);
  }
  moved();
}
