// Package check gives a tree its meaning: it resolves names, computes numbers and shapes, and reports every semantic
// error.
//
// Its input is an [ast.File], which it does not change, and an [Importer] for what the file uses. Its output is a
// [model.Puzzle], or a [source.DiagnosticList] of errors. It knows nothing of matrices or solving.
//
// Statements may stand in any order. So all declarations are collected first. A declaration is computed when its value
// is first needed; a declaration that needs itself is an error. The other statements follow in the order of the file.
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

// Importer finds the texts of modules, files and word lists that a file uses.
type Importer struct {
	// ReadModule returns the text of a standard module by its bare name. It is nil if there are no modules.
	ReadModule func(name string) ([]byte, error)
	// ModuleNames are the names of the standard modules, which hints suggest.
	ModuleNames []string
	// ReadFile returns the text of a file and its name for error messages. The argument path is as
	// written in the file whose name is the argument from. ReadFile is nil if no file can be read.
	ReadFile func(from, path string) (name string, text []byte, err error)
	// ReadWordList returns the text of a standard word list by its bare name. It is nil if there are no such lists.
	ReadWordList func(name string) ([]byte, error)
}

// FileOptions are the options of CheckFile.
type FileOptions struct {
	// ParamValues holds, by parameter name, values that replace those in the file.
	ParamValues map[string]int64
	// Limits bounds the sizes that a file may ask for.
	Limits Limits
	// IsIncomplete reports whether statements are missing because they could not be parsed. Names that no statement
	// declares are then not reported.
	IsIncomplete bool
	// CheckStop, if not nil, is called often. If it returns an error, the check ends with that error.
	CheckStop func() error
}

// Limits bounds what a file may ask for, so that a small file cannot take all memory or run for hours. A zero field
// means the default.
type Limits struct {
	MaxShapeCells int // cells of a shape, and of the box around it
	// MaxItems and MaxOptions bound the items and options of the matrix.
	MaxItems      int
	MaxOptions    int
	MaxLoopRounds int // rounds of all `for` loops together
}

// DefaultLimits returns the default bounds.
func DefaultLimits() Limits { return Limits{}.WithDefaults() }

// EditorLimits returns a tenth of the default bounds, and a quarter of the bound on cells. These limits suit tools that
// only check a text, such as `puz check` and editors: a check then takes at most two seconds and 256 MB.
func EditorLimits() Limits {
	l := DefaultLimits()
	l.MaxShapeCells, l.MaxItems, l.MaxOptions, l.MaxLoopRounds = l.MaxShapeCells/4, l.MaxItems/10, l.MaxOptions/10,
		l.MaxLoopRounds/10
	return l
}

// WithDefaults returns the limits with defaults in place of zero fields.
func (l Limits) WithDefaults() Limits {
	return Limits{
		MaxShapeCells: cmp.Or(l.MaxShapeCells, 1_000_000),
		MaxItems:      cmp.Or(l.MaxItems, 2_000_000),
		MaxOptions:    cmp.Or(l.MaxOptions, 5_000_000),
		MaxLoopRounds: cmp.Or(l.MaxLoopRounds, 30_000_000),
	}
}

// CheckFile checks a file. After errors the puzzle holds the statements without errors, so that lowering can find more
// errors in these. The puzzle is nil if the missing statements would lead to false errors.
func CheckFile(f *ast.File, imp Importer, opts FileOptions) (*model.Puzzle, error) {
	l := AnalyzeFile(f, imp, opts)
	return l.Puzzle, l.Err
}

// Analysis is the result of a check, for files with errors as well.
type Analysis struct {
	Puzzle       *model.Puzzle         // puzzle as CheckFile returns it
	Err          error                 // error as CheckFile returns it
	Warnings     source.DiagnosticList // warnings, which a file with errors may have too
	VisibleNames []NameInfo            // names that the file can use, sorted by name
}

