package quadrille

import (
	"errors"

	"quadrille/compile/lattice"
)

// Score says how nearly symmetric a packing is (spec.md, section 9).
type Score struct {
	// Horizontal and Vertical count edges between pieces that are such edges in the
	// left-right and the top-bottom reflection.
	Horizontal int `json:"horizontal"`
	Vertical   int `json:"vertical"`
	// HorizontalPieces and VerticalPieces count the pieces that these reflections leave as
	// they are, or exchange.
	HorizontalPieces int `json:"horizontal-pieces"`
	VerticalPieces   int `json:"vertical-pieces"`
	// Turned is the angle in degrees by which the picture is turned to have this score.
	Turned int `json:"turned"`
}

// ScoreNames lists the names for [Score.Value].
func ScoreNames() []string {
	return []string{"symmetry", "horizontal", "vertical", "horizontal-pieces", "vertical-pieces"}
}

// Value returns one of the numbers by its name, that of its field in JSON; of symmetry, the
// greater one of horizontal and vertical. It returns false for other names.
func (s Score) Value(name string) (n int, ok bool) {
	switch name {
	case "symmetry":
		return max(s.Horizontal, s.Vertical), true
	case "horizontal":
		return s.Horizontal, true
	case "vertical":
		return s.Vertical, true
	case "horizontal-pieces":
		return s.HorizontalPieces, true
	case "vertical-pieces":
		return s.VerticalPieces, true
	}
	return 0, false
}

// Compare orders scores: the greater of the two numbers counts first, then the other one.
func (s Score) Compare(t Score) int {
	return lattice.Score{Horizontal: s.Horizontal, Vertical: s.Vertical}.Compare(lattice.Score{Horizontal: t.Horizontal, Vertical: t.Vertical})
}

// Scorer returns the function that scores the solutions of a packing of a board in the
// plane.
func (p *Puzzle) Scorer() (func(Solution) Score, error) {
	pack := p.program.Puzzle.Pack
	switch {
	case pack == nil:
		return nil, errors.New("symmetry compares packings, and this puzzle packs no board")
	case pack.Board.Wrapped():
		return nil, errors.New("symmetry compares packings of boards that are not wrapped")
	}
	scorer, ok := lattice.NewScorer(pack.Board.Lattice, pack.Board.All())
	if !ok {
		return nil, errors.New("symmetry compares edges between cells of the plane; the lattice " + pack.Board.Lattice.Name + " has none")
	}
	return func(s Solution) Score {
		var pieces []lattice.Shape
		for _, pl := range s.decoded() {
			pieces = append(pieces, pl.Cells)
		}
		score, turned := scorer.Best(pieces)
		return Score{score.Horizontal, score.Vertical, score.HorizontalPieces, score.VerticalPieces, turned}
	}, nil
}
