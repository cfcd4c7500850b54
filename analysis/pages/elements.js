"use strict";
/* What the scripts of pages share: elements, drawings, and words. */

const byId = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

/* All texts are set as text: nothing that a record has becomes markup. */

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

function centre(outline) {
  const count = outline.length / 2;
  const sum = (first) => outline.reduce((all, at, n) => all + (n % 2 === first ? at : 0), 0);
  return [sum(0) / count, sum(1) / count];
}
