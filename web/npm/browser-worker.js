import { answerQuestions } from "./answers.js";

answerQuestions((message) => self.postMessage(message), (hear) => (self.onmessage = (event) => hear(event.data)));
