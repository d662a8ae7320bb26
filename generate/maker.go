package generate

// A puzzle with one solution is made out of rules, which are a puzzle that has been compiled. A solution is drawn at
// random. What may be said of it, symbols, letters, men and pieces at their places, are clues, and of those as many are
// left out as can be. Nothing here reads files.
//
// The steps: (1) Regions, if they are to be random, are drawn first. (2) A solution is drawn.
// (3) Clues are made of it: what is given, or cages with their sums, or holes in the board.
// (4) Package oracle leaves clues out, and asks whether there is a counterexample then: an oracle
// answers for what is given, another search for cages. (5) The text is compiled anew and solved
// by the techniques of people, which grades it, and counts its solutions once more.

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"quadrille/compile"
	"quadrille/compile/model"
	"quadrille/explain/clues"
	"quadrille/lang/source"
	"quadrille/runtime/deduce"
	"quadrille/runtime/oracle"
	"quadrille/runtime/schedule"
)

// Recipe says what kind of puzzle is wanted. The zero value is one of which no clue can be left
// out.
type Recipe struct {
	// Fewest looks for the fewest clues that the solution drawn can do with.
	Fewest bool
	// Clues keeps so many clues, if fewer would do.
	Clues int
	// Pattern makes the cells with clues symmetric: half-turn, rotation, left-right, top-bottom or
	// diagonal.
	Pattern string
	// Difficulty, if not nil, draws puzzles until one has such a level.
	Difficulty *deduce.LevelRange
	// Regions draws regions for a Latin square: a jigsaw.
	Regions bool
	// Cages gives sums of cells, and no symbols: a killer.
	Cages bool
	// Holes takes so many cells out of a board that is packed.
	Holes int
	// Cut takes pieces out of the set, and their cells out of the board, and fixes none.
	Cut bool
}

// madeText is a puzzle that was made.
type madeText struct {
	Text    string
	Program *compile.Program
	Grade   Grade
	// Clues is how many clues there are, and Least how many puzzles with this solution and clues
	// of this kind have at least, as far as is known.
	Clues, Least int
}

// compileFunc compiles a text.
type compileFunc func(text []byte) (*compile.Program, error)

// puzzleMaker makes puzzles by one recipe. It is not safe for concurrent use.
type puzzleMaker struct {
	recipe  Recipe
	name    string
	compile compileFunc
	base    parsedPuzzle
	rules   *ruleSet // nil where each puzzle has its own
}

// newPuzzleMaker prepares a maker for the rules in a text. Params are the values of parameters that replace
// those of the text.
func newPuzzleMaker(ctx context.Context, name string, text []byte, params map[string]int64, compile compileFunc,
	r Recipe) (*puzzleMaker, error) {
	m := &puzzleMaker{recipe: r, name: name, compile: compile}
	p, err := m.parsePuzzle(string(text))
	if err == nil {
		err = m.checkRecipe(p.Program)
	}
	if err == nil {
		m.base, err = m.prepareRules(p, params)
	}
	if err == nil && r.Holes > 0 && p.Puzzle.Packing.Empty == nil {
		m.base, err = m.addEmptyRule(m.base)
	}
	if err == nil && !r.Regions {
		m.rules, err = newRules(ctx, m.base, true)
	}
	return m, err
}

