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
// # Errors
//
// A text that is wrong has the error [Diagnostics], a list. Each has a Span, which prints as file:line:column, a Summary,
// a Hint and a Code:
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

// Modules returns the names of the standard modules.
func Modules() []string { return stdlib.Modules() }

// ReadModule returns the text of a standard module; the error wraps [fs.ErrNotExist].
func ReadModule(name string) ([]byte, error) { return stdlib.ReadModule(name) }

// WordLists returns the names of the standard word lists, for the statement words.
func WordLists() []string { return stdlib.WordLists() }

// ReadWordList returns a standard list of words, one on each line; the error wraps
// [fs.ErrNotExist].
func ReadWordList(name string) ([]byte, error) { return stdlib.ReadWords(name) }

// Limits bound the size of what a text may ask for: Cells of a shape, Items, Options, and Steps, the rounds of loops.
// Zero fields stand for the defaults of spec.md, section 12, which OrDefault fills in.
type Limits = compile.Limits

// UpTo is the set of equivalences of solutions, in addition to those in the file. Values can be joined by |;
// with 0 every solution counts.
type UpTo int

// The equivalences of solutions.
const (
	// Symmetry gives one solution of each class under the motions that map the whole
	// puzzle to itself.
	Symmetry UpTo = 1 << iota
	// Swaps leaves out the Latin squares in which exchanging two symbols of a 2 by 2
	// square leads to a larger one.
	Swaps
	// Rotation gives one solution of each class under the rotations among these motions, and the shifts of a
	// wrapped board.
	Rotation
)

// equivalence returns the motions under which solutions are equivalent.
func (u UpTo) equivalence() model.Equivalence {
	switch {
	case u&Symmetry != 0:
		return model.Mirrored
	case u&Rotation != 0:
		return model.Rotated
	}
	return model.Distinct
}

// Options are the options of [Load].
type Options struct {
	// Params replaces the values of parameters.
	Params map[string]int64
	// UpTo is the equivalence of solutions.
	UpTo UpTo
	// Format is the format of the text: "puz", or one that [Formats] lists as read. If it is empty, the name
	// and the content determine it.
	Format Format
	// Files is the folder of the puzzle, for files that it uses by path; nil stands for an empty folder.
	Files fs.FS
	// Limits bounds boards, items and options.
	Limits Limits
	// Stop, if not nil, is called often during compilation, so it should be fast; the Err method of a context
	// is. An error that it returns ends the compilation, and is returned by Load. The matrix of a dissection is
	// made on demand, so Stop may also be called after Load.
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

// Puzzle is a compiled puzzle.
type Puzzle struct {
	name    string
	text    []byte
	options Options
	program *compile.Program
	board   *convert.Board    // what was read in the format polyominoes, or nil
	used    map[string][]byte // the files that the text uses, by their paths from its folder
}

// MaxFile bounds the size of a text, in bytes.
const MaxFile = 256 << 20

// Load compiles a puzzle, or reads a dump, a partial Latin square or a sudoku in a line. The extension of the
// name determines the format, and diagnostics contain the name. The error is a [Diagnostics] with all errors of
// the text, the error of Options.Stop, or another error with a description.
func Load(name string, text []byte, o Options) (*Puzzle, error) {
	text, o.Params = append([]byte{}, text...), maps.Clone(o.Params) // copies, as a puzzle does not change
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

// LoadFile loads a puzzle from a file. If [Options.Files] is nil, files that it uses by path are searched in
// its folder. If the file cannot be read, the error wraps [fs.ErrNotExist] and the like; other errors are those
// of [Load].
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

// FromMatrix returns the puzzle of an exact cover problem, which must not change afterwards. Options without a
// primary item are never chosen.
func FromMatrix(m *matrix.Problem) *Puzzle {
	return &Puzzle{program: compile.FromMatrix(m)}
}

// Recompile compiles the puzzle again, with other options.
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
		Params: p.options.Params, Limits: p.options.Limits, Stop: p.options.Stop,
		UpTo: p.options.UpTo.equivalence(), UpToSwaps: p.options.UpTo&Swaps != 0,
	}
}

func (p *Puzzle) newImporter() compile.Importer {
	return NewImporter(p.name, p.options.Files, func(name string, text []byte) { p.used[name] = text })
}

// NewImporter returns an importer for standard modules, and for files in the folder of a puzzle, as [Load] uses
// it. Paths in a file are relative to its own folder, and cannot leave the folder of the puzzle. The function
// used is called for each file that is read, with its path in the folder.
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

// ReadFile reads a file, which must be regular and at most [MaxFile] bytes long.
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

// ReadText reads a text of at most [MaxFile] bytes.
func ReadText(name string, r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxFile+1))
	if err == nil && len(text) > MaxFile {
		err = largeError{fmt.Errorf("%s is larger than %d MB", name, MaxFile>>20)}
	}
	return text, err
}

// Warnings returns the warnings about the puzzle.
func (p *Puzzle) Warnings() Diagnostics { return p.program.Warnings }

// Title returns the title of the puzzle, or "".
func (p *Puzzle) Title() string { return p.program.Puzzle.Title }

// Describe returns a summary of the puzzle: board, pieces, lines, items and options.
func (p *Puzzle) Describe() string { return p.program.Describe() }

// Param is a parameter of a text, with its value.
type Param struct {
	Name  string `json:"name"`
	Value int64  `json:"value"`
}

// Params returns the parameters that the text declares, in order.
func (p *Puzzle) Params() []Param {
	var out []Param
	for _, q := range p.program.Puzzle.Params {
		out = append(out, Param(q))
	}
	return out
}

// Lattice returns the name of the lattice of solutions.
func (p *Puzzle) Lattice() string { return p.program.Lattice().Name }

// Group is a group of symmetries.
type Group struct {
	// Motions are the elements in words, the identity first.
	Motions []string
	// UpTo is "symmetry" or "rotation".
	UpTo string
	// Pivot is the piece for which the search tries one placement of each orbit, or "".
	Pivot string
	text  string
}

// String describes the group in a line.
func (g Group) String() string { return g.text }

// Group returns the symmetries under which solutions are equivalent. It returns false if every solution counts.
func (p *Puzzle) Group() (Group, bool) {
	s := p.program.Symmetry()
	if s == nil {
		return Group{}, false
	}
	return Group{s.Motions, s.Equivalence().String(), s.Pivot, s.String()}, true
}

// HasGroup reports whether the compiler can find the symmetries of the puzzle: it can for a packing, and for
// men on a board.
func (p *Puzzle) HasGroup() bool { return p.program.Puzzle.SymmetryKnown() }

// Matrix returns the exact cover problem of the puzzle. Exact reports whether its solutions correspond one to
// one to those of the puzzle. It has more if one of each class is wanted, or if something must be connected;
// [Puzzle.Solutions] drops the others. The matrix of a dissection may be too large; then the error is a
// [Diagnostics].
func (p *Puzzle) Matrix() (m *matrix.Problem, exact bool, err error) {
	m, err = p.program.Candidates()
	return m, p.program.IsExact(), err
}

// ExtraConstraints describes the constraints of the puzzle that its matrix does not express, such as connected
// cells, or returns "".
func (p *Puzzle) ExtraConstraints() string { return p.program.ExtraConstraints() }

// Option is an option of the matrix.
type Option struct {
	// Items are the names of its items in the matrix, with colors: cell:red.
	Items []string
	// Origin describes in a few words what the option stands for, such as a piece at a place.
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
