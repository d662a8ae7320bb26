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
	rulesText    string
	puzzleRecipe Recipe
}{
	"sudoku": {rulesText: "latin 9 {\n  distinct on boxes 3x3\n}\n"},
	"jigsaw": {rulesText: "param n = 9\nlatin n\n", puzzleRecipe: Recipe{RandomRegions: true}},
	"killer": {rulesText: "latin 9 {\n  distinct on boxes 3x3\n}\n",
		puzzleRecipe: Recipe{CageSums: true, MinClueCount: 81}},
	"futoshiki": {rulesText: "param n = 5\nlatin n\n", puzzleRecipe: Recipe{ClueStyle: "signs"}},
	"kakuro": {rulesText: "param n = 7\nboard b on square = n x n\nfill b with \"123456789\"\n",
		puzzleRecipe: Recipe{ClueStyle: "sums", RandomBlocks: true}},
	"kropki": {rulesText: "param n = 6\nlatin n\n", puzzleRecipe: Recipe{ClueStyle: "dots"}},
	"minesweeper": {rulesText: "param n = 8\nboard b on square = n x n\nfill b with \"_*\"\n",
		puzzleRecipe: Recipe{ClueStyle: "counts"}},
	"nonogram": {rulesText: "param n = 10\nboard b on square = n x n\nfill b with \"_#\"\n",
		puzzleRecipe: Recipe{ClueStyle: "runs"}},
	"skyscrapers": {rulesText: "param n = 5\nlatin n\n", puzzleRecipe: Recipe{ClueStyle: "views"}},
	"slitherlink": {rulesText: "param n = 6\nboard b on sticks = n x n\nfill b with \"01\" {\n  loop \"1\"\n}\n",
		puzzleRecipe: Recipe{ClueStyle: "sides"}},
	"crossword":  {rulesText: standardWords, puzzleRecipe: Recipe{Crossword: &CrosswordSpec{}}},
	"wordsquare": {rulesText: standardWords},
	"queens":     {rulesText: "param n = 8\nqueens n\n"},
	"thermo": {rulesText: "latin 9 {\n  distinct on boxes 3x3\n}\n",
		puzzleRecipe: Recipe{ClueStyle: "thermometers"}},
	"arrow": {rulesText: "latin 9 {\n  distinct on boxes 3x3\n}\n", puzzleRecipe: Recipe{ClueStyle: "arrows"}},
	"binary": {rulesText: "param n = 8\nboard b = n x n\nfill b with \"01\" {\n  exactly (n/2) \"1\" on rows, " +
		"columns\n" +
		"  never \"000|111\" on rows, columns\n  rows differ\n  columns differ\n}\n"},
	"masyu":      {rulesText: boardRulesText(8), puzzleRecipe: Recipe{GenreName: "masyu"}},
	"akari":      {rulesText: boardRulesText(7), puzzleRecipe: Recipe{GenreName: "akari"}},
	"tents":      {rulesText: boardRulesText(8), puzzleRecipe: Recipe{GenreName: "tents"}},
	"nurikabe":   {rulesText: boardRulesText(7), puzzleRecipe: Recipe{GenreName: "nurikabe"}},
	"shikaku":    {rulesText: boardRulesText(8), puzzleRecipe: Recipe{GenreName: "shikaku"}},
	"starbattle": {rulesText: boardRulesText(8), puzzleRecipe: Recipe{GenreName: "starbattle"}},
	"heyawake":   {rulesText: boardRulesText(7), puzzleRecipe: Recipe{GenreName: "heyawake"}},
	"hitori":     {rulesText: boardRulesText(6), puzzleRecipe: Recipe{GenreName: "hitori"}},
}

// boardRulesText returns the rules of a kind of puzzles that has a genre: only a board of n by n cells.
func boardRulesText(n int) string { return fmt.Sprintf("param n = %d\nboard b = n x n\n", n) }

// KindNames returns the names of the kinds of puzzles, for [RulesOfKind].
func KindNames() []string { return slices.Sorted(maps.Keys(kindsByName)) }

// RulesOfKind returns the text of the rules of a kind of puzzles, and its recipe. It returns false for an unknown
// kind.
func RulesOfKind(name string) (text string, r Recipe, ok bool) {
	k, ok := kindsByName[name]
	if k.puzzleRecipe.Crossword != nil {
		k.puzzleRecipe.Crossword = standardCrossword()
	}
	return k.rulesText, k.puzzleRecipe, ok
}

// PatternNames returns the possible values of [Recipe.CluePattern].
func PatternNames() []string { return check.SymmetryWords() }

// standardCrossword returns the description of the smallest crosswords, with words of the standard list.
func standardCrossword() *CrosswordSpec {
	list, err := quadrille.ReadWordList(StandardList)
	if err != nil {
		panic(err) // the list is part of the program
	}
	spec := &CrosswordSpec{GridSize: 3}
	for word := range strings.FieldsSeq(string(list)) {
		spec.WordList = append(spec.WordList, ScoredWord{strings.ToUpper(word), plainScore})
	}
	return spec
}

// WordSquareRules returns the rules of a word square with n rows, whose words are taken from a list.
func WordSquareRules(words []ScoredWord, n int) (string, error) {
	var some []string
	for _, w := range words {
		if len([]rune(w.Spelling)) == n && !slices.Contains(some, w.Spelling) {
			some = append(some, w.Spelling)
		}
	}
	if len(some) == 0 {
		return "", fmt.Errorf("the list has no word of %d letters: -n says how many there are", n)
	}
	slices.Sort(some)
	return fmt.Sprintf("list word = %s\nwords %dx%d from word {\n  distinct\n}\n", format.WordList(some), n, n), nil
}