// AnalyzeFile checks a file as CheckFile does, and keeps the warnings and names that an editor shows. If the checker
// panics, the error is a [source.Bug], and the other fields are empty.
func AnalyzeFile(f *ast.File, imp Importer, opts FileOptions) Analysis {
	c := newChecker(f, imp, opts)
	var l Analysis
	err := c.recoverPanic(func() { l = c.analyzeFile() })
	if err != nil {
		return Analysis{Err: err}
	}
	return l
}

// recoverPanic calls a function, and returns a panic in it as an error at the statement that was being checked.
func (c *checker) recoverPanic(do func()) (err error) {
	defer source.CatchBug(&err, "checking", func() source.Span { return *c.currentStatement })
	do()
	return nil
}

// analyzeFile checks all statements and collects the result.
func (c *checker) analyzeFile() Analysis {
	c.declareNames()
	c.checkParamOverrides()
	c.resolveDeclarations()
	c.puzzle.Vocabulary, c.placeOfWord = c.vocabulary, c.findWordPlaces()
	c.checkStatements()
	if c.stopErr != nil {
		return Analysis{Err: c.stopErr}
	}
	c.warnUnusedNames()
	c.puzzle.Sentences = c.listSentences()
	c.puzzle.Warnings = c.errorList.Warnings()
	l := Analysis{c.puzzle, c.errorList.ErrorOrNil(), c.puzzle.Warnings, c.describeNames()}
	if l.Err != nil && (c.isIncomplete || c.fillingStatementFailed || c.itemsStatementFailed) {
		l.Puzzle = nil
	}
	return l
}

// checker checks one file. Each imported file has its own checker.
// The counter failureCount grows whenever a part of the text has no value, because of an error here or elsewhere. So a
// statement finds out that one of its parts failed by comparing the counter before and after.
type checker struct {
	file                *ast.File
	importer            Importer
	paramValues         map[string]int64 // values that replace those of parameters in the file
	limits              Limits
	checkStop           func() error
	stopErr             error               // the error that checkStop returned, or nil
	importChain         []string            // names of the files that led to this one by `use`, which finds cycles
	importedFiles       map[string]*checker // checkers of imported files by key; all files of a puzzle share it
	errorList           source.DiagnosticList
	linesTestedForHoles map[*ast.Line]bool // rule lines already examined for places with a hole
	ruleBoard           *model.Board       // board of the rule being checked, or nil
	currentStatement    *source.Span       // place of the statement being checked, shared by all files of a puzzle
	// namesInScope holds what each name of the file stands for.
	namesInScope     map[string]*entity
	declaredEntities []*entity // named things that the file itself declares, in the order of the text
	// itemFamilies holds the families of items that the file declares, by name.
	itemFamilies map[string]*itemFamily
	puzzle       *model.Puzzle
	// number of parts of the text that have no value because of an error, reported or not
	failureCount      int
	processedCells    int             // number of cells that all shapes of the file have processed so far
	singleUseKeysSeen map[string]bool // keys of the once-only rules and statements met so far
	undeclaredNames   map[string]bool // names that nothing declares, already reported
	// for each kind of statement that fills a board, such as pack, the text of the statement
	fillingStatementTexts map[string]string
	familiesOutsideCore   map[string]bool // names of the item families that statements outside of the core make
	// gridByBoard holds the grid of each board that was asked for.
	gridByBoard       map[*model.Board]*lattice.Grid
	ruleLoopIndices   loopIndices // indices of the loop around the current rule
	ruleIndexValues   []int64     // values of ruleLoopIndices in the current round
	loopRounds        int         // total number of rounds of loops around rules so far
	evaluatedSummands int         // total number of summands of all sums evaluated so far
	// sentences of each statement and rule that say to people what the puzzle asks for
	ruleSentences  []ruleSentenceRecord
	sentencesIndex map[ast.Ranged]int // for each statement or rule, its index in ruleSentences
	// whether places are computed a second time, for a sentence: then nothing is recorded and no warning is given
	isRecomputedForSentence bool
	// vocabulary holds the words of the puzzle.
	vocabulary  *model.Vocabulary
	placeOfWord map[int64]listPlace // for each word, its place in its list; nil until all lists are computed
	chooseCount int64               // number of `choose` statements so far

	isIncomplete           bool // whether names may be missing, as parts of the file could not be parsed
	fillingStatementFailed bool // whether a statement that fills a board has an error
	itemsStatementFailed   bool // whether an `items` statement has an error
	optionStatementFailed  bool // whether an `option` statement has an error
}

