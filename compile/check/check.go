// Package check gives a tree its meaning: it resolves names, computes numbers and shapes, and reports every
// semantic error.
//
// Its input is an [ast.File], which it does not change, and an [Importer]; its output a [model.Puzzle] or a
// [source.DiagnosticList] of errors. It knows nothing of items' numbers, matrices or solving.
//
// Statements may stand in any order. So the declarations are collected first, and each is resolved when it is
// first needed; a declaration that needs itself is an error. The other statements follow, in the order of the
// file.
package check

import (
	"cmp"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/parse"
	"quadrille/lang/source"
)

// Importer finds the text of modules, files and word lists that a file uses.
type Importer struct {
	// Module returns a standard module by its bare name. It may be nil if there are none.
	Module func(name string) ([]byte, error)
	// Modules are the names of the standard modules, for hints.
	Modules []string
	// File returns a file by the path written in the file called from, and the name for error messages about
	// it. It may be nil if nothing can be imported by path.
	File func(from, path string) (name string, text []byte, err error)
	// Words returns a standard word list by its bare name. It may be nil if there are none.
	Words func(name string) ([]byte, error)
}

// FileOptions are the options of a check.
type FileOptions struct {
	// Params replaces the values of parameters.
	Params map[string]int64
	// Limits bounds the sizes that a file may request.
	Limits Limits
	// Incomplete reports whether statements are missing because they could not be parsed. Unknown names are
	// then not reported.
	Incomplete bool
	// Stop, if not nil, is called often. An error that it returns ends the work, and becomes the result.
	Stop func() error
}

// Limits bounds the size of what is computed, so that a small file cannot exhaust memory or time. A zero field
// means the default.
type Limits struct {
	Cells   int // cells of a shape, and of the box around it
	Items   int
	Options int
	Steps   int // rounds of for loops
}

// DefaultLimits returns the default bounds.
func DefaultLimits() Limits { return Limits{}.OrDefault() }

// LookLimits returns a tenth of the default bounds, and a quarter of the cells. They suit tools that only check
// a text, such as `puz check` and editors: a check then takes at most two seconds and 256 MB.
func LookLimits() Limits {
	l := DefaultLimits()
	l.Cells, l.Items, l.Options, l.Steps = l.Cells/4, l.Items/10, l.Options/10, l.Steps/10
	return l
}

// OrDefault replaces zero fields by their defaults.
func (l Limits) OrDefault() Limits {
	return Limits{
		Cells:   cmp.Or(l.Cells, 1_000_000),
		Items:   cmp.Or(l.Items, 2_000_000),
		Options: cmp.Or(l.Options, 5_000_000),
		Steps:   cmp.Or(l.Steps, 30_000_000),
	}
}

// File checks a file. If there are errors, the puzzle holds the correct statements, so that lowering can find
// more errors in them. It is nil if the missing statements would cause false errors.
func File(f *ast.File, imp Importer, opts FileOptions) (*model.Puzzle, error) {
	l := Analyze(f, imp, opts)
	return l.Puzzle, l.Err
}

// Analysis is the complete result of a check, whether the file has errors or not.
type Analysis struct {
	Puzzle   *model.Puzzle         // the puzzle as [File] returns it
	Err      error                 // the error as [File] returns it
	Warnings source.DiagnosticList // present even if there are errors
	Scope    []NameInfo            // names that the file can use, sorted
}

// Analyze checks a file as [File] does, and keeps the warnings and names that an editor needs. If the checker
// panics, the error is a [source.Bug], and the other fields are empty.
func Analyze(f *ast.File, imp Importer, opts FileOptions) Analysis {
	c := newChecker(f, imp, opts)
	var l Analysis
	err := c.caught(func() { l = c.look() })
	if err != nil {
		return Analysis{Err: err}
	}
	return l
}

// caught calls do, and returns a panic as an error with the statement that was being checked.
func (c *checker) caught(do func()) (err error) {
	defer source.CatchBug(&err, "checking", func() source.Span { return *c.at })
	do()
	return nil
}

