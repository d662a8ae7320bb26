// Package check gives a tree its meaning: it resolves names, computes numbers,
// draws shapes, and reports every semantic error.
//
// Its input is an [ast.File], which it does not change, and an [Importer];
// its output a [model.Puzzle] or a [source.List] of errors. It knows nothing
// of items' numbers, matrices or solving.
//
// Statements may stand in any order. So the declarations are collected first,
// and each is resolved when it is first needed; one that needs itself is an
// error. The other statements follow, in the order of the file.
package check

import (
	"cmp"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// Importer finds the text of what a file uses.
type Importer struct {
	// Module returns a standard module by its bare name.
	Module func(name string) ([]byte, error)
	// File returns a file by the path written in the file called from, and
	// the name under which to report errors in it. It may be nil, if nothing
	// can be imported by path.
	File func(from, path string) (name string, text []byte, err error)
	// Words returns a standard list of words by its bare name. It may be nil,
	// if there are none.
	Words func(name string) ([]byte, error)
}

// Options says how to check.
type Options struct {
	// Params replaces the values of parameters.
	Params map[string]int64
	// Limits bounds what a file may ask for.
	Limits Limits
	// Incomplete says that statements are missing, because they could not
	// be read: unknown names are no news then.
	Incomplete bool
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
func DefaultLimits() Limits {
	return Limits{Cells: 1_000_000, Items: 2_000_000, Options: 5_000_000, Steps: 30_000_000}
}

// OrDefault replaces zero fields by their defaults.
func (l Limits) OrDefault() Limits {
	usual := DefaultLimits()
	return Limits{
		Cells:   cmp.Or(l.Cells, usual.Cells),
		Items:   cmp.Or(l.Items, usual.Items),
		Options: cmp.Or(l.Options, usual.Options),
		Steps:   cmp.Or(l.Steps, usual.Steps),
	}
}

// File checks a file. If there are errors, the puzzle holds the statements
// that are right, for lowering to find more errors in them; it is nil if what
// is missing would make errors where there are none.
func File(f *ast.File, imp Importer, opts Options) (*model.Puzzle, error) {
	c := newChecker(f, imp, opts)
	c.declare()
	c.overrideParams()
	c.resolveAll()
	c.puzzleStatements()
	c.unused()
	c.puzzle.Warnings = c.errs.Warnings()
	err := c.errs.Err()
	if err != nil && (c.incomplete || c.packBroken || c.itemsBroken) {
		return nil, err
	}
	return c.puzzle, err
}

// checker checks one file. A file that is imported has a checker of its own.
type checker struct {
	file          *ast.File
	importer      Importer
	options       Options
	limits        Limits
	importing     []string            // the files that led here, for cycles
	imported      map[string]*checker // files checked already, shared by all files of a puzzle
	errs          source.List
	scope         scope
	declared      []*entity // by this file, in order
	families      map[string]*family
	puzzle        *model.Puzzle
	incomplete    bool            // names may be missing, through no fault of this file
	packBroken    bool            // there is a packing, and it could not be understood
	itemsBroken   bool            // some items are declared, and it could not be understood which
	optionsBroken bool            // there are options, and it could not be understood which
	failures      int             // errors met so far, told or not
	handled       int             // cells handled by shapes so far
	once          map[string]bool // statements seen that may stand once
	asked         string          // what fills a board, if anything does
	grids         map[*model.Board]*lattice.Grid
}

func newChecker(f *ast.File, imp Importer, opts Options) *checker {
	return &checker{
		file:       f,
		importer:   imp,
		options:    opts,
		limits:     opts.Limits.OrDefault(),
		importing:  []string{f.Source.Name},
		imported:   map[string]*checker{},
		scope:      scope{},
		families:   map[string]*family{},
		puzzle:     &model.Puzzle{},
		incomplete: opts.Incomplete,
		once:       map[string]bool{},
		grids:      map[*model.Board]*lattice.Grid{},
	}
}

// puzzleStatements checks the statements that are no declarations.
func (c *checker) puzzleStatements() {
	for _, s := range c.file.Statements {
		switch s := s.(type) {
		case *ast.Version:
			c.version(s)
		case *ast.Title:
			c.title(s)
		case *ast.About:
			c.about(s)
		case *ast.Pack:
			c.pack(s)
		case *ast.PlaceMan:
			c.placeMan(s)
		case *ast.Queens:
			c.queens(s)
		case *ast.Latin:
			c.latin(s)
		case *ast.Words:
			c.words(s)
		case *ast.Dissect:
			c.dissect(s)
		case *ast.Items:
			c.items(s)
		case *ast.Option:
			c.option(s)
		case *ast.Matching:
			c.matching(s)
		case *ast.Forbid:
			c.forbid(s)
		case *ast.Break:
			c.breakStatement(s)
		case *ast.Search:
			c.search(s)
		case *ast.Expect:
			c.expect(s)
		}
	}
	if c.optionsBroken {
		c.puzzle.Matchings, c.puzzle.Forbids = nil, nil // they speak of options that are not there
	}
	c.symmetryNeedsPack()
	c.swapsNeedLatin()
	c.nothingToSolve()
}

func (c *checker) breakStatement(s *ast.Break) {
	if s.Word == "swaps" {
		c.puzzle.BreakSwaps = c.span(s)
		return
	}
	c.puzzle.BreakSymmetry = c.span(s)
}

// versions checks the version of a file that is imported.
func (c *checker) versions() {
	for _, s := range c.file.Statements {
		if v, ok := s.(*ast.Version); ok {
			c.version(v)
		}
	}
}

func (c *checker) version(s *ast.Version) {
	c.first("puz", s)
	if s.Number.Text != "1" {
		c.fail(codes.WrongVersion, s.Number, "this program reads version 1", "there is no version %s of the language", s.Number.Text)
	}
}

func (c *checker) title(s *ast.Title) {
	if c.first("puzzle", s) {
		c.puzzle.Title = string(s.Text)
	}
}

func (c *checker) about(s *ast.About) {
	if !c.first("about", s) {
		return
	}
	c.puzzle.About = string(s.Text)
	if s.Picture != nil {
		for _, row := range s.Picture.Rows {
			c.puzzle.About += row + "\n"
		}
	}
}

// first reports an error at the second statement of a kind.
func (c *checker) first(kind string, s ast.Ranged) bool {
	if c.once[kind] {
		c.fail(codes.SaidTwice, s, "remove one of them", "there is a second `%s` statement", kind)
		return false
	}
	c.once[kind] = true
	return true
}

// symmetryNeedsPack reports symmetry of what the compiler sees no symmetry of.
func (c *checker) symmetryNeedsPack() {
	const hint = "symmetry is known of pieces on a board, and of men on a board, that stand alone"
	if c.puzzle.SymmetryKnown() || c.incomplete || c.packBroken {
		return
	}
	reason := "there is no board whose symmetry could be known"
	if c.puzzle.Pack != nil || c.puzzle.Place != nil {
		reason = "items or options are added, or some are forbidden, so that the symmetry of the whole is not known"
	}
	if s := c.puzzle.BreakSymmetry; s.Known() {
		c.errs.Add(codes.SymmetryNeedsPack, s, hint, "%s", reason)
	}
	for _, e := range c.puzzle.Expects {
		if e.UpToSymmetry {
			c.errs.Add(codes.SymmetryNeedsPack, e.Span, hint, "%s", reason)
		}
	}
}

// swapsNeedLatin reports swaps of what is no Latin square.
func (c *checker) swapsNeedLatin() {
	if c.puzzle.Latin != nil || c.incomplete || c.packBroken {
		return
	}
	const hint, reason = "only `latin` makes squares in which symbols can be swapped", "there is no Latin square whose symbols could be swapped"
	if s := c.puzzle.BreakSwaps; s.Known() {
		c.errs.Add(codes.SwapsNeedLatin, s, hint, reason)
	}
	for _, e := range c.puzzle.Expects {
		if e.UpToSwaps {
			c.errs.Add(codes.SwapsNeedLatin, e.Span, hint, reason)
		}
	}
}

// question reports an error at the second statement that fills a board.
func (c *checker) question(s ast.Ranged, what string) bool {
	if c.asked != "" {
		c.fail(codes.SecondPack, s, "join them into one, or write two files",
			"a puzzle fills one board: there is %s already", c.asked)
		return false
	}
	c.asked = what
	return true
}

// nothingToSolve warns of a puzzle without a question, unless it is there to
// be imported.
func (c *checker) nothingToSolve() {
	if c.puzzle.HasQuestion() || c.incomplete || c.packBroken {
		return
	}
	if len(c.exports()) > 0 && len(c.puzzle.Expects) == 0 {
		return
	}
	c.errs.Warn(codes.NothingToSolve, c.file.Source.Span(source.Range{}), "add a statement such as `pack` or `queens`, or `items` and `option`",
		"this puzzle asks for nothing: it has one solution, the empty one")
}

// span attaches the file to the place of a node.
func (c *checker) span(n ast.Ranged) source.Span { return c.file.Source.Span(n.Range()) }

func (c *checker) fail(code source.Code, n ast.Ranged, hint, format string, args ...any) {
	c.failAt(code, c.span(n), hint, format, args...)
}

func (c *checker) failAt(code source.Code, at source.Span, hint, format string, args ...any) {
	c.failures++
	c.errs.Add(code, at, hint, format, args...)
}

func (c *checker) warn(code source.Code, n ast.Ranged, hint, format string, args ...any) {
	c.errs.Warn(code, c.span(n), hint, format, args...)
}
