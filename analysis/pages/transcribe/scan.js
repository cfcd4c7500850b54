/* The scan: its size, place and light, and the marker that follows the text. */

const scan = { pages: 0, page: 0, x: 0, y: 0, zoom: 1, turns: 0, anchors: [], print: null };
const STEP = 60; /* pixels that an arrow key moves it */
const PITCH = 0.026; /* height of the marker of a row, in that of the scan */

const radians = () => ((90 * scan.turns + Number(byId("tilt").value)) * Math.PI) / 180;

function size() {
  const picture = byId("picture");
  return [picture.naturalWidth || 1, picture.naturalHeight || 1];
}

function applyScan() {
  const degrees = (radians() * 180) / Math.PI;
  byId("sheet").style.transform =
    `translate(${scan.x}px, ${scan.y}px) scale(${scan.zoom}) rotate(${degrees}deg)`;
  byId("picture").style.filter =
    `brightness(${byId("brightness").value}) contrast(${byId("contrast").value})`;
}

/* Where a point of the picture stands in the view, and back. */
function toView(px, py) {
  const [w, h] = size();
  const [cos, sin] = [Math.cos(radians()), Math.sin(radians())];
  const [dx, dy] = [px - w / 2, py - h / 2];
  return [w / 2 + scan.x + scan.zoom * (cos * dx - sin * dy),
    h / 2 + scan.y + scan.zoom * (sin * dx + cos * dy)];
}

function toPicture(vx, vy) {
  const [w, h] = size();
  const [cos, sin] = [Math.cos(radians()), Math.sin(radians())];
  const [dx, dy] = [(vx - w / 2 - scan.x) / scan.zoom, (vy - h / 2 - scan.y) / scan.zoom];
  return [w / 2 + cos * dx + sin * dy, h / 2 - sin * dx + cos * dy];
}

function fit() {
  const [w, h] = size();
  const view = byId("scan");
  const [wide, high] = scan.turns % 2 ? [h, w] : [w, h];
  scan.zoom = view.clientWidth / wide;
  scan.x = (view.clientWidth - w) / 2;
  scan.y = (scan.zoom * high - h) / 2;
  applyScan();
  follow();
}

/* Changes the size, so that a point of the view stays where it is. */
function zoom(factor, vx = byId("scan").clientWidth / 2, vy = byId("scan").clientHeight / 2) {
  const [px, py] = toPicture(vx, vy);
  scan.zoom = Math.min(Math.max(scan.zoom * factor, 0.05), 20);
  const [nx, ny] = toView(px, py);
  pan(vx - nx, vy - ny);
}

function pan(dx, dy) {
  scan.x += dx;
  scan.y += dy;
  applyScan();
}

function turnScan() {
  scan.turns = (scan.turns + 1) % 4;
  fit();
}

function showPage(page) {
  if (page === scan.page) return;
  scan.page = page;
  byId("scan-page").value = String(page);
  byId("picture").src = scanAddress(page);
}

/* The marker: by the boxes of what was recognised, else by the rows. */

function followPrint(place) {
  if (!scan.pages) return;
  scan.print = place;
  if (place.print) showPage(place.print.page);
  follow();
}

function markerBoxes() {
  const { print } = scan.print || {};
  if (print) return print.page === scan.page ? [print.row, print.box] : [null, null];
  const [w, h] = size();
  const y = rowHeight(caret().line) * h;
  if (Number.isNaN(y)) return [null, null];
  return [[0, y - (PITCH * h) / 2, w, y + (PITCH * h) / 2], null];
}

/* Where a line of the text stands on the scan, in shares of its height: between and beyond two rows
   that were clicked; NaN where that is not known. */
function rowHeight(line) {
  const { anchors } = scan;
  const here = anchors.find((one) => one.line === line);
  if (here) return here.y;
  if (anchors.length < 2) return NaN;
  const next = anchors.findIndex((one) => one.line > line);
  const at = next < 0 ? anchors.length - 1 : Math.max(next, 1);
  const [one, another] = [anchors[at - 1], anchors[at]];
  return one.y + ((another.y - one.y) / (another.line - one.line)) * (line - one.line);
}

/* What the scan waits for: the reader, or clicks that show where rows stand. */
function noteScan() {
  if (!scan.pages) return;
  const isRead = bench.reading === "reading";
  const clicks = isRead || bench.printed ? "" : [
    "Click on the scan at the row that you type: the marker then follows the text.",
    "Click once more, on a later row from its line: the marker then knows how far rows are apart.",
  ][scan.anchors.length] || "";
  byId("scan-note").textContent =
    [isRead ? "Reading the scan \u2026" : bench.why, clicks].filter(Boolean).join(" ");
}