// checkRecipe reports what the recipe asks for that the puzzle does not have.
func (m *puzzleMaker) checkRecipe(p *compile.Program) error {
	q := p.Puzzle
	switch {
	case q.Packing == nil && q.Placement == nil && q.Filling == nil && q.Words == nil:
		return errors.New("a puzzle is made of what stands on a board, and here is none: clues are symbols, letters, " +
			"men and pieces")
	case q.BreakSymmetry.IsKnown() || q.BreakSwaps.IsKnown() || p.Symmetry() != nil:
		return errors.New("a puzzle that is made has one solution of all, and not of each class: leave out `break` " +
			"and up to symmetry")
	case q.Filling != nil && q.Words != nil:
		return errors.New("a puzzle is made of symbols or of words, and not of both")
	case m.recipe.Regions && (q.Filling == nil || q.Filling.Order == 0):
		return errors.New("regions are for Latin squares")
	case m.recipe.Cages && q.Filling == nil:
		return errors.New("cages are for boards that are filled with symbols")
	case (m.recipe.Holes > 0 || m.recipe.Cut) && q.Packing == nil:
		return errors.New("holes are for boards that are packed")
	case m.recipe.Holes > 0 && (len(q.Packing.Empties) > 0 || q.Packing.Empty != nil &&
		q.Packing.Empty.Count != model.CountRange{Min: m.recipe.Holes, Max: m.recipe.Holes}):
		return errors.New("the puzzle says that other cells stay empty than there are to be holes")
	case m.recipe.Holes > 0 && m.recipe.Cut || m.recipe.Cages && (m.recipe.Holes > 0 || m.recipe.Cut):
		return errors.New("holes, pieces that are cut out, and cages do not go together")
	case m.recipe.Pattern != "" && (m.recipe.Cages || m.recipe.Holes > 0 || m.recipe.Cut || m.recipe.Fewest):
		return errors.New("a pattern is for what is given, and not for cages or holes, or the fewest clues")
	}
	return nil
}

// maxTries bounds how many puzzles are drawn until one is as wanted, and mostUngraded how many if none has a grade.
const (
	maxTries    = 1000
	maxUngraded = 20
)

// errRedraw says that another solution must be drawn.
var errRedraw = errors.New("no puzzle can be made of this solution")

// MakePuzzle draws a puzzle.
func (m *puzzleMaker) MakePuzzle(ctx context.Context, r *rand.Rand) (madeText, error) {
	levels, ungraded := map[deduce.Level]int{}, 0
	for range maxTries {
		made, err := m.drawPuzzle(ctx, r)
		switch {
		case errors.Is(err, errRedraw):
			continue
		case err != nil:
			return made, err
		}
		switch d, level, why := m.recipe.Difficulty, made.Grade.HardestLevel(), made.Grade.noGradeReason(); {
		case d == nil || why == "" && d.Easiest <= level && level <= d.Hardest:
			return made, nil
		case why == "":
			levels[level]++
			continue
		case len(levels) == 0 && ungraded+1 == maxUngraded:
			return madeText{}, fmt.Errorf("a difficulty is wanted, and %s are not graded: %s",
				source.Plural(maxUngraded, "puzzle"), why)
		}
		ungraded++
	}
	text := ""
	for l := deduce.Easy; l <= deduce.Extreme; l++ {
		if levels[l] > 0 {
			text += fmt.Sprintf(", %d %s", levels[l], l)
		}
	}
	if ungraded > 0 {
		text += fmt.Sprintf(", %d not graded", ungraded)
	}
	return madeText{}, fmt.Errorf("of %s none is as difficult as that: there are%s",
		source.Plural(maxTries, "puzzle"), strings.TrimPrefix(text, ","))
}

// drawPuzzle draws a solution and makes a puzzle of it.
func (m *puzzleMaker) drawPuzzle(ctx context.Context, r *rand.Rand) (madeText, error) {
	rules := m.rules
	if rules == nil {
		var err error
		if rules, err = m.withRegions(ctx, r); err != nil {
			return madeText{}, err
		}
	}
	s, err := rules.drawSolution(ctx, r)
	switch {
	case errors.Is(err, errNoSolution) && m.recipe.Regions:
		return madeText{}, errRedraw
	case err != nil:
		return madeText{}, err
	case m.recipe.Holes > 0:
		return m.digHoles(ctx, rules, s, r)
	}
	clues := m.makeGivens
	if m.recipe.Cages {
		clues = m.makeCages
	}
	riddle, err := clues(ctx, rules, s, r)
	if err != nil {
		return madeText{}, err
	}
	few, err := m.reduceClues(ctx, riddle, r)
	if err != nil {
		return madeText{}, err
	}
	text, err := riddle.text(few.Kept)
	if err != nil {
		return madeText{}, err
	}
	if m.recipe.Fewest {
		ctx = context.WithoutCancel(ctx) // what was found in the time there was is finished
	}
	return m.finishPuzzle(ctx, text, riddle.countClues(few.Kept), few.Least)
}

