package main

import (
	"bytes"
	"encoding/json"
	"strings"
)

// grammarRule is a rule of a TextMate grammar. The fields have the names that the format prescribes.
type grammarRule struct {
	Include       string                 `json:"include,omitempty"`
	Name          string                 `json:"name,omitempty"`
	Match         string                 `json:"match,omitempty"`
	Begin         string                 `json:"begin,omitempty"`
	BeginCaptures map[string]grammarRule `json:"beginCaptures,omitempty"`
	End           string                 `json:"end,omitempty"`
	Captures      map[string]grammarRule `json:"captures,omitempty"`
	Patterns      []grammarRule          `json:"patterns,omitempty"`
}

type textMateGrammar struct {
	Comment    string                 `json:"comment"`
	Name       string                 `json:"name"`
	ScopeName  string                 `json:"scopeName"`
	FileTypes  []string               `json:"fileTypes"`
	Patterns   []grammarRule          `json:"patterns"`
	Repository map[string]grammarRule `json:"repository"`
}

const (
	namePattern = `[\p{L}_][\p{L}\p{N}_]*'*`
	wordEnd     = `(?![\p{L}\p{N}_'])` // matches where a name or a word ends
	sizePattern = `[0-9]+(?:x[0-9]+)+(?![\p{L}\p{N}_])`
)

// matchAny returns a pattern that matches each of the given words, as a whole word.
func matchAny(words []string) string { return `(?:` + strings.Join(words, "|") + `)` + wordEnd }

// textMateSource returns the grammar for VS Code and similar editors. A statement extends to the
// next keyword.
func textMateSource() []byte {
	g := textMateGrammar{
		Comment: "made by go run ./editors/build", Name: "Quadrille", ScopeName: "source.puz",
		FileTypes: []string{"puz"},
		Patterns:  []grammarRule{{Include: "#comment"}},
		Repository: map[string]grammarRule{
			"comment": {Name: "comment.line.double-slash.puz", Match: `//.*$`},
			"signs":   {Patterns: signRules()},
		},
	}
	for _, s := range listStatements() {
		g.Patterns = append(g.Patterns, s.toTextMate())
	}
	g.Patterns = append(g.Patterns, grammarRule{Include: "#signs"})
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(g); err != nil {
		panic(err) // strings never fail
	}
	return out.Bytes()
}

func (s statementWords) toTextMate() grammarRule {
	r := grammarRule{
		Name:          "meta.statement." + s.keyword + ".puz",
		Begin:         `(` + s.keyword + `)` + wordEnd,
		BeginCaptures: map[string]grammarRule{"1": {Name: "keyword.control.puz"}},
		End:           `(?=` + matchAny(s.patternsOfStatementEnd(`(?=\s*\{)`)) + `)`,
		Patterns:      []grammarRule{{Include: "#comment"}},
	}
	if s.declaresName {
		r.Begin += `(?:[ \t]+(?!` + matchAny(unhyphenated(append(keywords, connectives...))) + `)(` + namePattern +
			`))?`
		r.BeginCaptures["2"] = grammarRule{Name: "entity.name." + s.keyword + ".puz"}
	}
	if s.hasLattice {
		r.Patterns = append(r.Patterns, grammarRule{
			Match: `(on)[ \t]+(` + matchAny(unhyphenated(lattices)) + `)`,
			Captures: map[string]grammarRule{"1": {Name: "keyword.other.clause.puz"},
				"2": {Name: "support.type.lattice.puz"}},
		})
	}
	for _, kind := range []struct {
		scope string
		words []string
	}{{"keyword.other.rule.puz", s.ruleWords}, {"keyword.other.clause.puz", s.clauseWords}} {
		if all := append(hyphenatedWords(kind.words), unhyphenated(kind.words)...); len(all) > 0 {
			r.Patterns = append(r.Patterns, grammarRule{Name: kind.scope, Match: matchAny(all)})
		}
	}
	r.Patterns = append(r.Patterns, grammarRule{Include: "#signs"})
	return r
}

// signRules returns the rules for signs, which are the same in all statements.
func signRules() []grammarRule {
	return []grammarRule{
		{Name: "string.quoted.triple.picture.puz", Begin: `"""`, End: `"""`},
		{Name: "string.quoted.double.puz", Begin: `"`, End: `"|$`,
			Patterns: []grammarRule{{Name: "constant.character.escape.puz", Match: `\\.`}}},
		{Name: "constant.numeric.size.puz", Match: sizePattern},
		{Name: "constant.numeric.integer.puz", Match: `[0-9]+(?:_[0-9]+)*`},
		{Name: "constant.language.puz", Match: matchAny(hyphenated)},
		{Name: "keyword.operator.word.puz", Match: matchAny(unhyphenated(connectives))},
		{Name: "support.function.puz", Match: namePattern + `(?=\()`},
		{Name: "variable.other.puz", Match: namePattern},
		{Name: "keyword.operator.puz", Match: `\.\.|!=|<=|>=|[-+*/%<>=:?&]`},
		{Name: "punctuation.puz", Match: `[(){}\[\],]`},
	}
}
