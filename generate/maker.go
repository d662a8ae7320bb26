package generate

// This file makes a puzzle with one solution from the rules of a compiled puzzle. It draws a random solution. Facts
// about that solution become clues: symbols, letters, chessmen and pieces at their places. Then it leaves out as many
// clues as possible. It reads no files.
//
// The steps: (1) Draw random regions, if requested. (2) Draw a solution. (3) Make clues from it: givens, cages with
// their sums, or holes in the board. (4) Leave out clues by package oracle, which asks for a counterexample each time.
// For givens, an oracle finds the counterexample; for cages, a separate search does. (5) Compile the resulting text,
// grade it by the techniques of people, and count its solutions once more.

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"quadrille"
	"quadrille/compile"
	"quadrille/compile/model"
	"quadrille/explain/clues"
	"quadrille/lang/source"
	"quadrille/runtime/deduce"
	"quadrille/runtime/matrix"
	"quadrille/runtime/oracle"
	"quadrille/runtime/schedule"
	"quadrille/runtime/search"
)

// Recipe describes the puzzles to make. The zero value describes puzzles in which every clue is needed.
type Recipe struct {
	// MinimizeClues minimizes the number of clues for the solution that is drawn.
	MinimizeClues bool
	// MinClueCount is the smallest number of clues to keep, even if fewer suffice.
	MinClueCount int
	// CluePattern names a symmetry of the set of cells with clues: half-turn, rotation, left-right, top-bottom or
	// diagonal.
	CluePattern string
	// Difficulty, if not nil, is the range of levels of the puzzles. Puzzles are drawn until the level of one is in the
	// range.
	Difficulty *deduce.LevelRange
	// RandomRegions asks for random regions in a Latin square, which makes it a jigsaw sudoku.
	RandomRegions bool
	// CageSums asks for sums of cells as clues in place of symbols, which makes a killer sudoku.
	CageSums bool
	// ClueStyle names one of [ClueStyles], whose clues are given in place of symbols.
	ClueStyle string
	// GenreName names a genre of [GenreNames], whose rules are written anew for each board that is drawn. The rules of
	// the puzzle are then only a board, which says the numbers of rows and columns.
	GenreName string
	// RandomBlocks asks to replace random cells of the board by blocks, symmetrically. It is only for the style sums.
	RandomBlocks bool
	// SolutionPicture, if not "", is the solution of a board with two symbols, in place of a random one: a line of text
	// for each row. Blanks, dots, 0, - and _ stand for the first symbol, other characters for the second.
	SolutionPicture string
	// Crossword, if not nil, describes crosswords: words are put into a grid, which is SolutionPicture or random.
	Crossword *CrosswordSpec
	// HoleCount is the number of cells to remove from the board of a packing.
	HoleCount int
	// CutPieces asks to remove pieces from the set, and their cells from the board, in place of fixing pieces.
	CutPieces bool
}

// generatedPuzzle is the text of a generated puzzle, with its number of clues and its grade.
type generatedPuzzle struct {
	Text    string
	Program *compile.Program
	Grade   Grade
	// ClueCount is the number of clues. ClueLowerBound is the best known lower bound for the number of clues of this
	// kind that determine the same solution.
	ClueCount, ClueLowerBound int
}

// loadFunc compiles a text.
type loadFunc func(text []byte) (*quadrille.Puzzle, error)

// puzzleMaker makes puzzles by one recipe. It is not safe for concurrent use.
type puzzleMaker struct {
	recipe      Recipe
	puzzleName  string
	compileText loadFunc
	baseRules   parsedPuzzle
	sharedRules *ruleSet // rules that all puzzles share; nil if each puzzle has rules of its own
}

