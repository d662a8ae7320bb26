package rule_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"quadrille/compile/compiletest"
	"quadrille/lang/ast"
	"quadrille/lang/parse"
)

// saidRule is a rule in a puzzle, and the sentence that people read on paper.
type saidRule struct{ rule, want string }

// cellSentences has a case or more for each rule on cells, in a square of nine digits.
var cellSentences = map[reflect.Type][]saidRule{
	reflect.TypeFor[*ast.GivenRule](): {{"given \"\"\"\n1\n\"\"\"", "What is printed in bold is given."}},
	reflect.TypeFor[*ast.MateRule](): {{"orthogonal to \"\"\"\n1234\n2143\n3412\n4321\n\"\"\"",
		"Together with this square each pair of symbols occurs once: 1234 / 2143 / 3412 / 4321."}},
	reflect.TypeFor[*ast.Apart](): {
		{"apart", "Two cells have different numbers if they share a side."},
		{"apart king", "Two cells have different numbers if they touch, if only at a corner."},
		{"apart (1, 3)", "Two cells have different numbers if they are a move of 1 and 3 apart."},
		{"apart \"12\"", "No two cells with 1 or 2 are cells that share a side."}},
	reflect.TypeFor[*ast.LineRule](): {
		{"arrow on (0, 0) (0, 1) (1, 1)", "The number in a circle is the sum of those along its arrow."},
		{"same on (0, 0) (1, 1)", "The cells of each cage and each line with = have the same number."},
		{"same on rows", "Cages and lines with = have the same numbers cell by cell, in reading order."},
		{"same sum on (0, 0), (1, 1)", "Cages and lines with Σ have the same sum."},
		{"consecutive on (0, 0) (0, 1)", "Along each line the numbers follow one another without a gap, in any order."},
		{"consecutive on rows", "In each row the numbers follow one another without a gap, in any order."},
		{"ascending on (0, 0) (0, 1) (0, 2) (0, 3)", "Along each thermometer the numbers ascend from the bulb."},
		{"ascending on (0, 0) (0, 1)", "A sign < between two cells points at the lesser number."},
		{"ascending on rows", "In each row the numbers ascend from the first cell to the last."}},
	reflect.TypeFor[*ast.DifferRule](): {
		{"differ 1 on (0, 0) (0, 1)", "A white disc stands between two numbers that differ by 1."},
		{"differ at least 2 on rows", "In each row each two numbers that follow one another differ by at least 2."}},
	reflect.TypeFor[*ast.MatchesRule](): {
		{"matches \"[12]*[34]*\"", "In each row the cells, read in order, match the expression [12]*[34]*."},
		{"never \"11|222\" on columns", "In each column there is nowhere, one after the other, 11 or 222."}},
	reflect.TypeFor[*ast.LinesDifferRule](): {{"columns differ", "No two columns are the same."}},
	reflect.TypeFor[*ast.ClueRule](): {
		{"sandwich rows \"2, ., ., .\"", "A number beside a row or a column is the sum of the " +
			"numbers that stand there between 1 and 4, each of which stands there once."},
		{"sees top \"2, ., ., .\"", "A number at the edge says how many numbers are seen from it: a " +
			"number hides those behind it that are not greater."},
		{"runs rows \"1 2, ., ., .\"", "The numbers beside a row and above a column are the " +
			"lengths of its runs of cells with 2, 3 and 4, in this order."},
		{"count \"1\" rows \"2, ., ., 1\"", "A number beside a row or above a column says how many cells with 1 it has."}},
	reflect.TypeFor[*ast.MarksRule](): {{"marks \"\"\"\n.o.\n\"\"\" every \"o\"",
		"A white disc stands between two numbers that differ by 1. " +
			"All white discs are drawn: where none stands, that does not hold."}},
	reflect.TypeFor[*ast.TotalRule](): {
		{"distinct on boxes 2x2, main diagonals", "In each box and in both main diagonals no number is repeated."},
		{"distinct sum 5 on (0, 0) (1, 0)",
			"A number in the corner of a cage is the sum of the numbers there, and none is repeated."},
		{"product 6 on (0, 0) (1, 0)",
			"A number with × in the corner of a cage is the product of the numbers there."},
		{"sum 10 on columns", "A number in front of a row or a column is the sum of the numbers there."}},
	reflect.TypeFor[*ast.Symmetric](): {{"symmetric half-turn", "The solution looks the same after a half-turn."}},
	reflect.TypeFor[*ast.JoinedRule](): {
		{"connected \"1\"", "The cells with 1 are connected: steps over sides lead from each to each."},
		{"loop \"1\"", "The cells with 1 form one loop, without ends and forks."}},
	reflect.TypeFor[*ast.CountRule](): {
		{"at most 2 \"12\" on rows, 2x2 everywhere",
			"In each row and in each square of 2 by 2 cells there are at most 2 cells with 1 or 2."},
		{"exactly 1 \"3\" on row 2", "A number beside a row or above a column says how many cells with 3 it has."},
		{"exactly 2 \"3\" on around (1, 1)", "A number on a cell says how many cells with 3 there are around it."},
		{"at least 1 \"3\" on (r, c) + rays (r, c) for r in 0..3, c in 0..3",
			"On each cell and those that are seen from it along its row " +
				"and its column there is at least 1 cell with 3."}},
}

