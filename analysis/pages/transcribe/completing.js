/* The choices below the text: moves that fit the typed text, and suggestions. */

let offered = null; /* the last place for which the server has answered */
let marked = -1; /* index of the marked move in the list */
let chosenByKey = false; /* whether it was marked by a key */
let dismissed = false; /* whether the list was closed */

function showCompletions(place) {
  offered = place;
  const list = (!dismissed && place.completions) || [];
  marked = list.length && place.typed ? 0 : -1;
  chosenByKey = false;
  byId("completions").replaceChildren(
    ...list.map(([text, detail], at) => make("button", {
      type: "button", role: "option", id: `completion-${at}`, title: detail, tabindex: -1,
      "aria-selected": String(at === marked), onclick: () => complete(at, text),
    }, text)),
    place.more && !dismissed ? make("span", {}, `and ${number(place.more)} more`) : "",
  );
  field().setAttribute("aria-activedescendant", marked < 0 ? "" : `completion-${marked}`);
}

/* Types a move of the list: the given text, or the marked one once the list is up to date. */
async function complete(at, text = null) {
  field().focus();
  await settle();
  const found = (offered && offered.completions) || [];
  const [move] = found[text === null && !chosenByKey ? Math.max(marked, 0) : at] || [];
  if (move && (text === null || move === text)) put(offered.complete, move);
}

function markCompletion(step) {
  const all = [...byId("completions").querySelectorAll("button")];
  if (!all.length) return;
  marked = (marked + step + all.length) % all.length;
  chosenByKey = true;
  all.forEach((one, at) => one.setAttribute("aria-selected", String(at === marked)));
  all[marked].scrollIntoView({ block: "nearest" });
  field().setAttribute("aria-activedescendant", `completion-${marked}`);
  announce(`${all[marked].textContent}, ${all[marked].title}`);
}

/* The findings on the line of the caret, with suggestions as buttons. */
function showRemarks() {
  const { line, units } = caret();
  const found = (remarks.get(line) || []).map((one) => make("p", { class: one.wrong ? "bad" : null },
    one.message, " ", ...one.suggestions.map((text, at) =>
      suggestion(one.replace, text, one.shares[at]))));
  const doubt = bench.unsure.find(({ where: [at, start, stop] }) =>
    at === line && start <= units && units <= stop);
  if (doubt) found.push(doubtful(doubt));
  byId("remarks").replaceChildren(...found);
  [...byId("remarks").querySelectorAll("button.suggestion")].slice(0, 9).forEach((one, at) => {
    one.title = `Alt ${at + 1}`;
  });
}

function suggestion([line, start, stop], text, share) {
  return make("button", { type: "button", class: "suggestion", onclick: () => {
    put({ line, start, stop }, text);
    field().focus();
  } }, text, share ? make("span", { class: "soft" }, ` ${share} %`) : null);
}

function doubtful(doubt) {
  const confirm = make("button", { type: "button", onclick: confirmDoubt, title: "F9" },
    "It is right", make("span", { class: "soft" }, ` ${doubt.share} %`));
  const words = doubt.repaired ? "Put by the repair; it stood as, or may be " : doubt.choices.length
    ? "Unsure in the scan; it may be " : "Unsure in the scan: compare it. ";
  return make("p", {}, words, ...doubt.choices.map((text) => suggestion(doubt.where, text)), " ",
    confirm);
}

/* Remaining uncertain plies are asked about in the server's order, the least certain first. */
async function confirmDoubt() {
  await settle();
  await tell("confirm", caret());
  if (bench.unsure.length) goTo(bench.unsure[0].where[0], bench.unsure[0].where[1]);
  field().focus();
}

/* All findings, each linked to its line. */
function showFindings(findings) {
  const wrong = findings.filter((one) => one.wrong).length;
  const unsure = bench.unsure.length ? `, ${plural(bench.unsure.length, "unsure ply", "unsure plies")} left` : "";
  byId("count").textContent = findings.length || unsure
    ? `${plural(wrong, "error")}, ${plural(findings.length - wrong, "note")}${unsure}` : "none";
  byId("findings").replaceChildren(...findings.map((one) => make("li", {},
    make("button", { type: "button", class: one.wrong ? "bad" : null,
      onclick: () => one.where && goTo(one.where[0], one.where[1]) },
    one.where ? `Line ${one.where[0] + 1}: ` : "", one.message))));
}

/* Enter begins a new row with its number if the last row is complete. Characters typed before
   the server knows this are held back. */

let held = null; /* characters typed meanwhile */

function newRow(event) {
  const area = field();
  if (area.selectionStart !== area.selectionEnd) return undefined;
  event.preventDefault();
  if (held !== null) held += "\n";
  else if (marked >= 0 && chosenByKey) return complete(marked);
  else return beginRow();
  return undefined;
}

async function beginRow(waiting = "") {
  held = waiting;
  await settle();
  const [typed, ...rest] = held.split("\n");
  const { line, units } = caret();
  const row = offered && offered.row;
  const lead = row && row.line === line && row.units === units ? row.lead : "\n";
  put({ line, start: units, stop: units, lead }, typed);
  if (rest.length) return beginRow(rest.join("\n"));
  held = null;
  return undefined;
}

function hold(event) {
  event.preventDefault();
  if (event.inputType === "deleteContentBackward") held = held.slice(0, -1);
  else held += event.data || "";
}

const KEYS = {
  Tab: (event) => {
    if (event.shiftKey || marked < 0) return;
    event.preventDefault();
    complete(marked);
  },
  Enter: newRow,
  Escape: () => {
    dismissed = true;
    if (offered) show(offered);
  },
};

function listenText() {
  const area = field();
  area.addEventListener("keydown", (event) => {
    if (event.altKey && ["ArrowDown", "ArrowUp"].includes(event.key)) {
      event.preventDefault();
      return markCompletion(event.key === "ArrowDown" ? 1 : -1);
    }
    if (event.altKey && /^Digit[1-9]$/.test(event.code)) {
      const one = byId("remarks").querySelectorAll("button.suggestion")[event.code[5] - 1];
      if (one) event.preventDefault();
      return one && one.click();
    }
    const key = KEYS[event.key];
    return key && !event.ctrlKey && !event.metaKey && !event.altKey && key(event);
  });
  area.addEventListener("beforeinput", (event) => {
    if (held !== null) return hold(event);
    if (!event.inputType.startsWith("history")) return undefined;
    event.preventDefault();
    return step(event.inputType === "historyUndo" ? "undo" : "redo");
  });
  area.addEventListener("input", (event) => {
    dismissed = false;
    const single = ["insertText", "deleteContentBackward", "deleteContentForward"];
    changed(single.includes(event.inputType));
  });
  area.addEventListener("scroll", draw);
  document.addEventListener("selectionchange", () => {
    if (document.activeElement === area) moved();
  });
  new ResizeObserver(draw).observe(area);
}
