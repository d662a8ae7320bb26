package ask_test

import (
	"strings"
	"testing"

	"quadrille/play"
	"quadrille/web/ask"
)

const fourSquares = `use tetrominoes
board b on square = 4x4
pack b with 4 of O4
`

// TestPlay: a page hears where the cells are and what can be put there, and of moves the picture, what has come of them
// and a next step. Four squares fill four by four cells in one way.
func TestPlay(t *testing.T) {
	all, end := allAnswers(t, ask.Host{}, ask.Question{Kind: "play", Text: fourSquares})
	g := all[0].Game
	if g == nil || len(g.Cells) != 16 || len(g.PiecePlaces) != 9 || len(g.Pieces) != 1 || g.Pieces[0].MaxCopies != 4 ||
		end.Reason != "done" {
		t.Fatalf("%+v, and then %+v", g, end)
	}
	if d := all[1].Drawing; d == nil || d.Name != "O4" || !strings.Contains(d.SVG, "<svg") {
		t.Errorf("the piece is drawn as %+v", d)
	}
	place := func(k int) (m play.Move) {
		m.Piece, m.Orientation = g.Pieces[g.PiecePlaces[k].PieceIndex].Name, g.PiecePlaces[k].Orientation
		for _, c := range g.PiecePlaces[k].CellIndices {
			m.Cells = append(m.Cells, g.Cells[c].Coordinates)
		}
		return m
	}
	corners := []play.Move{place(0), place(2), place(6), place(8)}
	for _, c := range []struct {
		moves []play.Move
		state play.State
		steps int
	}{{nil, play.Open, 1}, {corners[:1], play.Open, 1}, {corners, play.Done, 0},
		{[]play.Move{place(4)}, play.Wrong, 0}} {
		all, end := allAnswers(t, ask.Host{}, ask.Question{Kind: "try", Text: fourSquares, Moves: c.moves,
			WantsHint: true})
		if d := all[0].Drawing; d == nil || strings.Count(d.SVG, `class="piece piece-O4"`) != len(c.moves) {
			t.Errorf("%v is drawn as %+v", c.moves, d)
		}
		v := all[1].MoveVerdict
		if v == nil || v.State != c.state || end.Reason != "done" {
			t.Errorf("%v: %+v, and then %+v", c.moves, v, end)
		}
		if step := all[len(all)-2].Step; (step != nil) != (c.steps > 0) || step != nil && len(step.Moves) != c.steps {
			t.Errorf("%v: the next step is %+v", c.moves, step)
		}
	}
}

// TestNoPlay: what cannot be played, and moves that are none, are errors that say so.
func TestNoPlay(t *testing.T) {
	for _, c := range []struct {
		q    ask.Question
		want string
	}{
		{ask.Question{Kind: "play", Text: "items a\noption a\n"}, "no board"},
		{ask.Question{Kind: "play", Text: "board b on square = 2x2\n"}, "no board"},
		{ask.Question{Kind: "play", Text: "pack"}, "mistakes in the text"},
		{ask.Question{Kind: "try", Text: fourSquares, Moves: []play.Move{{Symbol: "1"}}}, "move 1: "},
	} {
		if _, end := allAnswers(t, ask.Host{}, c.q); end.Reason != "error" || !strings.Contains(end.Error, c.want) {
			t.Errorf("%+v ends with %+v", c.q, end)
		}
	}
}