func (c *checker) look() Analysis {
	c.declareNames()
	c.checkOverrides()
	c.resolveAll()
	c.puzzle.Vocabulary, c.wordPlaces = c.words, c.findWordPlaces()
	c.checkStatements()
	if c.stopErr != nil {
		return Analysis{Err: c.stopErr}
	}
	c.warnUnused()
	c.puzzle.Warnings = c.errs.Warnings()
	l := Analysis{c.puzzle, c.errs.ErrorOrNil(), c.puzzle.Warnings, c.listNames()}
	if l.Err != nil && (c.incomplete || c.questionBroken || c.itemsBroken) {
		l.Puzzle = nil
	}
	return l
}

// checker checks one file. Each imported file has its own checker.
//
// The counter broken grows with each thing that has no value, because of an error here or elsewhere. So a
// statement detects a failure in its parts by comparing the counter before and after.
type checker struct {
	file         *ast.File
	importer     Importer
	params       map[string]int64
	limits       Limits
	stop         func() error
	stopErr      error               // error of stop
	importing    []string            // chain of files that led here, to detect cycles
	imported     map[string]*checker // checked files, shared by all files of a puzzle
	errs         source.DiagnosticList
	passedOver   map[*ast.Line]bool // lines with places that were looked at for holes
	viewed       *model.Board       // the board of the rule being checked, or nil
	at           *source.Span       // the statement being checked, shared by all files of a puzzle
	scope        map[string]*entity
	declared     []*entity // entities that this file declares, in order
	families     map[string]*itemFamily
	puzzle       *model.Puzzle
	broken       int               // number of things without a value so far, reported or not
	handled      int               // number of cells that shapes have processed so far
	seenOnce     map[string]bool   // things that may be said once and have been said
	undeclared   map[string]bool   // names like no other of which an error says that nothing declares them
	questionOf   map[string]string // the statement's text by kind, for statements that fill a board
	madeFamilies map[string]bool   // families of items that those statements make
	grids        map[*model.Board]*lattice.Grid
	bound        loopIndices // indices of the loop around the current rule
	values       []int64     // values of those indices
	loopRounds   int         // number of rounds of loops around rules
	summands     int         // number of summands of all sums, each evaluation counted
	words        *model.Vocabulary
	wordPlaces   map[int64]wordPlace // by word of a list: where it stands; nil before all lists are computed
	choices      int64               // number of choose statements so far

	incomplete     bool // whether names may be missing because the file could not be parsed
	questionBroken bool // whether a statement that fills a board has an error
	itemsBroken    bool // whether a declaration of items has an error
	optionsBroken  bool // whether an option statement has an error
}

func newChecker(f *ast.File, imp Importer, opts FileOptions) *checker {
	nothing := func(string) ([]byte, error) { return nil, fs.ErrNotExist }
	if imp.Module == nil {
		imp.Module = nothing
	}
	if imp.Words == nil {
		imp.Words = nothing
	}
	return &checker{
		file:         f,
		importer:     imp,
		params:       opts.Params,
		limits:       opts.Limits.OrDefault(),
		stop:         opts.Stop,
		importing:    []string{f.Source.Name},
		words:        &model.Vocabulary{},
		imported:     map[string]*checker{},
		at:           &source.Span{File: f.Source},
		scope:        map[string]*entity{},
		families:     map[string]*itemFamily{},
		puzzle:       &model.Puzzle{Cells: map[source.Range][]lattice.Cell{}},
		incomplete:   opts.Incomplete,
		seenOnce:     map[string]bool{},
		undeclared:   map[string]bool{},
		questionOf:   map[string]string{},
		madeFamilies: map[string]bool{},
		grids:        map[*model.Board]*lattice.Grid{},
	}
}

