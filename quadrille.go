// Package quadrille solves, counts and samples puzzles that are written in a few lines
// of text, and exact cover problems that come from anywhere.
//
// A [Puzzle] comes from [Load], which reads the language Quadrille (spec.md), dumps of exact cover matrices in six
// formats, partial Latin squares, sudokus and shapes to be cut; or from [FromMatrix], without any language. It then
// answers questions:
//
//	p, err := quadrille.Load("scott.puz", text, quadrille.Options{})
//	n, err := p.Count(ctx, quadrille.Search{})
//	for s, err := range p.Solutions(ctx, quadrille.Search{Threads: 2}) { fmt.Println(s, err) }
//	s, err := p.First(ctx, quadrille.Search{Engine: quadrille.EngineDense})
//	d, err := p.Diagram(ctx, quadrille.Search{}) // all solutions, to draw from at random
//
// Features that take more code are packages of their own, which are linked only if they are imported: explain says
// why there is no solution, or only one; generate makes puzzles; render writes pages, PDF, HTML and bodies for 3D
// printers; job runs searches that can be interrupted and continued; batch answers one question about many puzzles;
// score ranks packings by symmetry.
//
// Solutions that differ by a symmetry of the board can be counted as one: [Options.UpTo] asks for that. A [Search]
// holds the settings of a search, and its zero value leaves the choice to the planner. Every [Solution] that a search
// yields has been checked against the puzzle.
//
// # Errors
//
// A text that is wrong has the error [Diagnostics], a list. Each has a Span, which prints as file:line:column,
// a Summary, a Hint and a Code:
//
//	_, err := quadrille.Load("a.puz", text, quadrille.Options{})
//	var list quadrille.Diagnostics
//	if errors.As(err, &list) {
//		for _, d := range list { fmt.Println(d.Span, d.Summary, d.Hint) }
//		source.PrintList(os.Stderr, list) // or as puz prints them, from quadrille/lang/source
//	}
//
// [errors.Is] finds [ErrTooLarge], [ErrNoSolution] and the other variables of this package, the codes of package
// quadrille/lang/codes, such as codes.UnknownName, [fs.ErrNotExist] where a file is missing, and the error of a context
// that ended a search. [Options.Limits] raises the limits of which ErrTooLarge tells.
//
// # In a module of your own
//
// The module is not published yet; a replacement finds its clone:
//
//	go mod edit -require quadrille@v0.0.0 -replace quadrille=/path/to/clone
//
// docs/tour.md has a whole program, under "From Go".
//
// The package prints nothing and has no globals. It reads only what [Options.Files] holds, and files that [LoadFile]
// is asked for. Errors in a text are [Diagnostics], which have places. A Puzzle does not change, and several
// goroutines may use it at once.
package quadrille

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"

	"quadrille/compile"
	"quadrille/compile/model"
	"quadrille/convert"
	canonical "quadrille/lang/format"
	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
	"quadrille/runtime/schedule"
	"quadrille/stdlib"
)

// CanonicalText returns the text of a puzzle in its one canonical spelling. The error is a list of
// [Diagnostics].
func CanonicalText(name string, text []byte) (string, error) {
	return canonical.CanonicalText(name, text)
}

// Modules returns the names of the standard modules.
func Modules() []string { return stdlib.Modules() }

// ReadModule returns the text of a standard module; the error wraps [fs.ErrNotExist].
func ReadModule(name string) ([]byte, error) { return stdlib.ReadModule(name) }

// WordLists returns the names of the standard word lists, for the statement words.
func WordLists() []string { return stdlib.WordLists() }

// ReadWordList returns a standard list of words, one on each line; the error wraps
// [fs.ErrNotExist].
func ReadWordList(name string) ([]byte, error) { return stdlib.ReadWords(name) }

// Limits bounds the size of the puzzle that a text describes: the cells of a shape (MaxShapeCells), the items
// (MaxItems), the options (MaxOptions), and the rounds of all loops together (MaxLoopRounds). Zero fields stand for the
// defaults of spec.md, appendix E, and the method WithDefaults fills them in.
type Limits = compile.Limits

