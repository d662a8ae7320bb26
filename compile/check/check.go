// Package check gives a tree its meaning: it resolves names, computes numbers,
// draws shapes, and reports every semantic error.
//
// Its input is an [ast.File], which it does not change, and an [Importer];
// its output a [model.Puzzle] or a [source.DiagnosticList] of errors. It knows nothing
// of items' numbers, matrices or solving.
//
// Statements may stand in any order. So the declarations are collected first,
// and each is resolved when it is first needed; one that needs itself is an
// error. The other statements follow, in the order of the file.
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

// Importer finds the text of what a file uses.
type Importer struct {
	// Module returns a standard module by its bare name. It may be nil, if
	// there are none.
	Module func(name string) ([]byte, error)
	// Modules are the names of the standard modules, for hints.
	Modules []string
	// File returns a file by the path written in the file called from, and
	// the name under which to report errors in it. It may be nil, if nothing
	// can be imported by path.
	File func(from, path string) (name string, text []byte, err error)
	// Words returns a standard list of words by its bare name. It may be nil,
	// if there are none.
	Words func(name string) ([]byte, error)
}

// FileOptions says how to check.
type FileOptions struct {
	// Params replaces the values of parameters.
	Params map[string]int64
	// Limits bounds what a file may ask for.
	Limits Limits
	// Incomplete says that statements are missing, because they could not
	// be read: unknown names are no news then.
	Incomplete bool
	// Stop, if not nil, is asked again and again whether to go on. Its error ends the work, and is
	// returned as it is.
	Stop func() error
}

// Limits bounds the size of what is computed, so that a small file cannot eat
// a machine. A zero field means the default.
type Limits struct {
	Cells   int // of a shape, and of the box around it
	Items   int
	Options int
	Steps   int // rounds of for loops
}

// DefaultLimits returns the bounds where none are given.
func DefaultLimits() Limits { return Limits{}.OrDefault() }

// LookLimits are a tenth of the default bounds, and a quarter of the cells: for those who only look whether
// a text is right, as `puz check` and editors do, within two seconds and 256 MB.
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

// File checks a file. If there are errors, the puzzle holds the statements
// that are right, for lowering to find more errors in them; it is nil if what
// is missing would make errors where there are none.
func File(f *ast.File, imp Importer, opts FileOptions) (*model.Puzzle, error) {
	l := Analyze(f, imp, opts)
	return l.Puzzle, l.Err
}

// Analysis is all that there is to know of a file, whether it is right or not.
type Analysis struct {
	Puzzle   *model.Puzzle         // as File returns it
	Err      error                 // as File returns it
	Warnings source.DiagnosticList // also where there are errors
	Scope    []NameInfo            // what can be named in the file, by its names
}

// Analyze checks a file as [File] does, and keeps what an editor wants to know besides. A mistake in the checker is a
// [source.Bug], and then nothing is learned.
func Analyze(f *ast.File, imp Importer, opts FileOptions) Analysis {
	c := newChecker(f, imp, opts)
	var l Analysis
	err := c.caught(func() { l = c.look() })
	if err != nil {
		return Analysis{Err: err}
	}
	return l
}

// caught does something, and returns a panic in it as an error with the statement that was being checked.
func (c *checker) caught(do func()) (err error) {
	defer source.CatchBug(&err, "checking", func() source.Span { return *c.at })
	do()
	return nil
}

func (c *checker) look() Analysis {
	c.declareNames()
	c.checkOverrides()
	c.resolveAll()
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

// checker checks one file. A file that is imported has a checker of its own.
//
// Whatever has no value, because of an error here or elsewhere, adds to broken. So a
// statement need not pass that on from hand to hand: it looks whether the count has
// grown since it began.
type checker struct {
	file         *ast.File
	importer     Importer
	params       map[string]int64
	limits       Limits
	stop         func() error
	stopErr      error               // of stop
	importing    []string            // the files that led here, for cycles
	imported     map[string]*checker // files checked already, shared by all files of a puzzle
	errs         source.DiagnosticList
	at           *source.Span // the statement at hand, shared by all files of a puzzle
	scope        map[string]*entity
	declared     []*entity // by this file, in order
	families     map[string]*itemFamily
	puzzle       *model.Puzzle
	broken       int               // what has no value so far, whether it was reported or not
	handled      int               // cells handled by shapes so far
	seenOnce     map[string]bool   // what may be said once
	questionOf   map[string]string // what is asked for, by kind of statement
	madeFamilies map[string]bool   // families of items that those statements make
	grids        map[*model.Board]*lattice.Grid
	bound        loopIndices // of the loop around the rule at hand
	values       []int64     // of them
	loopRounds   int         // of the loops around rules
	summands     int         // of all sums, however often they are computed

	incomplete     bool // names may be missing, through no fault of this file
	questionBroken bool // something fills a board, and it could not be understood
	itemsBroken    bool // some items are declared, and it could not be understood which
	optionsBroken  bool // there are options, and it could not be understood which
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
		imported:     map[string]*checker{},
		at:           &source.Span{File: f.Source},
		scope:        map[string]*entity{},
		families:     map[string]*itemFamily{},
		puzzle:       &model.Puzzle{Cells: map[source.Range][]lattice.Cell{}},
		incomplete:   opts.Incomplete,
		seenOnce:     map[string]bool{},
		questionOf:   map[string]string{},
		madeFamilies: map[string]bool{},
		grids:        map[*model.Board]*lattice.Grid{},
	}
}

