package clues_test

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/compile/compiletest"
	"quadrille/compile/model"
	"quadrille/examples"
	"quadrille/explain/clues"
	"quadrille/lang/ast"
	"quadrille/lang/parse"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/oracle"
	"quadrille/stdlib"
)

// read parses and checks a text.
func read(t testing.TB, name, text string) (*ast.File, *model.Puzzle) {
	t.Helper()
	f, err := parse.File(name, []byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	m, err := check.CheckFile(f, importer(name), check.FileOptions{})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return f, m
}

// importer finds what the examples use.
func importer(name string) check.Importer {
	return check.Importer{ReadModule: stdlib.ReadModule, ReadWordList: stdlib.ReadWords,
		ReadFile: func(_, to string) (string, []byte, error) {
			text, err := examples.Files.ReadFile(path.Join(path.Dir(name), to))
			return to, text, err
		}}
}

func list(t testing.TB, text string) *clues.ClueList {
	t.Helper()
	return clues.ListClues(read(t, "test.puz", text))
}

func without(t testing.TB, l *clues.ClueList, dropped ...int) string {
	t.Helper()
	text, err := l.TextWithout(dropped...)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func names(l *clues.ClueList) (all []string) {
	for _, c := range l.Clues {
		all = append(all, c.Name)
	}
	return all
}

// TestNames: what a text has, and what it is called.
func TestNames(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"latin 4 {\n  distinct on boxes 2x2\n  given \"\"\"\n    1...\n    ....\n    ...3\n    ....\n  \"\"\"\n}",
			"the rule `distinct on boxes 2x2`; the given 1 at (0, 0); the given 3 at (2, 3)"},
		{"param n = 4\nqueens n {\n  exactly 1 on (n-1, 0), (0, 1)\n  none on (1, 1)\n  at most 2 on diagonals\n}",
			"the man at (3, 0); the man at (0, 1); the bar at (1, 1)"},
		{"piece A = 1x2\nboard b on square = 4x4 - (0, 0) (3, 3)\npack b with 7 of A {\n  fix A at (0, 1) " +
			"orientation 0\n  keep A in b\n  leave 0 empty\n}",
			"the hole at (0, 0); the hole at (3, 3); the piece `fix A at (0, 1) orientation 0`; the rule `keep " +
				"A in b`"},
		{"latin 3 {\n  sum \"a 3\" product \"b 6\" on regions \"\"\"\n    aa.\n    .bb\n    ...\n  \"\"\"\n  sees " +
			"top \"3, ., .\" left \"., ., 2\"\n  ascending on (0, 0) (0, 1) for i in 1..1\n}",
			"the cage a with sum 3 at (0, 0); the cage b with product 6 at (1, 1); the clue 3 at the top of column " +
				"0; the clue 2 at the left of row 2; the rule `ascending on (0, 0) (0, 1) for i in 1..1`"},
		{"board b on square = 2x2\nfill b with \"_#\" {\n  runs rows \"1, .\"\n  count \"#\" columns \"., 1\"\n  " +
			"distinct on columns, 1x2\n}",
			"the clue 1 of row 0; the clue 1 of column 1; the rule `distinct on columns`; the rule `distinct on 1x2`"},
		{"latin 2 {\n  marks \"\"\"\n    .<.\n    v\n    .o.\n  \"\"\" every \"o\"\n}",
			"the mark < at (0, 0) (0, 1); the mark v at (0, 0) (1, 0); the mark o at (1, 0) (1, 1); the rule that o " +
				"stands wherever it holds"},
		{"items a\noption a\noption a\nforbid together a", "the statement `forbid together a`"},
	} {
		if got := strings.Join(names(list(t, c.text)), "; "); got != c.want {
			t.Errorf("%s\nhas %s\nwant %s", c.text, got, c.want)
		}
	}
}