// UpTo is a set of equivalences of solutions, added to those in the text. Of several equivalent solutions only one
// counts. Values can be joined by |. With 0, and no equivalence in the text, every solution counts.
type UpTo int

// The equivalences of solutions.
const (
	// Symmetry yields one solution of each class of equivalent solutions, under the motions that map the whole puzzle
	// to itself.
	Symmetry UpTo = 1 << iota
	// Swaps applies to Latin squares. It drops a square if exchanging the two symbols of some 2 by 2 subsquare leads to
	// a larger square, as compared in reading order.
	Swaps
	// Rotation yields one solution of each class under the rotations among the motions of Symmetry, and under the
	// shifts of a board with joined edges.
	Rotation
)

// equivalence returns the motions under which solutions are equivalent, for the compiler.
func (u UpTo) equivalence() model.Equivalence {
	switch {
	case u&Symmetry != 0:
		return model.UpToReflection
	case u&Rotation != 0:
		return model.UpToRotation
	}
	return model.AllDistinct
}

// Options are the options of [Load].
type Options struct {
	// Params holds new values of the text's parameters, by name.
	Params map[string]int64
	// UpTo is the set of equivalences of solutions, in addition to those in the text.
	UpTo UpTo
	// Format is the format of the text: "puz", or one that [Formats] lists with Reads set. If it is empty, the name and
	// the content of the text determine the format.
	Format Format
	// Files is the folder of the puzzle, in which the text's paths to other files are looked up. Nil stands for an
	// empty folder.
	Files fs.FS
	// Limits bounds the size of boards, and the numbers of items and options.
	Limits Limits
	// Stop, if not nil, is called often during compilation, so it should be fast, like the Err method of a context.
	// If it returns an error, the compilation ends, and Load returns that error. The matrix of a dissection is made
	// on demand, so Stop may also be called after Load.
	Stop func() error
}

// Version returns the version of the sources of the program, as far as the build knows it.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	commit, changed := settings["vcs.revision"], ""
	if settings["vcs.modified"] == "true" {
		changed = ", changed since"
	}
	if commit == "" {
		return strings.Trim(info.Main.Version, "()") + " (" + runtime.Version() + ")"
	}
	date, _, _ := strings.Cut(settings["vcs.time"], "T")
	return fmt.Sprintf("%s of %s%s (%s)", commit[:min(12, len(commit))], date, changed, runtime.Version())
}

// Puzzle is a compiled puzzle. It is immutable.
type Puzzle struct {
	name      string
	text      []byte
	options   Options
	program   *compile.Program
	usedFiles map[string][]byte // files that the text uses, by their paths from its folder
}

// MaxFile bounds the size of a text, in bytes.
const MaxFile = 256 << 20

