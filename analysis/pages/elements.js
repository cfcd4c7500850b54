"use strict";
/* Shared by the scripts of pages: elements, drawings, texts, and the help. */

const byId = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

/* All texts are set as text, so that nothing from a record becomes markup. */

function make(name, attributes = {}, ...children) {
  const found = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === false) continue;
    if (key === "onclick") found.addEventListener("click", value);
    else found.setAttribute(key, value === true ? "" : value);
  }
  found.append(...children.filter((one) => one !== null && one !== ""));
  return found;
}

function drawing([name, attributes, text, ...inside]) {
  const found = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) found.setAttribute(key, value);
  if (text) found.append(text);
  found.append(...inside.map(drawing));
  return found;
}

const shape = (name, attributes, text = "") => drawing([name, attributes, text]);

const number = (value) => value.toLocaleString("en");
const plural = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;
const percent = (value, digits = 0) => (100 * value).toFixed(digits);
const titled = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/* Copies a text, with the old interface if the new one is refused; returns whether it worked. */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    const area = make("textarea", { class: "hidden-words", readonly: true });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/* The link to the main part moves the focus but keeps the address, which names a place. */
document.querySelector("a.skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  byId(event.target.hash.slice(1)).focus();
});

function showHelp() {
  byId("help").showModal();
}

/* Whether a key press is meant for the page: not typed into a field, not a browser shortcut. */
function isFree(event) {
  return !event.target.closest("input, select, textarea, dialog") &&
    !event.ctrlKey && !event.metaKey && !event.altKey;
}
