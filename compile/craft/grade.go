package craft

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"quadrille/compile"
	"quadrille/lang/source"
	"quadrille/runtime/matrix"
	"quadrille/runtime/technique"
)

// Level is how hard a puzzle is for a person.
type Level int

// The levels: what is needed beside singles. See package technique.
const (
	Easy    Level = iota // nothing
	Medium               // common peers
	Hard                 // pairs
	Expert               // trials
	Extreme              // guesses
)

var levels = []string{"easy", "medium", "hard", "expert", "extreme"}

// Levels names the levels, the easiest first.
func Levels() []string { return slices.Clone(levels) }

// String names the level.
func (l Level) String() string { return levels[l] }

// Span is a range of levels.
type Span struct{ Easiest, Hardest Level }

// ParseSpan reads a level, or two with dots between them: easy..hard.
func ParseSpan(text string) (Span, error) {
	first, last, two := strings.Cut(text, "..")
	if !two {
		last = first
	}
	from, to := slices.Index(levels, first), slices.Index(levels, last)
	if from < 0 || to < from {
		return Span{}, fmt.Errorf("difficulties are %s, or a range such as easy..hard, and no %q", strings.Join(levels, ", "), text)
	}
	return Span{Level(from), Level(to)}, nil
}

// Grade says how hard a puzzle is, and why.
type Grade struct {
	technique.Grade
	singles []string // what those of each kind are called
}

// GradeOf solves a puzzle as people do. Puzzles whose solutions are not all of those of its matrix
// have no grade.
func GradeOf(ctx context.Context, p *compile.Program) (Grade, error) {
	m, err := p.Candidates()
	if err != nil {
		return Grade{}, err
	}
	kind, names := kinds(p, m)
	g, err := technique.Solve(ctx, m, kind)
	return Grade{g, names}, err
}

// kinds tells which singles people call differently.
func kinds(p *compile.Program, m *matrix.Problem) (kind func(matrix.ItemID) int, names []string) {
	first := func(is func(name string) bool) func(matrix.ItemID) int {
		return func(i matrix.ItemID) int {
			if is(m.Name(i)) {
				return 0
			}
			return 1
		}
	}
	switch q := p.Puzzle; {
	case q.Fill != nil && q.Pack == nil && q.Place == nil && q.Words == nil:
		return first(func(name string) bool { return strings.HasPrefix(name, "cell[") }), []string{"naked single", "hidden single"}
	case q.Pack != nil && q.Fill == nil && q.Place == nil && q.Words == nil:
		return first(func(name string) bool { return strings.ContainsAny(name[:1], "-0123456789") }), []string{"forced cell", "forced piece"}
	}
	return nil, []string{"single"}
}

// Level returns the level of the hardest technique that was needed.
func (g Grade) Level() Level { return Level(g.Hardest()) }

// String says what the puzzle needs: "hard: needs 2 pairs, 1 common peer".
func (g Grade) String() string {
	switch {
	case g.GaveUp:
		return "not graded: it takes too much work"
	case g.Solutions != 1:
		return "not graded: there is not one solution"
	}
	var needs []string
	for _, n := range []struct {
		times int
		what  string
	}{{g.Nodes, "node"}, {g.Trials, "trial"}, {g.Pairs, "pair"}, {g.Peers, "common peer"}} {
		if n.times > 0 {
			needs = append(needs, source.Plural(n.times, n.what))
		}
	}
	text := strings.Replace(strings.Join(needs, ", "), " nodes", " nodes of search", 1)
	if text == "" {
		return g.Level().String() + ": " + g.enough()
	}
	return g.Level().String() + ": needs " + text
}

// enough says which singles are enough.
func (g Grade) enough() string {
	kinds, all := []string(nil), 0
	for k, n := range g.Singles {
		if all += n; n > 0 {
			kinds = append(kinds, source.Plural(n, g.singles[k]))
		}
	}
	if len(kinds) == 0 {
		return "there is nothing to find out"
	}
	if all == 1 {
		return kinds[0] + " is enough"
	}
	return strings.Join(kinds, " and ") + " are enough"
}
