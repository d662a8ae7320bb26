// Package cases holds spellings of the language for the tests of the parser
// and of the printer, and as seeds for fuzzing both.
//
// It is data and nothing else, and imports nothing. Together the cases use
// every production of the grammar with all its alternatives: a test of the
// parser walks the trees and names what no case has used.
package cases

import "slices"

// Case is a list of spellings that give one tree. The first is the canonical
// print, but for the line break at its end. No two cases give the same tree.
type Case []string

// All returns the cases of all tables.
func All() []Case {
	return slices.Concat(Statements, Shapes, Sets, Packs, Grids, Items, Expressions, Words, Files)
}

// Sources returns every spelling of every case, and the texts with comments.
func Sources() []string {
	var sources []string
	for _, c := range All() {
		sources = append(sources, c...)
	}
	for _, c := range Comments {
		sources = append(sources, c.Before, c.After)
	}
	return sources
}
