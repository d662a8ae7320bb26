// Package format writes exact cover problems as text for other solvers, and reads such text.
//
// A dump is the text of a problem. The package converts a [matrix.Problem] to a dump, always with the same bytes, and
// a dump to a problem. It must not know where a problem comes from, nor how it is solved.
//
// A reader's error is an [*DumpError], which has a line and a column, or it wraps the error of the
// io.Reader. No input makes a reader panic or exceed the limits of [ReadOptions]. In every format a
// name is UTF-8 text without control characters, of at most 4096 bytes, and no two items share one.
// In the formats of words (dance, dlx and polyominoes) it has no blanks either.
//
// # The lines of dlx and dance
//
// The first line has the items, with "|" before the secondary ones; each further line is an option. In dlx, a primary
// item that is covered u to v times is written u:v|item, or v|item if u is v. A secondary item with color c in an
// option is written item:c. Lines that begin with a bar are comments, and blank lines are skipped, with these
// exceptions:
//
//   - a bar alone on a line below the items is an option without items;
//
//   - a problem without primary items has a line of items that begins with a
//     bar. The last line with a bar above the first other line is read as the
//     items if it holds nothing but names, and that other line is an option of
//     these.
//
//   - below the items, a bar, a blank and the word matching or forbid begin a
//     matching or a nogood. The matchings stand above the options, a nogood below
//     the options that it names by their numbers, from 0.
//
//   - the word minimize or maximize, with the value of a solution without options, stands above the options and says
//     which solutions are best. The cost of an option stands behind its last item, as in a z:red|3. The least cost is
//     best, as for Knuth's program DLX5; to maximize, costs are negative values, which that program refuses. Costs
//     without such a comment are minimized.
//
// Such comments are, for example:
//
//	| matching rows: a b c = x y z
//	| minimize 0
//	| forbid 0 3 7
//
// Other programs read nogoods as comments, and find all solutions that the options make; dimacs,
// opb and lp keep them. Dance has no colors, multiplicities, nogoods and comments: every name is
// read as it stands.
//
// # The schema of json and yaml
//
// Version 1 is a mapping of three keys, items before options, and three that may be left out:
//
//	quadrille: 1
//	items:
//	- {name: "a", kind: primary}
//	- {name: "c", kind: primary, min: 0, max: 3}
//	- {name: "z", kind: secondary}
//	- {name: "slot", kind: secondary}
//	matchings:
//	- {name: "slots", left: ["a"], right: ["slot"]}
//	goal: {best: maximum, base: 0}
//	options:
//	- {entries: [{item: "a"}, {item: "slot"}, {item: "z", color: "red"}], value: -3, origin: "a piece"}
//	- {entries: [{item: "c"}]}
//	nogoods:
//	- [0, 1]
//
// The key quadrille is the version. A primary item is covered min to max times, once if neither is given. An entry of a
// secondary item may have a color. The origin of an option is text for people. The goal, minimum or maximum with the
// value of a solution without options, and the values of options say which solutions are best; it stands above the
// options. An option without a value has the value 0. The matchings stand between the items and the options; nogoods,
// with ascending numbers, stand below the options. There are no other keys, and no key is repeated. YAML has no
// anchors, aliases or tags here, and its scalars are read as they are spelled: the color no is "no".
//
// # Constraints
//
// In dimacs, opb and lp, variable k+1 is true if option k is chosen. Every auxiliary variable is
// determined by these, so that each solution is one model. Comments name the items of each option.
// Matchings are left out, because they follow from the options.
package format

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"quadrille/runtime/matrix"
)

// Format is the name of a format, as a user types it.
type Format string

// The formats.
const (
	Dance       Format = "dance"       // items, then options: Knuth's DANCE
	DLX         Format = "dlx"         // likewise, with colors and multiplicities: Knuth's DLX1 to DLX3
	Polyominoes Format = "polyominoes" // boards and pieces: the input of Knuth's POLYOMINOES
	JSON        Format = "json"
	YAML        Format = "yaml"
	CSV         Format = "csv"    // the 0-1 matrix
	DIMACS      Format = "dimacs" // CNF for SAT solvers
	OPB         Format = "opb"    // pseudo-boolean constraints
	LP          Format = "lp"     // integer programs, as CPLEX reads them
)

