/* The scan: its size and brightness, and the marker that follows the text. */

const scan = { pages: 0, page: 0, width: 0, zoom: 1, turns: 0, anchors: [], print: null };
const PITCH = 0.026; /* height of the marker of a row, relative to the scan */

function size() {
  const picture = byId("picture");
  return [picture.naturalWidth || 1, picture.naturalHeight || 1];
}

/* Lays the scan out, turned and enlarged; the view scrolls over it. */
function applyScan() {
  const [w, h] = size().map((one) => one * scan.zoom);
  const [wide, high] = scan.turns % 2 ? [h, w] : [w, h];
  const [x, y] = [[0, 0], [h, 0], [w, h], [0, w]][scan.turns];
  Object.assign(byId("sheet").style, { width: `${wide}px`, height: `${high}px` });
  byId("print").style.transform =
    `translate(${x}px, ${y}px) rotate(${90 * scan.turns}deg) scale(${scan.zoom})`;
  byId("picture").style.filter =
    `brightness(${byId("brightness").value}) contrast(${byId("contrast").value})`;
}

function fit() {
  scan.width = byId("scan").clientWidth;
  scan.zoom = scan.width / size()[scan.turns % 2];
  applyScan();
  follow();
}

/* Changes the size, so that a point of the view stays where it is. */
function zoom(factor, x = byId("scan").clientWidth / 2, y = byId("scan").clientHeight / 2) {
  const view = byId("scan");
  const [left, top, before] = [view.scrollLeft + x, view.scrollTop + y, scan.zoom];
  scan.zoom = Math.min(Math.max(scan.zoom * factor, 0.05), 20);
  applyScan();
  view.scrollTo(left * scan.zoom / before - x, top * scan.zoom / before - y);
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

/* The marker: placed by the recognised boxes, else by the rows. */

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

/* The place of a line of the text on the scan, relative to its height, interpolated from two
   clicked rows; NaN if unknown. */
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

/* What the scan waits for: the recognition, or clicks that show where rows are. */
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
  const [frame, marker] = [view, byId("row-marker")].map((one) => one.getBoundingClientRect());
  const away = (at, room, edge) => at - Math.min(Math.max(at, edge * room), (1 - edge) * room);
  const across = marker.left + marker.width / 2 - frame.left;
  const down = marker.top + marker.height / 2 - frame.top;
  view.scrollBy(marker.width > view.clientWidth ? 0 : away(across, view.clientWidth, 0.1),
    away(down, view.clientHeight, 0.3));
}

function place(name, box) {
  const marker = byId(name);
  marker.hidden = !box;
  if (!box) return;
  const [left, top, right, bottom] = box;
  Object.assign(marker.style, { left: `${left}px`, top: `${top}px`,
    width: `${right - left}px`, height: `${bottom - top}px` });
}

/* A click on the scan moves the caret to the ply there, or sets the place of the row. */
async function clickScan(event) {
  const [x, y] = [event.offsetX, event.offsetY].map((one) => Math.max(Math.round(one), 0));
  const found = await ask(`printed?page=${scan.page}&x=${x}&y=${y}`).catch(() => ({ where: null }));
  if (found.where) return goTo(found.where[0], found.where[2]);
  if (scan.print && scan.print.print) return undefined;
  const { line } = caret();
  const row = { line, y: y / size()[1] };
  scan.anchors = [...scan.anchors.filter((one) => one.line !== line), row]
    .sort((a, b) => a.line - b.line);
  noteScan();
  return follow();
}

let dragged = 0; /* pixels that the mouse has moved since the button was pressed */

function dragScan({ buttons, pointerType, movementX, movementY }) {
  if (buttons !== 1 || pointerType !== "mouse") return;
  dragged += Math.abs(movementX) + Math.abs(movementY);
  byId("scan").scrollBy(-movementX, -movementY);
}

const SCAN_KEYS = {
  "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), 0: fit, r: turnScan,
};

/* Shows the first of the scans with these names. */
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
  for (const name of ["brightness", "contrast"]) {
    byId(name).addEventListener("input", applyScan);
  }
  byId("follow").addEventListener("change", follow);
  view.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return; /* it scrolls */
    event.preventDefault();
    const frame = view.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY / 300), event.clientX - frame.left, event.clientY - frame.top);
  }, { passive: false });
  view.addEventListener("pointerdown", () => { dragged = 0; });
  view.addEventListener("pointermove", dragScan);
  byId("picture").addEventListener("click", (event) => dragged < 6 && clickScan(event));
  view.addEventListener("keydown", (event) => {
    const work = SCAN_KEYS[event.key];
    if (!work || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    work();
  });
  new ResizeObserver(() => {
    if (byId("picture").complete && view.clientWidth !== scan.width) fit();
  }).observe(view);
}
