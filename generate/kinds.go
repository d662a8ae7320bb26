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
	"sudoku":    {text: "latin 9 {\n  distinct on boxes 3x3\n}\n"},
	"jigsaw":    {text: "param n = 9\nlatin n\n", recipe: Recipe{Regions: true}},
	"killer":    {text: "latin 9 {\n  distinct on boxes 3x3\n}\n", recipe: Recipe{Cages: true, Clues: 81}},
	"futoshiki": {text: "param n = 5\nlatin n\n", recipe: Recipe{Give: "signs"}},
	"kakuro": {text: "param n = 7\nboard b on square = n x n\nfill b with \"123456789\"\n",
		recipe: Recipe{Give: "sums", Blocks: true}},
	"kropki":      {text: "param n = 6\nlatin n\n", recipe: Recipe{Give: "dots"}},
	"minesweeper": {text: "param n = 8\nboard b on square = n x n\nfill b with \"_*\"\n", recipe: Recipe{Give: "counts"}},
	"nonogram":    {text: "param n = 10\nboard b on square = n x n\nfill b with \"_#\"\n", recipe: Recipe{Give: "runs"}},
	"skyscrapers": {text: "param n = 5\nlatin n\n", recipe: Recipe{Give: "views"}},
	"slitherlink": {text: "param n = 6\nboard b on sticks = n x n\nfill b with \"01\" {\n  loop \"1\"\n}\n",
		recipe: Recipe{Give: "sides"}},
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
