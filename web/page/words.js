// The colours of the language, for CodeMirror.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const statements = new Set(
  "puz puzzle about use param table shape board piece set pack place queens latin fill words dissect items secondary option matching forbid break search expect".split(" "),
);
const inside = new Set("for over in where with when and or not on of any from at free fixed symmetry orient to".split(" "));

const stream = StreamLanguage.define({
  name: "quadrille",
  startState: () => ({ picture: false, fresh: true }),
  token(line, state) {
    if (state.picture) {
      if (line.skipTo('"""')) {
        line.match('"""');
        state.picture = false;
      } else line.skipToEnd();
      return "string";
    }
    if (line.eatSpace()) return null;
    if (line.match("//")) {
      line.skipToEnd();
      return "comment";
    }
    if (line.match('"""')) {
      state.picture = true;
      return "string";
    }
    if (line.match(/"(\\.|[^"\\])*"?/)) return "string";
    if (line.match(/\d+x\d+(x\d+)*/) || line.match(/\d[\d_]*/)) return "number";
    const word = line.match(/[\p{L}_][\p{L}\d_]*(-[\p{L}][\p{L}\d_]*)*'*/u);
    if (word) return statements.has(word[0]) ? "keyword" : inside.has(word[0]) ? "modifier" : "variableName";
    line.next();
    return "operator";
  },
  languageData: { commentTokens: { line: "//" }, closeBrackets: { brackets: ["(", "[", "{", '"', '"""'] } },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--keyword)", fontWeight: "600" },
  { tag: tags.modifier, color: "var(--keyword)" },
  { tag: tags.string, color: "var(--string)" },
  { tag: tags.number, color: "var(--number)" },
  { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" },
]);

export const quadrille = [stream, syntaxHighlighting(colours)];
