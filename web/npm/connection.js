// The two ways to the engine, with one face: `ask(question, hear, signal)` calls hear with each answer, and returns the
// last one, the end. The question pauses while a promise of hear is open, and ends as stopped if that promise is false
// or the signal is aborted.
import { brokeOff, startEngine } from "./engine.js";

/** How much longer than its time, or than its signal, a question may take before its worker is ended. In milliseconds. */
const grace = 1000;

/** Connects to the engine through a host, which is a browser or Node. */
export function createConnections({ compileModule, startWorker }) {
  let module;
  const compiled = () => (module ??= compileModule().catch((error) => {
    module = undefined; // the next puzzle tries again
    throw error;
  }));
  const thread = new Thread(compiled);
  const workers = new Workers(compiled, startWorker);
  /** `worker` says whether to work in a worker; if it is undefined, that is done where workers start. */
  return async (worker) => {
    if (worker === false) return thread;
    try {
      await workers.startFirst();
      return workers;
    } catch (error) {
      if (worker) throw error;
      return thread;
    }
  };
}

/** Each question that is under way has a worker for itself. */
class Workers {
  runsIn = "worker";
  #compiled;
  #startWorker;
  #idle; // a started worker without a question

  constructor(compiled, startWorker) {
    this.#compiled = compiled;
    this.#startWorker = startWorker;
  }

  async startFirst() {
    this.#keep(this.#take() ?? (await this.#start()));
  }

  async ask(question, hear, signal) {
    const worker = this.#take() ?? (await this.#start());
    const timers = [];
    const terminateSoon = (after, reason) => timers.push(setTimeout(() => worker.end(reason), after + grace));
    const stopSoon = () => terminateSoon(0, "stopped");
    if (question.seconds > 0) terminateSoon(question.seconds * 1000, "time");
    if (signal?.aborted) stopSoon();
    signal?.addEventListener("abort", stopSoon, { once: true });
    try {
      return await worker.ask(question, (answer) => (signal?.aborted ? false : hear(answer)));
    } finally {
      timers.forEach(clearTimeout);
      signal?.removeEventListener("abort", stopSoon);
      this.#keep(worker);
    }
  }

  #take() {
    const worker = this.#idle;
    this.#idle = undefined;
    worker?.setBusy(true);
    return worker;
  }

  #keep(worker) {
    if (worker.ended || this.#idle) return worker.end();
    this.#idle = worker;
    worker.setBusy(false);
  }

  async #start() {
    const module = await this.#compiled();
    const worker = new EngineWorker(this.#startWorker);
    await worker.start(module);
    return worker;
  }
}

/** A worker with an engine. answers.js is its other side. */
class EngineWorker {
  ended = false;
  #port;
  #started = deferred();
  #hear; // of the question that is under way, with what is to be called at its end
  #finish;
  #heard = Promise.resolve(); // when the answers so far are heard

  constructor(startWorker) {
    const fail = (error) => {
      this.#started.reject(error);
      this.end("error", error.message);
    };
    this.#port = startWorker((message) => {
      if (message.ready) this.#started.resolve();
      else if (message.failed) fail(new Error(message.failed));
      else if (message.broken) this.end("error", brokeOff);
      else this.#heard = this.#heard.then(() => this.#pass(JSON.parse(message.answer))).catch(fail);
    }, fail);
  }

  start(module) {
    this.#port.send({ module });
    return this.#started.promise;
  }

  setBusy(busy) {
    this.#port.setBusy(busy);
  }

  ask(question, hear) {
    return new Promise((resolve) => {
      this.#hear = hear;
      this.#finish = resolve;
      if (this.ended) this.end("error", brokeOff);
      else this.#port.send({ question: JSON.stringify(question) });
    });
  }

  /** Passes an answer on, and lets the engine go on. */
  async #pass(answer) {
    if (this.ended) return;
    const more = answer.end || (await this.#hear(answer));
    if (this.ended) return;
    this.#port.send({ more: more !== false });
    if (answer.end) this.#finish(answer.end);
  }

  /** Ends the worker, and the question that is under way. */
  end(reason, error) {
    this.ended = true;
    this.#port.terminate();
    this.#finish?.({ reason, error });
  }
}

/** The thread of the caller. What waits on it waits until the engine reports. */
class Thread {
  runsIn = "thread";
  #compiled;
  #engine;

  constructor(compiled) {
    this.#compiled = compiled;
  }

  async ask(question, hear, signal) {
    const engine = await (this.#engine ??= this.#start());
    const ended = new Promise((resolve) => {
      engine.ask(JSON.stringify(question), async (text) => {
        const answer = JSON.parse(text);
        if (answer.end) return resolve(answer.end);
        await eventsHaveTheirTurn();
        return signal?.aborted ? false : hear(answer);
      });
    });
    const broken = engine.broken.then(() => {
      this.#engine = undefined;
      return { reason: "error", error: brokeOff };
    });
    return Promise.race([ended, broken]);
  }

  async #start() {
    try {
      return await startEngine(await this.#compiled());
    } catch (error) {
      this.#engine = undefined;
      throw error;
    }
  }
}

const eventsHaveTheirTurn = () => new Promise((resolve) => setTimeout(resolve));

/** A promise that is settled from outside. */
export function deferred() {
  const it = {};
  it.promise = new Promise((resolve, reject) => Object.assign(it, { resolve, reject }));
  return it;
}
