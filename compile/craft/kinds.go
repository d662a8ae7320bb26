package craft

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"quadrille/compile"
	"quadrille/compile/check"
)

// kindsByName are puzzles that have a name, as rules with a recipe.
var kindsByName = map[string]struct {
	text   string
	recipe Recipe
}{
	"sudoku": {text: "latin 9 {\n  boxes 3x3\n}\n"},
	"jigsaw": {text: "param n = 9\nlatin n\n", recipe: Recipe{Regions: true}},
	"killer": {text: "latin 9 {\n  boxes 3x3\n}\n", recipe: Recipe{Cages: true, Clues: 81}},
	"queens": {text: "param n = 8\nqueens n\n"},
}

// Kinds names the kinds of puzzles that [Kind] knows.
func Kinds() []string { return slices.Sorted(maps.Keys(kindsByName)) }

// Kind returns the rules of a kind of puzzle, and the recipe for it.
func Kind(name string) (text string, r Recipe, ok bool) {
	k, ok := kindsByName[name]
	return k.text, k.recipe, ok
}

// Patterns names the values of [Recipe.Pattern].
func Patterns() []string { return check.Symmetries() }

// Line writes the symbols that are given on one line, cell by cell, with a dot for each other cell. It
// returns false if the puzzle is not about symbols on cells alone.
func Line(p *compile.Program) (string, bool) {
	q := p.Puzzle
	if q.Fill == nil || q.Pack != nil || q.Place != nil || q.Words != nil {
		return "", false
	}
	var b strings.Builder
	for _, c := range q.Fill.Board.All() {
		symbol := ""
		if v, given := q.Fill.Given[c]; given {
			symbol = q.Fill.Symbols[v]
		}
		b.WriteString(cmp.Or(symbol, "."))
	}
	return b.String(), true
}
