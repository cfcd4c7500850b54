/* The workbench: a server on this machine answers; it has the file and the scans. */

const NEWS = 2000; /* milliseconds between requests for news */

async function ask(path, body = null) {
  const sent = body && { method: "POST", body: JSON.stringify(body),
    headers: { "content-type": "application/json" } };
  try {
    return await answerOf(path, sent || {});
  } catch (error) {
    if (error.status !== 403) throw error;
    throw Object.assign(new Error("ludograph transcribe was started again, at another address."),
      { lost: true });
  }
}

function failed(error) {
  if (!error.lost) return complain(error.message);
  savedWord("Not saved", true);
  return complain(`${error.message} What you type now is on this page only: copy it, start ` +
    "ludograph transcribe again, and open the address that it prints.",
  action("Copy the text", () => copied(field().value)));
}

const scanAddress = (page) => `scan/${page}`;

async function repairGame() {
  await settle();
  byId("notes").textContent = "Looking for a repair \u2026";
  await tell("repair", { line: caret().line });
}

async function news() {
  if (document.hidden || bench.dirty || bench.working || field().readOnly) return;
  const { revision, reading } = bench;
  try {
    const found = await ask(`news?revision=${revision}&reading=${reading}`);
    if (bench.dirty || revision !== bench.revision) return;
    const begins = reading !== found.reading && found.text !== field().value;
    take(found);
    if (found.findings) (begins ? enter : moved)(found);
  } catch (error) {
    failed(error);
  }
}

async function begin() {
  addEventListener("beforeunload", (event) => {
    if (bench.dirty) event.preventDefault();
  });
  listen();
  listenText();
  listenBoard();
  listenScan();
  try {
    const found = await ask("state");
    bench.kinds = found.kinds;
    showScans(found.scans);
    take(found);
    byId("notes").textContent = found.notes.join(" ");
    enter(found);
  } catch (error) {
    failed(error);
  }
  setInterval(news, NEWS);
}