// checkStatements checks all statements but declarations.
func (c *checker) checkStatements() {
	for _, s := range c.file.Statements {
		if !c.canContinue() {
			return
		}
		*c.at = c.spanOf(s)
		switch s := s.(type) {
		case *ast.Title:
			if c.isFirst("`puzzle` statement", s) {
				c.puzzle.Title = string(s.Text)
			}
		case *ast.About:
			if c.isFirst("`about` statement", s) {
				c.puzzle.About = string(s.Text)
				if s.Picture != nil {
					c.puzzle.About = strings.Join(slices.Concat(s.Picture.Rows, []string{""}), "\n")
				}
			}
		case *ast.Pack:
			checkQuestion(c, "pack", "a packing", s, c.checkPack)
		case *ast.PlaceMan:
			checkQuestion(c, "place", "a man to place", s, c.checkPlaceMan)
		case *ast.Queens:
			checkQuestion(c, "place", "a board of queens", s, c.checkQueens)
		case *ast.Latin:
			checkQuestion(c, "fill", "a Latin square", s, c.checkLatin)
		case *ast.Fill:
			checkQuestion(c, "fill", "a board to fill", s, c.checkFill)
		case *ast.Words:
			checkQuestion(c, "words", "a rectangle of words", s, c.checkWords)
		case *ast.Dissect:
			checkQuestion(c, "dissect", "a dissection", s, c.checkDissect)
		case *ast.Break:
			if equivalence, ok := model.EquivalenceNamed(s.Word); ok {
				c.puzzle.BreakSymmetry, c.puzzle.Equivalence = c.spanOf(s), max(equivalence, c.puzzle.Equivalence)
			} else {
				c.puzzle.BreakSwaps = c.spanOf(s)
			}
		case *ast.Search:
			c.checkSearch(s)
		case *ast.Expect:
			c.checkExpect(s)
		}
	}
	c.checkGoal()
	c.checkCore()
	if c.optionsBroken {
		c.puzzle.Matchings, c.puzzle.Forbids = nil, nil // matchings and nogoods would refer to missing options
	}
	c.compareAreas()
	c.reportUnknownClasses()
	c.warnNothingToSolve()
}

// checkCore checks the statements of the core. They come last, as they may name items of all other statements.
func (c *checker) checkCore() {
	for _, s := range c.file.Statements {
		if !c.canContinue() {
			return
		}
		*c.at = c.spanOf(s)
		switch s := s.(type) {
		case *ast.Items:
			c.checkItems(s)
		case *ast.Option:
			c.checkOption(s)
		case *ast.Choose:
			c.checkChoose(s)
		case *ast.Matching:
			c.checkMatching(s)
		case *ast.Forbid:
			c.checkForbid(s)
		}
	}
	for _, s := range c.file.Statements {
		if s, ok := s.(*ast.Show); ok {
			*c.at = c.spanOf(s)
			c.checkShow(s)
		}
	}
}

// hasOptions reports whether the file has option statements. They may cover items of other statements.
func (c *checker) hasOptions() bool {
	return slices.ContainsFunc(c.file.Statements, func(s ast.Statement) bool {
		switch s.(type) {
		case *ast.Option, *ast.Choose:
			return true
		}
		return false
	})
}

// checkQuestion checks a statement that fills a board, unless there is already one of its kind. The function
// check returns false if the statement has an error.
func checkQuestion[S ast.Statement](c *checker, kind, what string, s S, check func(S) bool) {
	if other := c.questionOf[kind]; other != "" {
		c.fail(codes.SecondPack, s, "join them into one, or write two files",
			"a puzzle has one statement of a kind: there is %s already", other)
		return
	}
	c.questionOf[kind] = what
	maps.DeleteFunc(c.seenOnce, func(about string, _ bool) bool {
		return strings.HasPrefix(about,
			ruleAbout("")[:len(ruleAbout(""))-1])
	})
	broken := c.questionBroken
	c.questionBroken = false
	c.questionBroken = !check(s) || broken
}

func (c *checker) checkVersion(s *ast.Version) {
	c.isFirst("`puz` statement", s)
	if s.Number.Text != "1" {
		c.reportError(codes.WrongVersion, c.spanOf(s.Number), "this program reads version 1",
			"there is no version %s of the language", s.Number.Text).FixByReplacing("1")
	}
}

// isFirst reports an error, and returns false, if something that may be said once is said again.
func (c *checker) isFirst(what string, at ast.Ranged) bool {
	again := c.seenOnce[what]
	c.seenOnce[what] = true
	if again {
		c.reportError(codes.SaidTwice, c.spanOf(at), "remove one of them", "there is a second %s", what).FixByRemoving()
	}
	return !again
}

// ruleAbout returns the key of isFirst for a rule. Such keys are cleared at the end of the statement.
func ruleAbout(what string) string { return "rule about `" + what + "`" }