// FormatInfo describes a format and its use in this package.
type FormatInfo struct {
	Format       Format
	Description  string // description in a few words
	Reads        bool   // whether [ReadProblem] reads the format
	Writes       bool   // whether [WriteProblem] writes the format
	HoldsBoards  bool   // whether the format holds boards and pieces: see [ReadPolyominoes] and [WritePolyominoes]
	IsPuzzleLink bool   // whether the format is a link with a puzzle, which package convert writes

	secondExtension string // second file extension of the format, or ""
	// lackingFeatures lists the features of matrices that the format cannot express; see [FormatInfo.Supports].
	lackingFeatures []Feature
	readProblem     func(*problemAssembly) // function that reads the problem; nil if the format is only written
	// writeProblem is the function that writes a problem; nil if the format is only read.
	writeProblem func(*bufio.Writer, *matrix.Problem, WriteOptions) error
}

// WriteOptions holds the settings of [WriteProblem]. The zero value suits most uses.
type WriteOptions struct {
	// ShortNames is set for programs that limit the length of names. In dlx, the name of every item then has at most
	// eight bytes, and that of every color one byte (or a few, if there are more than 94). Comments at the head of
	// the dump map these names to the original ones, which [ReadProblem] restores.
	ShortNames bool
	// OriginOf, if not nil, returns a text for people that describes an option, or "". It is used in json and yaml.
	OriginOf func(matrix.OptionID) string
	// DanceItemLine, if not empty, replaces the line of items in dance. The program polyominoes copies that line with
	// all its blanks.
	DanceItemLine string
	// ExcludedSolutions are solutions that the formula in dimacs excludes, each by a clause at its end with a literal
	// for each option.
	ExcludedSolutions []matrix.Solution
}

// Formats describes all formats, in the order of help texts.
func Formats() []FormatInfo {
	all := []FormatInfo{
		{Format: DLX, Description: "a line of items, then a line an option; colors and multiplicities",
			readProblem:  readDLX,
			writeProblem: writeDLX},
		{Format: Dance, Description: "the same without colors and multiplicities", lackingFeatures: MatrixFeatures(),
			readProblem:  readDance,
			writeProblem: writeDance},
		{Format: Polyominoes, Description: "a board, and pieces as coordinates", HoldsBoards: true,
			readProblem: readPlacements},
		{Format: JSON, Description: "items and options by name, with origins", readProblem: readJSON,
			writeProblem: writeJSON},
		{Format: YAML, Description: "the same in YAML", secondExtension: "yml", readProblem: readYAML,
			writeProblem: writeYAML},
		{Format: CSV, Description: "the 0-1 matrix below a row of names",
			lackingFeatures: []Feature{Multiplicities, Colors, Nogoods, Goals},
			readProblem:     readCSV, writeProblem: writeCSV},
		{Format: DIMACS, Description: "CNF for SAT solvers and model counters", secondExtension: "cnf",
			lackingFeatures: []Feature{Goals}, writeProblem: writeDIMACS},
		{Format: OPB, Description: "pseudo-boolean constraints", writeProblem: writeOPB},
		{Format: LP, Description: "a 0-1 program in the format of CPLEX", writeProblem: writeLP},
	}
	for k := range all {
		all[k].Reads, all[k].Writes = all[k].readProblem != nil, all[k].writeProblem != nil
	}
	return all
}

// FormatByExtension returns the format of a file by its extension, which is the name of the format,
// or .yml or .cnf. It returns false for other extensions.
func FormatByExtension(name string) (Format, bool) {
	extension, _ := strings.CutPrefix(strings.ToLower(filepath.Ext(name)), ".")
	for _, i := range Formats() {
		if extension != "" && (extension == string(i.Format) || extension == i.secondExtension) {
			return i.Format, true
		}
	}
	return "", false
}

func findFormat(f Format) (FormatInfo, error) {
	for _, i := range Formats() {
		if i.Format == f {
			return i, nil
		}
	}
	return FormatInfo{}, fmt.Errorf("there is no format %q", f)
}

