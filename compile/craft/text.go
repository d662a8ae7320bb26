package craft

import (
	"fmt"
	"strings"

	"quadrille/compile"
	"quadrille/compile/clues"
	"quadrille/lang/ast"
	"quadrille/lang/parse"
	"quadrille/lang/source"
)

// draft is the text of a puzzle that is being changed.
type draft struct{ *clues.Rewriting }

func newDraft(name string, text []byte, p *compile.Program) (*draft, error) {
	f, err := parse.File(name, text)
	if err != nil {
		return nil, err
	}
	return &draft{clues.Rewrite(f, p.Puzzle)}, nil
}

// ruled returns the text of rules that the maker begins with: parameters have their values,
// squares in other files are written out, and one solution is expected.
func ruled(name string, text []byte, params map[string]int64, p *compile.Program) (string, error) {
	d, err := newDraft(name, text, p)
	if err != nil {
		return "", err
	}
	if whole, ok := clues.Inline(d.File, p.Puzzle); ok {
		if d, err = newDraft(name, []byte(whole), p); err != nil {
			return "", err
		}
	}
	for _, s := range d.File.Statements {
		switch s := s.(type) {
		case *ast.Expect:
			d.Replace(s.Range(), "")
		case *ast.Param:
			if v, replaced := params[s.Name.Text]; replaced {
				d.Replace(s.Value.Range(), fmt.Sprint(v))
			}
		}
	}
	rules, err := d.Text()
	return strings.TrimRight(rules, "\n") + "\nexpect unique\n", err
}

// fill adds a rule to what fills a board with symbols.
func (d *draft) fill(rule string) {
	for _, s := range d.File.Statements {
		switch s := s.(type) {
		case *ast.Latin:
			d.Rule(s, len(s.Rules), rule)
		case *ast.Fill:
			d.Rule(s, len(s.Rules), rule)
		}
	}
}

// behind adds a text behind a part.
func (d *draft) behind(n ast.Ranged, text string) {
	end := n.Range().End
	d.Replace(source.Range{Start: end, End: end}, text)
}
