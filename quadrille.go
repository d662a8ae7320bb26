// Package quadrille solves, counts and samples puzzles that are written in a few lines
// of text, and exact cover problems that come from anywhere.
//
// A [Puzzle] comes from [Load], which reads the language Quadrille (spec.md), dumps of
// exact cover matrices in six formats, partial Latin squares, sudokus and shapes to be
// cut; or from [FromMatrix], without any language. It is then asked:
//
//	p, err := quadrille.Load("scott.puz", text, quadrille.Options{})
//	n, err := p.Count(ctx, quadrille.Search{})
//	for s, err := range p.Solutions(ctx, quadrille.Search{Threads: 2}) { fmt.Println(s, err) }
//	s, err := p.First(ctx, quadrille.Search{Engine: quadrille.EngineDense})
//	d, err := p.Diagram(ctx, quadrille.Search{}) // all solutions, to draw from at random
//
// What takes more code than that stands on this package, in packages that are linked only if they are imported:
// explain says why there is no solution, or only one; generate makes puzzles; render writes pages, PDF, HTML and
// bodies; job does searches that go on after an end; batch asks the same of many puzzles; score sorts packings.
//
// Which solutions count as one is part of the question: [Options.UpTo] asks for classes
// under the symmetries of the board. How to search is part of [Search], whose zero value
// leaves it to the planner. Every [Solution] that comes out is one of the puzzle.
//
// Nothing is printed, nothing is read but what [Options.Files] holds or [LoadFile] is
// asked for, and there are no globals. What is wrong with a text comes as [Diagnostics], which have places. A Puzzle
// does not change, and several goroutines may ask it at once.
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

// Modules lists the standard modules that a puzzle may use.
func Modules() []string { return stdlib.Modules() }

// ReadModule returns the text of a standard module; the error wraps [fs.ErrNotExist].
func ReadModule(name string) ([]byte, error) { return stdlib.ReadModule(name) }

// WordLists lists the standard lists of words, for the statement words.
func WordLists() []string { return stdlib.WordLists() }

// ReadWordList returns a standard list of words, one on each line; the error wraps
// [fs.ErrNotExist].
func ReadWordList(name string) ([]byte, error) { return stdlib.ReadWords(name) }

// Limits bound the size of what a text may ask for: Cells of a shape, Items, Options, and Steps, the rounds of loops.
// Zero fields stand for the defaults of spec.md, section 12, which OrDefault fills in.
type Limits = compile.Limits

// UpTo says which solutions count as one, beside what the file says itself. The ways can
// be joined by |; 0 lets every solution count.
type UpTo int

// The ways to count solutions as one.
const (
	// Symmetry gives one solution of each class under the motions that map the whole
	// puzzle to itself.
	Symmetry UpTo = 1 << iota
	// Swaps leaves out the Latin squares in which exchanging two symbols of a 2 by 2
	// square leads to a larger one.
	Swaps
	// Rotation gives one solution of each class under the rotations among these motions,
	// and the shifts of a wrapped board.
	Rotation
)

// equivalence returns which motions make solutions alike.
func (u UpTo) equivalence() model.Equivalence {
	switch {
	case u&Symmetry != 0:
		return model.Mirrored
	case u&Rotation != 0:
		return model.Rotated
	}
	return model.Distinct
}

// Options say how to read a puzzle.
type Options struct {
	// Params replaces the values of parameters.
	Params map[string]int64
	// UpTo says which solutions count as one.
	UpTo UpTo
	// Format is that of the text: [FormatPuz], or one that [Formats] lists as read.
	// If it is empty, the name and the content tell.
	Format Format
	// Files is the folder of the puzzle, for what it uses by path. Nil is an empty one.
	Files fs.FS
	// Limits bounds boards, items and options.
	Limits Limits
	// Stop, if not nil, is asked again and again whether to go on with compiling, so it should be
	// quick: the Err of a context is. Its error ends that, and is the one of Load. As long as
	// the matrix of a dissection has not been made, which is done when it is wanted, Stop may be asked.
	Stop func() error
}

// Version tells which sources the program was built from, as far as the build knows.
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

// Puzzle is a puzzle that has been compiled.
type Puzzle struct {
	name    string
	text    []byte
	options Options
	program *compile.Program
	board   *convert.Board    // what was read in the format polyominoes, or nil
	used    map[string][]byte // the files that the text uses, by their paths from its folder
}

// MaxFile is the size in bytes of the largest text that is read.
const MaxFile = 256 << 20

