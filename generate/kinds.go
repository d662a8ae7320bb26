package generate

import (
	"maps"
	"slices"

	"quadrille/compile/check"
)

// kindsByName holds the kinds of puzzles that have a name: the text of their rules, and a recipe.
var kindsByName = map[string]struct {
	text   string
	recipe Recipe
}{
	"sudoku": {text: "latin 9 {\n  distinct on boxes 3x3\n}\n"},
	"jigsaw": {text: "param n = 9\nlatin n\n", recipe: Recipe{Regions: true}},
	"killer": {text: "latin 9 {\n  distinct on boxes 3x3\n}\n", recipe: Recipe{Cages: true, Clues: 81}},
	"queens": {text: "param n = 8\nqueens n\n"},
}

// Kinds returns the names of the kinds of puzzles, for [RulesOfKind].
func Kinds() []string { return slices.Sorted(maps.Keys(kindsByName)) }

// RulesOfKind returns the text of the rules of a kind of puzzles, and its recipe. It returns false for an unknown
// kind.
func RulesOfKind(name string) (text string, r Recipe, ok bool) {
	k, ok := kindsByName[name]
	return k.text, k.recipe, ok
}

// Patterns returns the possible values of [Recipe.Pattern].
func Patterns() []string { return check.SymmetryWords() }