func newChecker(f *ast.File, imp Importer, opts FileOptions) *checker {
	nothing := func(string) ([]byte, error) { return nil, fs.ErrNotExist }
	if imp.ReadModule == nil {
		imp.ReadModule = nothing
	}
	if imp.ReadWordList == nil {
		imp.ReadWordList = nothing
	}
	return &checker{
		file:                  f,
		importer:              imp,
		paramValues:           opts.ParamValues,
		limits:                opts.Limits.WithDefaults(),
		checkStop:             opts.CheckStop,
		importChain:           []string{f.Source.Name},
		vocabulary:            &model.Vocabulary{},
		importedFiles:         map[string]*checker{},
		currentStatement:      &source.Span{File: f.Source},
		namesInScope:          map[string]*entity{},
		itemFamilies:          map[string]*itemFamily{},
		puzzle:                &model.Puzzle{CellsByPlace: map[source.Range][]lattice.Cell{}},
		isIncomplete:          opts.IsIncomplete,
		singleUseKeysSeen:     map[string]bool{},
		undeclaredNames:       map[string]bool{},
		fillingStatementTexts: map[string]string{},
		familiesOutsideCore:   map[string]bool{},
		gridByBoard:           map[*model.Board]*lattice.Grid{},
		sentencesIndex:        map[ast.Ranged]int{},
	}
}

// checkStatements checks all statements that are no declarations.
func (c *checker) checkStatements() {
	for _, s := range c.file.Statements {
		if !c.canContinue() {
			return
		}
		*c.currentStatement = c.spanOf(s)
		switch s := s.(type) {
		case *ast.Title:
			if c.requireFirstOfKind("`puzzle` statement", s) {
				c.puzzle.Title = string(s.Text)
			}
		case *ast.About:
			if c.requireFirstOfKind("`about` statement", s) {
				c.puzzle.AboutText = string(s.Text)
				if s.Picture != nil {
					c.puzzle.AboutText = strings.Join(slices.Concat(s.Picture.Rows, []string{""}), "\n")
				}
			}
		case *ast.Pack:
			checkFillingStatement(c, "pack", "a packing", s, c.checkPack)
		case *ast.PlaceMan:
			checkFillingStatement(c, "place", "a man to place", s, c.checkPlaceStatement)
		case *ast.Queens:
			checkFillingStatement(c, "place", "a board of queens", s, c.checkQueensStatement)
		case *ast.Latin:
			checkFillingStatement(c, "fill", "a Latin square", s, c.checkLatin)
		case *ast.Fill:
			checkFillingStatement(c, "fill", "a board to fill", s, c.checkFill)
		case *ast.Words:
			checkFillingStatement(c, "words", "a rectangle of words", s, c.checkWords)
		case *ast.Dissect:
			checkFillingStatement(c, "dissect", "a dissection", s, c.checkDissect)
		case *ast.Break:
			if equivalence, ok := model.EquivalenceNamed(s.Word); ok {
				c.puzzle.BreakSymmetrySpan, c.puzzle.Equivalence = c.spanOf(s), max(equivalence, c.puzzle.Equivalence)
			} else {
				c.puzzle.BreakSwapsSpan = c.spanOf(s)
			}
		case *ast.Search:
			c.checkSearch(s)
		case *ast.Expect:
			c.checkExpect(s)
		}
	}
	c.checkGoal()
	c.checkCoreStatements()
	if c.optionStatementFailed {
		// matchings and forbid statements are dropped after an error in an option, as they could refer to missing
		// options
		c.puzzle.MatchingRules, c.puzzle.ForbidRules = nil, nil
	}
	c.warnOfDifferentAreas()
	c.reportUnknownClasses()
	c.warnNothingToSolve()
}

