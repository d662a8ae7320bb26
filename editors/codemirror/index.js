// The language of Quadrille puzzles for CodeMirror 6. The parser is made from puz.grammar.
import {LRLanguage, LanguageSupport, continuedIndent, foldNodeProp, indentNodeProp} from "@codemirror/language"
import {styleTags, tags as t} from "@lezer/highlight"
import {parser as bare} from "./parser.js"

// What a statement holds in braces, and what stands between triple quotes.
const withRules = "Pack PlaceMan Queens Latin Fill Words Dissect"

// Braces fold from one to the other.
function foldRules(node) {
  const open = node.getChild("{"), close = node.getChild("}")
  return open && {from: open.to, to: close ? close.from : node.to}
}

export const highlighting = styleTags({
  Keyword: t.keyword,
  Connective: t.operatorKeyword,
  Clause: t.modifier,
  "Name/NameToken Name/WordToken": t.variableName,
  "Call/Name/...": t.function(t.variableName),
  "Term/NameToken Term/WordToken": t.atom,
  IntToken: t.integer,
  SizeToken: t.number,
  StringToken: t.string,
  PictureToken: t.special(t.string),
  Comment: t.lineComment,
  '= "!=" < <= > >=': t.compareOperator,
  '+ - "*" "/" % & ..': t.arithmeticOperator,
  ": ? ,": t.separator,
  "( )": t.paren,
  "[ ]": t.squareBracket,
  "{ }": t.brace,
})

export const parser = bare.configure({
  props: [
    highlighting,
    foldNodeProp.add({[withRules]: foldRules, Lines: node => ({from: node.from + 3, to: node.to - 3})}),
    indentNodeProp.add({[withRules]: continuedIndent({except: /^\s*\}/})}),
  ],
})

export const puzLanguage = LRLanguage.define({
  name: "puz",
  parser,
  languageData: {
    commentTokens: {line: "//"},
    closeBrackets: {brackets: ["(", "[", "{", '"', '"""']},
    indentOnInput: /^\s*\}$/,
  },
})

// puz is the language, ready to be one of an editor's extensions.
export function puz() {
  return new LanguageSupport(puzLanguage)
}
