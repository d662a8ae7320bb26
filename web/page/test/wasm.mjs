// Answers questions by WebAssembly, as a worker of the page does: a question in JSON on each
// line that comes, an answer on each line that goes.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

const [site] = process.argv.slice(2);
await import(new URL("wasm_exec.js", `file://${site}/`));
const go = new Go();
const { instance } = await WebAssembly.instantiate(await readFile(`${site}/quadrille.wasm`), go.importObject);
go.run(instance);
for await (const line of createInterface({ input: process.stdin })) {
  await new Promise((done) => {
    globalThis.quadrille(line, (answer) => {
      process.stdout.write(`${answer}\n`);
      if (JSON.parse(answer).end) done();
    });
  });
}
process.exit(0);
