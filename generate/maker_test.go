package generate

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille"
	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/compile/lattice"
	"quadrille/explain/clues"
	"quadrille/lang/parse"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/schedule"
	"quadrille/stdlib"
)

func compiled(text []byte) (*compile.Program, error) {
	return compile.CompileText("rules.puz", text, check.Importer{ReadModule: stdlib.ReadModule,
		ReadWordList: stdlib.ReadWords}, compile.ProgramOptions{})
}

func loaded(text []byte) (*quadrille.Puzzle, error) {
	return quadrille.Load("rules.puz", text, quadrille.Options{})
}

func maker(t testing.TB, text string, r Recipe) *puzzleMaker {
	t.Helper()
	m, err := newPuzzleMaker(context.Background(), "rules.puz", []byte(text), nil, loaded, r)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func seed(n uint64) *rand.Rand { return rand.New(rand.NewPCG(n, 1)) }

func made(t testing.TB, m *puzzleMaker, r *rand.Rand) generatedPuzzle {
	t.Helper()
	p, err := m.MakePuzzle(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// count counts the solutions of a text up to two, with an engine that does not take part in the making.
func count(t testing.TB, text, engine string) (n int) {
	t.Helper()
	p, err := compiled([]byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	m, err := p.Candidates()
	if err != nil {
		t.Fatal(err)
	}
	s, err := schedule.NewPlan(m, schedule.Request{Engine: engine})
	if err != nil {
		t.Fatal(err)
	}
	for found := range s.Solutions(context.Background()) {
		if p.IsSolution(found) {
			n++
		}
		if n == 2 {
			break
		}
	}
	return n
}

const sudoku = "latin 9 {\n  distinct on boxes 3x3\n}\n"

// makingCases are puzzles of every kind, with the engine that judges.
var makingCases = []struct {
	name, text string
	recipe     Recipe
	engine     string
	usual      int
}{
	{"sudoku", sudoku, Recipe{}, schedule.Sparse, 1},
	{"latin square", "latin 6", Recipe{}, schedule.Dense, 1},
	{"with rules", "latin 5 {\n  distinct on main diagonals\n  ascending on (0, 0) (0, 1)\n}", Recipe{},
		schedule.Sparse, 5},
	{"jigsaw", "param n = 6\nlatin n", Recipe{RandomRegions: true}, schedule.Sparse, 3},
	{"killer", "latin 4 {\n  distinct on boxes 2x2\n}", Recipe{CageSums: true}, schedule.Sparse, 3},
	{"symbols", "board b on hexagon = hexagon 3\nfill b with \"01\" {\n  exactly 7 \"1\" on b\n  sum 1 on (0, 2) (0, " +
		"3)\n}", Recipe{}, schedule.Sparse, 2},
	{"loop", "board b on square = 4x4\nfill b with \"_#\" {\n  loop \"#\"\n}", Recipe{}, schedule.Sparse, 2},
	{"queens", "queens 8", Recipe{}, schedule.Dense, 10},
	{"kings", "board b on square = 5x5\nplace king on b {\n  exactly 6 on all\n  at most 1 on 2x2 everywhere\n}",
		Recipe{}, schedule.Sparse, 5},
	{"words", "words 3x3 from three_letter_words", Recipe{}, schedule.Sparse, 1},
	{"pieces", "use soma\npack soma_cube with soma", Recipe{}, schedule.Dense, 1},
	{"pieces that are alike", "use dominoes\nboard b on square = 6x6\npack b with any of dominoes\n", Recipe{},
		schedule.Dense, 2},
	{"on a torus", "use dominoes\nboard b on square torus = 4x4\npack b with any of dominoes", Recipe{},
		schedule.Dense, 5},
	{"triangles on a torus", "use diamonds\nboard b on triangle torus = 2x4\npack b with any of diamonds", Recipe{},
		schedule.Dense, 5},
	{"one placement in several ways", "piece L = 2x2 - (1, 1)\npiece I = 1x3\nboard b on square torus = 3x4\n" +
		"pack b with any of L + any of I", Recipe{}, schedule.Sparse, 5},
	{"cut", "use soma\npack soma_cube with soma", Recipe{CutPieces: true}, schedule.Dense, 1},
	{"copies cut", "piece L = 1x3 + 1x1 at (1, 0)\npiece I = 1x4\nboard b on square = 4x6\npack b with 2..4 of L + " +
		"any of I", Recipe{CutPieces: true}, schedule.Sparse, 5},
	{"holes", "use tetrominoes\nboard b on square = 5x5\npack b with tetrominoes", Recipe{HoleCount: 5},
		schedule.Dense, 2},
}

// TestUnique: what is made has one solution, as another engine says, and two without any one clue.
func TestUnique(t *testing.T) {
	for k, kind := range makingCases {
		if testing.Short() && k > 1 {
			break
		}
		t.Run(kind.name, func(t *testing.T) {
			m, r := maker(t, kind.text, kind.recipe), seed(uint64(k))
			for range matrixtest.RandomRounds(kind.usual, 1000) {
				puzzle := made(t, m, r)
				if n := count(t, puzzle.Text, kind.engine); n != 1 {
					t.Fatalf("%d solutions:\n%s", n, puzzle.Text)
				}
				said := without(t, puzzle.Text, kind.engine)
				if kind.recipe.CutPieces || kind.recipe.HoleCount > 0 {
					continue
				}
				if said != puzzle.ClueCount {
					t.Fatalf("%d clues, and not %d:\n%s", said, puzzle.ClueCount, puzzle.Text)
				}
			}
		})
	}
}

// without leaves out each thing that is given, fixed or caged, and returns how many there are: without it there
// must be more solutions.
func without(t *testing.T, text, engine string) (said int) {
	f, err := parse.File("made.puz", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	p, err := compiled([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	list := clues.ListClues(f, p.Puzzle)
	for k, c := range list.Clues {
		if !slices.Contains([]clues.ClueKind{clues.Given, clues.Letter, clues.Chessman, clues.Piece, clues.Cage},
			c.Kind) {
			continue
		}
		less, err := list.TextWithout(k)
		if err != nil {
			t.Fatal(err)
		}
		if said++; count(t, less, engine) < 2 {
			t.Fatalf("%s can be left out:\n%s", c.Name, text)
		}
	}
	return said
}

// TestKeepsWhatIsGiven: what the rules give stays, and is no clue.
func TestKeepsWhatIsGiven(t *testing.T) {
	m := maker(t, "param n = 4\nlatin n {\n  distinct on boxes 2x2\n"+
		"  given \"\"\"\n    4...\n    ....\n    ....\n    ....\n  \"\"\"\n}\nexpect 72 solutions\n", Recipe{})
	for k := range uint64(5) {
		puzzle := made(t, m, seed(k))
		text := line(t, puzzle)
		if text[0] != '4' || bytes.Count(text, []byte(".")) != 15-puzzle.ClueCount ||
			count(t, puzzle.Text, schedule.Sparse) != 1 {
			t.Errorf("%d clues:\n%s", puzzle.ClueCount, puzzle.Text)
		}
		if strings.Count(puzzle.Text, "expect") != 1 || !strings.Contains(puzzle.Text, "expect unique") {
			t.Errorf("it expects something else:\n%s", puzzle.Text)
		}
	}
}

// line is what is given of a Latin square, with a dot for each other cell.
func line(t *testing.T, puzzle generatedPuzzle) []byte {
	t.Helper()
	square, _, _ := puzzle.Program.GivenSquare()
	if square.Order() == 0 {
		t.Fatal("no square")
	}
	return []byte(strings.TrimSpace(square.OneLineText()))
}

// TestPattern: where a cell is given, its images are.
func TestPattern(t *testing.T) {
	images := map[string]func(i, j int) (int, int){
		"half-turn":  func(i, j int) (int, int) { return 8 - i, 8 - j },
		"rotation":   func(i, j int) (int, int) { return j, 8 - i },
		"left-right": func(i, j int) (int, int) { return i, 8 - j },
		"top-bottom": func(i, j int) (int, int) { return 8 - i, j },
		"diagonal":   func(i, j int) (int, int) { return j, i },
	}
	if len(images) != len(PatternNames()) {
		t.Errorf("the patterns are %v", PatternNames())
	}
	for pattern, image := range images {
		m, r := maker(t, sudoku, Recipe{CluePattern: pattern}), seed(2)
		for range matrixtest.RandomRounds(2, 200) {
			puzzle := made(t, m, r)
			text := line(t, puzzle)
			for k, c := range text {
				i, j := image(k/9, k%9)
				if (c == '.') != (text[9*i+j] == '.') {
					t.Fatalf("%s: %s at (%d,%d)", pattern, text, k/9, k%9)
				}
			}
			if count(t, puzzle.Text, schedule.Sparse) != 1 {
				t.Fatalf("%s has not one solution", text)
			}
		}
	}
}

// TestClues: no more is left out when so many clues are left.
func TestClues(t *testing.T) {
	puzzle := made(t, maker(t, sudoku, Recipe{MinClueCount: 40}), seed(3))
	if text := line(t, puzzle); puzzle.ClueCount != 40 || bytes.Count(text, []byte(".")) != 41 {
		t.Errorf("%d clues: %s", puzzle.ClueCount, text)
	}
	if all := made(t, maker(t, "latin 1", Recipe{}), seed(3)); all.ClueCount != 0 ||
		!strings.Contains(all.Text, "0 clues, none can be left out") {
		t.Errorf("%d clues: %s", all.ClueCount, all.Text)
	}
}

// TestAdded: a clue that the rules give themselves may be one too many, and nothing else is said.
func TestAdded(t *testing.T) {
	puzzle := made(t, maker(t, "latin 2 {\n  given \"\"\"\n    1.\n    .1\n  \"\"\"\n}", Recipe{}), seed(1))
	if !strings.Contains(puzzle.Text, "0 added clues, none can be left out") {
		t.Errorf("it says\n%s", puzzle.Text)
	}
}

// TestRegions: they are connected, and as large as the square is wide.
func TestRegions(t *testing.T) {
	m, r, seen := maker(t, "latin 7", Recipe{RandomRegions: true}), seed(6), map[string]bool{}
	for range 10 {
		puzzle := made(t, m, r)
		regions := 0
		for _, u := range puzzle.Program.Puzzle.Filling.DistinctUnits {
			if u.ItemFamily == "region" {
				regions++
				if len(u.Cells) != 7 || !lattice.Square.IsConnected(u.Cells) {
					t.Errorf("%v is a region", u.Cells)
				}
			}
		}
		if regions != 7 {
			t.Errorf("%d regions", regions)
		}
		seen[puzzle.Text[strings.Index(puzzle.Text, "regions"):strings.Index(puzzle.Text, "given")]] = true
	}
	if len(seen) < 10 {
		t.Errorf("%d different regions of 10", len(seen))
	}
}

// TestSeed: the same numbers make the same puzzle, and others another one.
func TestSeed(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for _, kind := range makingCases[2:5] {
		one, again, other := made(t, maker(t, kind.text, kind.recipe), seed(1)),
			made(t, maker(t, kind.text, kind.recipe), seed(1)), made(t, maker(t, kind.text, kind.recipe), seed(2))
		if one.Text != again.Text || one.Text == other.Text {
			t.Errorf("%s:\n%s%s%s", kind.name, one.Text, again.Text, other.Text)
		}
	}
}

// TestMadeSideBySide: the clues of each statement stand on its own board, where boards have the same cells, and a piece
// the name of the men.
func TestMadeSideBySide(t *testing.T) {
	const text = "piece king = 1x1\npiece B = 1x2\nboard b on square = 2x2\npack b with 2 of king + B\n" +
		"place king on b { exactly 1 on rows }\nfill b with \"cd\"\nlist pet = {ab, ba}\nwords 2x2 from pet\n"
	m := maker(t, text, Recipe{})
	for k := range uint64(5) {
		made, err := m.MakePuzzle(context.Background(), seed(k))
		if err != nil {
			t.Fatal(err)
		}
		q, err := quadrille.Load("made.puz", []byte(made.Text), quadrille.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, made.Text)
		}
		if n, err := q.Count(context.Background(), quadrille.Search{}); err != nil || n.String() != "1" {
			t.Errorf("%s\nhas %v solutions, %v", made.Text, n, err)
		}
	}
}

// TestRefused: what a recipe cannot make of a puzzle is said.
func TestRefused(t *testing.T) {
	for _, test := range []struct {
		text   string
		recipe Recipe
		want   string
	}{
		{"items a\noption a", Recipe{}, "on a board"},
		{"use pentominoes\nboard b on square = 6x10\npack b with pentominoes\nbreak symmetry", Recipe{}, "break"},
		{"queens 8", Recipe{CluePattern: "half-turn"}, "symbols and letters"},
		{"latin 4", Recipe{CluePattern: "sixfold"}, "patterns are"},
		{"board b on square = 2x3\nfill b with \"01\"", Recipe{CluePattern: "rotation"},
			"does not have the symmetry"},
		{"queens 8", Recipe{RandomRegions: true}, "Latin squares"},
		{"queens 8", Recipe{CageSums: true}, "symbols"},
		{"queens 8", Recipe{CutPieces: true}, "packed"},
		{"queens 3", Recipe{}, "no solution"},
		// around the middle
		{"use dominoes\nboard b on square = 3x3\npack b with any of dominoes", Recipe{HoleCount: 1},
			"the best leave 2"},
		{"latin 4", Recipe{MinimizeClues: true, CluePattern: "half-turn"}, "pattern"},
		{"latin 2\nlist pet = {ab, ba}\nwords 2x2 from pet", Recipe{CluePattern: "half-turn"}, "for one board"},
	} {
		m, err := newPuzzleMaker(context.Background(), "rules.puz", []byte(test.text), nil, loaded, test.recipe)
		if err == nil {
			_, err = m.MakePuzzle(context.Background(), seed(7))
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v", test.text, err)
		}
	}
}

// TestAmbiguousRefused: a puzzle with clues in its text and several solutions is not finished.
func TestAmbiguousRefused(t *testing.T) {
	const text = "latin 4 {\n  distinct on boxes 2x2\n  ascending on (0,0) (0,1)\n}\nexpect unique\n"
	for _, recipe := range []Recipe{{ClueStyle: "thermometers"}, {CageSums: true}} {
		m := maker(t, "latin 4 {\n  distinct on boxes 2x2\n}\n", recipe)
		if puzzle, err := m.finishPuzzle(context.Background(), text, 1, 0); err == nil {
			t.Errorf("%+v: %s", recipe, puzzle.Text)
		}
	}
}
