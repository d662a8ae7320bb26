package craft

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"quadrille/compile"
	"quadrille/compile/clues"
	"quadrille/lang/ast"
	"quadrille/lang/parse"
	"quadrille/lang/source"
	"quadrille/runtime/choose"
	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/memo"
	"quadrille/runtime/oracle"
	"quadrille/runtime/plan"
)

// puzzle is a text that was compiled, with its tree.
type puzzle struct {
	*compile.Program
	file *ast.File
}

func (m *Maker) read(text string) (puzzle, error) {
	p, err := m.compile([]byte(text))
	if err != nil {
		return puzzle{}, err
	}
	f, err := parse.File(m.name, []byte(text))
	return puzzle{p, f}, err
}

// draft is the text of a puzzle that is being changed.
type draft struct{ *clues.Rewriting }

func (p puzzle) draft() draft { return draft{clues.Rewrite(p.file, p.Puzzle)} }

// fill adds a rule to what fills a board with symbols.
func (d draft) fill(rule string) {
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
func (d draft) behind(n ast.Ranged, text string) {
	end := n.Range().End
	d.Replace(source.Range{Start: end, End: end}, text)
}

// ruled returns the rules that the maker begins with: parameters have their values,
// squares in other files are written out, and one solution is expected.
func (m *Maker) ruled(p puzzle, params map[string]int64) (rules puzzle, err error) {
	if whole, ok := clues.Inline(p.file, p.Puzzle); ok {
		if p, err = m.read(whole); err != nil {
			return p, err
		}
	}
	d := p.draft()
	for _, s := range p.file.Statements {
		switch s := s.(type) {
		case *ast.Expect:
			d.Replace(s.Range(), "")
		case *ast.Param:
			if v, replaced := params[s.Name.Text]; replaced {
				d.Replace(s.Value.Range(), fmt.Sprint(v))
			}
		}
	}
	text, err := d.Text()
	if err != nil {
		return p, err
	}
	return m.read(strings.TrimRight(text, "\n") + "\nexpect unique\n")
}

// rules are what puzzles have in common.
type rules struct {
	puzzle
	oracle  *oracle.Oracle
	many    bool          // solutions will be drawn
	diagram *memo.Diagram // of all solutions; nil if it would be too large
	links   *dlx.Search
}

// A diagram is made if there are at most so many items, and it takes no more than so much memory:
// then drawing is fair, and does not take long to begin. Otherwise so many walks are made.
const (
	diagramItems  = 200
	diagramMemory = 4 << 20
	walks         = 24
)

// newRules prepares to draw solutions, of which there are to be many or one.
func newRules(ctx context.Context, p puzzle, many bool) (*rules, error) {
	m, err := p.Candidates()
	if err != nil {
		return nil, err
	}
	r := &rules{puzzle: p, many: many, oracle: oracle.New(m, oracle.Options{Keeps: p.Keeps})}
	if many && p.Exact() && m.Items() <= diagramItems {
		if r.diagram, err = memo.Build(ctx, m, memo.Options{MaxMemory: diagramMemory}); err == nil || ctx.Err() != nil {
			return r, err
		}
		r.diagram = nil
	}
	r.links = dlx.NewSearch(m, dlx.Options{Chooser: choose.MRV{}})
	return r, nil
}

// errNone says that there is no solution to draw.
var errNone = errors.New("the puzzle has no solution")

// draw draws a solution: fairly by the diagram, nearly so by walks, or, where they lead nowhere,
// by a search in a random order.
func (r *rules) draw(ctx context.Context, random *rand.Rand) (matrix.Solution, error) {
	if r.diagram != nil {
		if r.diagram.Count().Sign() == 0 {
			return nil, errNone
		}
		return r.diagram.Sample(random), nil
	}
	if s := r.links.Draw(ctx, random, walks, r.Keeps); s != nil || ctx.Err() != nil {
		return s, ctx.Err()
	}
	if !r.many {
		return nil, errNone // other rules can be drawn, and a search may get lost in these
	}
	found, err := solutions(ctx, r.Program, plan.Request{Goal: plan.Few, OptionOrder: "random", Seed: random.Uint64()}, 1)
	if err == nil && len(found) == 0 {
		err = errNone
	}
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// solutions searches until there are so many solutions.
func solutions(ctx context.Context, p *compile.Program, how plan.Request, limit int) (found []matrix.Solution, err error) {
	m, err := p.Candidates()
	if err != nil {
		return nil, err
	}
	search, err := plan.New(m, how)
	if err != nil {
		return nil, err
	}
	for s := range search.Solutions(ctx) {
		if p.Keeps(s) {
			found = append(found, slices.Clone(s))
		}
		if len(found) == limit {
			return found, nil
		}
	}
	return found, search.Err()
}
