// The package in Node.
import { webcrypto } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { createLoad } from "./puzzle.js";

export { Puzzle, PuzzleError, Search } from "./puzzle.js";

globalThis.crypto ??= webcrypto; // Node 18 has it there only by a flag

export const load = createLoad({ compileModule, startWorker });

async function compileModule() {
  return WebAssembly.compile(await readFile(new URL("./quadrille.wasm", import.meta.url)));
}

function startWorker(hear, fail) {
  const execArgv = process.execArgv.filter((flag) => !flag.startsWith("--input-type")); // which no file can have
  const worker = new Worker(new URL("./node-worker.js", import.meta.url), { execArgv });
  worker.on("message", hear);
  worker.on("error", fail);
  return {
    send: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
    // A worker without a question does not keep the process alive.
    setBusy: (busy) => (busy ? worker.ref() : worker.unref()),
  };
}
