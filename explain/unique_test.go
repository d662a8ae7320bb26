package explain_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille"
	"quadrille/examples"
	"quadrille/explain"
	"quadrille/generate"
	"quadrille/runtime/matrix/matrixtest"
)

func uniqueness(t *testing.T, text string, o quadrille.Options) explain.Uniqueness {
	t.Helper()
	u, err := explain.CheckUniqueness(context.Background(), loadPuzzle(t, text, o), quadrille.Search{},
		explain.ClueOptions{})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return u
}

// smallSquare is a Latin square of order 4, as 16 characters.
type smallSquare [16]byte

// smallSquares lists all 576 Latin squares of order 4, by trying all rows.
func smallSquares() (all []smallSquare) {
	var rows []string
	for _, a := range "1234" {
		for _, b := range "1234" {
			for _, c := range "1234" {
				for _, d := range "1234" {
					if a != b && a != c && a != d && b != c && b != d && c != d {
						rows = append(rows, string([]rune{a, b, c, d}))
					}
				}
			}
		}
	}
	for _, a := range rows {
		for _, b := range rows {
			for _, c := range rows {
				for _, d := range rows {
					var s smallSquare
					copy(s[:], a+b+c+d)
					if s.columnsDiffer() {
						all = append(all, s)
					}
				}
			}
		}
	}
	return all
}

func (s smallSquare) columnsDiffer() bool {
	for k := range 4 {
		for i := range 4 {
			for j := range i {
				if s[4*i+k] == s[4*j+k] {
					return false
				}
			}
		}
	}
	return true
}

func (s smallSquare) boxes() bool {
	for _, corner := range []int{0, 2, 8, 10} {
		seen := map[byte]bool{}
		for _, k := range []int{0, 1, 4, 5} {
			seen[s[corner+k]] = true
		}
		if len(seen) < 4 {
			return false
		}
	}
	return true
}

// TestUniqueAgainstBruteForce: small sudokus with random givens, compared with all 576 squares: how many
// solutions, which givens are needed, and whether the boxes are.
func TestUniqueAgainstBruteForce(t *testing.T) {
	squares, r := smallSquares(), rand.New(rand.NewPCG(31, 32))
	verdicts, needs := map[string]int{}, map[explain.Necessity]int{}
	for round := range matrixtest.RandomRounds(30, 300) {
		var given smallSquare
		from := squares[r.IntN(len(squares))]
		for k := range given {
			given[k] = '.'
			if r.IntN(16) < 6 {
				given[k] = from[k]
			}
		}
		count := func(g smallSquare, boxes bool) (n int) {
			for _, s := range squares {
				fits := !boxes || s.boxes()
				for k := range s {
					fits = fits && (g[k] == '.' || g[k] == s[k])
				}
				if fits {
					n++
				}
			}
			return n
		}
		text := fmt.Sprintf("latin 4 {\n  distinct on boxes 2x2\n  given \"\"\"\n    %s\n    %s\n    %s\n    %s\n  "+
			"\"\"\"\n}\n",
			given[:4], given[4:8], given[8:12], given[12:])
		p, err := quadrille.Load("test.puz", []byte(text), quadrille.Options{})
		if err != nil {
			continue // a symbol twice in a box, which the brute force counts as 0
		}
		u, err := explain.CheckUniqueness(context.Background(), p, quadrille.Search{}, explain.ClueOptions{})
		if err != nil {
			t.Fatal(err)
		}
		want := map[int]string{0: "no solution", 1: "one solution"}[count(given, true)]
		if want == "" {
			want = "several solutions"
		}
		verdicts[want]++
		if u.Verdict() != want {
			t.Fatalf("round %d: %s, want %s:\n%s", round, u.Verdict(), want, text)
		}
		for _, c := range u.TestedClues {
			less, boxes := given, true
			if c.Kind == "given" {
				less[4*c.Cells[0][0]+c.Cells[0][1]] = '.'
			} else {
				boxes = false
			}
			want := explain.Implied
			if count(less, boxes) > 1 {
				want = explain.Needed
			}
			needs[want]++
			if c.Necessity != want {
				t.Fatalf("%s %s, want %s:\n%s", c.Name, c.Necessity, want, text)
			}
		}
	}
	if len(verdicts) < 2 || !testing.Short() && (verdicts["one solution"] < 5 || needs[explain.Needed] < 10 ||
		needs[explain.Implied] < 10) {
		t.Errorf("%v, %v: the test proves little", verdicts, needs)
	}
}

