package generate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"quadrille/compile"
	"quadrille/explain/clues"
	"quadrille/lang/ast"
	"quadrille/lang/parse"
	"quadrille/lang/source"
	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/engine/memo"
	"quadrille/runtime/matrix"
	"quadrille/runtime/oracle"
	"quadrille/runtime/schedule"
)

// parsedPuzzle is a compiled text with its syntax tree.
type parsedPuzzle struct {
	*compile.Program
	file *ast.File
}

func (m *puzzleMaker) parsePuzzle(text string) (parsedPuzzle, error) {
	p, err := m.compileText([]byte(text))
	if err != nil {
		return parsedPuzzle{}, err
	}
	f, err := parse.File(m.puzzleName, []byte(text))
	return parsedPuzzle{p.Program(), f}, err
}

// textRewrite is a list of changes to the text of a puzzle.
type textRewrite struct{ *clues.Rewriting }

func (p parsedPuzzle) newRewrite() textRewrite {
	return textRewrite{clues.NewRewriting(p.file, p.Puzzle)}
}

// addFillRule adds a rule to the statement that fills a board with symbols.
func (d textRewrite) addFillRule(rule string) {
	for _, s := range d.SyntaxTree.Statements {
		switch s := s.(type) {
		case *ast.Latin:
			d.AddRule(s, len(s.Rules), rule)
		case *ast.Fill:
			d.AddRule(s, len(s.Rules), rule)
		}
	}
}

// insertBehind inserts a text directly after a node of the syntax tree.
func (d textRewrite) insertBehind(n ast.Ranged, text string) {
	end := n.Range().End
	d.ReplaceText(source.Range{Start: end, End: end}, text)
}

// prepareRules returns the rules in the form that the maker needs: parameters are replaced by their values, squares
// of other files are written into the text, and one solution is expected.
func (m *puzzleMaker) prepareRules(p parsedPuzzle, params map[string]int64) (rules parsedPuzzle, err error) {
	if whole, ok := clues.InlineSquare(p.file, p.Puzzle); ok {
		if p, err = m.parsePuzzle(whole); err != nil {
			return p, err
		}
	}
	d := p.newRewrite()
	for _, s := range p.file.Statements {
		switch s := s.(type) {
		case *ast.Expect:
			d.ReplaceText(s.Range(), "")
		case *ast.Param:
			if v, replaced := params[s.Name.Text]; replaced {
				d.ReplaceText(s.Value.Range(), fmt.Sprint(v))
			}
		}
	}
	text, err := d.EditedText()
	if err != nil {
		return p, err
	}
	return m.parsePuzzle(strings.TrimRight(text, "\n") + "\nexpect unique\n")
}

// ruleSet holds the rules that all puzzles of a maker share, and what is needed to draw solutions.
type ruleSet struct {
	parsedPuzzle
	// oracle answers questions about the matrix of the rules.
	oracle                *oracle.Oracle
	willDrawManySolutions bool          // whether many solutions will be drawn
	diagram               *memo.Diagram // diagram from which solutions are drawn; nil if it would be too large
	// linkSearch finds and samples solutions with dancing links.
	linkSearch *dlx.LinkSearch
}

// Bounds of the diagram of all solutions. With a diagram, solutions are drawn uniformly and at once. Beyond the
// bounds, a solution is drawn by sampleWalks random walks.
const (
	diagramItems  = 200
	diagramMemory = 4 << 20
	sampleWalks   = 24
)

// newRuleSet returns the rule set of a puzzle. The argument many tells whether many solutions will be drawn, or one.
func newRuleSet(ctx context.Context, p parsedPuzzle, many bool) (*ruleSet, error) {
	m, err := p.Candidates()
	if err != nil {
		return nil, err
	}
	r := &ruleSet{parsedPuzzle: p, willDrawManySolutions: many,
		oracle: oracle.NewOracle(m, oracle.OracleOptions{IsSolution: p.IsSolution})}
	if many && p.IsExact() && m.ItemCount() <= diagramItems {
		if r.diagram, err = memo.BuildDiagram(ctx, m, memo.CountOptions{MaxMemory: diagramMemory}); err == nil ||
			ctx.Err() != nil {
			return r, err
		}
		r.diagram = nil
	}
	r.linkSearch = dlx.NewSearch(m, dlx.SearchOptions{Chooser: dlx.MRV{}})
	return r, nil
}

// errNoSolution is the error if the rules have no solution.
var errNoSolution = errors.New("the puzzle has no solution")

// drawSolution draws a random solution. Drawn from a diagram, it is uniformly distributed; drawn by random walks,
// almost uniformly. If the walks end without a solution, a search in random order finds one.
func (r *ruleSet) drawSolution(ctx context.Context, random *rand.Rand) (matrix.Solution, error) {
	if r.diagram != nil {
		if r.diagram.SolutionCount().Sign() == 0 {
			return nil, errNoSolution
		}
		return r.diagram.SampleSolution(random), nil
	}
	if s := r.linkSearch.SampleSolution(ctx, random, sampleWalks, r.IsSolution); s != nil || ctx.Err() != nil {
		return s, ctx.Err()
	}
	if !r.willDrawManySolutions {
		return nil, errNoSolution // new regions can be drawn instead, while a search with these may take forever
	}
	found, err := findSolutions(ctx, r.Program, schedule.Request{Goal: schedule.FewSolutions, OptionOrder: "random",
		Seed: random.Uint64()}, 1)
	if err == nil && len(found) == 0 {
		err = errNoSolution
	}
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// findSolutions searches for up to limit solutions.
func findSolutions(ctx context.Context, p *compile.Program, how schedule.Request, limit int) (found []matrix.Solution,
	err error) {
	m, err := p.Candidates()
	if err != nil {
		return nil, err
	}
	search, err := schedule.NewPlan(m, how)
	if err != nil {
		return nil, err
	}
	for s := range search.Solutions(ctx) {
		if p.IsSolution(s) {
			found = append(found, slices.Clone(s))
		}
		if len(found) == limit {
			return found, nil
		}
	}
	return found, search.Err()
}
