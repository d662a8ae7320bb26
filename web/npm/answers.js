// What a worker does, in browsers and in Node: it answers questions, one at a time.
import { startEngine } from "./engine.js";

/**
 * Answers what comes over a port. The first message is `{module}`; the reply is `{ready}`, or `{failed}` with a reason.
 * Then `{question}` is answered by any number of `{answer}`. The engine waits after each of them for `{more}`, which is
 * false if the question is to end.
 */
export function answerQuestions(send, listen) {
  let engine;
  const waiting = []; // resolvers, one for each answer that was sent
  const start = async (module) => {
    engine = await startEngine(module);
    send({ ready: true });
    await engine.broken;
    send({ broken: true });
  };
  listen((message) => {
    if (message.module) start(message.module).catch((e) => send({ failed: e.message }));
    else if (message.question) engine.ask(message.question, (answer) => {
      send({ answer });
      return new Promise((resolve) => waiting.push(resolve));
    });
    else waiting.shift()(message.more);
  });
}
