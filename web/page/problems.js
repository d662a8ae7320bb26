// What is wrong with the text, in a list below it.
import { byId, el, plural } from "./dom.js";
import { rendered, spans } from "./markdown.js";

/** Shows diagnostics. Editor goes to them and mends them; explain gets the page on a code. */
export function showProblems(diagnostics, editor, explain) {
  const heading = byId("problems-heading");
  const errors = diagnostics.filter((d) => d.severity === "error").length;
  const others = diagnostics.length - errors;
  const said = [errors && plural(errors, "mistake"), others && plural(others, "remark")].filter(Boolean).join(", ");
  if (heading.textContent !== said) heading.textContent = said;
  byId("problems").hidden = diagnostics.length === 0;
  byId("problems-list").replaceChildren(...diagnostics.map((d) => problem(d, editor, explain)));
}

function problem(d, editor, explain) {
  const place = el("button", { type: "button", class: "place", onclick: () => editor.go(d.from) }, `line ${editor.line(d.from)}`);
  const fixes = (d.fixes ?? []).map((fix) =>
    el("button", { type: "button", class: "mend", onclick: () => editor.mend(fix) }, "Mend: ", ...spans(fix.title)),
  );
  const why = el("button", { type: "button", class: "why", "aria-expanded": "false", "aria-label": `Why ${d.code}` }, "Why?");
  const item = el("li", { class: d.severity }, el("div", { class: "row" }, place, " ", el("strong", {}, ...spans(d.summary))), ...hint(d), el("div", { class: "row" }, ...fixes, why));
  why.addEventListener("click", async () => {
    const page = item.querySelector(".page");
    if (page) page.remove();
    else item.append(el("div", { class: "page" }, ...rendered((await explain(d.code)) ?? "")));
    why.setAttribute("aria-expanded", String(!page));
  });
  return item;
}

const hint = (d) => (d.hint ? [el("p", {}, ...spans(d.hint))] : []);