function follow() {
  const [row, box] = markerBoxes();
  place("row-marker", row && [row[0] - 6, row[1] - 4, row[2] + 6, row[3] + 4]);
  place("ply-marker", box && [box[0] - 4, box[1] - 4, box[2] + 4, box[3] + 4]);
  if (!row || !byId("follow").checked) return;
  const view = byId("scan");
  const [x, y] = toView((row[0] + row[2]) / 2, (row[1] + row[3]) / 2);
  const away = (at, room, edge) => (at < edge * room ? edge * room - at
    : at > (1 - edge) * room ? (1 - edge) * room - at : 0);
  const wide = (row[2] - row[0]) * scan.zoom > view.clientWidth;
  pan(wide ? 0 : away(x, view.clientWidth, 0.1), away(y, view.clientHeight, 0.3));
}

function place(name, box) {
  const marker = byId(name);
  marker.hidden = !box;
  if (!box) return;
  const [left, top, right, bottom] = box;
  Object.assign(marker.style, { left: `${left}px`, top: `${top}px`,
    width: `${right - left}px`, height: `${bottom - top}px` });
}

/* A click on the scan: the caret goes to the ply there, or the row is where the click was. */
async function clickScan(event) {
  const frame = byId("scan").getBoundingClientRect();
  const [px, py] = toPicture(event.clientX - frame.left, event.clientY - frame.top);
  const found = await ask(`printed?page=${scan.page}&x=${Math.max(Math.round(px), 0)}` +
    `&y=${Math.max(Math.round(py), 0)}`).catch(() => ({ where: null }));
  if (found.where) return goTo(found.where[0], found.where[2]);
  if (scan.print && scan.print.print) return undefined;
  const { line } = caret();
  const y = py / size()[1];
  scan.anchors = [...scan.anchors.filter((one) => one.line !== line), { line, y }]
    .sort((a, b) => a.line - b.line);
  noteScan();
  return follow();
}

const fingers = new Map();
let dragged = 0;

function dragScan(event) {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const others = [...fingers].filter(([id]) => id !== event.pointerId).map(([, one]) => one);
  fingers.set(event.pointerId, event);
  dragged += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
  if (!others.length) {
    return pan(event.clientX - before.clientX, event.clientY - before.clientY);
  }
  const apart = (one) => Math.hypot(one.clientX - others[0].clientX, one.clientY - others[0].clientY);
  const frame = byId("scan").getBoundingClientRect();
  return zoom(apart(event) / Math.max(apart(before), 1),
    (event.clientX + others[0].clientX) / 2 - frame.left,
    (event.clientY + others[0].clientY) / 2 - frame.top);
}

const SCAN_KEYS = {
  ArrowLeft: () => pan(STEP, 0), ArrowRight: () => pan(-STEP, 0),
  ArrowUp: () => pan(0, STEP), ArrowDown: () => pan(0, -STEP),
  "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), 0: fit, r: turnScan,
};

/* Shows the first of the scans, which have these names. */
function showScans(pages) {
  Object.assign(scan, { pages: pages.length, page: -1, anchors: [], print: null });
  byId("bench").classList.toggle("bare", !pages.length);
  byId("scan-page").hidden = pages.length < 2;
  byId("scan-page").replaceChildren(...pages.map((name, at) =>
    make("option", { value: at }, `${at + 1}. ${name}`)));
  if (pages.length) showPage(0);
}

function listenScan() {
  const view = byId("scan");
  byId("scan-page").addEventListener("change", (event) => showPage(Number(event.target.value)));
  byId("picture").addEventListener("load", fit);
  for (const [name, work] of [["zoom-in", () => zoom(1.25)], ["zoom-out", () => zoom(0.8)],
    ["fit", fit], ["turn", turnScan]]) byId(name).addEventListener("click", work);
  for (const name of ["brightness", "contrast", "tilt"]) {
    byId(name).addEventListener("input", applyScan);
  }
  byId("follow").addEventListener("change", follow);
  view.addEventListener("wheel", (event) => {
    event.preventDefault();
    const frame = view.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY / 600), event.clientX - frame.left, event.clientY - frame.top);
  }, { passive: false });
  view.addEventListener("pointerdown", (event) => {
    if (!fingers.size) dragged = 0;
    fingers.set(event.pointerId, event);
    view.setPointerCapture(event.pointerId);
  });
  view.addEventListener("pointermove", dragScan);
  for (const name of ["pointerup", "pointercancel"]) {
    view.addEventListener(name, (event) => {
      fingers.delete(event.pointerId);
      if (name === "pointerup" && dragged < 6 && !fingers.size) clickScan(event);
    });
  }
  view.addEventListener("keydown", (event) => {
    const work = SCAN_KEYS[event.key];
    if (!work || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    work();
  });
  new ResizeObserver(() => byId("picture").complete && fit()).observe(view);
}
