// A worker answers questions by WebAssembly. One message brings the compiled module, the
// others are questions; what it says is answers, as text.
import "./wasm_exec.js";

let begin;
const started = new Promise((resolve) => (begin = resolve));

async function start(module) {
  const go = new Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  go.run(instance).finally(() => self.postMessage({ broken: true }));
  self.postMessage({ ready: true });
}

self.onmessage = async ({ data }) => {
  if (data.module) return begin(start(data.module));
  await started;
  self.quadrille(data.question, (answer) => self.postMessage({ id: data.id, answer }));
};
