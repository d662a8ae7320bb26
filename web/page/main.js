// The playground: a text on the left, what Quadrille says of it on the right.
import { connect } from "./backend.js";
import { byId, duration, el, grouped, plural } from "./dom.js";
import { makeEditor } from "./editor.js";
import { fileName, save } from "./download.js";
import { Hand } from "./hand.js";
import { Gallery } from "./gallery.js";
import { Tabs, showEffort, showMatrix, showPieces, showTests } from "./panels.js";
import { showProblems } from "./problems.js";
import { asked, fromCode, toCode } from "./share.js";
import { Solutions } from "./solutions.js";
import { store, stored, themed } from "./theme.js";

const first = `puz 1
// Dana Scott, 1958: twelve pentominoes on a chessboard without its centre.
puzzle "Scott's pentominoes"
use pentominoes
board holey on square = 8x8 - 2x2 at (3, 3)
pack holey with pentominoes
expect 520 solutions
expect 65 solutions up to symmetry
`;

themed();
const backend = connect(showLoaded);
const tabs = new Tabs(document.querySelector("[role=tablist]"));
const solutions = new Solutions(byId("solutions"), backend.writing.ask.bind(backend.writing));
const hand = new Hand(byId("hand"), backend.writing.ask.bind(backend.writing));
let name = "puzzle.puz"; // of the file that the text is, for what it uses by path
let about; // what the text is, as far as is known
let expectations = [];

// ---- the text ----

const editor = makeEditor(byId("editor"), stored("text") ?? first, {
  ask: async (what, at, field) => {
    let found;
    await backend.writing.ask({ do: what, name, text: editor.text, at }, (a) => (found = a[field])).end;
    return found;
  },
  changed: () => {
    clearTimeout(pause);
    pause = setTimeout(checkText, 150);
  },
  keys: [
    { key: "Mod-Enter", run: () => run("solve"), preventDefault: true },
    { key: "Shift-Mod-Enter", run: () => run("count"), preventDefault: true },
  ],
});

let pause;
let checking; // the questions about the text that are under way
const patience = 2000;

/** Checks the text. If it is right, the board and the pieces are drawn. */
async function checkText() {
  store("text", editor.text);
  if (checking) {
    checking.again = true;
    // A text that takes too long must not hold up the next one.
    if (performance.now() - checking.since > patience) checking.now.stop();
    return;
  }
  const mine = (checking = { since: performance.now(), again: false });
  const question = { name, text: editor.text };
  let diagnostics = [];
  mine.now = backend.writing.ask({ ...question, do: "check" }, (a) => (diagnostics = a.checked.diagnostics));
  const end = await mine.now.end;
  if (!mine.again && end.reason === "done") {
    editor.show(diagnostics);
    showProblems(diagnostics, editor, explain);
    byId("see").classList.toggle("old", diagnostics.some((d) => d.severity === "error"));
    if (!diagnostics.some((d) => d.severity === "error")) await lookAt(mine, question);
  }
  if (end.reason === "error" && end.error) say("Quadrille is not here", end.error, "bad");
  checking = undefined;
  if (mine.again) checkText();
}

async function lookAt(mine, question) {
  let is;
  const drawings = [];
  mine.now = backend.writing.ask({ ...question, do: "look", params: params() }, (a) => {
    if (a.about) is = a.about;
    if (a.drawing) drawings.push(a.drawing);
  });
  await mine.now.end;
  if (mine.again || !is) return;
  about = is;
  byId("title").textContent = about.title ?? "";
  byId("up-to").hidden = !about.symmetric;
  if (!about.symmetric) byId("up-to").value = "";
  if (JSON.stringify(expectations) !== JSON.stringify(about.expectations)) {
    expectations = about.expectations;
    showTests(expectations, [], goToLine);
  }
  showParams(about.params);
  showPieces(about, drawings, backend.writing.ask.bind(backend.writing));
  // A text that was written meanwhile is looked at next, and may be shown already.
  if (tabs.shown === "hand" && question.text === editor.text) hand.show({ ...question, params: params() }, about.title ?? "puzzle");
}