// ReadProblem reads a problem in a format. The argument name is the name of the dump in errors. If
// the format cannot be read, or does not exist, the error has no position.
func ReadProblem(name string, r io.Reader, f Format, how ReadOptions) (*matrix.Problem, error) {
	info, err := findFormat(f)
	if err != nil {
		return nil, err
	}
	if info.readProblem == nil {
		written := func(i FormatInfo) bool { return !i.Reads }
		read := mapEach(slices.DeleteFunc(Formats(), written), func(i FormatInfo) string { return string(i.Format) })
		return nil, Unsupported("%s: the format %s is written only; the formats %s are read", name, f,
			strings.Join(read, ", "))
	}
	a := newProblemAssembly(newScanner(name, r), how)
	if info.readProblem(a); a.firstError != nil {
		return nil, a.firstError
	}
	return a.buildProblem()
}

// WriteProblem writes a problem in a format. It is an error if the format cannot express the
// problem; some bytes may have been written by then. Memory does not grow with the number of
// options, except in dimacs, opb and lp.
func WriteProblem(w io.Writer, p *matrix.Problem, f Format, how WriteOptions) error {
	info, err := findFormat(f)
	if err != nil {
		return err
	}
	if info.writeProblem == nil {
		return Unsupported("the format %s holds boards and pieces, and this is a matrix; write it as dlx", f)
	}
	if err := info.refuseProblem(p); err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 1<<16)
	if err := info.writeProblem(out, p, how); err != nil {
		return err
	}
	return out.Flush() // returns the first error of any write
}

// HeadBytes is the number of bytes of a longer file that [DetectFormat] needs.
const HeadBytes = 1 << 16

// DetectFormat returns the format of a dump by its first bytes: the whole file, or at least
// [HeadBytes]. It returns false for a file that is no dump that this package reads, such as a .puz
// file, a picture, or a square of digits.
//
// A dump in json begins with a brace and a quote, one in yaml with a key of the schema, and one in dlx with short
// names with the title of the map of names. The other formats have no such mark. So the head, without an incomplete
// last line, is parsed in each of them: it must be valid and contain an option, because a line of items can be any
// words. If both dance and dlx are possible, the result is dlx, which reads both alike, except when names have colons
// or bars. A file that is neither may be csv.
func DetectFormat(head []byte) (Format, bool) {
	whole := len(head) < HeadBytes
	head = bytes.TrimPrefix(head, []byte("\ufeff"))
	switch {
	case jsonHead().Match(head):
		return JSON, true
	case yamlHead().Match(head):
		return YAML, true
	case mapHead().Match(head):
		return DLX, true
	}
	if !whole {
		lines := head[:bytes.LastIndexByte(head, '\n')+1]
		if len(lines) == 0 {
			return detectLongLine(head)
		}
		head = lines
	}
	if b, err := ReadPolyominoes("", bytes.NewReader(head), ReadOptions{}); err == nil && len(b.Pieces) > 0 {
		return Polyominoes, true
	}
	for _, f := range []Format{DLX, Dance, CSV} {
		p, err := ReadProblem("", bytes.NewReader(head), f, ReadOptions{})
		if err == nil && p.ItemCount() > 0 && (p.OptionCount() > 0 || !whole) {
			return f, true
		}
	}
	return "", false
}

var (
	jsonHead = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*\{\s*"`) })
	mapHead  = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^\| quadrille: \d+ short names\r?\n`)
	})
	yamlHead = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(\s*(#.*|---.*|%YAML.*)?\r?\n)*(\{\s*)?["']?(quadrille|items)["']?\s*:(\s|$)`)
	})
)

// detectLongLine returns the format of a file whose first line is longer than the head. The format is dance or dlx if
// the head consists of words, and none if the head contains binary data.
func detectLongLine(head []byte) (Format, bool) {
	words := head[:bytes.LastIndexByte(head, ' ')+1] // the last word may be incomplete
	strange := func(r rune) bool { return r == utf8.RuneError || unicode.IsControl(r) && !isWordBreak(r) }
	if len(words) == 0 || bytes.HasPrefix(words, []byte("//")) || bytes.ContainsFunc(words, strange) {
		return "", false
	}
	return DLX, true
}
