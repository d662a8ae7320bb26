// The editor: CodeMirror, with what Quadrille says of the text.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { forEachDiagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import {
  EditorView, drawSelection, dropCursor, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap, lineNumbers,
} from "@codemirror/view";
import { el } from "./dom.js";
import { rendered, spans } from "./markdown.js";
import { quadrille } from "./words.js";

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--paper)", fontSize: "14px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--accent)", padding: "10px 0" },
  ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  "&.cm-focused": { outline: "none" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--faint)", border: "none" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "var(--line)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--selection)" },
  ".cm-selectionMatch": { backgroundColor: "var(--line)" },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)", color: "var(--ink)", border: "1px solid var(--edge)", borderRadius: "8px",
    boxShadow: "0 4px 16px rgb(0 0 0 / 18%)", overflow: "auto", maxWidth: "36rem", maxHeight: "22rem",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxHeight: "16rem" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionDetail": { color: "inherit", opacity: "0.75", fontStyle: "normal" },
  ".cm-tooltip.cm-completionInfo": { padding: "0", maxWidth: "26rem" },
  ".cm-panels": { backgroundColor: "var(--raised)", color: "var(--ink)" },
  ".cm-panels button, .cm-panels input": { font: "inherit" },
  ".cm-diagnostic": { padding: "6px 10px", borderLeftWidth: "4px" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--on-accent)", font: "inherit", padding: "1px 8px", borderRadius: "5px" },
  ".cm-lintRange-active": { backgroundColor: "var(--line)" },
  ".cm-textfield": { backgroundColor: "var(--paper)", border: "1px solid var(--edge)", borderRadius: "5px", color: "inherit" },
  ".cm-button": { backgroundImage: "none", backgroundColor: "var(--raised)", border: "1px solid var(--edge)", borderRadius: "5px", color: "inherit" },
  ".cm-panels-bottom": { borderTop: "1px solid var(--edge)" },
  ".cm-panel.cm-search": { padding: "8px 10px", fontFamily: "var(--sans)" },
  ".cm-panel.cm-search [name=close]": { color: "inherit", fontSize: "18px", top: "4px", right: "8px" },
  ".cm-diagnostic .said": { padding: "0" },
  ".said": { padding: "8px 12px", fontFamily: "var(--sans)", fontSize: "13px", lineHeight: "1.45" },
  ".said p, .said pre, .said ul": { margin: "0 0 6px" },
  ".said pre, .said code": { fontFamily: "var(--mono)", fontSize: "12px" },
  ".said pre": { lineHeight: "1.15", overflowX: "auto" },
  ".said :last-child": { marginBottom: "0" },
});

/**
 * Makes an editor in an element. Ask asks Quadrille about the text; changed is called after
 * each change. It lives in a shadow tree, where CodeMirror needs no inline styles.
 */
export function makeEditor(parent, text, { ask, changed, keys }) {
  const root = parent.attachShadow({ mode: "open" });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), history(), drawSelection(), dropCursor(), indentOnInput(),
        bracketMatching(), closeBrackets(), highlightActiveLine(), highlightSelectionMatches(), lintGutter(),
        EditorState.tabSize.of(2), EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": "Text of the puzzle", spellcheck: "false", autocorrect: "off", autocapitalize: "off" }),
        autocompletion({ override: [(context) => complete(context, ask)], icons: false }),
        hoverTooltip((view, at) => hover(view, at, ask)),
        keymap.of([
          { key: "Mod-.", run: mendHere, preventDefault: true }, ...keys,
          ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap,
        ]),
        EditorView.domEventHandlers({ beforeinput: typedOver }),
        EditorView.updateListener.of((u) => u.docChanged && changed()),
        quadrille, look,
      ],
    }),
  });
  return {
    view,
    get text() {
      return view.state.doc.toString();
    },
    set text(to) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: to }, selection: { anchor: 0 }, scrollIntoView: true });
    },
    show: (diagnostics) => show(view, diagnostics),
    go: (from) => {
      view.dispatch({ selection: { anchor: Math.min(from, view.state.doc.length) }, scrollIntoView: true });
      view.focus();
    },
    mend: (fix) => mend(view, fix),
    line: (at) => view.state.doc.lineAt(Math.min(at, view.state.doc.length)).number,
  };
}

/**
 * Replaces a selection by what is typed over it. Left to itself, Chromium keeps the looks of what was
 * there by an inline style, which this page forbids.
 */
function typedOver(event, view) {
  const { from, to, empty } = view.state.selection.main;
  if (event.inputType !== "insertText" || event.data == null || empty || view.composing) return false;
  const insert = () => view.state.update(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
  const taken = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, event.data, insert));
  if (!taken) view.dispatch(insert());
  event.preventDefault();
  return true;
}

function mend(view, fix) {
  view.dispatch({ changes: fix.edits.map((e) => ({ from: e.from, to: e.to, insert: e.text })), userEvent: "input.mend", scrollIntoView: true });
}

/** Mends the mistake at the cursor by the first way there is. */
function mendHere(view) {
  const at = view.state.selection.main.head;
  let action;
  forEachDiagnostic(view.state, (d, from, to) => {
    if (from <= at && at <= to) action ??= d.actions?.[0];
  });
  action?.apply(view);
  return true;
}

function show(view, diagnostics) {
  const end = view.state.doc.length;
  const marks = diagnostics.map((d) => ({
    from: Math.min(d.from, end),
    to: Math.min(Math.max(d.to, d.from + 1), end),
    severity: d.severity,
    source: d.code,
    message: d.hint ? `${d.summary}\n${d.hint}` : d.summary,
    renderMessage: () => said([d.summary, d.hint].filter(Boolean).map((text) => el("p", {}, ...spans(text)))),
    actions: (d.fixes ?? []).map((fix) => ({ name: fix.title.replaceAll("`", ""), apply: (view) => mend(view, fix) })),
  }));
  view.dispatch(setDiagnostics(view.state, marks));
}

async function complete(context, ask) {
  const word = context.matchBefore(/[\p{L}\d_'-]*/u);
  if (!context.explicit && word.from === word.to) return null;
  const words = await ask("complete", context.pos, "words");
  if (!words?.length) return null;
  return {
    from: words[0].from,
    validFor: /^[\p{L}\d_'-]*$/u,
    options: words.map((w) => ({
      label: w.label,
      apply: w.text,
      type: w.kind,
      detail: w.detail,
      info: w.markdown ? () => said(rendered(w.markdown)) : undefined,
    })),
  };
}

async function hover(view, at, ask) {
  const found = await ask("hover", at, "hover");
  if (!found) return null;
  return { pos: found.from, end: found.to, above: true, create: () => ({ dom: said(rendered(found.markdown)) }) };
}

const said = (elements) => el("div", { class: "said" }, ...elements);
