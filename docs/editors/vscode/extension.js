// A client of "brace lsp" for VS Code: starts it, runs "Send" in a terminal and
// asks for the environment.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

/** @type {LanguageClient | undefined} */
let client;

/** @param {vscode.ExtensionContext} context */
async function activate(context) {
  const settings = () => vscode.workspace.getConfiguration("brace");
  const [command, ...args] = settings().get("command", ["brace", "lsp"]);
  client = new LanguageClient("brace", "Brace", { command, args }, {
    documentSelector: [
      { scheme: "file", language: "yaml" },
      { scheme: "file", language: "bru" },
    ],
    synchronize: { configurationSection: "brace" },
    initializationOptions: { environment: settings().get("environment", "") },
    middleware: {
      // Without a name VS Code asks, and keeps what is chosen as the setting.
      executeCommand: async (name, given, next) => {
        const chosen = await next(name, given);
        if (name === "brace.selectEnvironment" && typeof chosen === "string") {
          await settings().update("environment", chosen);
        }
        return chosen;
      },
    },
  });
  context.subscriptions.push(
    vscode.commands.registerCommand("brace.send", (send) => {
      const program = [command, ...args].filter((word) => word !== "lsp");
      const line = [...program, ...send.args].map(quoted).join(" ");
      const terminal = vscode.window.createTerminal({
        name: "Brace",
        cwd: send.cwd,
      });
      terminal.show(true);
      terminal.sendText(line);
    }),
  );
  await client.start();
}

/** A word as shells take it. */
function quoted(word) {
  return /^[\w./\\:@%+=-]+$/.test(word) ? word : JSON.stringify(word);
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