// Load compiles the text of a puzzle, or reads a matrix, a partial Latin square or a sudoku in one line. The
// extension of the name determines the format. Diagnostics contain the name. The error is a [Diagnostics] with all
// errors of the text, the error of Options.Stop, or another error with a description.
func Load(name string, text []byte, o Options) (*Puzzle, error) {
	text, o.Params = append([]byte{}, text...), maps.Clone(o.Params) // copies, as a puzzle does not change
	p := &Puzzle{name: name, text: text, options: o, usedFiles: map[string][]byte{}}
	f := DetectFormat(name, text, o)
	puzzle, isPuzzle, err := convert.PuzzleText(f, name, text)
	switch {
	case err != nil:
	case isPuzzle:
		p.text = []byte(puzzle)
		if f != FormatPuz {
			p.options.Format = FormatPuz
		}
		p.program, err = compile.CompileText(name, p.text, p.newImporter(), p.compilerOptions())
	default:
		err = p.readDump(f)
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// LoadFile loads a puzzle from a file. If [Options.Files] is nil, the text's paths to other files are looked up in the
// folder of the file. If the file cannot be read, the error wraps one of package [io/fs], such as [fs.ErrNotExist].
// Other errors are those of [Load].
func LoadFile(name string, o Options) (*Puzzle, error) {
	folder := os.DirFS(filepath.Dir(name))
	text, err := ReadFile(folder, filepath.Base(name))
	if err != nil {
		return nil, err
	}
	if o.Files == nil {
		o.Files = folder
	}
	return Load(name, text, o)
}

// DetectFormat returns the format of a text: the one in the options, or else by the extension of the name, or
// else by the content. A text that looks like no other format is taken for the language.
func DetectFormat(name string, text []byte, o Options) Format {
	if o.Format != "" {
		return o.Format
	}
	return convert.DetectFormat(name, text)
}

// readDump reads the text as a matrix in a format, and sets the program and the board of the puzzle.
func (p *Puzzle) readDump(f Format) (err error) {
	switch {
	case len(p.options.Params) > 0:
		return fmt.Errorf("%s is a dump and has no parameters", p.name)
	case p.options.UpTo&Swaps != 0:
		return fmt.Errorf("%s is a dump: nothing is known of its swaps", p.name)
	case p.options.UpTo.equivalence() != model.AllDistinct:
		return fmt.Errorf("%s is a dump: nothing is known of its symmetry", p.name)
	}
	p.program, err = compile.ReadDump(p.name, p.text, f,
		format.ReadOptions{MaxItems: p.options.Limits.MaxItems, MaxOptions: p.options.Limits.MaxOptions})
	if errors.Is(err, format.ErrTooLarge) {
		err = tooLargeError{err}
	}
	return err
}

// FromMatrix returns the puzzle of an exact cover problem, which must not change afterwards. Options without a
// primary item are never chosen.
func FromMatrix(m *matrix.Problem) *Puzzle {
	return &Puzzle{program: compile.FromMatrix(m)}
}

// Recompile compiles the text of the puzzle again, with other options.
func (p *Puzzle) Recompile(o Options) (*Puzzle, error) {
	if p.text == nil {
		return nil, errors.New("a matrix has no parameters, and nothing is known of its symmetry")
	}
	if o.Format == "" {
		o.Format = p.options.Format
	}
	if o.Files == nil {
		o.Files = p.options.Files
	}
	return Load(p.name, p.text, o)
}

// compilerOptions returns the options of the compiler.
func (p *Puzzle) compilerOptions() compile.ProgramOptions {
	return compile.ProgramOptions{
		Params: p.options.Params, Limits: p.options.Limits, CheckStop: p.options.Stop,
		Equivalence: p.options.UpTo.equivalence(), BreakSwaps: p.options.UpTo&Swaps != 0,
	}
}

func (p *Puzzle) newImporter() compile.Importer {
	return NewImporter(p.name, p.options.Files, func(name string, text []byte) { p.usedFiles[name] = text })
}

// NewImporter returns the function by which the compiler finds the texts that a puzzle uses: standard modules, and
// files in the folder of the puzzle. A path in a file is relative to the folder of that file, and cannot leave the
// folder of the puzzle. For each file that is read, the function used is called with the path from the folder of the
// puzzle, and the text.
func NewImporter(name string, files fs.FS, used func(path string, text []byte)) compile.Importer {
	return compile.Importer{ReadModule: stdlib.ReadModule, ModuleNames: stdlib.Modules(),
		ReadWordList: stdlib.ReadWords,
		ReadFile: func(from, to string) (string, []byte, error) {
			to = filepath.ToSlash(to)
			switch {
			case !filepath.IsLocal(to):
				return "", nil, errors.New("only files in the folder of the puzzle, and below it, are read")
			case files == nil:
				return "", nil, &fs.PathError{Op: "open", Path: to, Err: fs.ErrNotExist}
			}
			below, err := filepath.Rel(filepath.Dir(name), filepath.Dir(from))
			if err != nil {
				return "", nil, err
			}
			inside := path.Join(filepath.ToSlash(below), to)
			text, err := ReadFile(files, inside)
			if err == nil {
				used(inside, text)
			}
			return filepath.Join(filepath.Dir(from), filepath.FromSlash(to)), text, err
		}}
}

// ReadFile reads a file of a folder. It must be a regular file of at most [MaxFile] bytes.
func ReadFile(files fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(files, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file", name)
	}
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadText(name, f)
}

// ReadText reads a text of at most [MaxFile] bytes. The name is for the error.
func ReadText(name string, r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxFile+1))
	if err == nil && len(text) > MaxFile {
		err = tooLargeError{fmt.Errorf("%s is larger than %d MB", name, MaxFile>>20)}
	}
	return text, err
}