// packSentences has a case for each rule of pack.
var packSentences = map[reflect.Type][]saidRule{
	reflect.TypeFor[*ast.Fix](): {{"fix F at (0, 0) orientation 0",
		"The pieces that are drawn on the board stay where they are."},
		{"fix F at (1, 2)", "F begins in r2c3: there are its first row and its first column."}},
	reflect.TypeFor[*ast.Keep](): {{"keep X in 5x5", "X lies on these cells: the rectangle from r1c1 to r5c5."},
		{"keep X to orientation 0", "This rule of the text holds: keep X to orientation 0"}},
	reflect.TypeFor[*ast.Symmetric](): {{"symmetric left-right",
		"The solution looks the same with left and right exchanged, as in a mirror."}},
	reflect.TypeFor[*ast.Leave](): {{"leave 2 empty on row 0",
		"A number beside a row or above a column says how many covered cells it has."},
		{"leave at most 3 empty", "On the whole board there are at most 3 empty cells."}},
	reflect.TypeFor[*ast.Apart](): {{"apart king {F, X}",
		"No two of the pieces F and X have cells that touch, if only at a corner."}},
	reflect.TypeFor[*ast.PlainRule](): {{"tatami", "No four pieces meet at a corner."},
		{"faultless", "No straight line between rows or columns cuts the board in two: a piece lies across each."},
		{"connected empty", "The empty cells are connected: steps over sides lead from each to each."},
		{"match colors", "A colored cell of a piece lies on a cell of its color, or on one without a color."},
		{"allow crossing", "Pieces may cross at a joint."}},
	reflect.TypeFor[*ast.Border](): {{"border \"r\"", "Sides at the border of the board have the color r."}},
}

// packTexts are the puzzles of rules that need other pieces.
var packTexts = map[string]string{
	"match colors": "board b on square = legend \"r\" cell \"\"\"\nrr\n\"\"\"\n" +
		"piece p = legend \"r\" cell \"\"\"\nrr\n\"\"\"\npack b with p {\n%\n}",
	"border \"r\"":   "tiles t = \"rrrr\"\npack 1x1 with t {\n%\n}",
	"allow crossing": "board b on sticks = 2x2\nuse disticks\npack b with any of disticks {\n%\n}",
}

// requireSentence compiles a puzzle, and looks for a rule of a type and its sentence.
func requireSentence(t *testing.T, text, want string, isThere func(ast.Statement) bool) {
	t.Helper()
	file, err := parse.File("said.puz", []byte(text))
	if err != nil || !slices.ContainsFunc(file.Statements, isThere) {
		t.Errorf("there is no such rule in\n%s: %v", text, err)
		return
	}
	p := compiletest.CompilePuzzle(t, text, false)
	if !slices.Contains(p.RulesInWords(), want) {
		t.Errorf("of\n%s\npeople read\n%s\nand not\n%s", text, strings.Join(p.RulesInWords(), "\n"), want)
	}
}

