package generate

// A puzzle with one solution is made from rules, which are a compiled puzzle. A random solution is drawn.
// Statements about it, such as symbols, letters, men and pieces at their places, become clues, and as many of
// them as possible are left out. This file reads no files.
//
// The steps: (1) Random regions, if requested, are drawn. (2) A solution is drawn. (3) Clues are made from it:
// givens, cages with their sums, or holes in the board. (4) Package oracle leaves clues out, and tests each
// time for a counterexample: an oracle answers for givens, a separate search for cages. (5) The text is
// compiled anew, graded by the techniques of people, and its solutions are counted once more.

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

// Recipe describes the puzzles to make. The zero value stands for puzzles in which every clue is needed.
type Recipe struct {
	// Fewest minimizes the number of clues for the solution that is drawn.
	Fewest bool
	// Clues is the least number of clues to keep, even if fewer would do.
	Clues int
	// Pattern makes the cells with clues symmetric: half-turn, rotation, left-right, top-bottom or diagonal.
	Pattern string
	// Difficulty, if not nil, draws puzzles until one has such a level.
	Difficulty *deduce.LevelRange
	// Regions draws random regions for a Latin square: a jigsaw.
	Regions bool
	// Cages makes clues of sums of cells and not of symbols: a killer.
	Cages bool
	// Holes is the number of cells to remove from the board of a packing.
	Holes int
	// Cut removes pieces from the set and their cells from the board, and fixes no pieces.
	Cut bool
}

// madeText is the text of a generated puzzle with its figures.
type madeText struct {
	Text    string
	Program *compile.Program
	Grade   Grade
	// Clues is the number of clues. Least is the best known lower bound for the number of clues of this kind
	// with this solution.
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
	rules   *ruleSet // nil if each puzzle has its own rules
}

// newPuzzleMaker returns a maker for the rules in a text. Params are values that replace parameters of the
// text.
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

// checkRecipe returns an error if the recipe does not apply to the puzzle.
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

// maxTries bounds the puzzles drawn for one that meets the recipe. mostUngraded bounds them if none has a
// grade.
const (
	maxTries    = 1000
	maxUngraded = 20
)

// errRedraw is the error if no puzzle can be made from the solution, so that another one must be drawn.
var errRedraw = errors.New("no puzzle can be made of this solution")

// MakePuzzle draws puzzles until one meets the recipe.
func (m *puzzleMaker) MakePuzzle(ctx context.Context, r *rand.Rand) (madeText, error) {
	levels, ungraded := map[deduce.Level]int{}, 0
	for range maxTries {
		puzzle, err := m.drawPuzzle(ctx, r)
		switch {
		case errors.Is(err, errRedraw):
			continue
		case err != nil:
			return puzzle, err
		}
		switch d, level, why := m.recipe.Difficulty, puzzle.Grade.HardestLevel(), puzzle.Grade.noGradeReason(); {
		case d == nil || why == "" && d.Easiest <= level && level <= d.Hardest:
			return puzzle, nil
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

// drawPuzzle draws a solution and makes a puzzle from it.
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
	fewest, err := m.reduceClues(ctx, riddle, r)
	if err != nil {
		return madeText{}, err
	}
	text, err := riddle.text(fewest.Kept)
	if err != nil {
		return madeText{}, err
	}
	if m.recipe.Fewest {
		ctx = context.WithoutCancel(ctx) // a result that is found when the time ends is finished
	}
	return m.finishPuzzle(ctx, text, riddle.countClues(fewest.Kept), fewest.Least)
}

// candidatePuzzle is a solution with clues, some of which can be left out.
type candidatePuzzle struct {
	sizes          []int // by group of clues: its number of clues
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

// clueEffort bounds the search for the fewest clues with an oracle, and textEffort the search in which each
// question compiles a text.
var (
	clueEffort = oracle.SearchLimits{Tries: 500, Counterexamples: 400, Nodes: 100_000}
	textEffort = oracle.SearchLimits{Tries: 5, Counterexamples: 20, Nodes: 100_000}
)

// reduceClues leaves out clues. If the time for the search for the fewest ends, it returns the best set so far.
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
	fewest, err := oracle.FewestClues(ctx, len(q.sizes), most, r, q.counterexample)
	if fewest.Kept != nil && ctx.Err() != nil {
		err = nil
	}
	return fewest, err
}

// finishPuzzle verifies a text independently: it must have one solution. It adds the grade.
func (m *puzzleMaker) finishPuzzle(ctx context.Context, text string, clues, least int) (madeText, error) {
	p, err := m.compile([]byte(text))
	if err != nil {
		return madeText{}, fmt.Errorf("the puzzle has no text: %w", err)
	}
	puzzle := madeText{Program: p, Clues: clues, Least: least}
	if puzzle.Grade, err = gradeProgram(ctx, p); err != nil {
		return puzzle, err
	}
	puzzle.Text = m.headComment(puzzle) + text
	// cages are verified by compiling the text, so this holds for them
	unique := puzzle.Grade.Solutions == 1 || m.recipe.Cages
	if !unique && (puzzle.Grade.GaveUp || !p.IsExact()) {
		found, err := findSolutions(ctx, p, schedule.Request{}, 2)
		if unique = len(found) == 1; err != nil {
			return puzzle, err
		}
	}
	if !unique {
		return puzzle, fmt.Errorf("%s has not one solution when it is written down", m.name)
	}
	return puzzle, nil
}

// headComment returns a comment about the puzzle. It does not count the givens of the rules.
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
