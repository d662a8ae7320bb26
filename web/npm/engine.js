// The engine: Quadrille in WebAssembly, on the thread that calls it.

/** What the engine says when it ends by itself. */
export const brokeOff = "Quadrille broke off: the puzzle needs more memory than WebAssembly has.";

/**
 * Starts the engine from its compiled module. `ask` takes a question in JSON and a function that takes each answer in
 * JSON; Go's package web/wasm says what that function may return. `broken` is fulfilled if the engine ends by itself.
 */
export async function startEngine(module) {
  const go = await newGo();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  const broken = go.run(instance);
  const ask = globalThis.quadrille;
  delete globalThis.quadrille;
  return { ask, broken };
}

/** Go's support for WebAssembly defines a global `Go`. A page may have another one, of another release of Go. */
async function newGo() {
  const { Go: other } = globalThis;
  await import("./wasm_exec.js");
  Support ??= globalThis.Go;
  globalThis.Go = other;
  return new Support();
}

let Support;