// checkCoreStatements checks the statements of the core, which declare items and options. They come last, as they may
// name items of all other statements.
func (c *checker) checkCoreStatements() {
	for _, s := range c.file.Statements {
		if !c.canContinue() {
			return
		}
		*c.currentStatement = c.spanOf(s)
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
			*c.currentStatement = c.spanOf(s)
			c.checkShow(s)
		}
	}
}

// hasOptions reports whether the file has `option` statements. Their options may cover items of other statements.
func (c *checker) hasOptions() bool {
	return slices.ContainsFunc(c.file.Statements, func(s ast.Statement) bool {
		switch s.(type) {
		case *ast.Option, *ast.Choose:
			return true
		}
		return false
	})
}

// hintsOnSecondStatement says, for a kind of statements, how one of them does what a file wants from two.
var hintsOnSecondStatement = map[string]string{
	"pack":  "one board may have several parts, such as 4x4 + 4x4 at (0, 5); or write two files",
	"fill":  "one board may have several parts, whose lines are `segments`: 3x3 + 3x3 at (0, 4); or write two files",
	"place": "men of several kinds are symbols: `fill b with \"-QN\"` puts one on each cell; or write two files",
}

// checkFillingStatement checks a statement that asks for something, such as `pack`, unless the file already has one of
// this kind. The function check returns false if the statement has an error.
func checkFillingStatement[S ast.Statement](c *checker, kind, what string, s S, check func(S) bool) {
	if other := c.fillingStatementTexts[kind]; other != "" {
		c.fail(codes.SecondPack, s, cmp.Or(hintsOnSecondStatement[kind], "join them into one, or write two files"),
			"a puzzle has one statement of a kind: there is %s already", other)
		return
	}
	c.fillingStatementTexts[kind] = what
	maps.DeleteFunc(c.singleUseKeysSeen, func(about string, _ bool) bool {
		return strings.HasPrefix(about,
			onceOnlyKey("")[:len(onceOnlyKey(""))-1])
	})
	broken := c.fillingStatementFailed
	c.fillingStatementFailed = false
	c.fillingStatementFailed = !check(s) || broken
}

// checkVersion checks that the version of the language is one that this compiler reads.
func (c *checker) checkVersion(s *ast.Version) {
	c.requireFirstOfKind("`puz` statement", s)
	if s.Number.Text != "1" {
		c.reportError(codes.WrongVersion, c.spanOf(s.Number), "this program reads version 1",
			"there is no version %s of the language", s.Number.Text).FixByReplacing("1")
	}
}

// requireFirstOfKind reports whether a rule or statement that may stand only once stands for the first time. If not, it
// reports an error.
func (c *checker) requireFirstOfKind(what string, at ast.Ranged) bool {
	again := c.singleUseKeysSeen[what]
	c.singleUseKeysSeen[what] = true
	if again {
		c.reportError(codes.SaidTwice, c.spanOf(at), "remove one of them", "there is a second %s", what).FixByRemoving()
	}
	return !again
}

// onceOnlyKey returns the key with which requireFirstOfKind remembers a kind of rule. At the end of each statement such
// keys are deleted.
func onceOnlyKey(what string) string { return "rule about `" + what + "`" }