// TestEveryRuleHasWords: a rule that is new has a case here, and so a sentence.
func TestEveryRuleHasWords(t *testing.T) {
	for _, r := range ast.AllCellRules() {
		kind := reflect.TypeOf(r)
		for _, c := range cellSentences[kind] {
			requireSentence(t, "board b on square = 4x4\nfill b with \"1234\" {\n"+c.rule+"\n}", c.want,
				func(s ast.Statement) bool {
					fill, ok := s.(*ast.Fill)
					return ok && reflect.TypeOf(fill.Rules[0]) == kind
				})
		}
		if len(cellSentences[kind]) == 0 {
			t.Errorf("%v has no sentence", kind)
		}
	}
	for _, r := range ast.AllRules() {
		kind := reflect.TypeOf(r)
		for _, c := range packSentences[kind] {
			text := "use pentominoes\npack 8x8 with pentominoes {\n%\n}"
			if packTexts[c.rule] != "" {
				text = packTexts[c.rule]
			}
			requireSentence(t, strings.Replace(text, "%", c.rule, 1), c.want, func(s ast.Statement) bool {
				pack, ok := s.(*ast.Pack)
				return ok && reflect.TypeOf(pack.Rules[0]) == kind
			})
		}
		if len(packSentences[kind]) == 0 {
			t.Errorf("%v has no sentence", kind)
		}
	}
}

// TestStatementsHaveWords: what each statement asks for, and the rules of those without a table.
func TestStatementsHaveWords(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"latin 4",
			[]string{"Write the numbers 1 to 4 into the cells, each of them once in each row and in each column."}},
		{"board b on square = 2x2\nfill b with \"_#\"", []string{"Blacken some of the cells."}},
		{"board b on sticks = 2x2\nfill b with \"01\" { loop \"1\" }", []string{"Draw some of the dashed lines.",
			"The lines form one loop, without ends and forks."}},
		{"board b on square = 3x4\nqueens on b", []string{"Put queens on the board.",
			"In each row there is exactly 1 queen.",
			"In each column there is at most 1 queen.", "In each diagonal there is at most 1 queen."}},
		{"board b on square = 3x3\nplace man on b {\n apart\n symmetric half-turn\n at least 1 on column 1\n}",
			[]string{"Put men on the board, one on a cell at most.", "No two men stand on cells that share a side.",
				"The solution looks the same after a half-turn.", "In column 2 there is at least 1 man."}},
		{"dissect 2x2 into 2 pieces forming 1x4 {\n flip\n connected\n sizes 2\n}",
			[]string{"Cut the left shape into 2 pieces that form the right one.",
				"Pieces may be turned, and turned over.", "Each piece is in one part.",
				"Each piece has exactly 2 cells."}},
		{"piece a = 1x2\npiece b = 1x1\npack 2x2 with any of a + 2 of b {\n leave any empty\n}\nminimize empty",
			[]string{"Put the pieces on the board. Use a as often as you like and b twice. " +
				"They may be turned, and turned over.",
				"Any cells may stay empty.",
				"Of all solutions a best one is wanted, in which this is as small as possible: " +
					"the number of empty cells."}},
		{"board b on square torus = 2x2\npiece a = 1x2\npack b with any of a",
			[]string{"Cover the whole board with the pieces. Use a as often as you like. They may be turned, and " +
				"turned over. Edges of the board that have the same arrows are joined."}},
		{"latin 4 {\n at most 1 \"1\" on (r, c) (r, c+1) for r in 0..3, c in 0..2 where r != 9\n}", []string{
			"Write the numbers 1 to 4 into the cells, each of them once in each row and in each column.",
			"This rule of the text holds: at most 1 \"1\" on (r, c) (r, c+1) for r in 0..3, c in 0..2 where r != 9"}},
		{"board b on square = 1x4 labels \"\"\"\nJan 25 25 .\n\"\"\"\npiece a = 1x1\npack b with 3 of a {\n" +
			" leave 1 empty on (0, 0) (0, 1) (0, 3)\n}",
			[]string{"Put the pieces on the board. Use a exactly 3 times. They may be turned, and turned over.",
				"On Jan, r1c2 and r1c4 there is exactly 1 empty cell."}},
		{"items a\noption a", nil},
	} {
		p := compiletest.CompilePuzzle(t, c.text, false)
		if got := p.RulesInWords(); !slices.Equal(got, c.want) {
			t.Errorf("of\n%s\npeople read\n%s\nand not\n%s", c.text, strings.Join(got, "\n"),
				strings.Join(c.want, "\n"))
		}
	}
}