// TestWithout: the text is written as a person would.
func TestWithout(t *testing.T) {
	text := `latin 4 {
  distinct on boxes 2x2  // as usual
  given """
    1...
    ....
    ...3
    ....
  """
  sum "a 5 b 3" on regions """
    a.b.
    a.b.
    ....
    ....
  """
  sees top "1, ., 2, ." left "., ., 3, ."
}
`
	l := list(t, text)
	for _, c := range []struct {
		dropped []int
		want    string
	}{
		{[]int{1}, strings.Replace(text, "1...", "....", 1)},
		{[]int{1, 2}, strings.Replace(text, "  given \"\"\"\n    1...\n    ....\n    ...3\n    ....\n  \"\"\"\n", "",
			1)},
		{[]int{3}, strings.Replace(strings.ReplaceAll(text, "a.b.", "..b."), "a 5 ", "", 1)},
		{[]int{5, 6}, strings.Replace(text, `top "1, ., 2, ." `, "", 1)},
		{[]int{5, 6, 7}, strings.Replace(text, "  sees top \"1, ., 2, .\" left \"., ., 3, .\"\n", "", 1)},
	} {
		if got := without(t, l, c.dropped...); got != c.want {
			t.Errorf("without %v:\n%s\nwant\n%s", c.dropped, got, c.want)
		}
	}
	if got := without(t, l, 0, 1, 2, 3, 4, 5, 6, 7); got != "// as usual\nlatin 4\n" {
		t.Errorf("without all: %q", got)
	}
}

