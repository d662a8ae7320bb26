// Loads the extension in Node with a stub in place of VS Code, activates it, and prints its warnings as JSON.
const Module = require("node:module")

/** Something that can be called, extended and made, and has whatever is asked of it. */
const anything = () => {
  const proxy = new Proxy(class {}, {
    get: (own, name) => (name in own || typeof name === "symbol" || name === "then" ? own[name] : (own[name] = anything())),
    apply: () => anything(),
    construct: (own, args, made) => (made === proxy ? anything() : Reflect.construct(own, args, made)),
  })
  return proxy
}

const [main, command] = process.argv.slice(2)
const warnings = []
const vscode = anything()
vscode.version = "1.82.0"
vscode.env.language = "en"
vscode.workspace.getConfiguration = () => ({ get: (name, otherwise) => (name === "puz" ? command : otherwise) })
vscode.workspace.textDocuments = []
vscode.workspace.workspaceFolders = undefined
vscode.window.showWarningMessage = (text) => warnings.push(text)

const load = Module._load
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest))
const extension = require(main)
extension.activate().then(() => extension.deactivate()).then(() => {
  console.log(JSON.stringify(warnings))
  process.exit(0)
})