// checkStatements checks the statements that are no declarations.
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
			if alike, ok := model.EquivalenceNamed(s.Word); ok {
				c.puzzle.BreakSymmetry, c.puzzle.Equivalence = c.spanOf(s), max(alike, c.puzzle.Equivalence)
			} else {
				c.puzzle.BreakSwaps = c.spanOf(s)
			}
		case *ast.Search:
			c.checkSearch(s)
		case *ast.Expect:
			c.checkExpect(s)
		}
	}
	c.checkCore()
	if c.optionsBroken {
		c.puzzle.Matchings, c.puzzle.Forbids = nil, nil // they speak of options that are not there
	}
	c.compareAreas()
	c.reportUnknownClasses()
	c.warnNothingToSolve()
}

// checkCore checks the statements of the core. They come behind all others, which make items that they may name.
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
		case *ast.Matching:
			c.checkMatching(s)
		case *ast.Forbid:
			c.checkForbid(s)
		}
	}
}

// hasOptions reports whether the file has options of the core, which may cover what other statements make.
func (c *checker) hasOptions() bool {
	return slices.ContainsFunc(c.file.Statements, func(s ast.Statement) bool {
		_, isOption := s.(*ast.Option)
		return isOption
	})
}

// checkQuestion checks a statement that fills a board, unless there is one of its kind already. Check
// reports whether the statement could be understood.
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

// isFirst reports whether something that may be said once is said for the first time.
func (c *checker) isFirst(what string, at ast.Ranged) bool {
	again := c.seenOnce[what]
	c.seenOnce[what] = true
	if again {
		c.reportError(codes.SaidTwice, c.spanOf(at), "remove one of them", "there is a second %s", what).FixByRemoving()
	}
	return !again
}

// ruleAbout is what first is asked of a rule. What the rules of one statement say is
// forgotten when the next one begins.
func ruleAbout(what string) string { return "rule about `" + what + "`" }

// reportUnknownClasses reports classes of solutions that the compiler knows nothing of.
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

// warnNothingToSolve warns of a puzzle without a question, unless it is there to
// be imported.
func (c *checker) warnNothingToSolve() {
	if c.puzzle.HasQuestion() || c.incomplete || c.questionBroken || len(c.exportedEntities()) > 0 &&
		len(c.puzzle.Expects) == 0 {
		return
	}
	c.errs.AddWarning(codes.NothingToSolve, c.file.Source.Span(source.Range{}),
		"add a statement such as `pack` or `queens`, or `items` and `option`",
		"this puzzle asks for nothing: it has one solution, the empty one")
}

// canContinue reports whether to go on. If not, whatever is asked for has no value.
func (c *checker) canContinue() bool {
	if c.stopErr == nil && c.stop != nil {
		c.stopErr = c.stop()
	}
	if c.stopErr != nil {
		c.broken++
	}
	return c.stopErr == nil
}

// spanOf attaches the file to the place of a node.
func (c *checker) spanOf(n ast.Ranged) source.Span { return c.file.Source.Span(n.Range()) }

// firstText returns the place of the first text in quotes of a node, or else that of the node.
func (c *checker) firstText(n ast.Ranged) source.Span {
	for t := range parse.Tokens(c.file.Source.TextOf(n.Range())) {
		if t.Kind == parse.String {
			start := n.Range().Start
			return c.file.Source.Span(source.Range{Start: start + t.Start, End: start + t.End})
		}
	}
	return c.spanOf(n)
}

// fail reports an error. It returns false, since that is what whoever has met one returns.
func (c *checker) fail(code source.Code, n ast.Ranged, hint, format string, args ...any) bool {
	return c.failAt(code, c.spanOf(n), hint, format, args...)
}

// require reports an error unless something holds, and returns whether it does.
func (c *checker) require(holds bool, code source.Code, n ast.Ranged, hint, format string, args ...any) bool {
	return holds || c.fail(code, n, hint, format, args...)
}

func (c *checker) failAt(code source.Code, at source.Span, hint, format string, args ...any) bool {
	c.reportError(code, at, hint, format, args...)
	return false
}

// reportError reports an error, to which fixes may be added.
func (c *checker) reportError(code source.Code, at source.Span, hint, format string, args ...any) *source.Diagnostic {
	c.broken++
	return c.errs.AddError(code, at, hint, format, args...)
}

func (c *checker) warn(code source.Code, n ast.Ranged, hint, format string, args ...any) *source.Diagnostic {
	return c.errs.AddWarning(code, c.spanOf(n), hint, format, args...)
}

// What is said to the command and not to the solver: hints to the search, and how many
// solutions are expected.
