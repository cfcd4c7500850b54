// Runs the test vectors against a program: node run.mjs PROGRAM [ARGUMENT...]
//
// The program reads a question a line from standard input, as JSON, and writes the answer as a line of
// JSON to standard output. README.md lists the questions. This file needs Node 18 and nothing else.
//
// Options, before the program:
//   --game NAME     only this game
//   --level LEVEL   core (the default), optional or all
//   --dialect NAME  ask in this dialect wherever the vectors have it
//   --most N        ask for no count above N (default 20000)
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";

const home = dirname(fileURLToPath(import.meta.url));
const options = { "--game": null, "--level": "core", "--dialect": null, "--most": "20000" };
const words = process.argv.slice(2);
while (words[0] in options) options[words.shift()] = words.shift();
if (words.length === 0) {
    console.error("usage: node run.mjs [OPTIONS] PROGRAM [ARGUMENT...]");
    process.exit(2);
}
const { "--game": game, "--level": level, "--dialect": wish, "--most": most } = options;

// Yields questions of a case, each with what is right of the answer.
function* questions(kind, one) {
    const about = { game: one.game, variant: one.variant };
    if (kind === "moves" || kind === "leniencies") {
        if (wish === null || wish === one.dialect) {
            const right = { status: one.status, ...("moves" in one && { moves: one.moves }) };
            yield [{ ...about, ask: "read", dialect: one.dialect, text: one.text }, right];
        }
    } else if (kind === "positions") {
        const dialect = wish in one.texts ? wish : Object.keys(one.texts)[0];
        const texts = one.texts[dialect];
        if (texts.every(Boolean))
            yield [{ ...about, ask: "legal", position: one.position, dialect }, { moves: [...texts].sort() }];
    } else if (kind === "perft") {
        const ask = { ...about, position: one.position };
        for (const [at, count] of one.counts.entries())
            if (count <= Number(most)) yield [{ ...ask, ask: "count", depth: at + 1 }, { count }];
        if ("divide" in one && one.counts.at(-1) <= Number(most))
            yield [{ ...ask, ask: "divide", depth: one.counts.length, dialect: one.dialect }, { moves: one.divide }];
    } else if (kind === "games") {
        const translated = one.texts?.[wish];
        const ask = { ...about, ask: "play", start: one.start ?? null,
            dialect: translated ? wish : one.dialect, moves: translated ?? one.moves };
        yield [ask, "finding" in one ? { refused: true }
            : { position: one.positions.at(-1), winner: one.winner }];
    } else if (kind === "texts") {
        yield [{ ask: "text", text: one.text }, { games: one.games, findings: one.findings }];
    }
}

// Returns the keys of which the answer is wrong; a key that it leaves out is not judged.
function difference(right, answer) {
    if (right.refused) return answer.refused ? [] : ["refused"];
    if (answer.refused) return ["refused"];
    if (typeof answer.moves?.[0] === "string") answer = { ...answer, moves: [...answer.moves].sort() };
    return Object.keys(right).filter((key) => key in answer && !isDeepStrictEqual(answer[key], right[key]));
}

const files = readdirSync(home, { recursive: true }).filter((name) => name.endsWith(".json")).sort();
const program = spawn(words[0], words.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
program.on("error", (error) => { console.error(error.message); process.exit(2); });
const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
const totals = new Map();
for (const name of files) {
    const file = JSON.parse(readFileSync(join(home, name), "utf-8"));
    if (!("cases" in file) || ![file.level, "all"].includes(level) || ![null, file.game].includes(game)) continue;
    const counts = { agree: 0, differ: 0, "not answered": 0 };
    totals.set([file.game, file.kind].filter(Boolean).join("/"), counts);
    for (const one of file.cases)
        for (const [ask, right] of questions(file.kind, { game: file.game, ...one })) {
            program.stdin.write(`${JSON.stringify({ id: one.id, ...ask })}\n`);
            const { value, done } = await lines.next();
            if (done) { console.error(`${one.id}: the program ended`); process.exit(2); }
            const answer = JSON.parse(value), wrong = difference(right, answer);
            if (Object.keys(answer).length === 0 || "skip" in answer) counts["not answered"] += 1;
            else if (wrong.length === 0) counts.agree += 1;
            else {
                counts.differ += 1;
                const given = Object.fromEntries(wrong.map((key) => [key, answer[key]]));
                console.log(JSON.stringify({ id: one.id, about: one.about, ask, right, answer: given }));
            }
        }
}
program.stdin.end();
for (const [name, counts] of totals)
    console.log(`${name}: ${Object.entries(counts).map(([word, number]) => `${number} ${word}`).join(", ")}`);
process.exitCode = [...totals.values()].some((counts) => counts.differ) ? 1 : 0;