// newPuzzleMaker returns a maker for the rules in a text. The argument params holds new values of the text's
// parameters.
func newPuzzleMaker(ctx context.Context, name string, text []byte, params map[string]int64, load loadFunc,
	r Recipe) (*puzzleMaker, error) {
	m := &puzzleMaker{recipe: r, puzzleName: name, compileText: load}
	p, err := m.parsePuzzle(string(text))
	if err == nil && p.Goal() != nil {
		err = errors.New("puzzles are made with one solution, and these rules want the best ones: leave `minimize` " +
			"or `maximize` out")
	}
	if err == nil {
		err = m.checkRecipe(p.Program)
	}
	if err == nil {
		m.baseRules, err = m.prepareRules(p, params)
	}
	if err == nil && r.HoleCount > 0 && p.Puzzle.Packing.EmptyCellRule == nil {
		m.baseRules, err = m.addEmptyRule(m.baseRules)
	}
	if err == nil && !r.RandomRegions && !r.RandomBlocks && r.Crossword == nil && r.GenreName == "" {
		m.sharedRules, err = newRuleSet(ctx, m.baseRules, true)
	}
	return m, err
}

// checkRecipe returns an error if the recipe does not apply to the puzzle.
func (m *puzzleMaker) checkRecipe(p *compile.Program) error {
	q := p.Puzzle
	switch {
	case m.recipe.GenreName != "":
		return m.checkGenre(p)
	case q.Packing == nil && q.Chessmen == nil && q.Filling == nil && q.WordPuzzle == nil:
		return errors.New("a puzzle is made of what stands on a board, and here is none: clues are symbols, letters, " +
			"men and pieces")
	case q.BreakSymmetrySpan.IsKnown() || q.BreakSwapsSpan.IsKnown() || p.Symmetry() != nil:
		return errors.New("a puzzle that is made has one solution of all, and not of each class: leave out `break` " +
			"and up to symmetry")
	case q.Filling != nil && q.WordPuzzle != nil && (m.recipe.CluePattern != "" || m.recipe.Crossword != nil):
		return errors.New("a pattern, or a crossword, is for one board, and here symbols and words have one each")
	case m.recipe.ClueStyle != "" && (m.recipe.CageSums || m.recipe.HoleCount > 0 || m.recipe.CutPieces ||
		m.recipe.MinimizeClues || m.recipe.CluePattern != ""):
		return errors.New("a style of clues does not go with cages, holes, the fewest clues or a pattern")
	case m.recipe.Crossword != nil && (m.recipe.CageSums || m.recipe.ClueStyle != "" || m.recipe.RandomRegions ||
		m.recipe.RandomBlocks || m.recipe.CutPieces || m.recipe.HoleCount > 0):
		return errors.New("a crossword has letters as clues, and blocks of its own: cages, regions, holes and other " +
			"clues do not go with it")
	case m.recipe.Crossword != nil:
		return nil
	case m.recipe.ClueStyle != "":
		return m.checkStyle(q)
	case m.recipe.RandomBlocks:
		return errors.New("blocks are for the style sums, as in a kakuro")
	case m.recipe.SolutionPicture != "":
		return errors.New("a picture is for puzzles with a style of clues, such as nonograms")
	case m.recipe.RandomRegions && (q.Filling == nil || q.Filling.LatinOrder == 0):
		return errors.New("regions are for Latin squares")
	case m.recipe.CageSums && q.Filling == nil:
		return errors.New("cages are for boards that are filled with symbols")
	case (m.recipe.HoleCount > 0 || m.recipe.CutPieces) && q.Packing == nil:
		return errors.New("holes are for boards that are packed")
	case m.recipe.HoleCount > 0 && (len(q.Packing.EmptyPartRules) > 0 || q.Packing.EmptyCellRule != nil &&
		q.Packing.EmptyCellRule.EmptyCount != model.CountRange{Min: m.recipe.HoleCount, Max: m.recipe.HoleCount}):
		return errors.New("the puzzle says that other cells stay empty than there are to be holes")
	case m.recipe.HoleCount > 0 && m.recipe.CutPieces ||
		m.recipe.CageSums && (m.recipe.HoleCount > 0 || m.recipe.CutPieces):
		return errors.New("holes, pieces that are cut out, and cages do not go together")
	case m.recipe.CluePattern != "" && (m.recipe.CageSums || m.recipe.HoleCount > 0 || m.recipe.CutPieces ||
		m.recipe.MinimizeClues):
		return errors.New("a pattern is for what is given, and not for cages or holes, or the fewest clues")
	}
	return nil
}

