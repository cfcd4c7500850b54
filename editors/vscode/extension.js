// The extension: starts the language server, and shows the board at the cursor in a panel.
"use strict";
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const PAUSE = 50; // milliseconds without another movement of the cursor
let client, panel, timer, asked = 0;

exports.activate = async (context) => {
    const [command, ...args] = vscode.workspace.getConfiguration("ludograph").get("command");
    client = new LanguageClient("ludograph", "ludograph", { command, args },
        { documentSelector: [{ language: "ludograph" }] });
    context.subscriptions.push(
        vscode.commands.registerCommand("ludograph.board", show),
        vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => soon(textEditor)),
        vscode.window.onDidChangeActiveTextEditor(soon),
        vscode.workspace.onDidChangeTextDocument(() => soon(vscode.window.activeTextEditor)),
    );
    await client.start();
};

exports.deactivate = () => client?.stop();

// Opens the panel, or brings it to the front.
function show() {
    if (panel) panel.reveal(undefined, true);
    else {
        panel = vscode.window.createWebviewPanel("ludograph.board", "Board",
            { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, {});
        panel.onDidDispose(() => { panel = undefined; });
    }
    return draw(vscode.window.activeTextEditor);
}

// Draws in a moment, unless the cursor moves on.
function soon(editor) {
    clearTimeout(timer);
    if (panel) timer = setTimeout(() => draw(editor), PAUSE);
}

// Draws the board at the cursor of an editor; one without a game leaves the board as it is.
async function draw(editor) {
    if (!panel || editor?.document.languageId !== "ludograph") return;
    const number = asked += 1;
    const svg = await client.sendRequest("ludograph/board", {
        textDocument: { uri: editor.document.uri.toString() },
        position: { line: editor.selection.active.line, character: editor.selection.active.character },
    });
    if (panel && number === asked && svg) panel.webview.html = page(svg);
}

// The page has no script, and may load nothing: texts of records are part of it.
function page(svg) {
    return `<!DOCTYPE html><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>body { margin: 0; padding: 1em } svg { display: block; width: 100%; height: auto; max-height: 95vh }</style>
${svg}`;
}
