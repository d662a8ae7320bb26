package explain_test

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"quadrille"
	"quadrille/compile/puzzletest"
	"quadrille/examples"
	"quadrille/explain"
	"quadrille/generate"
	"quadrille/runtime/deduce"
	"quadrille/runtime/engine/sparse"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
)

// TestStepsProved: for generated puzzles of each kind, examples and random puzzles, an option that a step excludes is
// in no solution, and an option that it places is in all. This is verified by an engine that shares no code with
// package deduce. What the sentences say of the cells of a filling is also true of every solution.
func TestStepsProved(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds, and minutes with the race detector")
	}
	p := &stepProver{t: t}
	p.proveMade()
	p.proveExamples()
	p.proveRandom()
	t.Logf("%d puzzles with steps, %d steps, %d eliminations and %d entries proved, %d not within the bound, %d facts "+
		"in words, %d wrong", p.puzzles, p.steps, p.excluded, p.put, p.unproved, p.facts, p.wrong)
	if p.excluded < 100 || p.put < 50 || p.facts < 100 || p.unproved*20 > p.excluded {
		t.Error("too few were proved")
	}
}

// Bounds of the search for a counterexample: nodes of a search, solutions that are listed, options of a problem, and
// steps of a puzzle.
const (
	maxProofNodes     = 200_000
	maxProofSolutions = 300
	maxProofOptions   = 6_000
	maxProofSteps     = 300
)

// stepProver counts how many facts of steps were proved.
type stepProver struct {
	t                                                                 *testing.T
	puzzles, steps, ruleGroups, excluded, put, unproved, facts, wrong int
}

func (p *stepProver) proveMade() {
	each := 1
	if matrixtest.SlowTestsWanted() {
		each = 7
	}
	for _, kind := range generate.KindNames() {
		text, recipe, _ := generate.RulesOfKind(kind)
		if kind == "killer" { // large ones can take an engine long
			text = "latin 6 {\n  distinct on boxes 2x3\n}\n"
			recipe.MinClueCount = 36
		}
		rules := p.load(kind+".puz", text, nil)
		n := 0
		for made, err := range generate.MakePuzzles(p.t.Context(), rules, recipe, 11) {
			if n++; n > each {
				break
			}
			if err != nil {
				p.t.Fatal(kind, err)
			}
			p.prove(fmt.Sprintf("%s %d", kind, n), made.Puzzle)
		}
	}
}

// proveExamples proves the steps of all examples that are not slow, or, in short tests, of a few.
func (p *stepProver) proveExamples() {
	patterns := []string{"first/*.puz", "logic/*.puz"}
	if matrixtest.SlowTestsWanted() {
		patterns = []string{"*.puz", "first/*.puz", "logic/*.puz", "sudoku*/*.puz", "tiles/*.puz", "words/*.puz",
			"polyforms/*.puz", "core/*.puz", "plans/*.puz"}
	}
	for _, pattern := range patterns {
		names, err := fs.Glob(examples.Files, pattern)
		if err != nil {
			p.t.Fatal(err)
		}
		for _, name := range names {
			text, err := examples.Files.ReadFile(name)
			if err != nil {
				p.t.Fatal(err)
			}
			folder, err := fs.Sub(examples.Files, path.Dir(name))
			if err != nil {
				p.t.Fatal(err)
			}
			p.prove(name, p.load(name, string(text), folder))
		}
	}
}

func (p *stepProver) proveRandom() {
	for seed := range uint64(matrixtest.RandomRounds(40, 2000)) {
		random := puzzletest.RandomPuzzle(9<<20+seed, "pack", "place", "fill", "latin")
		q, err := quadrille.Load("random.puz", []byte(random.Text), quadrille.Options{Files: random.Files})
		if err == nil {
			p.prove(fmt.Sprintf("random puzzle %d", seed), q)
		}
	}
}