// Warnings returns the warnings about the puzzle.
func (p *Puzzle) Warnings() Diagnostics { return p.program.Warnings }

// Title returns the title of the puzzle, or "".
func (p *Puzzle) Title() string { return p.program.Puzzle.Title }

// Describe returns a summary of the puzzle in several lines: the board, the pieces, and how many lines, items and
// options there are.
func (p *Puzzle) Describe() string { return p.program.Describe() }

// Param is a parameter of a text, with its value.
type Param struct {
	Name  string `json:"name"`
	Value int64  `json:"value"`
}

// Params returns the parameters that the text declares, in the order of the text.
func (p *Puzzle) Params() []Param {
	var out []Param
	for _, q := range p.program.Puzzle.Params {
		out = append(out, Param(q))
	}
	return out
}

// Lattice returns the name of the lattice on which solutions lie, such as square or hex.
func (p *Puzzle) Lattice() string { return p.program.Lattice().Name }

// Group is a group of symmetries.
type Group struct {
	// Motions describes each element of the group in words, the identity first.
	Motions []string
	// UpTo is the equivalence that the group stands for: "symmetry" or "rotation".
	UpTo string
	// Pivot is the name of the piece whose placements break the symmetry, or "". Of each set of symmetric placements of
	// this piece, the search tries only one.
	Pivot       string
	description string
}

// String describes the group in a line.
func (g Group) String() string { return g.description }

// Group returns the group of symmetries under which solutions are equivalent. It returns false if every solution
// counts.
func (p *Puzzle) Group() (Group, bool) {
	s := p.program.Symmetry()
	if s == nil {
		return Group{}, false
	}
	return Group{s.MotionNames, s.Equivalence().String(), s.PivotName, s.String()}, true
}

// HasGroup reports whether the compiler can find the symmetries of the puzzle. It can for a packing, and for a puzzle
// that places chessmen on a board.
func (p *Puzzle) HasGroup() bool { return p.program.Puzzle.IsSymmetryKnown() }

// Matrix returns the exact cover problem of the puzzle. Exact reports whether the solutions of the matrix correspond
// one to one to those of the puzzle. The matrix has more solutions if one of each class of equivalent solutions is
// wanted, if cells must be connected, or if the puzzle has a goal; [Puzzle.Solutions] drops the others. The matrix of a
// dissection may be too large; then the error is a [Diagnostics].
func (p *Puzzle) Matrix() (m *matrix.Problem, exact bool, err error) {
	m, err = p.program.Candidates()
	return m, p.program.IsExact() && !p.HasGoal(), err
}

// ExtraConstraints describes the constraints of the puzzle that its matrix does not express, such as that cells are
// connected. It returns "" if there are none.
func (p *Puzzle) ExtraConstraints() string { return p.program.ConstraintsBeyondMatrix() }

// Option is an option of the matrix.
type Option struct {
	// Items are the names of the option's items. A color follows its item, as in cell:red.
	Items []string
	// Origin describes in a few words what the option stands for, such as a piece at a place.
	Origin string
}

// Option returns an option of the matrix by its id.
func (p *Puzzle) Option(o matrix.OptionID) Option {
	m, err := p.program.Candidates()
	if err != nil {
		return Option{}
	}
	return Option{m.OptionItems(o), p.program.OriginText(o)}
}

// MaxThreads is the largest number of threads of a search.
const MaxThreads = schedule.MaxThreads

// OptionID is the index of an option in the matrix, from 0.
type OptionID = matrix.OptionID

// ItemID is the index of an item in the matrix, from 0. Primary items come first.
type ItemID = matrix.ItemID
