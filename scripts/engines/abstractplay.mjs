// Compares the Epaminondas of Abstract Play's gameslib with the test vectors.
//
//     node scripts/engines/abstractplay.mjs MODULE vectors
//
// MODULE is the path of an installed gameslib, or any module that exports its class EpamGame. Printed
// is a line for each kind of case, and one for each difference, as JSON.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [modulePath, folder] = process.argv.slice(2);
const loaded = await import(pathToFileURL(resolve(modulePath)));
const EpamGame = loaded.EpamGame ?? loaded.default.EpamGame;
const cases = (kind) => JSON.parse(readFileSync(`${folder}/epaminondas/${kind}.json`)).cases;

// What the engine plays: the board of 14 by 12, with stones or without.
const PLAYED = new Map([["standard", []], ["standard+symmetry=off", []], ["standard+symmetry=move", []],
    ["standard+symmetry=mirror", []], ["standard+symmetry=rotation", []],
    ["standard+stones", ["stones"]], ["standard+stones+symmetry=off", ["stones"]]]);

// Sets up a position string.
const setUp = (text, variants) => {
    const game = new EpamGame(undefined, variants);
    const [board, side] = text.split(" ");
    game.board = new Map();
    game.stones = [];
    board.split("/").forEach((row, down) => {
        let column = 0;
        for (const part of row.match(/\d+|[wbs]/g)) {
            const cell = `${"abcdefghijklmn"[column]}${12 - down}`;
            if (/\d/.test(part)) { column += Number(part); continue; }
            if (part === "s") game.stones.push(cell);
            else game.board.set(cell, part === "w" ? 1 : 2);
            column += 1;
        }
    });
    game.currplayer = side === "w" ? 1 : 2;
    return game;
};

// Returns the position string of the engine's board.
const shown = (game) => {
    const rows = [];
    for (let row = 12; row >= 1; row -= 1) {
        let text = "", empty = 0;
        for (const letter of "abcdefghijklmn") {
            const cell = `${letter}${row}`;
            const piece = game.stones.includes(cell) ? "s" : [, "w", "b"][game.board.get(cell)];
            if (piece === undefined) { empty += 1; continue; }
            text += (empty || "") + piece;
            empty = 0;
        }
        rows.push(text + (empty || ""));
    }
    return `${rows.join("/")} ${game.currplayer === 1 ? "w" : "b"}`;
};

const report = {};
const count = (kind, outcome, what) => {
    report[kind] ??= { agree: 0, differ: 0, "not played": 0 };
    report[kind][outcome] += 1;
    if (outcome === "differ") console.log(JSON.stringify({ kind, ...what }));
};
const playedPart = (position) => position.split(" ").slice(0, 2).join(" ");

for (const one of cases("positions")) {
    const variants = PLAYED.get(one.variant);
    if (variants === undefined) { count("positions", "not played"); continue; }
    const game = setUp(one.position, variants);
    game.checkEOG();
    const found = game.moves().sort();
    const wanted = [...one.texts.abstractplay].sort();
    const same = JSON.stringify(found) === JSON.stringify(wanted);
    count("positions", same ? "agree" : "differ", {
        variant: one.variant, position: one.position,
        more: found.filter((move) => !wanted.includes(move)),
        fewer: wanted.filter((move) => !found.includes(move)),
    });
}

const perft = (game, depth) => {
    if (depth === 0) return 1;
    let sum = 0;
    for (const move of game.moves()) {
        if (depth === 1) { sum += 1; continue; }
        const next = new EpamGame(undefined, game.variants);
        next.board = new Map(game.board);
        next.stones = [...game.stones];
        next.currplayer = game.currplayer;
        next.move(move, { trusted: true });
        sum += perft(next, depth - 1);
    }
    return sum;
};
for (const one of cases("perft")) {
    const variants = PLAYED.get(one.variant);
    if (variants === undefined) { count("perft", "not played"); continue; }
    const game = setUp(one.position, variants);
    game.checkEOG();
    const found = one.counts.map((_, at) => perft(game, at + 1));
    count("perft", String(found) === String(one.counts) ? "agree" : "differ",
        { variant: one.variant, position: one.position, wanted: one.counts, found });
}

for (const one of cases("games")) {
    const variants = PLAYED.get(one.variant);
    const moves = one.texts?.abstractplay;
    if (variants === undefined || moves === undefined) { count("games", "not played"); continue; }
    const game = one.start ? setUp(one.start, variants) : new EpamGame(undefined, variants);
    let refused = null;
    moves.every((move, at) => {
        try { game.move(move); return true; } catch (error) { refused = [at + 1, error.message]; return false; }
    });
    const winner = game.gameover ? [, "white", "black"][game.winner[0]] : null;
    const same = !refused && winner === one.winner
        && shown(game) === playedPart(one.positions.at(-1));
    count("games", same ? "agree" : "differ", { variant: one.variant, refused, winner, wanted: one.winner });
}
console.log(JSON.stringify(report));