async function explain(code) {
  let page;
  await backend.writing.ask({ do: "explain", code }, (a) => (page = a.page)).end;
  return page;
}

const goToLine = (line) => editor.go(editor.view.state.doc.line(Math.min(line, editor.view.state.doc.lines)).from);

byId("tidy").addEventListener("click", async () => {
  let tidy;
  await backend.writing.ask({ do: "format", name, text: editor.text }, (a) => (tidy = a.formatted)).end;
  if (tidy === undefined) say("Not tidied", "Mend the mistakes first.", "bad");
  else if (tidy !== editor.text) editor.text = tidy;
});

// ---- parameters ----

/** The values that were set on the page, of parameters that the text still has. */
function params() {
  const set = {};
  for (const input of byId("params").querySelectorAll("input")) {
    const there = new RegExp(`\\bparam\\s+${input.name}(?![\\w'])`, "u").test(editor.text);
    if (there && input.dataset.set && input.validity.valid && input.value) set[input.name] = Number(input.value);
  }
  return set;
}

function showParams(list) {
  const box = byId("params");
  const inputs = new Map([...box.querySelectorAll("input")].map((i) => [i.name, i]));
  if (list?.map((p) => p.name).join() === [...inputs.keys()].join()) {
    for (const p of list ?? []) if (!inputs.get(p.name).dataset.set) inputs.get(p.name).value = p.value;
    return;
  }
  box.replaceChildren(
    ...(list ?? []).map((p) => {
      const changed = (e) => {
        e.target.dataset.set = "yes";
        clearTimeout(pause);
        pause = setTimeout(checkText, 300);
      };
      return el("label", {}, p.name, el("input", { type: "number", step: "1", name: p.name, value: String(p.value), oninput: changed }));
    }),
  );
}

// ---- searches ----

let running; // the search under way
let last; // what was asked of this text
let seen; // the file that was saved last

/** Says what has come of a question: a few words, and more in small print. Whoever hears of no solution may ask why. */
function say(headline, note = "", mood = "", none = false) {
  byId("why").hidden = !none;
  byId("headline").textContent = headline;
  byId("headline").className = mood;
  byId("note").textContent = note;
}

function question(what) {
  return {
    do: what, name, text: editor.text, params: params(),
    upTo: what === "test" ? "" : byId("up-to").value,
    seconds: Number(byId("seconds").value), bytes: Number(byId("bytes").value), limit: Number(byId("limit").value),
  };
}

const searches = ["solve", "count", "test", "unique", "why"];

/** Runs a search, in place of one that is under way. */
function run(what) {
  running?.stop();
  running = undefined;
  if (searches.includes(what)) last = what;
  search(what);
  return true;
}

async function search(what) {
  const verdicts = [];
  const findings = [];
  let count;
  let wrong;
  let progress;
  const asked = question(what);
  if (what === "solve") solutions.clear(about?.title ?? "puzzle", "Searching…", asked);
  if (what === "test") showTests(expectations, verdicts, goToLine);
  if (what !== "matrix") say("Searching…");
  const hear = (a) => {
    if (running !== mine) return;
    if (a.solutions) {
      if (solutions.length === 0) tabs.show("solutions");
      solutions.add(a.solutions);
    }
    if (a.verdict) {
      verdicts.push(a.verdict);
      showTests(expectations, verdicts, goToLine);
    }
    if (a.checked) wrong = a.checked.diagnostics;
    if (a.finding) findings.push(a.finding);
    if (a.count) count = a.count;
    if (a.matrix) showMatrix(a.matrix);
    if (a.film) save(fileName(about?.title ?? "search", "html"), new Blob([a.film], { type: "text/html" }));
    if (a.progress) showProgress((progress = a.progress));
  };
  const mine = backend.search.ask(asked, hear);
  running = mine;
  showRunning(true);
  const end = await mine.end;
  if (running !== mine) return;
  running = undefined;
  showRunning(false);
  if (wrong) {
    showProblems(wrong, editor, explain);
    editor.show(wrong);
    return say("There are mistakes in the text", "They are listed below it.", "bad");
  }
  if (end.effort) showEffort(end.effort, end.seconds);
  else if (progress) showEffort({ nodes: progress.nodes, solutions: progress.solutions }, end.seconds);
  if (what === "solve") saySolved(end);
  if (what === "count") sayCounted(count, end, progress);
  if (what === "test") sayTested(verdicts, end);
  if (what === "unique" || what === "why") sayFound(what, findings, end);
  if (what === "film") sayFilmed(end);
  if (what === "matrix" && end.reason === "error") say("There is no matrix", end.error, "bad");
}

