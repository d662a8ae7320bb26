// The package in browsers.
import { createLoad } from "./puzzle.js";

export { Puzzle, PuzzleError, Search } from "./puzzle.js";

export const load = createLoad({ compileModule, startWorker });

async function compileModule() {
  const response = await fetch(new URL("./quadrille.wasm", import.meta.url));
  if (!response.ok) throw new Error(`Quadrille could not be loaded: ${response.url} answers ${response.status}.`);
  if (response.headers.get("Content-Type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer()); // some servers do not say what it is
}

function startWorker(hear, fail) {
  const worker = new Worker(new URL("./browser-worker.js", import.meta.url), { type: "module" });
  worker.onmessage = (event) => hear(event.data);
  worker.onerror = (event) => fail(new Error(event.message ?? "The worker does not start."));
  return {
    send: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
    setBusy: () => {},
  };
}