// TestSeventeen: of a sudoku with 17 givens, the fewest possible (G. McGuire and others, 2012), each
// is needed.
func TestSeventeen(t *testing.T) {
	if testing.Short() {
		t.Skip("a second or more")
	}
	names, err := fs.Glob(examples.Files, "sudoku/[0-9]*.puz")
	if err != nil || len(names) != 20 {
		t.Fatal(names, err)
	}
	for _, name := range names[:matrixtest.RandomRounds(5, 20)] {
		text, err := examples.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		givens := 0
		for _, c := range uniqueness(t, string(text), quadrille.Options{}).TestedClues {
			if c.Kind == "given" && c.Necessity == explain.Needed {
				givens++
			}
		}
		if givens != 17 {
			t.Errorf("%s: %d of 17 givens are needed", name, givens)
		}
	}
}

// TestMadeSudokus: those that were made minimal have one solution, and need all givens. With
// one more given, that one follows.
func TestMadeSudokus(t *testing.T) {
	left := matrixtest.RandomRounds(3, 1000)
	for made, err := range generate.MakePuzzles(t.Context(), kindPuzzle(t, "sudoku"), generate.Recipe{}, 33) {
		if left--; left < 0 {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		line, _ := made.Format("line", 1)
		line = strings.TrimSpace(line)
		u := uniqueness(t, sudokuText(line), quadrille.Options{})
		if u.Verdict() != "one solution" {
			t.Fatalf("%s has %s", line, u.Verdict())
		}
		for _, c := range u.TestedClues {
			if c.Kind == "given" && c.Necessity != explain.Needed {
				t.Fatalf("%s: %s %s", line, c.Name, c.Necessity)
			}
		}
		full := []byte(line)
		for _, pl := range u.Solutions[0].Placements() {
			for k, cell := range pl.Cells {
				if at := 9*cell[0] + cell[1]; full[at] == '.' {
					full[at] = pl.Letters[k][0]
				}
			}
		}
		hole := strings.IndexByte(line, '.')
		more := line[:hole] + string(full[hole]) + line[hole+1:]
		for _, c := range uniqueness(t, sudokuText(more), quadrille.Options{}).TestedClues {
			if c.Kind == "given" && int(9*c.Cells[0][0]+c.Cells[0][1]) == hole && c.Necessity != explain.Implied {
				t.Fatalf("%s: %s %s", more, c.Name, c.Necessity)
			}
		}
	}
}

func sudokuText(line string) string {
	text := "latin 9 {\n  distinct on boxes 3x3\n  given \"\"\"\n"
	for row := range 9 {
		text += "    " + line[9*row:9*row+9] + "\n"
	}
	return text + "  \"\"\"\n}\n"
}

// TestUniqueKinds: puzzles whose answers are easily seen.
func TestUniqueKinds(t *testing.T) {
	for _, c := range []struct {
		name, text string
		o          quadrille.Options
		want       string // verdict, and the needs of clues in order
	}{
		{"no queens", "queens 3", quadrille.Options{}, "no solution"},
		{"six queens", "queens 6", quadrille.Options{}, "several solutions"},
		{"six queens are four images of one", "queens 6", quadrille.Options{UpTo: quadrille.Symmetry},
			"one solution up to symmetry"},
		{"said in the text", "queens 6\nbreak symmetry", quadrille.Options{}, "one solution up to symmetry"},
		{"no two of the four share a cell", "queens 6 {\n  exactly 1 on (0, 1)\n  none on (0, 2)\n}",
			quadrille.Options{},
			"one solution: needed follows"},
		{"dominoes", "piece I = 1x2\nboard b on square = 2x2\npack b with any of I {\n  fix I at (0, 0) " +
			"orientation 1\n}", quadrille.Options{}, "one solution: needed"},
		{"dominoes that turn each other",
			"piece I = 1x2\nboard b on square = 2x2\npack b with any of I {\n  fix I at (0, 0) orientation 1\n fix I " +
				"at (0, 1) orientation 1\n}", quadrille.Options{}, "one solution: follows follows"},
		{"a hole", "piece L = \"\"\"\n  #.\n  ##\n\"\"\"\nboard b on square = 2x2 - (0, 1)\npack b with L",
			quadrille.Options{}, "one solution: needed"},
		{"the core", "items a b\noption a\noption b\noption a b\nforbid together a, b", quadrille.Options{},
			"one solution: needed"},
		{"connected", "board b on square = 1x3\nfill b with \"01\" {\n  connected \"1\"\n  count \"1\" rows \"2\"\n  " +
			"given \"\"\"\n    1..\n  \"\"\"\n}", quadrille.Options{}, "one solution: needed needed needed"},
		{"swaps", "latin 2\nbreak swaps", quadrille.Options{}, "one solution up to swaps"},
	} {
		u := uniqueness(t, c.text, c.o)
		got := u.Verdict()
		for k, clue := range u.TestedClues {
			got += strings.Repeat(":", 1-min(k, 1)) + " " + string(clue.Necessity)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestKindOfOneClue: of two rules and a given, the given alone is needed, as a row of two different digits has one 1.
func TestKindOfOneClue(t *testing.T) {
	u := uniqueness(t,
		"latin 2 {\n  exactly 1 \"1\" on row 0\n  exactly 1 \"2\" on row 1\n  given \"\"\"\n    1.\n    ..\n"+
			"  \"\"\"\n}", quadrille.Options{})
	text := u.Text(quadrille.TextStyle{})
	for _, want := range []string{"1 of 3 clues is needed: 1 given\n", "2 of 3 clues follow"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text does not say %q:\n%s", want, text)
		}
	}
}

// TestDifference: the stars stand where the two squares of order 2 differ, which is everywhere; in a
// square with a corner that is fixed only elsewhere.
func TestDifference(t *testing.T) {
	u := uniqueness(t, "latin 3 {\n  given \"\"\"\n    123\n    ...\n    ...\n  \"\"\"\n}", quadrille.Options{})
	if got := fmt.Sprint(u.DifferingCells()); len(u.Solutions) != 2 || got != "[[1 0] [1 1] [1 2] [2 0] [2 1] [2 2]]" {
		t.Errorf("%d solutions, which differ at %s", len(u.Solutions), got)
	}
	if text := u.Text(quadrille.TextStyle{}); strings.Count(text, "*") != 12 {
		t.Errorf("stars stand elsewhere:\n%s", text)
	}
	var page strings.Builder
	if err := u.SVG(&page); err != nil || strings.Count(page.String(), `class="marked"`) != 12 {
		t.Errorf("%v; the page has %d frames", err, strings.Count(page.String(), `class="marked"`))
	}
	object, err := json.Marshal(u)
	if err != nil || !strings.Contains(string(object), `"differ":[[1,0]`) ||
		!strings.Contains(string(object), `"verdict":"several solutions"`) {
		t.Errorf("%s, %v", object, err)
	}
	core := uniqueness(t, "items a b\noption a b\noption a\noption b", quadrille.Options{})
	if text := core.Text(quadrille.TextStyle{}); strings.Count(text, "* ") != 3 {
		t.Errorf("stars stand elsewhere:\n%s", text)
	}
}

// TestSpare: of two corners that give the same away, each can go, and one stays. What stays of clues that follow is
// needed.
func TestSpare(t *testing.T) {
	u := uniqueness(t, "latin 2 {\n  given \"\"\"\n    1.\n    .1\n  \"\"\"\n}", quadrille.Options{})
	if len(u.SpareClues) != 1 {
		t.Errorf("%+v", u)
	}
	r, squares := rand.New(rand.NewPCG(35, 36)), smallSquares()
	for range matrixtest.RandomRounds(5, 300) {
		from := squares[r.IntN(len(squares))]
		text := fmt.Sprintf("latin 4 {\n  given \"\"\"\n    %s\n    %s\n    %s\n    %s\n  \"\"\"\n  ascending on (0, "+
			"%d) (0, %d)\n}\n", from[:4], from[4:8], from[8:12], from[12:],
			strings.IndexByte(string(from[:4]), '1'), strings.IndexByte(string(from[:4]), '2'))
		u := uniqueness(t, text, quadrille.Options{})
		var given smallSquare
		copy(given[:], from[:])
		less := true
		for _, k := range u.SpareClues {
			if c := u.TestedClues[k]; c.Kind == "given" {
				given[4*c.Cells[0][0]+c.Cells[0][1]] = '.'
			} else {
				less = false
			}
		}
		one, two := strings.IndexByte(string(from[:4]), '1'), strings.IndexByte(string(from[:4]), '2')
		count := func(g smallSquare, less bool) (n int) {
			for _, s := range squares {
				fits := !less || s[one] < s[two]
				for k := range s {
					fits = fits && (g[k] == '.' || g[k] == s[k])
				}
				if fits {
					n++
				}
			}
			return n
		}
		if count(given, less) != 1 || less && count(given, false) == 1 {
			t.Fatalf("%s\nwithout %v is %s, with %d solutions", text, u.SpareClues, given, count(given, less))
		}
		for k := range given {
			more := given
			if more[k] = '.'; given[k] != '.' && count(more, less) == 1 {
				t.Fatalf("%s\nwithout %v is %s, of which more can go", text, u.SpareClues, given)
			}
		}
	}
}

// TestFromFile: the givens of a square in another file are clues as well.
func TestFromFile(t *testing.T) {
	p, err := quadrille.Load("small.txt", []byte("1.\n..\n"), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	u, err := explain.CheckUniqueness(context.Background(), p, quadrille.Search{}, explain.ClueOptions{})
	if err != nil || len(u.TestedClues) != 1 || u.TestedClues[0].Necessity != explain.Needed {
		t.Errorf("%+v, %v", u.TestedClues, err)
	}
	text := []byte("latin from \"latin-swaps-overlapping.txt\"\nbreak swaps\n") // 4 are left of 5
	p, err = quadrille.Load("test.puz", text, quadrille.Options{Files: examples.Files})
	if err != nil {
		t.Fatal(err)
	}
	if u, err = explain.CheckUniqueness(context.Background(), p, quadrille.Search{},
		explain.ClueOptions{}); err != nil ||
		len(u.Solutions) != 2 {
		t.Errorf("%s, %v", u.Verdict(), err)
	}
}

// TestBackbone compares what is always and never used with all solutions, one by one.
func TestBackbone(t *testing.T) {
	names := []string{"sudoku-4x4.puz", "queens-corner.puz", "matrix.puz", "langford.puz", "logic/slitherlink.puz",
		"latin-completion.puz", "pentominoes-3x20.puz", "word-square.puz"}
	if testing.Short() {
		names = names[:4]
	}
	for _, name := range names {
		text, err := examples.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		every := strings.Replace(string(text), "break symmetry", "", 1)
		p, err := quadrille.Load(name, []byte(every), quadrille.Options{Files: examples.Files})
		if err != nil {
			t.Fatal(err)
		}
		b, err := explain.FindBackbone(context.Background(), p, quadrille.Search{})
		if err != nil {
			t.Fatal(err)
		}
		uses, all := map[quadrille.OptionID]int{}, 0
		for s, err := range p.Solutions(context.Background(), quadrille.Search{Engine: "links"}) {
			if err != nil {
				t.Fatal(err)
			}
			all++
			for _, o := range s.Options() {
				uses[o]++
			}
		}
		m, _, err := p.Matrix()
		if err != nil {
			t.Fatal(err)
		}
		var always, never []quadrille.OptionID
		for o := range quadrille.OptionID(m.OptionCount()) {
			switch uses[o] {
			case 0:
				never = append(never, o)
			case all:
				always = append(always, o)
			}
		}
		if !slices.Equal(b.AlwaysUsed, always) || !slices.Equal(b.NeverUsed, never) || b.UndeterminedCount != 0 {
			t.Errorf("%s: %d always, %d never, %d open; of %d solutions %d and %d", name, len(b.AlwaysUsed),
				len(b.NeverUsed),
				b.UndeterminedCount, all, len(always), len(never))
		}
	}
}

// TestBackboneOfAll: classes do not matter: the four ways to place six queens have nothing in common, and use 24 cells.
func TestBackboneOfAll(t *testing.T) {
	b, err := explain.FindBackbone(context.Background(), loadPuzzle(t, "queens 6\nbreak symmetry",
		quadrille.Options{UpTo: quadrille.Symmetry}), quadrille.Search{})
	if err != nil || len(b.AlwaysUsed) != 0 || len(b.NeverUsed) != 12 {
		t.Errorf("%d always, %d never, %v", len(b.AlwaysUsed), len(b.NeverUsed), err)
	}
	text := b.Text(quadrille.TextStyle{})
	if strings.Count(text, "x") != 12 || !strings.Contains(text, "in none: 12 of 36 placements\n") {
		t.Errorf("crosses stand elsewhere:\n%s", text)
	}
	if _, err := explain.FindBackbone(context.Background(), loadPuzzle(t, "dissect 1x2 into 2 pieces forming 1x2",
		quadrille.Options{}), quadrille.Search{}); err == nil {
		t.Error("a dissection has a backbone")
	}
}

// TestBackboneShare: in Latin squares of order 6 each cell may have each symbol. Meanwhile the share that is decided
// grows to 1.
func TestBackboneShare(t *testing.T) {
	var shares []float64
	b, err := explain.FindBackbone(t.Context(), loadPuzzle(t, "latin 6", quadrille.Options{}),
		quadrille.Search{Progress: func(p quadrille.Progress) { shares = append(shares, p.Share) }})
	if err != nil || len(b.AlwaysUsed)+len(b.NeverUsed)+b.UndeterminedCount != 0 {
		t.Errorf("%d always, %d never, %d open, %v", len(b.AlwaysUsed), len(b.NeverUsed), b.UndeterminedCount, err)
	}
	if len(shares) == 0 || !slices.IsSorted(shares) || shares[0] < 0 || shares[len(shares)-1] != 1 {
		t.Errorf("the shares do not grow to 1: %v", shares)
	}
}

// TestUniqueStops: what is known when time is over comes with the error.
func TestUniqueStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	reports := 0
	text := sudokuText(".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...")
	u, err := explain.CheckUniqueness(ctx, loadPuzzle(t, text, quadrille.Options{}),
		quadrille.Search{Progress: func(p quadrille.Progress) {
			if reports++; reports == 5 {
				cancel()
			}
		}}, explain.ClueOptions{})
	known := 0
	for _, c := range u.TestedClues {
		if c.Necessity == explain.Needed {
			known++
		}
	}
	if !errors.Is(err, context.Canceled) || !u.IsKnown || known < 3 || known == len(u.TestedClues) {
		t.Errorf("%v; %d of %d clues are known to be needed", err, known, len(u.TestedClues))
	}
	if text := u.Text(quadrille.TextStyle{}); !strings.Contains(text, "not decided") {
		t.Errorf("the text does not say that more is open:\n%s", text)
	}
}

// hardNurikabe has one solution. Without `apart`, whether there are others is a question that no engine answers soon:
// with `tatami`, its regions are found by their shapes.
const hardNurikabe = `table island = """
  . . . . .  . 1 . . 4
  . . . . .  . . . . .
  . . . 4 .  . . . . .
  . . 4 . .  . . . . 2
  . . . . . 11 . . . .
  . . . . 6  . . . . .
  2 . . . .  . . 2 . .
  . . . . .  . 5 . . .
  . . . . .  . . . . .
  2 . . 1 .  . . . . .
"""
pack 10x10 with shapes at island {
  apart
  tatami
  leave any empty
  leave at most 3 empty on 2x2 everywhere
  connected empty
}
`

// TestBoundedClueWork: the number of solutions is known before clues are tested, and clues that would take too long are
// left open. What is known of the other one is confirmed by the solutions of the text without it.
func TestBoundedClueWork(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds, and a minute with the race detector")
	}
	verdicts := 0
	u, err := explain.CheckUniqueness(t.Context(), loadPuzzle(t, hardNurikabe, quadrille.Options{}), quadrille.Search{},
		explain.ClueOptions{OnVerdict: func(u explain.Uniqueness) {
			if verdicts++; u.Verdict() != "one solution" || len(u.TestedClues) > 0 {
				t.Errorf("the verdict comes first: %s, %d clues", u.Verdict(), len(u.TestedClues))
			}
		}})
	if err != nil || verdicts != 1 || len(u.TestedClues) != 3 {
		t.Fatalf("%v, %d verdicts, %+v", err, verdicts, u.TestedClues)
	}
	if u.TestedClues[0].Necessity != explain.Undetermined ||
		u.UndecidedCluesText() != "whether 2 clues can be left out" {
		t.Errorf("`apart` is %s, open is %s", u.TestedClues[0].Necessity, u.UndecidedCluesText())
	}
	less := loadPuzzle(t, strings.Replace(hardNurikabe, "  tatami\n", "", 1), quadrille.Options{})
	found := map[string]bool{}
	for s, err := range less.Solutions(t.Context(), quadrille.Search{Limit: 2}) {
		if err != nil {
			t.Fatal(err)
		}
		found[fmt.Sprint(s.Options())] = true
	}
	if len(found) != 1 || u.TestedClues[1].Necessity != explain.Implied {
		t.Errorf("`tatami` is %s; %d solutions without it", u.TestedClues[1].Necessity, len(found))
	}
}

// TestWorkOfLongTexts: the work of reading a text without one of its rules is bounded, so behind a long text some rules
// stay open that follow from a Latin square of order 4. Its givens are tested in the matrix, and do not.
func TestWorkOfLongTexts(t *testing.T) {
	const text = `latin 4 {
		distinct on boxes 2x2
		sum 10 on row 1
		sum 10 on row 2
		sum 10 on row 3
		given """
			1...
			..3.
			.4..
			...2
		"""
	} // `
	for padding, want := range map[int]map[explain.Necessity]int{
		0:       {explain.Needed: 5, explain.Implied: 3},
		1 << 20: {explain.Needed: 5, explain.Implied: 1, explain.Undetermined: 2},
	} {
		u, err := explain.CheckUniqueness(t.Context(), loadPuzzle(t, text+strings.Repeat("-", padding),
			quadrille.Options{}), quadrille.Search{}, explain.ClueOptions{})
		got := map[explain.Necessity]int{}
		for _, c := range u.TestedClues {
			got[c.Necessity]++
		}
		if err != nil || !maps.Equal(got, want) {
			t.Errorf("behind %d bytes the clues are %v, %v", padding, got, err)
		}
	}
}

func ExampleCheckUniqueness() {
	p, err := quadrille.Load("small.puz", []byte(`
		latin 4 {
			distinct on boxes 2x2
			given """
				1...
				..3.
				.4..
				...2
			"""
		}`), quadrille.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	u, err := explain.CheckUniqueness(context.Background(), p, quadrille.Search{}, explain.ClueOptions{})
	fmt.Print(u.Text(quadrille.TextStyle{}), err)
	// Output:
	// one solution
	// all 5 clues are needed: 1 rule and 4 givens
	//   the rule `distinct on boxes 2x2`
	//   the given 1 at (0, 0)
	//   the given 3 at (1, 2)
	//   the given 4 at (2, 1)
	//   the given 2 at (3, 3)
	// <nil>
}

func ExampleFindBackbone() {
	p, err := quadrille.Load("small.puz", []byte("board b on square = 1x4\nfill b with \"01\" {\n  runs rows \"3\"\n}"),
		quadrille.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := explain.FindBackbone(context.Background(), p, quadrille.Search{})
	fmt.Print(b.Text(quadrille.TextStyle{}), err)
	// Output:
	// in all solutions: 2 placements
	//     ┌───────────────┐
	//   3 │ ·   1   1   · │
	//     └───────────────┘
	//   1 at (0, 1)
	//   1 at (0, 2)
	// in none: 2 of 8 placements
	//   0 at (0, 1)
	//   0 at (0, 2)
	// <nil>
}

// TestOneManMore: two solutions that differ by one man are drawn, and he is all that there is.
func TestOneManMore(t *testing.T) {
	for _, text := range []string{"place man on b { at most 2 on all }",
		"piece M = 1x1\npack b with any of M { leave 0..1 empty }"} {
		u, err := explain.CheckUniqueness(t.Context(),
			loadPuzzle(t, "board b on square = 1x1\n"+text, quadrille.Options{}),
			quadrille.Search{}, explain.ClueOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if told := u.Text(quadrille.TextStyle{}); !strings.Contains(told, "*") {
			t.Errorf("%s: no cell has a star:\n%s", text, told)
		}
	}
}
