// Reads [{text, at: [[from, to], …]}, …] and the path of a grammar, and prints the TextMate scopes at both ends of each range.
import {readFileSync} from "node:fs"
import {createRequire} from "node:module"
import oniguruma from "vscode-oniguruma"
import textmate from "vscode-textmate"

const require = createRequire(import.meta.url)
await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer)
const path = process.argv[2]
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: patterns => new oniguruma.OnigScanner(patterns),
    createOnigString: s => new oniguruma.OnigString(s),
  }),
  loadGrammar: async () => textmate.parseRawGrammar(readFileSync(path, "utf8"), path),
})
const grammar = await registry.loadGrammar("source.puz")

const out = JSON.parse(readFileSync(0, "utf8")).map(({text, at}) => {
  const starts = [], scopes = []
  let stack = textmate.INITIAL, offset = 0
  for (const line of text.split("\n")) {
    const result = grammar.tokenizeLine(line, stack)
    for (const t of result.tokens) {
      starts.push(offset + t.startIndex)
      scopes.push(t.scopes.at(-1))
    }
    stack = result.ruleStack
    offset += line.length + 1
  }
  let i = 0
  const seek = place => {
    while (i > 0 && starts[i] > place) i--
    while (i + 1 < starts.length && starts[i + 1] <= place) i++
    return scopes[i]
  }
  return at.map(([from, to]) => [seek(from), seek(to - 1)])
})
console.log(JSON.stringify(out))