// candidatePuzzle is a solution with clues, some of which can be left out.
type candidatePuzzle struct {
	sizes          []int // by what can be left out: how many clues that is
	counterexample oracle.Counterexample
	text           func(kept []bool) (string, error)
}

func (q *candidatePuzzle) countClues(kept []bool) (n int) {
	for k, size := range q.sizes {
		if kept[k] {
			n += size
		}
	}
	return n
}

// clueEffort is what the search for the fewest clues may do, and texts what it may do where each question compiles one.
var (
	clueEffort = oracle.SearchLimits{Tries: 500, Counterexamples: 400, Nodes: 100_000}
	textEffort = oracle.SearchLimits{Tries: 5, Counterexamples: 20, Nodes: 100_000}
)

// reduceClues leaves out clues. If the time for the fewest ends, those that are the best so far do.
func (m *puzzleMaker) reduceClues(ctx context.Context, q *candidatePuzzle, r *rand.Rand) (oracle.SufficientSet, error) {
	if !m.recipe.Fewest {
		done := func(kept []bool) bool { return m.recipe.Clues > 0 && q.countClues(kept) <= m.recipe.Clues }
		kept, err := oracle.MinimalClues(ctx, r.Perm(len(q.sizes)), done, q.counterexample)
		return oracle.SufficientSet{Kept: kept}, err
	}
	most := clueEffort
	if m.recipe.Cages {
		most = textEffort
	}
	few, err := oracle.FewestClues(ctx, len(q.sizes), most, r, q.counterexample)
	if few.Kept != nil && ctx.Err() != nil {
		err = nil
	}
	return few, err
}

// finishPuzzle looks at a text with other eyes: it has one solution, and a grade.
func (m *puzzleMaker) finishPuzzle(ctx context.Context, text string, clues, least int) (madeText, error) {
	p, err := m.compile([]byte(text))
	if err != nil {
		return madeText{}, fmt.Errorf("the puzzle has no text: %w", err)
	}
	made := madeText{Program: p, Clues: clues, Least: least}
	if made.Grade, err = gradeProgram(ctx, p); err != nil {
		return made, err
	}
	made.Text = m.headComment(made) + text
	unique := made.Grade.Solutions == 1 || m.recipe.Cages // whose every question is about a text
	if !unique && (made.Grade.GaveUp || !p.IsExact()) {
		found, err := findSolutions(ctx, p, schedule.Request{}, 2)
		if unique = len(found) == 1; err != nil {
			return made, err
		}
	}
	if !unique {
		return made, fmt.Errorf("%s has not one solution when it is written down", m.name)
	}
	return made, nil
}

// headComment says in comments what was made. What the rules give themselves is not looked at.
func (m *puzzleMaker) headComment(made madeText) string {
	r, own := m.recipe, clues.ListClues(m.base.file, m.base.Puzzle).Clues
	noun, few, all := "clue", ", none can be left out", "for this solution"
	if slices.ContainsFunc(own, clues.Clue.InMatrix) {
		noun = "added clue"
	}
	switch {
	case r.Holes > 0:
		noun, few = "hole", ""
	case r.Cages:
		noun, all = "cage", "of these"
	case r.Cut:
		noun, few = "piece", " cut out, none can stay"
	}
	switch {
	case r.Fewest && made.Least == made.Clues:
		few = ", and no fewer are enough " + all
	case r.Fewest && made.Least == 0:
		few = ", the fewest that were found in the time there was"
	case r.Fewest:
		few = fmt.Sprintf(", and at least %d are needed %s", made.Least, all)
	case r.Clues > 0 && made.Clues <= r.Clues:
		few = ", some of which may not be needed"
	case r.Pattern != "":
		few = ", of which no cell and its images can be left out"
	}
	return fmt.Sprintf("// One solution. %s%s.\n// %s\n", source.Plural(made.Clues, noun), few, made.Grade)
}
