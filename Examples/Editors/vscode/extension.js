// Starts `usher lsp`, and shows the pictures of flows that its lenses ask for.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async function () {
  const command = vscode.workspace.getConfiguration("usher").get("path", "usher");
  client = new LanguageClient(
    "usher",
    "Usher",
    { command, args: ["lsp"] },
    {
      documentSelector: [{ scheme: "file", language: "yaml" }],
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{yaml,yml,txt,html}") },
      middleware: {
        async executeCommand(name, words, next) {
          const result = await next(name, words);
          if (name === "usher.showGraph" && result && result.text) {
            // Markdown's preview draws Mermaid where an extension for it is there.
            const content = "```mermaid\n" + result.text + "\n```\n";
            const document = await vscode.workspace.openTextDocument({ language: "markdown", content });
            await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside, true);
          }
          return result;
        },
      },
    },
  );
  await client.start();
};

exports.deactivate = () => client && client.stop();
