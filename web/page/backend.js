// Questions go to Quadrille, and answers come back. There are two ways with one face: workers
// with WebAssembly, and a server that answers. package ask says what both say.
//
//   const asked = backend.search.ask({do: "solve", text}, (answer) => …)
//   asked.stop()               // at once
//   const end = await asked.end // the last answer: {reason, …}

/** How much longer than its time a question may take before its worker is ended. */
const grace = 1000;

/** Connects to Quadrille. While the engine is loaded, the bytes that are here are told, and how many there are in all. */
export function connect(loaded) {
  return meta("backend") === "server" ? server() : workers(loaded);
}

const meta = (name) => document.querySelector(`meta[name="${name}"]`).content;

// ---- workers ----

/** One worker answers while the text is written, the other one searches. */
function workers(loaded) {
  const response = fetch("quadrille.wasm");
  response.then((r) => r.clone()).then((r) => countBytes(r, loaded).catch(() => r.body.cancel())).catch(() => {}); // the other reader says what fails
  const module = WebAssembly.compileStreaming(response).catch(() =>
    // Some servers do not say that it is WebAssembly.
    fetch("quadrille.wasm").then((r) => r.arrayBuffer()).then((bytes) => WebAssembly.compile(bytes)),
  );
  const writing = new Lane(module);
  const search = new Lane(module);
  return { writing, search, ready: writing.ready, events: undefined };
}

/** Counts the bytes of the engine as they come. How many come in all is written in the page: what is packed on its way has
 * another length in its head. They are read into one buffer again and again, as 17 MB of parts would stay for long. */
async function countBytes(response, loaded) {
  const total = Number(meta("engine-bytes"));
  const reader = response.body.getReader({ mode: "byob" });
  let [bytes, buffer] = [0, new ArrayBuffer(1 << 16)];
  for (let part = await reader.read(new Uint8Array(buffer)); !part.done; part = await reader.read(new Uint8Array(buffer))) {
    loaded((bytes += part.value.length), total);
    buffer = part.value.buffer;
  }
}

class Lane {
  #module;
  #worker;
  #error; // why there is no worker, if there can be none
  #asked = new Map(); // what waits for answers, by number
  #number = 0;

  constructor(module) {
    this.#module = module;
    this.ready = this.#start();
  }

  /** Starts a worker. It may be asked at once; the promise says when it answers. */
  #start() {
    const worker = new Worker("worker.js", { type: "module" });
    this.#worker = worker;
    return new Promise((resolve, reject) => {
      let ready = false;
      const fail = (error) => {
        reject(new Error(error));
        if (worker !== this.#worker) return;
        if (ready) return this.#restart({ reason: "error", error });
        this.#error = error;
        this.#finishAll({ reason: "error", error });
      };
      worker.onmessage = ({ data }) => {
        if (data.answer) return this.#hear(data.id, JSON.parse(data.answer));
        if (data.broken) return fail("Quadrille broke off: the puzzle needs more memory than a page has.");
        ready = true;
        resolve();
      };
      worker.onerror = (e) => fail(`Quadrille could not be started. ${e.message ?? ""}`);
      this.#module.then((module) => worker.postMessage({ module }), (e) => fail(`Quadrille could not be loaded. ${e.message}`));
    });
  }

  #hear(id, answer) {
    const asked = this.#asked.get(id);
    if (!asked) return;
    if (answer.end) this.#finish(id, answer.end);
    else asked.hear(answer);
  }

  #finish(id, end) {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    clearTimeout(asked.timer);
    asked.resolve(end);
  }

  #finishAll(end) {
    for (const id of [...this.#asked.keys()]) this.#finish(id, end);
  }

  /** Ends the worker, with all it was asked, and starts another one. */
  #restart(end) {
    this.#worker.terminate();
    this.#finishAll(end);
    this.ready = this.#start();
    this.ready.catch(() => {});
  }

  get busy() {
    return this.#asked.size > 0;
  }

  ask(question, hear = () => {}) {
    const id = ++this.#number;
    const began = performance.now();
    const asked = { hear };
    const end = new Promise((resolve) => (asked.resolve = resolve));
    this.#asked.set(id, asked);
    // WebAssembly has one thread. While it searches it hears nothing: who wants it to stop
    // ends it.
    const stop = (reason = "stopped") => {
      if (this.#asked.has(id)) this.#restart({ reason, seconds: (performance.now() - began) / 1000 });
    };
    if (this.#error) this.#finish(id, { reason: "error", error: this.#error });
    else if (question.seconds > 0) asked.timer = setTimeout(() => stop("time"), question.seconds * 1000 + grace);
    this.#worker.postMessage({ id, question: JSON.stringify(question) });
    return { end, stop };
  }
}

// ---- a server ----

function server() {
  const lane = { ask: askServer, busy: false };
  return { writing: lane, search: lane, ready: Promise.resolve(), events: new EventSource("events") };
}

function askServer(question, hear = () => {}) {
  const control = new AbortController();
  const read = async () => {
    const response = await fetch("ask", {
      method: "POST",
      body: JSON.stringify(question),
      headers: { "Content-Type": "application/json" },
      signal: control.signal,
    });
    if (!response.ok) throw new Error(`the server says ${response.status}`);
    let end;
    for await (const line of lines(response.body)) {
      const answer = JSON.parse(line);
      if (control.signal.aborted) break;
      if (answer.end) end = answer.end;
      else hear(answer);
    }
    return end ?? { reason: "error", error: "The server broke off." };
  };
  const end = read().catch((e) =>
    control.signal.aborted ? { reason: "stopped" } : { reason: "error", error: `The server does not answer: ${e.message}` },
  );
  return { end, stop: () => control.abort() };
}

async function* lines(stream) {
  let rest = "";
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const split = (rest + part.value).split("\n");
    rest = split.pop();
    yield* split;
  }
  if (rest) yield rest;
}
