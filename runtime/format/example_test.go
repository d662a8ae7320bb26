package format_test

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
)

// A dump is converted by reading and writing it.
func ExampleReadProblem() {
	dump := "a b | c\na c:red\nb c:red\nb\n"
	f, ok := format.DetectFormat([]byte(dump))
	fmt.Println(f, ok)
	p, err := format.ReadProblem("dump.dlx", strings.NewReader(dump), f, format.ReadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := format.WriteProblem(os.Stdout, p, format.JSON, format.WriteOptions{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// dlx true
	// {
	// "quadrille": 1,
	// "items": [
	// {"name": "a", "kind": "primary"},
	// {"name": "b", "kind": "primary"},
	// {"name": "c", "kind": "secondary"}
	// ],
	// "options": [
	// {"entries": [{"item": "a"}, {"item": "c", "color": "red"}]},
	// {"entries": [{"item": "b"}, {"item": "c", "color": "red"}]},
	// {"entries": [{"item": "b"}]}
	// ]
	// }
}

// An error has a place, which a program can use for more than a message.
func ExampleDumpError() {
	_, err := format.ReadProblem("dump.dlx", strings.NewReader("a b\na\nb bee\n"), format.DLX, format.ReadOptions{})
	fmt.Println(err)
	var fault *format.DumpError
	if errors.As(err, &fault) {
		fmt.Println(fault.Line, fault.Column)
	}
	// Output:
	// dump.dlx:3:3: no item is called "bee"; items are declared before the options
	// 3 3
}

// The origin of an option, which is a text for people, can be written with the option.
func ExampleWriteOptions() {
	b := matrix.NewBuilder()
	left := b.AddPrimary("left", matrix.Bound{Min: 1, Max: 2})
	b.AddOption(matrix.Entry{Item: left})
	p, err := b.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	how := format.WriteOptions{OriginOf: func(matrix.OptionID) string { return "the left way" }}
	if err := format.WriteProblem(os.Stdout, p, format.YAML, how); err != nil {
		fmt.Println(err)
	}
	// Output:
	// quadrille: 1
	// items:
	// - {name: "left", kind: primary, min: 1, max: 2}
	// options:
	// - {entries: [{item: "left"}], origin: "the left way"}
}

// The example of the program POLYOMINOES: a board, a piece, and what a solver
// reads.
func ExampleReadProblem_polyominoes() {
	in := "11 12 13 21 22 23 31 32 33\nP\nP 1 1 00 10 01 11 02\n"
	b, err := format.ReadProblem("p.txt", strings.NewReader(in), format.Polyominoes, format.ReadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := format.WriteProblem(os.Stdout, b, format.Dance, format.WriteOptions{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 11 12 13 21 22 23 31 32 33 P
	// P 11 21 12 22 13
	// P 21 31 22 32 23
}

// A table for help texts.
func ExampleFormats() {
	for _, f := range format.Formats() {
		fmt.Printf("%-11s %-5v %-5v %s\n", f.Format, f.Reads, f.Writes, f.Description)
	}
	// Output:
	// dlx         true  true  a line of items, then a line an option; colors and multiplicities
	// dance       true  true  the same without colors and multiplicities
	// polyominoes true  false a board, and pieces as coordinates
	// json        true  true  items and options by name, with origins
	// yaml        true  true  the same in YAML
	// csv         true  true  the 0-1 matrix below a row of names
	// dimacs      false true  CNF for SAT solvers and model counters
	// opb         false true  pseudo-boolean constraints
	// lp          false true  a 0-1 program in the format of CPLEX
}
