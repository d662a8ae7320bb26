// Package format writes exact cover problems as text that other solvers read,
// and reads such text. Each format has a file of its own.
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
package format

import (
	"fmt"
	"io"

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
	ShortNames bool                         // dlx: see [WriteShortDLX]
	Origin     func(matrix.OptionID) string // json, yaml: see [WriteJSON]; may be nil
}

type (
	reader func(name string, r io.Reader, how Reading) (*matrix.Problem, error)
	writer func(w io.Writer, p *matrix.Problem, how Writing) error
)

// row is a format with what reads and writes it, or nil.
type row struct {
	Info
	read  reader
	write writer
}

// table returns the formats, in the order of help texts.
func table() []row {
	return []row{
		{Info{Format: DLX, About: "a line of items, then a line an option; colors and multiplicities"}, ReadDLX, writeDLXAs},
		{Info{Format: Dance, About: "the same without colors and multiplicities"}, ReadDance, plainly(WriteDance)},
		{Info{Format: Polyominoes, About: "a board, and pieces as coordinates", Boards: true}, readPlaced, nil},
		{Info{Format: JSON, About: "items and options by name, with origins"}, ReadJSON, writeJSONAs},
		{Info{Format: YAML, About: "the same in YAML"}, ReadYAML, writeYAMLAs},
		{Info{Format: CSV, About: "the 0-1 matrix below a row of names"}, nil, plainly(WriteCSV)},
		{Info{Format: DIMACS, About: "CNF for SAT solvers and model counters"}, nil, plainly(WriteDIMACS)},
		{Info{Format: OPB, About: "pseudo-boolean constraints"}, nil, plainly(WriteOPB)},
		{Info{Format: LP, About: "a 0-1 program in the format of CPLEX"}, nil, plainly(WriteLP)},
	}
}

// plainly makes a writer of one that nothing can be said to.
func plainly(write func(io.Writer, *matrix.Problem) error) writer {
	return func(w io.Writer, p *matrix.Problem, _ Writing) error { return write(w, p) }
}

func writeDLXAs(w io.Writer, p *matrix.Problem, how Writing) error {
	if how.ShortNames {
		return WriteShortDLX(w, p)
	}
	return WriteDLX(w, p)
}

func writeJSONAs(w io.Writer, p *matrix.Problem, how Writing) error {
	return WriteJSON(w, p, how.Origin)
}

func writeYAMLAs(w io.Writer, p *matrix.Problem, how Writing) error {
	return WriteYAML(w, p, how.Origin)
}

// Formats returns a row for each format, in the order of help texts.
func Formats() []Info {
	var out []Info
	for _, f := range table() {
		f.Reads, f.Writes = f.read != nil, f.write != nil
		out = append(out, f.Info)
	}
	return out
}

// Read reads a problem in a format. The name of the dump stands in its errors.
// A format that only is written, or that is none, is an error without a
// position.
func Read(name string, r io.Reader, f Format, how Reading) (*matrix.Problem, error) {
	for _, row := range table() {
		switch {
		case row.Format != f:
		case row.read == nil:
			return nil, fmt.Errorf("the format %s is only written, not read", f)
		default:
			return row.read(name, r, how)
		}
	}
	return nil, fmt.Errorf("there is no format %q", f)
}

// Write writes a problem in a format. It is an error if the format cannot
// hold the problem; some bytes may have been written then.
func Write(w io.Writer, p *matrix.Problem, f Format, how Writing) error {
	for _, row := range table() {
		switch {
		case row.Format != f:
		case row.write == nil:
			return fmt.Errorf("the format %s holds boards and pieces, and this is a matrix; write it as dlx", f)
		default:
			return row.write(w, p, how)
		}
	}
	return fmt.Errorf("there is no format %q", f)
}