// TestLoopStepsProved: the same as TestStepsProved for small slitherlinks, also with fewer clues, so that they have
// several solutions.
func TestLoopStepsProved(t *testing.T) {
	p := &stepProver{t: t}
	steps, solved, rounds := 0, 0, matrixtest.RandomRounds(20, 200)
	text, recipe, _ := generate.RulesOfKind("slitherlink")
	for n := range rounds {
		size := 3 + n%3
		rules := p.load("slitherlink.puz", strings.Replace(text, "param n = 6", fmt.Sprintf("param n = %d", size), 1),
			nil)
		for made, err := range generate.MakePuzzles(p.t.Context(), rules, recipe, uint64(n)) {
			if err != nil {
				p.t.Fatal(err)
			}
			few := made.Text
			for k := range strings.Count(made.Text, " 2 ") {
				if k%2 == 0 {
					few = strings.Replace(few, " 2 ", " -1 ", 1)
				}
			}
			for _, text := range []string{made.Text, strings.Replace(few, "expect unique", "", 1)} {
				s, isSolved := p.proveLoop(fmt.Sprintf("slitherlink %d", n), p.load("loop.puz", text, nil))
				steps += s
				if isSolved {
					solved++
				}
			}
			break
		}
	}
	t.Logf("%d slitherlinks, %d steps about loops and %d about rules that share cells, %d solved, %d eliminations and "+
		"%d entries proved, %d wrong", 2*rounds, steps, p.ruleGroups, solved, p.excluded, p.put, p.wrong)
	if steps < rounds/4 || p.ruleGroups < rounds {
		t.Errorf("%d steps about loops and %d about rules that share cells in %d slitherlinks", steps, p.ruleGroups,
			2*rounds)
	}
}

func (p *stepProver) load(name, text string, files fs.FS) *quadrille.Puzzle {
	p.t.Helper()
	q, err := quadrille.Load(name, []byte(text), quadrille.Options{Files: files})
	if err != nil {
		p.t.Fatal(name, err)
	}
	return q
}

// prove checks all steps of a puzzle.
func (p *stepProver) prove(name string, q *quadrille.Puzzle) {
	p.t.Helper()
	p.proveLoop(name, q)
}

// proveLoop checks all steps of a puzzle, and returns the number of steps about loops, and whether the steps lead to
// the end.
func (p *stepProver) proveLoop(name string, q *quadrille.Puzzle) (loopSteps int, isSolved bool) {
	p.t.Helper()
	if q.HasGoal() || q.Program().Puzzle.Dissection != nil {
		return 0, false
	}
	all, err := explain.WithoutEquivalence(q)
	if err != nil {
		p.t.Fatal(name, err)
	}
	m, err := all.Program().Candidates()
	if err != nil {
		p.t.Fatal(name, err)
	}
	if m.OptionCount() > maxProofOptions {
		return 0, false
	}
	d, err := explain.NewDeduction(all.Program())
	if err != nil {
		p.t.Fatal(name, err)
	}
	d.HardestLevel = deduce.LevelExpert
	witness := newWitness(m, all.Program().IsSolution)
	before := p.steps
	for step := range d.Steps(p.t.Context(), nil, nil) {
		if p.steps-before == maxProofSteps || p.wrong > 20 {
			break
		}
		p.steps++
		if step.Kind == explain.LoopStep {
			loopSteps++
		}
		if step.Kind == explain.RuleGroup {
			p.ruleGroups++
		}
		isSolved = isSolved || strings.HasPrefix(step.Sentences, "All is decided")
		for _, o := range step.ExcludedOptions {
			p.count(name, step, witness.searchWith(o), &p.excluded)
		}
		for _, o := range step.PlacedOptions {
			p.count(name, step, witness.searchWithout(o), &p.put)
		}
		if wrong := p.wrongWords(all, witness, step.Sentences); wrong != "" {
			p.wrong++
			p.t.Errorf("%s: a solution contradicts %q of %q", name, wrong, step.Sentences)
		}
	}
	if p.steps > before+1 { // the ending is no step
		p.puzzles++
	}
	p.steps--
	return loopSteps, isSolved
}

// count counts the result of a search for a counterexample to a fact that a step shows.
func (p *stepProver) count(name string, step explain.DeducedStep, found searchResult, proved *int) {
	switch found {
	case foundNone:
		*proved++
	case foundOne:
		p.wrong++
		p.t.Errorf("%s: a solution contradicts %q", name, step.Sentences)
	default:
		p.unproved++
	}
}

// searchResult tells whether a search has found a solution.
type searchResult int

const (
	foundNone searchResult = iota
	foundOne
	foundUnknown // the bound was too small
)

// stepWitness decides whether there are solutions with an option, and solutions without it.
type stepWitness struct {
	problem   *matrix.Problem
	isKept    func(matrix.Solution) bool // whether a solution of the problem is one of the puzzle
	solutions []matrix.Solution
	complete  bool  // whether these are all
	times     []int // number of the solutions that hold an option
}

