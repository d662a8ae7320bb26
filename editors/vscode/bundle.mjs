// Makes dist/extension.js of extension.js and the library that it needs, and dist/licenses.txt of what is in it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { build } from "esbuild"

const { metafile } = await build({
  entryPoints: ["extension.js"],
  outfile: "dist/extension.js",
  bundle: true,
  platform: "node",
  target: "node18", // that of VS Code 1.82
  external: ["vscode"],
  minify: true,
  metafile: true,
})
const packages = new Set(Object.keys(metafile.inputs).map((file) => file.match(/^node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0]))
const licenses = [...packages].filter(Boolean).sort().map((folder) => {
  const name = readdirSync(folder).find((file) => /^licen[sc]e/i.test(file))
  return `${folder.replace("node_modules/", "")}\n\n${readFileSync(`${folder}/${name}`, "utf8").trim()}\n`
})
writeFileSync("dist/licenses.txt", licenses.join("\n"))
