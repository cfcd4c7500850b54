// Runs the extension for Visual Studio Code against the real language server, with an editor of our own:
// node tests/vscode.cjs EXTENSION GAME COMMAND... prints what the panel shows, a line for each place.
const Module = require("node:module");
const { spawn } = require("node:child_process");
const { readFileSync } = require("node:fs");
const { pathToFileURL } = require("node:url");

const [extension, path, ...command] = process.argv.slice(2);
const listeners = {}, commands = {}, panels = [];
const listen = (name) => (listener) => { listeners[name] = listener; return { dispose() {} }; };
const uri = { toString: () => pathToFileURL(path).href };
const editor = { document: { languageId: "ludograph", uri }, selection: { active: { line: 0, character: 0 } } };

// The parts of the editor's interface that the extension calls.
const vscode = {
    ViewColumn: { Beside: -2 },
    commands: { registerCommand: (name, run) => { commands[name] = run; return { dispose() {} }; } },
    window: {
        activeTextEditor: editor,
        onDidChangeTextEditorSelection: listen("selection"),
        onDidChangeActiveTextEditor: listen("active"),
        createWebviewPanel: (...given) => {
            panels.push({ given, webview: { html: "" }, reveal() {}, onDidDispose: listen("dispose") });
            return panels.at(-1);
        },
    },
    workspace: { getConfiguration: () => ({ get: () => command }), onDidChangeTextDocument: listen("text") },
};

// The client of the protocol: messages over the standard streams of the server.
class LanguageClient {
    constructor(id, name, { command: program, args }, { documentSelector }) {
        this.wanted = documentSelector[0].language;
        this.server = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
        this.waiting = new Map();
        let held = Buffer.alloc(0);
        this.server.stdout.on("data", (part) => {
            held = Buffer.concat([held, part]);
            for (let end; (end = held.indexOf("\r\n\r\n")) >= 0;) {
                const length = Number(/Content-Length: (\d+)/.exec(held.subarray(0, end))[1]);
                if (held.length < end + 4 + length) return;
                const message = JSON.parse(held.subarray(end + 4, end + 4 + length));
                held = held.subarray(end + 4 + length);
                if ("id" in message && !("method" in message)) this.waiting.get(message.id)(message);
            }
        });
    }
    send(message) {
        const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
        this.server.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
        this.server.stdin.write(body);
    }
    async sendRequest(method, params) {
        const id = this.waiting.size + 1;
        this.send({ id, method, params });
        const answer = await new Promise((done) => this.waiting.set(id, done));
        if (answer.error) throw new Error(answer.error.message);
        return answer.result;
    }
    async start() {
        await this.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {} });
        this.send({ method: "initialized", params: {} });
        this.send({ method: "textDocument/didOpen", params: { textDocument:
            { uri: uri.toString(), languageId: this.wanted, version: 1, text: readFileSync(path, "utf-8") } } });
    }
    async stop() {
        await this.sendRequest("shutdown", null);
        this.send({ method: "exit" });
    }
}

const load = Module._load;
Module._load = (name, ...rest) => name === "vscode" ? vscode
    : name === "vscode-languageclient/node" ? { LanguageClient } : load(name, ...rest);

(async () => {
    const { activate, deactivate } = require(extension);
    await activate({ subscriptions: [] });
    await commands["ludograph.board"]();
    const [panel] = panels;
    for (const [line, character] of [[0, 0], [3, 4], [3, 13], [4, 4]]) {
        panel.webview.html = "";
        editor.selection.active = { line, character };
        listeners.selection({ textEditor: editor });
        while (!panel.webview.html) await new Promise((done) => setTimeout(done, 20));
        const { html } = panel.webview;
        console.log(JSON.stringify({ line, character, title: /<title>(.*?)<\/title>/.exec(html)?.[1],
            text: html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ").trim().slice(-60), script: /<script/i.test(html) }));
    }
    await deactivate();
})();