let ready = false; // the engine answers

/** Says what there is to say before anything was asked. */
const sayIdle = () => (ready ? say("Ready") : say("Loading Quadrille…"));

/** Shows how much of the engine is here. */
function showLoaded(bytes, total) {
  if (ready || running) return;
  byId("progress").hidden = false;
  if (total > 0) byId("progress").value = Math.min(1, bytes / total);
  byId("note").textContent = total > 0 ? `${megabytes(bytes)} of ${megabytes(total)} MB` : `${megabytes(bytes)} MB`;
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

backend.ready.then(() => {
  ready = true;
  if (running) return;
  byId("progress").hidden = true;
  if (byId("headline").textContent.startsWith("Loading")) sayIdle();
}, () => (byId("progress").hidden = true)); // the question that waits says why

function showRunning(on) {
  for (const id of [...searches, "film"]) byId(id).disabled = on;
  byId("stop").hidden = !on;
  byId("see").setAttribute("aria-busy", String(on));
  byId("progress").hidden = !on;
  byId("progress").removeAttribute("value");
}

function showProgress(p) {
  const percent = share(p.share);
  if (percent) byId("progress").value = p.share;
  byId("note").textContent = `${plural(p.solutions, "solution")}, ${plural(p.nodes, "node")}${percent && `, about ${percent} % done`}`;
}

/** A share of a search in percent, or "" for one that says nothing: estimates of long searches are tiny. */
const share = (done) => (done < 0.001 ? "" : done < 0.1 ? (100 * done).toFixed(1) : String(Math.floor(100 * Math.min(1, done))));

/** Why a search ended before its time, in a few words. */
const early = { time: "The time is over.", memory: "It needs more memory than it may use.", stopped: "Stopped." };

/** Which solutions count as one, in words. */
const alike = () => ({ rotation: " up to rotation", symmetry: " up to symmetry" })[byId("up-to").value] ?? "";

function saySolved(end) {
  const n = solutions.length;
  if (end.reason === "error") return say("That did not work", end.error, "bad");
  if (n === 0 && end.reason === "done") {
    solutions.clear("puzzle", "There is no solution.");
    return say("No solution", `It was searched through in ${duration(end.seconds)}.`, "", true);
  }
  if (n === 0) solutions.clear("puzzle", "No solution was found so far.");
  const whole = end.reason === "done";
  const note = whole ? `These are all, in ${duration(end.seconds)}.` : early[end.reason] ?? (end.more ? "There are more." : "There may be more.");
  say(whole ? plural(n, "solution") + alike() : `${plural(n, "solution")}${alike()} so far`, note, whole ? "good" : "");
}

/** Shows what makes a solution the only one, or why there is none. */
function sayFound(what, findings, end) {
  if (end.reason === "error") return say("That did not work", end.error, "bad");
  if (!findings.length) return say("No reason was found", early[end.reason] ?? "");
  const [verdict, ...rest] = findings[0].words.split("\n");
  if (what === "unique") findings[0].words = rest.join("\n");
  solutions.tell(findings, goToLine);
  tabs.show("solutions");
  say(what === "why" ? "Why there is none" : capital(verdict), early[end.reason] ?? `Found in ${duration(end.seconds)}.`, "", findings[0].none);
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

function sayFilmed(end) {
  if (end.reason === "error") return say("There is no film", end.error, "bad");
  say(end.reason === "done" ? "The film is saved" : "There is no film", early[end.reason] ?? "Open the file in a browser.");
}

function sayCounted(count, end, progress) {
  if (end.reason === "error") return say("That did not work", end.error, "bad");
  const number = count?.number ?? String(progress?.solutions ?? 0);
  if (count?.exact) return say(plural(number, "solution") + alike(), `Counted in ${duration(end.seconds)}. ${count.group ?? ""}`, "good", number === "0");
  if (number === "0") return say("No solution so far", early[end.reason] ?? "");
  say(`At least ${plural(number, "solution")}${alike()}`, early[end.reason] ?? "");
}

function sayTested(verdicts, end) {
  tabs.show("tests");
  const met = verdicts.filter((v) => v.outcome === "met").length;
  const failed = verdicts.filter((v) => v.outcome === "failed").length;
  if (end.reason === "error") return say("That did not work", end.error, "bad");
  if (failed) return say(`${plural(failed, "expectation")} failed`, `${grouped(met)} met, in ${duration(end.seconds)}.`, "bad");
  if (end.reason !== "done") return say(`${plural(met, "expectation")} met so far`, early[end.reason] ?? "");
  say(`${plural(met, "expectation")} met`, `Tested in ${duration(end.seconds)}.`, met ? "good" : "");
}

for (const what of [...searches, "film"]) byId(what).addEventListener("click", () => run(what));
byId("stop").addEventListener("click", () => {
  running?.stop();
  byId("solve").focus();
});
document.addEventListener("keydown", (e) => {
  if (e.key !== "Escape" || document.querySelector("dialog[open]")) return;
  if (byId("options").open) byId("options").open = false;
  else running?.stop();
});
document.addEventListener("click", (e) => {
  if (!byId("options").contains(e.target)) byId("options").open = false;
});
tabs.onshow = (id) => {
  if (id === "matrix" && !running) run("matrix");
  if (id === "hand") hand.show(question("play"), about?.title ?? "puzzle");
};
showEffort();

// ---- links and examples ----

const gallery = new Gallery(async (entry) => {
  let svg;
  for (const what of ["solve", "look"]) {
    if (!svg) await backend.writing.ask({ do: what, name: entry.name, text: entry.text, limit: 1, seconds: 2 }, (a) => (svg ??= (a.solutions?.[0] ?? a.drawing)?.svg)).end;
  }
  return svg;
});

function open(text, as = "puzzle.puz") {
  running?.stop();
  last = undefined;
  name = as;
  byId("params").replaceChildren();
  byId("up-to").value = "";
  editor.text = text;
  solutions.clear("puzzle", "Press Solve to see solutions.");
  tabs.show("pieces");
  sayIdle();
  showEffort();
}

async function openAsked() {
  const { code, example } = asked();
  try {
    if (code) open(await fromCode(code));
    if (!example) return;
    const entry = await gallery.find(example);
    if (entry) open(entry.text, entry.name);
    else say("There is no such example", example, "bad");
  } catch (e) {
    say("The link could not be opened", code ? "A part of it may be missing." : e.message, "bad");
  }
}

byId("share").addEventListener("click", async () => {
  history.replaceState(null, "", `#code=${await toCode(editor.text)}`);
  try {
    await navigator.clipboard.writeText(location.href);
    say("Link copied", "It holds the whole text.", "good");
  } catch {
    say("The link is in the address bar", "It holds the whole text.", "good");
  }
});

byId("help-open").addEventListener("click", () => byId("help").showModal());
byId("help-close").addEventListener("click", () => byId("help").close());
addEventListener("hashchange", openAsked);
if (backend.events) byId("where").textContent = "Everything is computed on this machine, by puz serve; nothing is sent elsewhere.";
// A server tells what has been saved. What was asked last is asked again.
backend.events?.addEventListener("message", (e) => {
  const file = JSON.parse(e.data);
  if (file.error) return say(`${file.name} cannot be read`, file.error, "bad");
  const again = last;
  const same = file.text === editor.text;
  open(file.text, file.name);
  if (same) checkText(); // what it uses has changed
  if (again && file.name === seen) run(again);
  seen = file.name;
});

sayIdle();
await openAsked();
checkText();