func newWitness(m *matrix.Problem, isKept func(matrix.Solution) bool) *stepWitness {
	w := &stepWitness{problem: m, isKept: isKept, times: make([]int, m.OptionCount())}
	w.complete = explore(m, func(s matrix.Solution) bool {
		if !isKept(s) {
			return true
		}
		w.solutions = append(w.solutions, slices.Clone(s))
		for _, o := range s {
			w.times[o]++
		}
		return len(w.solutions) <= maxProofSolutions
	}) == foundNone
	return w
}

// explore visits solutions. The result is foundOne if visit has ended the search.
func explore(m *matrix.Problem, visit func(matrix.Solution) bool) searchResult {
	ended := false
	left := sparse.NewSearch(m, sparse.SearchOptions{}).Explore(new(atomic.Bool), search.WholeTree, maxProofNodes,
		func(s matrix.Solution) bool {
			ended = ended || !visit(s)
			return !ended
		})
	switch {
	case ended:
		return foundOne
	case len(left) > 0:
		return foundUnknown
	}
	return foundNone
}

// searchWith looks for a solution that holds an option.
func (w *stepWitness) searchWith(o matrix.OptionID) searchResult {
	switch {
	case w.times[o] > 0:
		return foundOne
	case w.complete:
		return foundNone
	}
	if !slices.ContainsFunc(w.problem.Option(o), func(e matrix.Entry) bool {
		return int(e.Item) < w.problem.PrimaryCount() && w.problem.Bound(e.Item) == matrix.Once
	}) {
		return foundUnknown // it cannot be forced
	}
	return w.explorePart([]matrix.OptionID{o}, nil)
}

// searchWithout looks for a solution that does not hold an option.
func (w *stepWitness) searchWithout(o matrix.OptionID) searchResult {
	switch {
	case w.times[o] < len(w.solutions):
		return foundOne
	case w.complete:
		return foundNone
	}
	return w.explorePart(nil, []matrix.OptionID{o})
}

// explorePart looks for a solution with some options, and without others.
func (w *stepWitness) explorePart(chosen, excluded []matrix.OptionID) searchResult {
	part, ids := w.problem.Subproblem(chosen, excluded)
	return explore(part, func(s matrix.Solution) bool {
		whole := slices.Clone(chosen)
		for _, o := range s {
			whole = append(whole, ids[o])
		}
		slices.Sort(whole)
		return !w.isKept(whole)
	})
}

// symbolFact matches what words say of cells: "only 1 or 2 on (0, 1)", "not 5 on (2, 3) (2, 4)", "7 on (1, 1)".
var symbolFact = regexp.MustCompile(`(?:^|, | and )(only |not |)(\S+(?: or \S+)*) on ((?:\(\d+, \d+\) ?)+)`)

// wrongWords returns a statement in the sentences of a step about cells of a filling that is false for some solution,
// or "".
func (p *stepProver) wrongWords(q *quadrille.Puzzle, w *stepWitness, text string) string {
	said, _, ok := strings.Cut(text, ", as ")
	if q.Program().Puzzle.Filling == nil || len(q.Program().Puzzle.FillingStatementKinds()) > 1 || !ok {
		return ""
	}
	said = strings.ToLower(said[:1]) + said[1:]
	for _, s := range w.solutions {
		symbols := symbolsByCell(q, s)
		for _, fact := range symbolFact.FindAllStringSubmatch(said, -1) {
			p.facts++
			named := strings.Split(fact[2], " or ")
			for _, cell := range strings.Split(strings.Trim(fact[3], " ()"), ") (") {
				isNamed := slices.ContainsFunc(named, func(symbol string) bool {
					return strings.EqualFold(symbol, symbols[cell]) // the first word of a sentence is capitalized
				})
				if isNamed == (fact[1] == "not ") {
					return fact[0]
				}
			}
		}
	}
	return ""
}

// symbolsByCell returns the symbols of a solution by coordinates such as "0, 1".
func symbolsByCell(q *quadrille.Puzzle, s matrix.Solution) map[string]string {
	symbols := map[string]string{}
	for _, pl := range q.NewSolution(s).Placements() {
		for k, symbol := range pl.Letters {
			symbols[fmt.Sprintf("%d, %d", pl.Cells[k][0], pl.Cells[k][1])] = symbol
		}
	}
	return symbols
}
