// Package format writes exact cover problems as text that other solvers read,
// and reads such text.
//
// Its input is a [matrix.Problem] or the bytes of a dump, its output the other
// of the two. The bytes are the same at every run. It knows nothing of where
// a problem comes from, nor of how it is solved.
//
// # Errors
//
// A reader's error is an [*Error], which has a line and a column, or it wraps
// the error of the io.Reader. Readers take nothing for granted: no input makes
// them panic, and they stop at the limits of [Reading].
//
// In every format a name is UTF-8 text without control characters, of at most
// 4096 bytes, and no two items share one. In the formats of words (dance, dlx
// and polyominoes) it has no blanks either.
//
// # The lines of dlx and dance
//
// The first line has the items, "|" before the secondary ones, then comes a line
// for each option. In dlx, an item that is covered u to v times is written
// u:v|item, or v|item if u is v, and a secondary item of color c in an option
// item:c. Lines that begin with a bar are comments, and blank lines are passed
// over, but:
//
//   - a bar alone on a line below the items is an option without items;
//
//   - a problem without primary items has a line of items that begins with a
//     bar. The last line with a bar above the first other line is taken for it
//     if it holds nothing but names, and that other line is an option of these.
//
//   - below the items, a bar, a blank and the word matching or forbid begin a
//     matching or a nogood, and it is an error if no such thing follows. The
//     matchings stand above the options, a nogood below the options that it
//     names. Options are numbered from 0, those without items included:
//
//     | matching rows: a b c = x y z
//     | forbid 0 3 7
//
// Other programs know nothing of nogoods: they find all solutions that the
// options make, and so more than the problem has. Where that matters, write
// dimacs, opb or lp. Dance has no colors, multiplicities, nogoods and comments:
// every name is taken as it stands.
//
// # The schema of json and yaml
//
// Version 1 is a mapping of three keys, items before options, and two that may
// be left out:
//
//	quadrille: 1
//	items:
//	- {name: "a", kind: primary}
//	- {name: "c", kind: primary, min: 0, max: 3}
//	- {name: "z", kind: secondary}
//	- {name: "slot", kind: secondary}
//	matchings:
//	- {name: "slots", left: ["a"], right: ["slot"]}
//	options:
//	- {entries: [{item: "a"}, {item: "slot"}, {item: "z", color: "red"}], origin: "a piece"}
//	- {entries: [{item: "c"}]}
//	nogoods:
//	- [0, 1]
//
// The key quadrille is the version. An item has a name and a kind; a primary
// one is covered min to max times, once if neither is given, and both are given
// or none. An entry of an option has an item by its name and may have a color,
// if the item is secondary. The origin of an option is text for people. The
// matchings stand between the items and the options. A nogood has the numbers of
// two options or more, counted from 0 and rising, and stands below them. There
// are no other keys, and none stands twice. YAML has no anchors, aliases or
// tags, and its scalars are taken as they are spelled: the color no is "no".
//
// # Constraints
//
// In dimacs, opb and lp, variable k+1 says whether option k is chosen. Every
// further variable is determined by these, so that each solution is one model.
// Comments name the items of each option. Matchings say nothing new and are left
// out.
package format

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

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

// Info says what this package can do with a format.
type Info struct {
	Format Format
	About  string // in a few words
	Reads  bool   // [Read] knows it
	Writes bool   // [Write] knows it
	Boards bool   // it holds boards and pieces: see [ReadPolyominoes] and [WritePolyominoes]
}

// Writing says how [Write] writes. The zero value is what most want.
type Writing struct {
	// ShortNames is for programs with fixed limits: in dlx, every name of an item
	// has at most eight bytes, every color one (or a few, when there are more
	// than 94). Comments at the head map them to the longer names, which [Read]
	// gives back.
	ShortNames bool
	// Origin gives the text of an option for people, or "" for none. It is for
	// json and yaml, and may be nil.
	Origin func(matrix.OptionID) string
}

// row is a format with what reads and writes it, or nil.
type row struct {
	format Format
	about  string
	alias  string // a further extension of its files
	read   func(*assembly)
	write  func(*bufio.Writer, *matrix.Problem, Writing) error
}

// table returns the formats, in the order of help texts.
func table() []row {
	return []row{
		{DLX, "a line of items, then a line an option; colors and multiplicities", "", readDLX, writeDLX},
		{Dance, "the same without colors and multiplicities", "", readDance, writeDance},
		{Polyominoes, "a board, and pieces as coordinates", "", readPlacements, nil},
		{JSON, "items and options by name, with origins", "", readJSON, writeJSON},
		{YAML, "the same in YAML", "yml", readYAML, writeYAML},
		{CSV, "the 0-1 matrix below a row of names", "", nil, writeCSV},
		{DIMACS, "CNF for SAT solvers and model counters", "cnf", nil, writeDIMACS},
		{OPB, "pseudo-boolean constraints", "", nil, writeOPB},
		{LP, "a 0-1 program in the format of CPLEX", "", nil, writeLP},
	}
}

// Formats returns what is known of each format, in the order of help texts.
func Formats() []Info {
	var out []Info
	for _, r := range table() {
		out = append(out, Info{r.format, r.about, r.read != nil, r.write != nil, r.format == Polyominoes})
	}
	return out
}

// ByExtension tells the format of a file by the end of its name, which is that of
// the format, or .yml or .cnf. It is false for other names.
func ByExtension(name string) (Format, bool) {
	extension, _ := strings.CutPrefix(strings.ToLower(filepath.Ext(name)), ".")
	for _, r := range table() {
		if extension != "" && (extension == string(r.format) || extension == r.alias) {
			return r.format, true
		}
	}
	return "", false
}

func find(f Format) (row, error) {
	all := table()
	i := slices.IndexFunc(all, func(r row) bool { return r.format == f })
	if i < 0 {
		return row{}, fmt.Errorf("there is no format %q", f)
	}
	return all[i], nil
}

// Read reads a problem in a format. The name of the dump stands in its errors.
// A format that is only written, or that is none, is an error without a
// position.
func Read(name string, r io.Reader, f Format, how Reading) (*matrix.Problem, error) {
	row, err := find(f)
	if err != nil {
		return nil, err
	}
	if row.read == nil {
		var read []string
		for _, i := range Formats() {
			if i.Reads {
				read = append(read, string(i.Format))
			}
		}
		return nil, fmt.Errorf("%s: the format %s is written only; the formats %s are read", name, f, strings.Join(read, ", "))
	}
	a := newAssembly(newScanner(name, r), how)
	if row.read(a); a.err != nil {
		return nil, a.err
	}
	return a.builder.Build()
}

// Write writes a problem in a format. It is an error if the format cannot
// hold the problem; some bytes may have been written then. Memory does not grow
// with the number of options, but in dimacs, opb and lp.
func Write(w io.Writer, p *matrix.Problem, f Format, how Writing) error {
	row, err := find(f)
	if err != nil {
		return err
	}
	if row.write == nil {
		return fmt.Errorf("the format %s holds boards and pieces, and this is a matrix; write it as dlx", f)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	if err := row.write(out, p, how); err != nil {
		return err
	}
	return out.Flush() // the first error of any write
}

// WriteDLX writes a problem in the format dlx, with the names that it has.
func WriteDLX(w io.Writer, p *matrix.Problem) error { return Write(w, p, DLX, Writing{}) }
