/* The text: a plain field, and below it a copy of the visible lines with their findings. */

const LINE = 40; /* height of a line, as in the style */
const AROUND = 20; /* number of lines that are drawn outside the view */

const field = () => byId("text");
let marks = new Map(); /* by line: its marks, as { start, stop, kind } */
let remarks = new Map(); /* by line: its findings */

/* A place in the form of the server: the line, and the offset in UTF-16 units. */
function placeOf(offset) {
  const before = field().value.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  let line = 0;
  for (let at = before.indexOf("\n"); at >= 0; at = before.indexOf("\n", at + 1)) line += 1;
  return { line, units: offset - start };
}

function offsetOf(line, units) {
  let start = 0;
  for (let count = 0; count < line; count += 1) {
    const end = field().value.indexOf("\n", start);
    if (end < 0) break;
    start = end + 1;
  }
  const end = field().value.indexOf("\n", start);
  return Math.min(start + units, end < 0 ? field().value.length : end);
}

const caret = () => placeOf(field().selectionStart);

/* Replaces the whole text; the caret goes to a place or stays. */
function setText(text, place = null) {
  const area = field();
  const kept = place || caret();
  const top = area.scrollTop;
  area.value = text;
  area.scrollTop = top;
  const at = offsetOf(kept.line, kept.units);
  area.setSelectionRange(at, at);
  reveal();
}

/* Replaces some columns of a line by a text, as one undo step. */
function put({ line, start, stop, lead = "" }, text) {
  const area = field();
  const from = offsetOf(line, start);
  const until = offsetOf(line, stop);
  const value = `${area.value.slice(0, from)}${lead}${text}${area.value.slice(until)}`;
  area.value = value;
  const at = from + lead.length + text.length;
  area.setSelectionRange(at, at);
  reveal();
  changed(false);
}

/* Scrolls so that the line of the caret is in view. */
function reveal() {
  const area = field();
  const top = caret().line * LINE;
  if (top < area.scrollTop) area.scrollTop = top;
  else if (top + 2 * LINE > area.scrollTop + area.clientHeight) {
    area.scrollTop = top + 2 * LINE - area.clientHeight;
  }
  draw();
}

function goTo(line, units) {
  const at = offsetOf(line, units);
  field().focus();
  field().setSelectionRange(at, at);
  reveal();
  moved();
}

function takeFindings({ findings, unsure }) {
  marks = new Map();
  remarks = new Map();
  const mark = ([line, start, stop], kind) => {
    if (!marks.has(line)) marks.set(line, []);
    marks.get(line).push({ start, stop, kind });
  };
  unsure.forEach((one) => mark(one.where, "unsure"));
  for (const one of findings) {
    const line = one.where ? one.where[0] : 0;
    if (one.where) mark(one.where, one.wrong ? "wrong" : "note");
    if (!remarks.has(line)) remarks.set(line, []);
    remarks.get(line).push(one);
  }
  draw();
}

/* Draws the visible lines. */
function draw() {
  const area = field();
  const lines = area.value.split("\n");
  const first = Math.max(0, Math.floor(area.scrollTop / LINE) - AROUND);
  const last = Math.min(lines.length, first + Math.ceil(area.clientHeight / LINE) + 2 * AROUND);
  const here = caret().line;
  const shown = [];
  for (let at = first; at < last; at += 1) shown.push(lineElement(lines[at], at, at === here));
  const layer = byId("lines");
  layer.replaceChildren(...shown);
  layer.style.transform =
    `translate(${-area.scrollLeft}px, ${first * LINE - area.scrollTop}px)`;
}

function lineElement(text, number, isHere) {
  const line = make("div", { class: isHere ? "here" : null }, ...pieces(text, marks.get(number)));
  const found = remarks.get(number) || [];
  const first = found.find((one) => one.wrong) || found[0];
  if (first && text.trim()) line.append(remark(text, first));
  return line;
}

function remark(text, finding) {
  const start = finding.where ? Math.min(finding.where[1], text.length - text.trimStart().length)
    : 0;
  const below = make("small", { class: finding.wrong ? "bad" : null }, finding.message);
  below.style.left = `${start}ch`;
  return below;
}

/* The pieces of a line, marked and plain; overlapping marks are all kept. */
function pieces(text, found = []) {
  const cuts = new Set([0, text.length]);
  for (const { start, stop } of found) cuts.add(start).add(Math.max(stop, start));
  const places = [...cuts].filter((at) => at <= text.length).sort((a, b) => a - b);
  return places.slice(1).map((stop, index) => {
    const start = places[index];
    const kinds = found.filter((one) => one.start <= start && stop <= one.stop)
      .map((one) => one.kind);
    return make("span", { class: kinds.join(" ") || null }, text.slice(start, stop));
  });
}

/* The next or previous place that needs attention. */
function nextMark(step) {
  const wanted = [...marks].flatMap(([line, found]) =>
    found.filter((one) => one.kind !== "note").map((one) => [line, one.start, one.stop]));
  wanted.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (!wanted.length) return announce("Nothing is marked.");
  const { line, units } = caret();
  const after = ([at, start]) => at > line || (at === line && start >= units);
  const before = ([at, , stop]) => at < line || (at === line && stop < units);
  const found = step > 0
    ? wanted.find(after) || wanted[0]
    : wanted.findLast(before) || wanted.at(-1);
  return goTo(found[0], found[2]);
}
