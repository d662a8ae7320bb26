// Reads [{text, at: [[from, to], …]}, …] and prints, for each text, the number of errors, and for each range the names of the
// nodes there, the innermost first, and the classes of its colours.
import {readFileSync} from "node:fs"
import {highlightTree, tagHighlighter, tags} from "@lezer/highlight"
import {parser, puz} from "../../codemirror/index.js"

if (!puz().language.isActiveAt) throw new Error("puz is no language")
const colors = tagHighlighter(Object.entries(tags).filter(([, tag]) => typeof tag !== "function").map(([name, tag]) => ({tag, class: name})))

const out = JSON.parse(readFileSync(0, "utf8")).map(({text, at}) => {
  const tree = parser.parse(text)
  let errors = 0
  tree.iterate({enter: node => { errors += node.type.isError }})
  const color = new Map()
  highlightTree(tree, colors, (from, to, name) => color.set(from, [to, name]))
  return {errors, nodes: at.map(([from, to]) => {
    const names = []
    for (let node = tree.resolveInner(from, 1); node; node = node.parent) if (node.from === from && node.to === to) names.push(node.name)
    const [end, name] = color.get(from) ?? [to, ""]
    return {names, color: end === to ? name : ""}
  })}
})
console.log(JSON.stringify(out))
