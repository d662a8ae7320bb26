// The language for CodeMirror: the grammar that editors share, in the colours of this page.
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import { puz } from "../../editors/codemirror/index.js";

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--keyword)", fontWeight: "600" },
  { tag: [tags.operatorKeyword, tags.modifier, tags.atom], color: "var(--keyword)" },
  { tag: tags.function(tags.variableName), color: "var(--number)" },
  { tag: tags.string, color: "var(--string)" },
  { tag: tags.number, color: "var(--number)" },
  { tag: tags.lineComment, color: "var(--comment)", fontStyle: "italic" },
]);

export const quadrille = [puz(), syntaxHighlighting(colours)];
