package main

import (
	"bytes"
	"encoding/json"
	"strings"
)

// rule is a rule of a TextMate grammar.
type rule struct {
	Include       string          `json:"include,omitempty"`
	Name          string          `json:"name,omitempty"`
	Match         string          `json:"match,omitempty"`
	Begin         string          `json:"begin,omitempty"`
	BeginCaptures map[string]rule `json:"beginCaptures,omitempty"`
	End           string          `json:"end,omitempty"`
	Captures      map[string]rule `json:"captures,omitempty"`
	Patterns      []rule          `json:"patterns,omitempty"`
}

type textMateGrammar struct {
	Comment    string          `json:"comment"`
	Name       string          `json:"name"`
	ScopeName  string          `json:"scopeName"`
	FileTypes  []string        `json:"fileTypes"`
	Patterns   []rule          `json:"patterns"`
	Repository map[string]rule `json:"repository"`
}

const (
	aName  = `[\p{L}_][\p{L}\p{N}_]*'*`
	ends   = `(?![\p{L}\p{N}_'])` // a name or a word ends here
	sizeOf = `[0-9]+(?:x[0-9]+)+(?![\p{L}\p{N}_])`
)

// anyOf matches one of some words, whole.
func anyOf(words []string) string { return `(?:` + strings.Join(words, "|") + `)` + ends }

// textMate makes the grammar that VS Code and others read. A statement reaches to the next keyword.
func textMate() []byte {
	g := textMateGrammar{
		Comment: "made by go run ./editors/build", Name: "Quadrille", ScopeName: "source.puz", FileTypes: []string{"puz"},
		Patterns:   []rule{{Include: "#comment"}},
		Repository: map[string]rule{"comment": {Name: "comment.line.double-slash.puz", Match: `//.*$`}, "signs": {Patterns: signs()}},
	}
	for _, s := range statements() {
		g.Patterns = append(g.Patterns, s.textMate())
	}
	g.Patterns = append(g.Patterns, rule{Include: "#signs"})
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(g); err != nil {
		panic(err) // strings alone
	}
	return out.Bytes()
}

func (s statement) textMate() rule {
	r := rule{
		Name:          "meta.statement." + s.keyword + ".puz",
		Begin:         `(` + s.keyword + `)` + ends,
		BeginCaptures: map[string]rule{"1": {Name: "keyword.control.puz"}},
		End:           `(?=` + anyOf(plain(keywords)) + `)`,
		Patterns:      []rule{{Include: "#comment"}},
	}
	if s.declares {
		r.Begin += `(?:[ \t]+(?!` + anyOf(plain(append(keywords, connectives...))) + `)(` + aName + `))?`
		r.BeginCaptures["2"] = rule{Name: "entity.name." + s.keyword + ".puz"}
	}
	if s.onLattice {
		r.Patterns = append(r.Patterns, rule{
			Match:    `(on)[ \t]+(` + anyOf(plain(lattices)) + `)`,
			Captures: map[string]rule{"1": {Name: "keyword.other.clause.puz"}, "2": {Name: "support.type.lattice.puz"}},
		})
	}
	for _, kind := range []struct {
		scope string
		words []string
	}{{"keyword.other.rule.puz", s.rules}, {"keyword.other.clause.puz", s.clauses}} {
		if all := append(withHyphen(kind.words), plain(kind.words)...); len(all) > 0 {
			r.Patterns = append(r.Patterns, rule{Name: kind.scope, Match: anyOf(all)})
		}
	}
	r.Patterns = append(r.Patterns, rule{Include: "#signs"})
	return r
}

// signs are what looks the same in all statements.
func signs() []rule {
	return []rule{
		{Name: "string.quoted.triple.picture.puz", Begin: `"""`, End: `"""`},
		{Name: "string.quoted.double.puz", Begin: `"`, End: `"|$`, Patterns: []rule{{Name: "constant.character.escape.puz", Match: `\\.`}}},
		{Name: "constant.numeric.size.puz", Match: sizeOf},
		{Name: "constant.numeric.integer.puz", Match: `[0-9]+(?:_[0-9]+)*`},
		{Name: "constant.language.puz", Match: anyOf(hyphenated)},
		{Name: "keyword.operator.word.puz", Match: anyOf(plain(connectives))},
		{Name: "support.function.puz", Match: aName + `(?=\()`},
		{Name: "variable.other.puz", Match: aName},
		{Name: "keyword.operator.puz", Match: `\.\.|!=|<=|>=|[-+*/%<>=:?&]`},
		{Name: "punctuation.puz", Match: `[(){}\[\],]`},
	}
}
