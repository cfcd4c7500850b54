"use strict";
/* Sorts and filters the tables. Without this script they are complete, in the order of the
   report. */

const FILTERED = 20; /* minimum number of rows of a table with a filter */

/* Folded parts are printed as well; for some browsers a print style does not suffice. */
window.addEventListener("beforeprint", () => {
  for (const folded of document.querySelectorAll("details")) folded.open = true;
});

/* On a narrow screen the page begins as an outline. */
if (matchMedia("(max-width: 40rem)").matches) {
  for (const folded of document.querySelectorAll(".fold")) folded.open = false;
}

for (const table of document.querySelectorAll("table")) {
  const rows = Array.from(table.tBodies[0].rows);
  if (rows.length > 1) sortable(table, rows);
  if (rows.length >= FILTERED) filterable(table, rows);
}

function sortable(table, rows) {
  const heads = Array.from(table.tHead.rows[0].cells);
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.title = "Sort by this column";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const falling = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", falling ? "descending" : "ascending");
      const numbers = head.classList.contains("number");
      const keyed = rows.map((row, place) => [key(row.cells[column], numbers), place, row]);
      keyed.sort((one, other) => compare(one, other, falling ? -1 : 1));
      table.tBodies[0].append(...keyed.map((one) => one[2]));
    });
  });
}

function key(cell, numbers) {
  const text = cell.textContent.trim();
  if (!numbers) return text.toLocaleLowerCase();
  const value = Number.parseFloat(text.replaceAll(",", ""));
  return Number.isNaN(value) ? "" : value;
}

/* Empty cells come last in either order; equal rows keep the order of the report. */
function compare([one, first], [other, second], sign) {
  if (one === other) return first - second;
  if (one === "" || other === "") return one === "" ? 1 : -1;
  if (typeof one === "number") return sign * (one - other);
  return sign * one.localeCompare(other, undefined, { numeric: true });
}

function filterable(table, rows) {
  const texts = rows.map((row) => row.textContent.toLocaleLowerCase());
  const label = document.createElement("label");
  const input = document.createElement("input");
  const count = document.createElement("output");
  label.className = "filter";
  input.type = "search";
  input.placeholder = "words, all of which a row has";
  label.append("Filter ", input, count);
  table.parentElement.before(label);
  input.addEventListener("input", () => {
    const words = input.value.toLocaleLowerCase().split(/\s+/);
    let left = 0;
    rows.forEach((row, place) => {
      row.hidden = !words.every((word) => texts[place].includes(word));
      left += !row.hidden;
    });
    count.value = left < rows.length ? `${left} of ${rows.length} rows` : "";
  });
}

/* A link may lead to a part that is folded, or to a row that is hidden by a filter. */
function reveal() {
  const target = document.getElementById(location.hash.slice(1));
  if (!target) return;
  target.hidden = false;
  for (let part = target.querySelector(":scope > details") || target; part; part = part.parentElement) {
    if (part.tagName === "DETAILS") part.open = true;
  }
  target.scrollIntoView();
}

reveal();
addEventListener("hashchange", reveal);
addEventListener("click", (event) => {
  if (event.target.closest('a[href^="#"]')) setTimeout(reveal);
});
