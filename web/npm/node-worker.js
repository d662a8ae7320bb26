import { webcrypto } from "node:crypto";
import { parentPort } from "node:worker_threads";
import { answerQuestions } from "./answers.js";

globalThis.crypto ??= webcrypto; // Node 18 has it there only by a flag
answerQuestions((message) => parentPort.postMessage(message), (hear) => parentPort.on("message", hear));
