package play_test

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"quadrille"
	"quadrille/examples"
	"quadrille/play"
)

func newGame(t *testing.T, text string) *play.Game {
	t.Helper()
	p, err := quadrille.Load("game.puz", []byte(text), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := play.NewGame(p)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

const sudoku = `latin 4 {
  distinct on boxes 2x2
  given """
    1...
    ..3.
    .4..
    ...2
  """
}
`

// TestGivenStick: a stick that is given is right when it is drawn by hand. Sticks are lines in pictures, without
// symbols.
func TestGivenStick(t *testing.T) {
	g := newGame(t, `board f on sticks = (0, 1) (2, 1)
fill f with "#o" {
  given """
    .o
    ..
    ..
  """
}`)
	moves := []play.Move{symbolAt("o", 0, 1), symbolAt("o", 2, 1)}
	if v, err := g.JudgeMoves(t.Context(), moves); err != nil || v.State != play.Done {
		t.Errorf("%s: %s (%v)", v.State, v.Sentences, err)
	}
}

// TestGivenThings: a fixed piece and a given man lie on the board from the beginning, and need no move. Four dominoes
// fill the rest of a board of two by five in five ways, and a hint shows its marks. Of the four ways of six queens one
// has a queen on (0, 1).
func TestGivenThings(t *testing.T) {
	g := newGame(t, `use dominoes
board b on square = 2x5
pack b with 5 of I2 {
  fix I2 at (0, 0) orientation 1
}
`)
	b := g.Board()
	if len(b.GivenMoves) != 1 || len(b.GivenMoves[0].Cells) != 2 || b.Pieces[0].MaxCopies != 4 ||
		b.Cells[0].GivenName != "I2" {
		t.Fatalf("%+v", b)
	}
	for _, place := range b.PiecePlaces {
		if slices.Contains(place.CellIndices, 0) {
			t.Errorf("a piece may lie on the fixed one: %v", place)
		}
	}
	text, err := g.Text(nil)
	if err != nil || !strings.Contains(text, "I2") {
		t.Errorf("the fixed piece is not drawn: %v\n%s", err, text)
	}
	var moves []play.Move
	for v := (play.Verdict{State: play.Open}); v.State != play.Done; {
		if v, err = g.JudgeMoves(t.Context(), moves); err != nil || v.State == play.Wrong || len(moves) > 4 {
			t.Fatalf("%v: %+v, %v", moves, v, err)
		}
		if v.State == play.Open {
			step, err := g.NextStep(t.Context(), moves)
			if len(step.Moves) == 0 { // several ways go on
				step.Moves = []play.Move{{Piece: "I2", Orientation: b.GivenMoves[0].Orientation,
					Cells: shiftCells(b.GivenMoves[0].Cells, int32(len(moves)+1))}}
			} else if !strings.Contains(step.SVG, `class="new"`) {
				t.Errorf("the hint marks nothing: %+v", step)
			}
			if moves = append(moves, step.Moves...); err != nil {
				t.Fatal(err)
			}
		}
	}
	q := newGame(t, "queens 6 {\n  exactly 1 on (0, 1)\n}\n")
	v, err := q.JudgeMoves(t.Context(), []play.Move{{Symbol: "queen", Cells: [][]int32{{1, 3}}}})
	if b := q.Board(); err != nil || v.State != play.Open || len(b.GivenMoves) != 1 || b.Cells[1].GivenName != "queen" {
		t.Errorf("%+v, %v, %+v", v, err, b.GivenMoves)
	}
}

// shiftCells returns cells so many columns further to the right.
func shiftCells(cells [][]int32, by int32) (out [][]int32) {
	for _, c := range cells {
		out = append(out, []int32{c[0], c[1] + by})
	}
	return out
}

// symbolAt is a move.
func symbolAt(symbol string, row, column int32) play.Move {
	return play.Move{Symbol: symbol, Cells: [][]int32{{row, column}}}
}

// TestMistakes: what is wrong is said where it is, and the others are told from one another. The only solution of the
// sudoku is 1324 4231 2413 3142, which package explain says too.
func TestMistakes(t *testing.T) {
	g := newGame(t, sudoku)
	for _, c := range []struct {
		moves []play.Move
		state play.State
		words string
		cells string
		right int
	}{
		{nil, play.Open, "One solution", "[]", 0},
		{[]play.Move{symbolAt("3", 0, 1), symbolAt("1", 0, 2)}, play.Wrong, "1 does not fit at (0, 2)", "[[0 2]]", 1},
		{[]play.Move{symbolAt("2", 0, 1), symbolAt("2", 0, 2)}, play.Wrong, "Too often: the digit 2 in row 0",
			"[[0 1] [0 2]]", 0},
		{[]play.Move{symbolAt("1", 3, 1), symbolAt("3", 0, 1), symbolAt("2", 0, 3)}, play.Wrong, "", "", 2},
		{[]play.Move{symbolAt("3", 0, 1)}, play.Open, "One solution", "[]", 0},
	} {
		v, err := g.JudgeMoves(t.Context(), c.moves)
		if err != nil {
			t.Fatal(err)
		}
		if v.State != c.state || !strings.Contains(v.Sentences, c.words) ||
			c.cells != "" && fmt.Sprint(v.WrongCells) != c.cells ||
			v.RightMoveCount != c.right {
			t.Errorf("%v: %+v", c.moves, v)
		}
	}
}

// TestSteps: steps alone solve a sudoku, each with a reason, and the picture has what they put.
func TestSteps(t *testing.T) {
	g := newGame(t, sudoku)
	var moves []play.Move
	for range 16 {
		v, err := g.JudgeMoves(t.Context(), moves)
		if err != nil || v.State == play.Wrong {
			t.Fatal(v, err)
		}
		if v.State == play.Done {
			break
		}
		step, err := g.NextStep(t.Context(), moves)
		if err != nil || len(step.Moves) != 1 || !strings.Contains(step.Sentences, "no other") &&
			!strings.Contains(step.Sentences, "No other") {
			t.Fatalf("after %v: %+v, %v", moves, step, err)
		}
		moves = append(moves, step.Moves...)
	}
	text, err := g.Text(moves)
	digits := strings.Map(func(r rune) rune {
		if r < '1' || r > '4' {
			return -1
		}
		return r
	}, text)
	if err != nil || len(moves) != 12 || digits != "1324423124133142" {
		t.Errorf("%d steps, %v:\n%s", len(moves), err, text)
	}
}

// TestExamples: a solution that a search finds of an example is done by hand as well, and half of it can go on. Turning
// leads from each orientation of a piece to all others. What cannot be played is a dissection, or has no board.
func TestExamples(t *testing.T) {
	played, refused := 0, map[string]int{}
	for _, name := range exampleNames(t) {
		text, err := examples.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		folder, err := fs.Sub(examples.Files, path.Dir(name))
		if err != nil {
			t.Fatal(err)
		}
		p, err := quadrille.Load(name, text, quadrille.Options{Files: folder})
		if err != nil {
			t.Fatal(err)
		}
		g, err := play.NewGame(p)
		if err != nil {
			refused[err.Error()]++
			continue
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		found, err := p.First(ctx, quadrille.Search{})
		if err == nil {
			played++
			checkPlayed(ctx, t, name, g, found)
		}
		cancel()
	}
	t.Logf("%d examples are played; refused: %v", played, refused)
	if names := exampleNames(t); len(refused) > 8 || 2*played < len(names) {
		t.Errorf("%d examples are played; refused: %v", played, refused)
	}
}

// exampleNames lists those that are not slow.
func exampleNames(t *testing.T) (names []string) {
	t.Helper()
	for _, pattern := range []string{"*.puz", "logic/*.puz", "polyforms/*.puz", "words/*.puz", "tiles/*.puz",
		"sudoku-variants/*.puz", "core/*.puz"} {
		more, err := fs.Glob(examples.Files, pattern)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, more...)
	}
	if testing.Short() {
		return names[:20]
	}
	return names
}

func checkPlayed(ctx context.Context, t *testing.T, name string, g *play.Game, found quadrille.Solution) {
	t.Helper()
	moves, board := movesOf(found, g.Board()), g.Board()
	half, err := g.JudgeMoves(ctx, moves[:len(moves)/2])
	if err != nil || half.State != play.Open && half.State != play.Done {
		t.Errorf("%s: half of a solution: %+v, %v", name, half, err)
	}
	whole, err := g.JudgeMoves(ctx, moves)
	if err != nil || whole.State != play.Done {
		t.Errorf("%s: a solution: %+v, %v", name, whole, err)
	}
	for _, piece := range board.Pieces {
		reached := []int{0}
		for k := 0; k < len(reached); k++ {
			for _, turned := range piece.TurnedOrientations {
				if !slices.Contains(reached, turned[reached[k]]) {
					reached = append(reached, turned[reached[k]])
				}
			}
		}
		if all := len(piece.TurnedOrientations[0]); len(reached) != all {
			t.Errorf("%s: of %d orientations of %s turning reaches %d", name, all, piece.Name, len(reached))
		}
	}
}

// movesOf returns what a solution puts on the board beside what is given.
func movesOf(found quadrille.Solution, b play.Board) (moves []play.Move) {
	given, seen := map[string]bool{}, map[string]bool{}
	for _, c := range b.Cells {
		given[fmt.Sprint(c.Coordinates)] = c.GivenName != ""
	}
	for _, pl := range found.Placements() {
		switch {
		case len(pl.Cells) == 0:
		case pl.Orientation >= 0:
			moves = append(moves, play.Move{Piece: pl.Piece, Orientation: pl.Orientation, Cells: pl.Cells})
		case pl.Piece != "":
			moves = append(moves, play.Move{Symbol: pl.Piece, Cells: pl.Cells})
		}
		for k, letter := range pl.Letters {
			if key := fmt.Sprint(pl.Cells[k]); !given[key] && !seen[key] {
				seen[key] = true
				moves = append(moves, play.Move{Symbol: letter, Cells: pl.Cells[k : k+1]})
			}
		}
	}
	return moves
}

// TestBadMoves: moves that no page makes are errors that say which.
func TestBadMoves(t *testing.T) {
	packing := newGame(t, "use dominoes\nboard b on square = 2x2\npack b with any of I2\n")
	for _, c := range []struct {
		game *play.Game
		move play.Move
		want string
	}{
		{newGame(t, sudoku), symbolAt("1", 9, 9), "no cell (9, 9)"},
		{newGame(t, sudoku), play.Move{Symbol: "1", Cells: [][]int32{{1}}}, "2 coordinates"},
		{newGame(t, sudoku), play.Move{Symbol: "1"}, "a symbol on a cell"},
		{newGame(t, sudoku), play.Move{Piece: "I2", Cells: [][]int32{{0, 1}}}, "a symbol on a cell"},
		{packing, symbolAt("1", 0, 0), "a piece on its cells"},
		{packing, play.Move{Piece: "I2"}, "a piece on its cells"},
	} {
		_, err := c.game.JudgeMoves(t.Context(), []play.Move{c.move})
		if err == nil || !strings.Contains(err.Error(), "move 1: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.move, err)
		}
	}
	for _, m := range []play.Move{{Piece: "Q", Cells: [][]int32{{0, 0}}}, {Piece: "I2", Orientation: 77,
		Cells: [][]int32{{0, 0}, {1, 1}}}} {
		if v, err := packing.JudgeMoves(t.Context(), []play.Move{m}); err != nil || v.State != play.Wrong {
			t.Errorf("%+v: %+v, %v", m, v, err)
		}
	}
}

// TestUnknown: a question that has no time left knows nothing, and says so.
func TestUnknown(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g := newGame(t, "latin 9 {\n  distinct on boxes 3x3\n}\n")
	if v, err := g.JudgeMoves(ctx, nil); err != nil || v.State != play.Unknown {
		t.Errorf("%+v, %v", v, err)
	}
}

// A person puts two queens where they attack each other.
func ExampleGame_JudgeMoves() {
	p, err := quadrille.Load("queens.puz", []byte("queens 6\n"), quadrille.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := play.NewGame(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	queen := func(row, column int32) play.Move {
		return play.Move{Symbol: "queen", Cells: [][]int32{{row, column}}}
	}
	for _, moves := range [][]play.Move{{queen(0, 1)}, {queen(0, 1), queen(2, 1)}, {queen(0, 0)}} {
		v, err := g.JudgeMoves(context.Background(), moves)
		fmt.Println(v.State, v.WrongCells, v.Sentences, err)
	}
	step, err := g.NextStep(context.Background(), []play.Move{queen(0, 1)})
	fmt.Println(step.Moves, step.Sentences, err)
	// Output:
	// open [] One solution goes on from here. <nil>
	// wrong [[0 1] [2 1]] Too often: column 1. <nil>
	// wrong [] No solution goes on from here. <nil>
	// [{ 0 queen [[1 3]]}] Every solution that goes on from here has this; only a search shows it. <nil>
}
