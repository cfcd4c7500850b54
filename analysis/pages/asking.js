/* Shared by pages that a server answers: requests, answers, and error messages with advice. */

/* Returns the JSON of an answer; an error has the reason or the status. */
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
