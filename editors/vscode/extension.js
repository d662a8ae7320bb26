// Starts `puz lsp` for the puzzles that are open. Where the command is missing, what is left is colours, folding and
// snippets.
const vscode = require("vscode")
const { LanguageClient } = require("vscode-languageclient/node")

let client

exports.activate = async function () {
  const command = vscode.workspace.getConfiguration("quadrille").get("puz")
  client = new LanguageClient(
    "quadrille",
    "Quadrille",
    { command, args: ["lsp"] },
    { documentSelector: [{ language: "puz" }] },
  )
  try {
    await client.start()
  } catch {
    client = undefined
    vscode.window.showWarningMessage(`Quadrille: ${command} lsp does not start; the setting quadrille.puz says where puz is.`)
  }
}

exports.deactivate = () => client?.stop()
