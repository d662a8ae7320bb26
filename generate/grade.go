package generate

import (
	"context"
	"strings"

	"quadrille/compile"
	"quadrille/explain"
	"quadrille/lang/source"
	"quadrille/runtime/deduce"
	"quadrille/runtime/matrix"
)

// Grade is the difficulty of a puzzle for people: the techniques needed to solve it, and how often each is used.
type Grade struct {
	deduce.Grade
	singleKindNames    []string // names of the kinds of singles, the easiest first
	ignoredConstraints string   // constraints of the puzzle that the techniques do not use, in words, or ""
	usesLoopTechniques bool     // whether the techniques for lines, loops and rules that share cells were used
}

// gradeProgram solves a puzzle with techniques that people use. It gives no grade if the matrix has more solutions
// than the puzzle.
func gradeProgram(ctx context.Context, p *compile.Program) (Grade, error) {
	m, err := p.Candidates()
	if err != nil {
		return Grade{}, err
	}
	easiest, names := kindsOfSingles(p)
	rank := func(i matrix.ItemID) int {
		if easiest(m.Name(i)) {
			return 0
		}
		return 1
	}
	order, beyond, hasLoop := deduce.StepOrder{}, p.ConstraintsBeyondMatrix(), false
	if beyond != "" {
		if order, hasLoop = explain.LoopOrder(p); hasLoop {
			beyond = ""
		}
	}
	order.ItemRank, order.RankCount = rank, len(names)
	g, err := deduce.GradeProblem(ctx, m, order)
	return Grade{g, names, beyond, hasLoop}, err
}

// noGradeReason returns the reason why the puzzle has no grade, or "".
func (g Grade) noGradeReason() string {
	switch {
	case g.IsIncomplete:
		return "it takes too much work"
	case g.Solutions > 1 && g.ignoredConstraints != "":
		return "no technique knows of " + g.ignoredConstraints
	case g.Solutions != 1:
		return "there is not one solution"
	}
	return ""
}

// kindsOfSingles returns the names of the kinds of singles, the easiest first, and a function that reports whether an
// item belongs to the easiest kind. A single is an item with one remaining option.
func kindsOfSingles(p *compile.Program) (easiest func(item string) bool, names []string) {
	switch q := p.Puzzle; {
	case q.Filling != nil && q.Packing == nil && q.Chessmen == nil && q.WordPuzzle == nil:
		return func(item string) bool { return strings.HasPrefix(item, "cell[") },
			[]string{"naked single", "hidden single"}
	case q.Packing != nil && q.Filling == nil && q.Chessmen == nil && q.WordPuzzle == nil:
		return func(item string) bool { return strings.ContainsAny(item[:1], "-0123456789") },
			[]string{"forced cell", "forced piece"}
	}
	return func(string) bool { return true }, []string{"single"}
}

// String describes the grade: "hard: needs 2 pairs, 1 common peer".
func (g Grade) String() string {
	if why := g.noGradeReason(); why != "" {
		return "not graded: " + why
	}
	var needs []string
	for l := deduce.LevelExtreme; l > deduce.LevelEasy; l-- {
		if n := g.TechniqueUses[l]; n > 0 {
			name := techniques[l]
			if g.usesLoopTechniques && l <= deduce.LevelHard { // several techniques have this level
				name = l.String() + " step"
			}
			needs = append(needs, source.Plural(n, name))
		}
	}
	if text := strings.Replace(strings.Join(needs, ", "), " nodes", " nodes of search", 1); text != "" {
		return g.HardestLevel().String() + ": needs " + text
	}
	return g.HardestLevel().String() + ": " + g.sufficientSinglesText()
}

// LevelText returns the name of the hardest level, or "" if the puzzle has no grade.
func (g Grade) LevelText() string {
	if g.noGradeReason() != "" {
		return ""
	}
	return g.HardestLevel().String()
}

// techniques names, in words, the technique that defines each level.
var techniques = [...]string{deduce.LevelMedium: "common peer", deduce.LevelHard: "pair", deduce.LevelExpert: "trial",
	deduce.LevelExtreme: "node"}

// sufficientSinglesText describes the kinds of singles that suffice to solve the puzzle.
func (g Grade) sufficientSinglesText() string {
	kinds, all := []string(nil), 0
	for k, n := range g.SinglesByKind {
		if all += n; n > 0 {
			kinds = append(kinds, source.Plural(n, g.singleKindNames[k]))
		}
	}
	if len(kinds) == 0 {
		return "there is nothing to find out"
	}
	if all == 1 {
		return kinds[0] + " is enough"
	}
	return source.JoinWords(kinds) + " are enough"
}
