package generate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"quadrille"
	"quadrille/compile/check"
	"quadrille/lang/format"
)

// StandardList is the standard list of words, from which words are taken where no list is named.
const StandardList = "three_letter_words"

// standardWords are the rules of a word square of the standard list.
const standardWords = "param n = 3\nwords n x n from " + StandardList + " {\n  distinct\n}\n"

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
	"kropki": {text: "param n = 6\nlatin n\n", recipe: Recipe{Give: "dots"}},
	"minesweeper": {text: "param n = 8\nboard b on square = n x n\nfill b with \"_*\"\n",
		recipe: Recipe{Give: "counts"}},
	"nonogram": {text: "param n = 10\nboard b on square = n x n\nfill b with \"_#\"\n",
		recipe: Recipe{Give: "runs"}},
	"skyscrapers": {text: "param n = 5\nlatin n\n", recipe: Recipe{Give: "views"}},
	"slitherlink": {text: "param n = 6\nboard b on sticks = n x n\nfill b with \"01\" {\n  loop \"1\"\n}\n",
		recipe: Recipe{Give: "sides"}},
	"crossword":  {text: standardWords, recipe: Recipe{Crossword: &CrosswordSpec{}}},
	"wordsquare": {text: standardWords},
	"queens":     {text: "param n = 8\nqueens n\n"},
	"thermo":     {text: "latin 9 {\n  distinct on boxes 3x3\n}\n", recipe: Recipe{Give: "thermometers"}},
	"arrow":      {text: "latin 9 {\n  distinct on boxes 3x3\n}\n", recipe: Recipe{Give: "arrows"}},
	"binary": {text: "param n = 8\nboard b = n x n\nfill b with \"01\" {\n  exactly (n/2) \"1\" on rows, columns\n" +
		"  never \"000|111\" on rows, columns\n  rows differ\n  columns differ\n}\n"},
	"masyu":      {text: boardText(8), recipe: Recipe{Genre: "masyu"}},
	"akari":      {text: boardText(7), recipe: Recipe{Genre: "akari"}},
	"tents":      {text: boardText(8), recipe: Recipe{Genre: "tents"}},
	"nurikabe":   {text: boardText(7), recipe: Recipe{Genre: "nurikabe"}},
	"shikaku":    {text: boardText(8), recipe: Recipe{Genre: "shikaku"}},
	"starbattle": {text: boardText(8), recipe: Recipe{Genre: "starbattle"}},
	"heyawake":   {text: boardText(7), recipe: Recipe{Genre: "heyawake"}},
	"hitori":     {text: boardText(6), recipe: Recipe{Genre: "hitori"}},
}

// boardText returns the rules of a kind that is a genre: a board of n by n cells.
func boardText(n int) string { return fmt.Sprintf("param n = %d\nboard b = n x n\n", n) }

// Kinds returns the names of the kinds of puzzles, for [RulesOfKind].
func Kinds() []string { return slices.Sorted(maps.Keys(kindsByName)) }

// RulesOfKind returns the text of the rules of a kind of puzzles, and its recipe. It returns false for an unknown
// kind.
func RulesOfKind(name string) (text string, r Recipe, ok bool) {
	k, ok := kindsByName[name]
	if k.recipe.Crossword != nil {
		k.recipe.Crossword = standardCrossword()
	}
	return k.text, k.recipe, ok
}

// Patterns returns the possible values of [Recipe.Pattern].
func Patterns() []string { return check.SymmetryWords() }

// standardCrossword returns the smallest crosswords, of the standard list.
func standardCrossword() *CrosswordSpec {
	list, err := quadrille.ReadWordList(StandardList)
	if err != nil {
		panic(err) // the list is part of the program
	}
	spec := &CrosswordSpec{Size: 3}
	for word := range strings.FieldsSeq(string(list)) {
		spec.Words = append(spec.Words, ScoredWord{strings.ToUpper(word), plainScore})
	}
	return spec
}

// WordSquareRules returns the rules of a word square of a list, with n rows.
func WordSquareRules(words []ScoredWord, n int) (string, error) {
	var some []string
	for _, w := range words {
		if len([]rune(w.Word)) == n && !slices.Contains(some, w.Word) {
			some = append(some, w.Word)
		}
	}
	if len(some) == 0 {
		return "", fmt.Errorf("the list has no word of %d letters: -n says how many there are", n)
	}
	slices.Sort(some)
	return fmt.Sprintf("list word = %s\nwords %dx%d from word {\n  distinct\n}\n", format.WordList(some), n, n), nil
}