// maxTries is the largest number of puzzles drawn until one meets the recipe, and maxUngraded the largest number of
// puzzles without a grade among them.
const (
	maxTries    = 1000
	maxUngraded = 20
)

// errRedraw is the error if no puzzle can be made from a solution, so that another solution must be drawn.
var errRedraw = errors.New("no puzzle can be made of this solution")

// MakePuzzle draws puzzles until one meets the recipe.
func (m *puzzleMaker) MakePuzzle(ctx context.Context, r *rand.Rand) (generatedPuzzle, error) {
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
			return generatedPuzzle{}, fmt.Errorf("a difficulty is wanted, and %s are not graded: %s",
				source.Plural(maxUngraded, "puzzle"), why)
		}
		ungraded++
	}
	if len(levels)+ungraded == 0 {
		return generatedPuzzle{}, fmt.Errorf("of %s none has one solution by such clues: other sizes, or other "+
			"rules, may have",
			source.Plural(maxTries, "board"))
	}
	text := ""
	for l := deduce.LevelEasy; l <= deduce.LevelExtreme; l++ {
		if levels[l] > 0 {
			text += fmt.Sprintf(", %d %s", levels[l], l)
		}
	}
	if ungraded > 0 {
		text += fmt.Sprintf(", %d not graded", ungraded)
	}
	return generatedPuzzle{}, fmt.Errorf("of %s none is as difficult as that: there are%s",
		source.Plural(maxTries, "puzzle"), strings.TrimPrefix(text, ","))
}

// drawPuzzle draws a solution and makes a puzzle with this solution.
func (m *puzzleMaker) drawPuzzle(ctx context.Context, r *rand.Rand) (generatedPuzzle, error) {
	rules := m.sharedRules
	var err error
	switch {
	case m.recipe.Crossword != nil:
		rules, err = m.rulesWithCrossword(ctx, r)
	case m.recipe.RandomBlocks:
		rules, err = m.rulesWithRandomBlocks(ctx, r)
	case m.recipe.RandomRegions:
		rules, err = m.rulesWithRandomRegions(ctx, r)
	}
	if err != nil {
		return generatedPuzzle{}, err
	}
	var s matrix.Solution
	switch {
	case m.recipe.Crossword != nil:
		s, err = rules.anySolution(ctx)
	case m.recipe.GenreName == "" && m.recipe.SolutionPicture == "" &&
		clueStyles[m.recipe.ClueStyle].drawSymbols == nil:
		s, err = rules.drawSolution(ctx, r)
	}
	switch {
	case errors.Is(err, errNoSolution) && m.recipe.RandomRegions:
		return generatedPuzzle{}, errRedraw
	case err != nil:
		return generatedPuzzle{}, err
	case m.recipe.HoleCount > 0:
		return m.digHoles(ctx, rules, s, r)
	}
	riddle, fewest, err := m.drawCandidatePuzzle(ctx, rules, s, r)
	if err != nil {
		return generatedPuzzle{}, err
	}
	text, err := riddle.textWithKeptGroups(fewest.KeptClues)
	if err != nil {
		return generatedPuzzle{}, err
	}
	if m.recipe.MinimizeClues {
		ctx = context.WithoutCancel(ctx) // a puzzle that is found just before the deadline is still finished
	}
	return m.finishPuzzle(ctx, text, riddle.countClues(fewest.KeptClues), fewest.LowerBound)
}

// styleDraws is the number of solutions that are drawn for a style that keeps all its clues. The puzzle takes the one
// that needs the fewest given symbols.
const styleDraws = 20