// Load compiles a puzzle, or reads a dump, a partial Latin square or a sudoku in a line. The name tells what
// a text is by its extension, and stands in diagnostics. The error is a [Diagnostics]
// with all that is wrong with the text, that of Options.Stop, or tells in its words what cannot be done.
func Load(name string, text []byte, o Options) (*Puzzle, error) {
	text, o.Params = append([]byte{}, text...), maps.Clone(o.Params) // as a puzzle does not change
	p := &Puzzle{name: name, text: text, options: o, used: map[string][]byte{}}
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

// LoadFile loads a puzzle from a file. If [Options.Files] is nil, what it uses by path is looked for in its folder.
// The error wraps [fs.ErrNotExist] and the like if the file cannot be read, and is else that of [Load].
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

// DetectFormat returns the format of a text: as the options say, or as the extension of the
// name does, or else by its content. A text that looks like no other format is a puzzle.
func DetectFormat(name string, text []byte, o Options) Format {
	if o.Format != "" {
		return o.Format
	}
	return convert.DetectFormat(name, text)
}

// readDump makes a puzzle of a matrix.
func (p *Puzzle) readDump(f Format) (err error) {
	switch {
	case len(p.options.Params) > 0:
		return fmt.Errorf("%s is a dump and has no parameters", p.name)
	case p.options.UpTo&Swaps != 0:
		return fmt.Errorf("%s is a dump: nothing is known of its swaps", p.name)
	case p.options.UpTo.equivalence() != model.Distinct:
		return fmt.Errorf("%s is a dump: nothing is known of its symmetry", p.name)
	}
	p.program, p.board, err = convert.ReadDump(p.name, p.text, f,
		format.ReadOptions{Items: p.options.Limits.Items, Options: p.options.Limits.Options})
	if errors.Is(err, format.ErrTooLarge) {
		err = largeError{err}
	}
	return err
}

// FromMatrix makes a puzzle of an exact cover problem, which must not change any more. Options without a
// primary item are never chosen.
func FromMatrix(m *matrix.Problem) *Puzzle {
	return &Puzzle{program: compile.FromMatrix(m)}
}

// Recompile compiles the puzzle once more, with other options.
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

// compilerOptions says to the compiler what the options say.
func (p *Puzzle) compilerOptions() compile.ProgramOptions {
	return compile.ProgramOptions{
		Params: p.options.Params, Limits: p.options.Limits, Stop: p.options.Stop,
		UpTo: p.options.UpTo.equivalence(), UpToSwaps: p.options.UpTo&Swaps != 0,
	}
}

func (p *Puzzle) newImporter() compile.Importer {
	return NewImporter(p.name, p.options.Files, func(name string, text []byte) { p.used[name] = text })
}

// NewImporter finds standard modules, and files in the folder of a puzzle, as [Load] does. A file
// names others by their paths from its own folder, and none outside of it. Each file that is
// read is handed to used, by its path in the folder.
func NewImporter(name string, files fs.FS, used func(path string, text []byte)) compile.Importer {
	return compile.Importer{Module: stdlib.ReadModule, Modules: stdlib.Modules(), Words: stdlib.ReadWords,
		File: func(from, to string) (string, []byte, error) {
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

// ReadFile reads a file that is regular and not larger than [MaxFile].
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

// ReadText reads a text that is not larger than [MaxFile].
func ReadText(name string, r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxFile+1))
	if err == nil && len(text) > MaxFile {
		err = largeError{fmt.Errorf("%s is larger than %d MB", name, MaxFile>>20)}
	}
	return text, err
}

// Warnings are what is odd about the puzzle and does not keep it from having a meaning.
func (p *Puzzle) Warnings() Diagnostics { return p.program.Warnings }

// Title returns the name that the puzzle gives itself, or "".
func (p *Puzzle) Title() string { return p.program.Puzzle.Title }

// Describe tells what the puzzle is made of: board, pieces, lines, items and options.
func (p *Puzzle) Describe() string { return p.program.Describe() }

// Param is a parameter of a text, with its value.
type Param struct {
	Name  string `json:"name"`
	Value int64  `json:"value"`
}

// Params lists the parameters that the text declares, in order.
func (p *Puzzle) Params() []Param {
	var out []Param
	for _, q := range p.program.Puzzle.Params {
		out = append(out, Param(q))
	}
	return out
}

// Lattice names the lattice that the cells of solutions lie on.
func (p *Puzzle) Lattice() string { return p.program.Lattice().Name }

// Group is a group of symmetries.
type Group struct {
	// Motions has the elements in words, the identity first.
	Motions []string
	// UpTo is "symmetry" or "rotation".
	UpTo string
	// Pivot is the piece of which the search takes one placement of each orbit, or "".
	Pivot string
	text  string
}

// String describes the group in a line.
func (g Group) String() string { return g.text }

// Group returns the symmetries under which solutions count as one. It returns false if
// every solution counts.
func (p *Puzzle) Group() (Group, bool) {
	s := p.program.Symmetry()
	if s == nil {
		return Group{}, false
	}
	return Group{s.Motions, s.Equivalence().String(), s.Pivot, s.String()}, true
}

// HasGroup reports whether symmetries of the puzzle can be known: that of a packing, or
// of men on a board.
func (p *Puzzle) HasGroup() bool { return p.program.Puzzle.SymmetryKnown() }

// Matrix returns the exact cover problem of the puzzle. Exact reports whether its
// solutions are those of the puzzle, one for one. They are more where one of each class
// is wanted, or something is connected: [Puzzle.Solutions] leaves the others out. The matrix of
// a dissection may be too large; then the error is a [Diagnostics].
func (p *Puzzle) Matrix() (m *matrix.Problem, exact bool, err error) {
	m, err = p.program.Candidates()
	return m, p.program.IsExact(), err
}

// ExtraConstraints says what the puzzle wants of solutions beyond what its matrix says, such as connected cells, or
// nothing.
func (p *Puzzle) ExtraConstraints() string { return p.program.ExtraConstraints() }

// Option is an option of the matrix.
type Option struct {
	// Items are named as the matrix names them, with colors: cell:red.
	Items []string
	// Origin says in a few words what the option stands for, such as a piece at a place.
	Origin string
}

// Option returns an option of the matrix by its number.
func (p *Puzzle) Option(o matrix.OptionID) Option {
	m, err := p.program.Candidates()
	if err != nil {
		return Option{}
	}
	return Option{m.OptionItems(o), p.program.OriginText(o)}
}

// MaxThreads is the largest number of threads of a search.
const MaxThreads = schedule.MaxThreads

// OptionID numbers the options of a matrix from 0.
type OptionID = matrix.OptionID

// ItemID numbers the items of a matrix from 0, primary items first.
type ItemID = matrix.ItemID