// eachExample visits the examples that have clues.
func eachExample(t *testing.T, visit func(name string, text string)) {
	if testing.Short() {
		t.Skip("a second or more")
	}
	err := fs.WalkDir(examples.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && path.Ext(name) == ".puz" {
			var text []byte
			if text, err = examples.Files.ReadFile(name); err == nil {
				visit(name, string(text))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestExamples: each clue of each example can be left out by itself, but for marks that a rule is about. The text
// without it is right, and has all the other clues.
func TestExamples(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	seen := map[clues.ClueKind]int{}
	eachExample(t, func(name, text string) {
		l := clues.ListClues(read(t, name, text))
		before, some := names(l), matrixtest.RandomRounds(1, 30)
		for k, c := range l.Clues {
			seen[c.Kind]++
			if r.IntN(len(l.Clues)) >= some {
				continue
			}
			after := without(t, l, k)
			left := clues.ListClues(read(t, name, after))
			got, want := names(left), slices.Delete(slices.Clone(before), k, k+1)
			if c.EnclosingClue >= 0 { // another clue says it as well
				want = before
			}
			if c.Kind != clues.Hole && !slices.Equal(got, want) {
				t.Errorf("%s without %s has %q, want %q", name, c.Name, got, want)
			}
		}
	})
	for kind, least := range map[clues.ClueKind]int{clues.Given: 20 * 17, clues.Cage: 40, clues.Mark: 10,
		clues.EdgeClue: 6, clues.LineClue: 20, clues.Rule: 50, clues.Piece: 3} {
		if seen[kind] < least {
			t.Errorf("%d clues are a %s, and there should be %d or more", seen[kind], kind, least)
		}
	}
}

// TestWithGivesBack: what was left out is put in again, from the placements that it means.
func TestWithGivesBack(t *testing.T) {
	eachExample(t, func(name, text string) {
		if strings.Contains(text, "latin from") {
			return // Inline is for those
		}
		l := clues.ListClues(read(t, name, text))
		var dropped []int
		var more []compile.Placement
		for k, c := range l.Clues {
			if letters := strings.Fields(c.Name); c.Kind == clues.Given || c.Kind == clues.Letter {
				dropped = append(dropped, k)
				kind := map[clues.ClueKind]string{clues.Given: "fill", clues.Letter: "words"}[c.Kind]
				more = append(more, compile.Placement{StatementKind: kind, Cells: c.Cells, Letters: letters[2:3]})
			} else if c.Kind == clues.Chessman {
				dropped = append(dropped, k)
				more = append(more, compile.Placement{StatementKind: "place", Cells: c.Cells, PieceName: "man"})
			}
		}
		if dropped == nil {
			return
		}
		bare := without(t, l, dropped...)
		f, m := read(t, name, bare)
		again, err := clues.AddClues(f, m, more)
		if err != nil {
			t.Fatal(err)
		}
		got, want := names(clues.ListClues(read(t, name, again))), names(l)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s has %q, and after all %q", name, want, got)
		}
	})
}

// puzzles have clues of every kind that a matrix knows, and few solutions.
var puzzles = []string{
	"latin 4 {\n  distinct on boxes 2x2\n  given \"\"\"\n    1..2\n    .3..\n    ..2.\n    4...\n  \"\"\"\n}",
	"latin 4 {\n  ascending on (0, 0) (0, 1)\n  sum 5 on 1x2 at (2, 0)\n  given \"\"\"\n    ...4\n    .1..\n    " +
		"..2.\n    ....\n  \"\"\"\n}",
	"board b on square = 2x5\nfill b with \"01\" {\n  count \"1\" rows \"2, 3\"\n  connected \"1\"\n  given \"\"\"\n " +
		" .1..0\n    0.1..\n  \"\"\"\n}",
	"words 2x3 from three_letter_words {\n  rows\n  given \"\"\"\n    ca.\n    .og\n  \"\"\"\n}",
	"queens 6 {\n  exactly 1 on (0, 1), (1, 3)\n  none on (5, 0) (4, 4) (2, 2)\n}",
	"piece L = \"\"\"\n  #.\n  ##\n\"\"\"\npiece I = 1x3\nboard b on square = 3x4\npack b with 2 of L + 2 of I {\n  " +
		"fix I at (0, 0) orientation 1\n  fix L at (1, 1)\n}",
	"piece I = 1x3\nboard b on square torus = 3x4\npack b with 4 of I {\n  fix I at (0, 2) orientation 0\n  fix I at " +
		"(1, 3)\n}",
	"piece D on triangle = 1x2\nboard b on triangle torus = 2x4\npack b with 4 of D {\n  fix D at (1, 1)\n  fix D at " +
		"(0, 2) orientation 0\n}",
	"piece L = 2x2 - (1, 1)\npiece O = 1x1\nboard b on square torus = 2x2\npack b with L + O {\n  fix L at (1, 0) " +
		"orientation 2\n}",
	// statements side by side, on boards with the same cells
	"piece A = 1x1\npiece B = 1x2\nboard b on square = 2x2\npack b with 2 of A + B {\n  fix A at (0, 1)\n}\n" +
		"place rook on b {\n  exactly 1 on rows\n  exactly 1 on (0, 0)\n  none on (1, 1)\n}\n" +
		"latin 2 {\n  given \"\"\"\n    1.\n    ..\n  \"\"\"\n}",
	"list pet = {ab, ba, aa}\nwords 2x2 from pet {\n  given \"\"\"\n    .b\n    a.\n  \"\"\"\n}\n" +
		"board f on square = 2x2\nfill f with \"abc\" {\n  given \"\"\"\n    c.\n    .c\n  \"\"\"\n}",
	"piece A = 1x2\npiece B = 1x3\npiece L = \"\"\"\n  #.\n  ##\n\"\"\"\nboard b on square = 2x4\npack b with A + B " +
		"+ L {\n  fix A at (0, 0)\n  fix B at (1, 0) orientation 0\n}",
}

// TestMeanings: the relaxed puzzle, with what some clues mean to its matrix, has as many solutions as
// the text without the other clues, compiled by itself and searched by another way.
func TestMeanings(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	for _, text := range puzzles {
		l := list(t, text)
		bare, err := l.TextWithoutClues()
		if err != nil {
			t.Fatal(err)
		}
		relaxed := compiled(t, bare)
		meanings, err := l.ClueMeanings(relaxed)
		if err != nil {
			t.Fatal(err)
		}
		q := oracle.NewOracle(compiletest.PuzzleMatrix(t, relaxed),
			oracle.OracleOptions{IsSolution: relaxed.IsSolution})
		known := 0
		for range matrixtest.RandomRounds(12, 60) {
			var dropped []int
			var a oracle.Assumptions
			sayable := true
			for k, c := range l.Clues {
				switch {
				case c.IsExpressibleInMatrix() && r.IntN(3) == 0:
					dropped = append(dropped, k)
				case c.IsExpressibleInMatrix() && meanings[k] == nil:
					sayable = false
				case c.IsExpressibleInMatrix():
					a.AddAssumptions(*meanings[k])
				}
			}
			if !sayable {
				continue
			}
			known++
			part := compiled(t, without(t, l, dropped...))
			want := 0
			for s := range compiletest.AllSolutions(t, part) {
				if part.IsSolution(s) {
					want++
				}
			}
			if found, err := q.SolveUnder(context.Background(), a, 1<<20); err != nil || len(found) != want {
				t.Errorf("%s\nwithout %v has %d solutions and %v, want %d", text, dropped, len(found), err, want)
			}
		}
		if known == 0 && !testing.Short() { // of few rounds there may be none that can be said
			t.Errorf("%s\nno meanings are known", text)
		}
	}
}

func compiled(t *testing.T, text string) *compile.Program {
	t.Helper()
	p, err := compile.CompileText("test.puz", []byte(text), importer("test.puz"), compile.ProgramOptions{})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return p
}

// TestWithSolution: a solution of the relaxed puzzle whose placements are all given is the only one.
func TestWithSolution(t *testing.T) {
	for _, text := range puzzles {
		bare, err := list(t, text).TextWithoutClues()
		if err != nil {
			t.Fatal(err)
		}
		relaxed := compiled(t, bare)
		for s := range compiletest.AllSolutions(t, relaxed) {
			if !relaxed.IsSolution(s) {
				continue
			}
			f, m := read(t, "test.puz", bare)
			full, err := clues.AddClues(f, m, relaxed.Decode(s))
			if err != nil {
				t.Fatal(err)
			}
			again := compiled(t, full)
			n := 0
			for range compiletest.AllSolutions(t, again) {
				n++
			}
			if n != 1 {
				t.Errorf("%s\nhas %d solutions", full, n)
			}
			break
		}
	}
}

// TestInline: what another file gives is written into the puzzle.
func TestInline(t *testing.T) {
	f, m := read(t, "latin-swaps-overlapping.puz", "latin from \"latin-swaps-overlapping.txt\"\nbreak swaps\n")
	text, ok := clues.InlineSquare(f, m)
	if !ok {
		t.Fatal("nothing was written")
	}
	n := 0
	for _, c := range clues.ListClues(read(t, "test.puz", text)).Clues {
		if c.Kind == clues.Given {
			n++
		}
	}
	file, err := examples.Files.ReadFile("latin-swaps-overlapping.txt")
	if err != nil {
		t.Fatal(err)
	}
	given := strings.Count(strings.Map(func(c rune) rune {
		if c == '.' || c == '\n' {
			return -1
		}
		return 'x'
	}, string(file)), "x")
	if n != given || n == 0 {
		t.Errorf("%d symbols are given, and the file has %d:\n%s", n, given, text)
	}
}

func ExampleClueList_TextWithout() {
	const text = "latin 2 {\n  given \"\"\"\n    1.\n    .1\n  \"\"\"\n}\n"
	f, err := parse.File("small.puz", []byte(text))
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := check.CheckFile(f, check.Importer{}, check.FileOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	l := clues.ListClues(f, m)
	fmt.Println(l.Clues[1].Name)
	less, err := l.TextWithout(1)
	fmt.Print(less, err)
	// Output:
	// the given 1 at (1, 1)
	// latin 2 {
	//   given """
	//     1.
	//     ..
	//   """
	// }
	// <nil>
}