// reportUnknownClasses reports statements about symmetry or swaps if the compiler cannot determine them for
// this puzzle.
func (c *checker) reportUnknownClasses() {
	m := c.puzzle
	if c.incomplete || c.questionBroken {
		return
	}
	speaks := func(at source.Span, ofSymmetry, ofSwaps bool) {
		if ofSymmetry && !m.SymmetryKnown() {
			c.errs.AddError(codes.SymmetryNeedsPack, at,
				"symmetry is known of pieces on a board, and of men on a board, that stand alone",
				"the symmetry of this puzzle is not known: %s", m.WhyNoSymmetry())
		}
		if ofSwaps && m.Filling != nil && m.Filling.Order > 0 && !m.Filling.SwapsKnown() {
			c.errs.AddError(codes.SwapsNeedLatin, at, "leave one of them out",
				"with rules on cells it is not known which swaps leave a solution one")
		}
		if ofSwaps && (m.Filling == nil || m.Filling.Order == 0) {
			c.errs.AddError(codes.SwapsNeedLatin, at, "only `latin` makes squares in which symbols can be swapped",
				"there is no Latin square whose symbols could be swapped")
		}
	}
	speaks(m.BreakSymmetry, m.BreakSymmetry.IsKnown(), false)
	speaks(m.BreakSwaps, false, m.BreakSwaps.IsKnown())
	for _, e := range m.Expects {
		speaks(e.Span, e.UpTo != model.Distinct, e.UpToSwaps)
	}
}

// warnNothingToSolve warns of a puzzle without a statement to solve, unless the file declares something to
// import.
func (c *checker) warnNothingToSolve() {
	if c.puzzle.HasQuestion() || c.incomplete || c.questionBroken || len(c.exportedEntities()) > 0 &&
		len(c.puzzle.Expects) == 0 {
		return
	}
	c.errs.AddWarning(codes.NothingToSolve, c.file.Source.Span(source.Range{}),
		"add a statement such as `pack` or `queens`, or `items` and `option`",
		"this puzzle asks for nothing: it has one solution, the empty one")
}

// canContinue reports whether to continue. If not, nothing more is computed.
func (c *checker) canContinue() bool {
	if c.stopErr == nil && c.stop != nil {
		c.stopErr = c.stop()
	}
	if c.stopErr != nil {
		c.broken++
	}
	return c.stopErr == nil
}

// spanOf returns the place of a node with its file.
func (c *checker) spanOf(n ast.Ranged) source.Span { return c.file.Source.Span(n.Range()) }

// firstText returns the place of the first quoted text in a node, or the node's place if there is none.
func (c *checker) firstText(n ast.Ranged) source.Span {
	for t := range parse.Tokens(c.file.Source.TextOf(n.Range())) {
		if t.Kind == parse.String {
			start := n.Range().Start
			return c.file.Source.Span(source.Range{Start: start + t.Start, End: start + t.End})
		}
	}
	return c.spanOf(n)
}

// fail reports an error and returns false, so that a check can end with `return c.fail(…)`.
func (c *checker) fail(code source.Code, n ast.Ranged, hint, format string, args ...any) bool {
	return c.failAt(code, c.spanOf(n), hint, format, args...)
}

// require reports an error unless holds is true. It returns holds.
func (c *checker) require(holds bool, code source.Code, n ast.Ranged, hint, format string, args ...any) bool {
	return holds || c.fail(code, n, hint, format, args...)
}

func (c *checker) failAt(code source.Code, at source.Span, hint, format string, args ...any) bool {
	c.reportError(code, at, hint, format, args...)
	return false
}

// reportError reports an error, and returns it so that fixes can be added.
func (c *checker) reportError(code source.Code, at source.Span, hint, format string, args ...any) *source.Diagnostic {
	c.broken++
	return c.errs.AddError(code, at, hint, format, args...)
}

func (c *checker) warn(code source.Code, n ast.Ranged, hint, format string, args ...any) *source.Diagnostic {
	return c.errs.AddWarning(code, c.spanOf(n), hint, format, args...)
}

// Some statements concern the command and not the problem: hints to the search, and the expected number of
// solutions.