// reportUnknownClasses reports statements that ask for classes under symmetry or swaps, if the compiler cannot find the
// symmetry of this puzzle.
func (c *checker) reportUnknownClasses() {
	m := c.puzzle
	if c.isIncomplete || c.fillingStatementFailed {
		return
	}
	speaks := func(at source.Span, ofSymmetry, ofSwaps bool) {
		if ofSymmetry && !m.IsSymmetryKnown() {
			c.errorList.AddError(codes.SymmetryNeedsPack, at,
				"symmetry is known of pieces on a board, and of men on a board, that stand alone",
				"the symmetry of this puzzle is not known: %s", m.ReasonSymmetryUnknown())
		}
		if ofSwaps && m.Filling != nil && m.Filling.LatinOrder > 0 && !m.Filling.AreSwapsKnown() {
			c.errorList.AddError(codes.SwapsNeedLatin, at, "leave one of them out",
				"with rules on cells it is not known which swaps leave a solution one")
		}
		if ofSwaps && (m.Filling == nil || m.Filling.LatinOrder == 0) {
			c.errorList.AddError(codes.SwapsNeedLatin, at, "only `latin` makes squares in which symbols can be swapped",
				"there is no Latin square whose symbols could be swapped")
		}
	}
	speaks(m.BreakSymmetrySpan, m.BreakSymmetrySpan.IsKnown(), false)
	speaks(m.BreakSwapsSpan, false, m.BreakSwapsSpan.IsKnown())
	for _, e := range m.Expectations {
		speaks(e.Span, e.SolutionEquivalence != model.AllDistinct, e.OnlySquaresLeftBySwaps)
	}
}

// warnNothingToSolve warns of a puzzle that asks for nothing, unless the file declares something that others can use.
func (c *checker) warnNothingToSolve() {
	if c.puzzle.HasFillingStatement() || c.isIncomplete || c.fillingStatementFailed || len(c.exportedEntities()) > 0 &&
		len(c.puzzle.Expectations) == 0 {
		return
	}
	c.errorList.AddWarning(codes.NothingToSolve, c.file.Source.Span(source.Range{}),
		"add a statement such as `pack` or `queens`, or `items` and `option`",
		"this puzzle asks for nothing: it has one solution, the empty one")
}

// canContinue reports whether the check should go on: it calls checkStop and stores its error.
func (c *checker) canContinue() bool {
	if c.stopErr == nil && c.checkStop != nil {
		c.stopErr = c.checkStop()
	}
	if c.stopErr != nil {
		c.failureCount++
	}
	return c.stopErr == nil
}

// spanOf returns the place of a node, with its file.
func (c *checker) spanOf(n ast.Ranged) source.Span { return c.file.Source.Span(n.Range()) }

// firstQuotedTextSpan returns the place of the first quoted text in a node, or the place of the node if it has none.
func (c *checker) firstQuotedTextSpan(n ast.Ranged) source.Span {
	for t := range parse.Tokens(c.file.Source.TextOf(n.Range())) {
		if t.Kind == parse.String {
			start := n.Range().Start
			return c.file.Source.Span(source.Range{Start: start + t.Start, End: start + t.End})
		}
	}
	return c.spanOf(n)
}

// fail reports an error at a node and returns false, so that a check can end with `return c.fail(…)`.
func (c *checker) fail(code source.Code, n ast.Ranged, hint, format string, args ...any) bool {
	return c.failAt(code, c.spanOf(n), hint, format, args...)
}

// require reports an error at a node unless the argument holds is true. It returns that argument.
func (c *checker) require(holds bool, code source.Code, n ast.Ranged, hint, format string, args ...any) bool {
	return holds || c.fail(code, n, hint, format, args...)
}

// failAt reports an error at a place and returns false.
func (c *checker) failAt(code source.Code, at source.Span, hint, format string, args ...any) bool {
	c.reportError(code, at, hint, format, args...)
	return false
}

// reportError reports an error and returns it, so that the caller can add fixes.
func (c *checker) reportError(code source.Code, at source.Span, hint, format string, args ...any) *source.Diagnostic {
	c.failureCount++
	return c.errorList.AddError(code, at, hint, format, args...)
}

// reportWarning reports a warning at a node and returns it. It reports nothing while text is computed again for a
// sentence.
func (c *checker) reportWarning(code source.Code, n ast.Ranged, hint, format string, args ...any) *source.Diagnostic {
	if c.isRecomputedForSentence {
		return &source.Diagnostic{}
	}
	return c.errorList.AddWarning(code, c.spanOf(n), hint, format, args...)
}

// Some statements concern the command and not the puzzle: hints to the search, and the expected number of solutions.