// drawCandidatePuzzle makes clues for a solution and leaves out those that are not needed. If the style keeps all its
// clues and may add given symbols, it tries several solutions, and takes the one that needs the fewest given symbols.
func (m *puzzleMaker) drawCandidatePuzzle(ctx context.Context, rules *ruleSet, s matrix.Solution, r *rand.Rand) (
	best *candidatePuzzle, least oracle.SufficientSet, err error) {
	style, makeClues := clueStyles[m.recipe.ClueStyle], m.makeGivens
	switch {
	case m.recipe.GenreName != "":
		makeClues = m.makeGenre
	case m.recipe.CageSums:
		makeClues = m.makeCages
	case m.recipe.ClueStyle == pieceStyle:
		makeClues = m.makePieceLetters
	case m.recipe.ClueStyle != "":
		makeClues = m.makeStyleClues
	}
	draws := 1
	if style.keepsAllClues && style.allowsGivens {
		draws = styleDraws
	}
	for range draws {
		riddle, err := makeClues(ctx, rules, s, r)
		if errors.Is(err, errRedraw) && best != nil {
			continue
		}
		if err != nil {
			return nil, least, err
		}
		kept, err := m.reduceClues(ctx, riddle, r)
		if err != nil {
			return nil, least, err
		}
		if n := riddle.countClues(kept.KeptClues); best == nil || n < best.countClues(least.KeptClues) {
			best, least = riddle, kept
		}
		if best.countClues(least.KeptClues) == best.requiredClueCount {
			break
		}
	}
	return best, least, nil
}

// candidatePuzzle is a solution with groups of clues, each of which may be left out as a whole.
type candidatePuzzle struct {
	groupSizes         []int // number of clues in each group
	counterexample     oracle.Counterexample
	textWithKeptGroups func(kept []bool) (string, error)
	requiredClueCount  int // number of clues that are never left out
	// removalOrder returns the order in which groups of clues are left out; a nil function stands for a random order.
	removalOrder func(r *rand.Rand) []int
}

func (q *candidatePuzzle) countClues(kept []bool) (n int) {
	for k, size := range q.groupSizes {
		if kept[k] {
			n += size
		}
	}
	return n
}

// clueEffort bounds the search for the fewest clues if an oracle tests sets of clues. textEffort bounds the same search
// if each test compiles a text.
var (
	clueEffort = oracle.SearchLimits{MaxOrders: 500, MaxCounterexamples: 400, MaxNodes: 100_000}
	textEffort = oracle.SearchLimits{MaxOrders: 5, MaxCounterexamples: 20, MaxNodes: 100_000}
)

// reduceClues leaves out groups of clues. If ctx ends during the search for the fewest clues, it returns the smallest
// sufficient set so far.
func (m *puzzleMaker) reduceClues(ctx context.Context, q *candidatePuzzle, r *rand.Rand) (oracle.SufficientSet, error) {
	if !m.recipe.MinimizeClues {
		done := func(kept []bool) bool {
			return m.recipe.MinClueCount > 0 &&
				q.countClues(kept) <= m.recipe.MinClueCount
		}
		order := q.removalOrder
		if order == nil {
			order = func(r *rand.Rand) []int { return r.Perm(len(q.groupSizes)) }
		}
		kept, err := oracle.MinimalClues(ctx, order(r), done, q.counterexample)
		return oracle.SufficientSet{KeptClues: kept}, err
	}
	most := clueEffort
	if m.recipe.CageSums {
		most = textEffort
	}
	fewest, err := oracle.FewestClues(ctx, len(q.groupSizes), most, r, q.counterexample)
	if fewest.KeptClues != nil && ctx.Err() != nil {
		err = nil
	}
	return fewest, err
}

