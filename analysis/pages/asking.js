/* What the pages of a server share: its answers, and problems with what can be done about them. */

/* Returns the JSON of an answer; the error says why there is none, or has its status. */
async function answerOf(address, options = {}) {
  let answer;
  try {
    answer = await fetch(address, { credentials: "omit", ...options });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw Object.assign(new Error("The server does not answer: is ludograph still running?"),
      { lost: true });
  }
  const found = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(found.error), { status: answer.status });
  return found;
}

function complain(text = "", ...actions) {
  if (byId("problem-text").textContent === text && !byId("problem").hidden) return;
  byId("problem").hidden = !text;
  byId("problem-text").textContent = text;
  byId("problem-actions").replaceChildren(...actions);
}

const action = (text, work) => make("button", { type: "button", onclick: work }, text);