// finishPuzzle compiles and grades a text, and verifies that it has one solution: by the solving techniques of people
// if they decide it, and otherwise by a new search.
func (m *puzzleMaker) finishPuzzle(ctx context.Context, text string, clues, least int) (generatedPuzzle, error) {
	loaded, err := m.compileText([]byte(text))
	if err != nil {
		return generatedPuzzle{}, fmt.Errorf("the puzzle has no text: %w", err)
	}
	p := loaded.Program()
	puzzle := generatedPuzzle{Program: p, ClueCount: clues, ClueLowerBound: least}
	if puzzle.Grade, err = gradeProgram(ctx, p); err != nil {
		return puzzle, err
	}
	unique, note := puzzle.Grade.Solutions == 1, ""
	if !unique && (puzzle.Grade.IsIncomplete || !p.IsExact()) {
		unique, note, err = m.proveUnique(ctx, p)
		if err != nil {
			return puzzle, err
		}
	}
	if !unique {
		return puzzle, fmt.Errorf("%s has not one solution when it is written down", m.puzzleName)
	}
	puzzle.Text = m.commentAtStart(puzzle) + note + text
	return puzzle, nil
}

// maxProofWork bounds the work, in updates and nodes, of the engine that proves again that a puzzle has one solution.
// Of 20 arrow sudokus of seed 1, people's techniques decide 4; the engine sparse decides 14 within this bound, mostly
// within 5 million.
const maxProofWork = 20_000_000

// unprovedNote is the comment on a puzzle whose single solution only the engine that made it has proved.
const unprovedNote = "// Clause learning alone has shown that there is one; sparse did not within %d steps.\n"

// proveUnique reports whether a puzzle has one solution, if the solving techniques of people do not decide it. Clause
// learning has decided it for clues that are rules of the text, and for genres, so another engine verifies it. If that
// engine's work exceeds maxProofWork, the note says so.
func (m *puzzleMaker) proveUnique(ctx context.Context, p *compile.Program) (isUnique bool, note string, err error) {
	how := schedule.Request{Engine: schedule.Auto}
	isByRules := m.recipe.CageSums || m.recipe.ClueStyle != "" && m.recipe.ClueStyle != pieceStyle
	if m.recipe.GenreName != "" || isByRules {
		how.Engine = schedule.Sparse
	}
	bounded, stop := context.WithCancel(ctx)
	defer stop()
	if isByRules {
		how.Report = func(done search.Progress) {
			if done.Nodes+done.Updates > maxProofWork {
				stop()
			}
		}
	}
	found, err := findSolutions(bounded, p, how, 2)
	if err != nil && ctx.Err() == nil && bounded.Err() != nil {
		return len(found) < 2, fmt.Sprintf(unprovedNote, maxProofWork), nil
	}
	return len(found) == 1, "", err
}

// commentAtStart returns a comment for the start of the text, with the number of clues and the grade. The number does
// not include the givens of the rules.
func (m *puzzleMaker) commentAtStart(made generatedPuzzle) string {
	r, own := m.recipe, clues.ListClues(m.baseRules.file, m.baseRules.Puzzle).Clues
	noun, few, all := "clue", ", none can be left out", "for this solution"
	if slices.ContainsFunc(own, clues.Clue.IsExpressibleInMatrix) {
		noun = "added clue"
	}
	switch {
	case r.HoleCount > 0:
		noun, few = "hole", ""
	case r.CageSums:
		noun, all = "cage", "of these"
	case r.CutPieces:
		noun, few = "piece", " cut out, none can stay"
	}
	switch {
	case r.MinimizeClues && made.ClueLowerBound == made.ClueCount:
		few = ", and no fewer are enough " + all
	case r.MinimizeClues && made.ClueLowerBound == 0:
		few = ", the fewest that were found in the time there was"
	case r.MinimizeClues:
		few = fmt.Sprintf(", and at least %d are needed %s", made.ClueLowerBound, all)
	case r.GenreName != "" && made.ClueCount == 0:
		return fmt.Sprintf("// One solution.\n// %s\n", made.Grade)
	case clueStyles[r.ClueStyle].keepsAllClues:
		few = ""
	case r.MinClueCount > 0 && made.ClueCount <= r.MinClueCount:
		few = ", some of which may not be needed"
	case r.CluePattern != "":
		few = ", of which no cell and its images can be left out"
	}
	return fmt.Sprintf("// One solution. %s%s.\n// %s\n", source.Plural(made.ClueCount, noun), few, made.Grade)
}
