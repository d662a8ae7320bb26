package render

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"quadrille"
	"quadrille/apart"
	"quadrille/compile/lattice"
	"quadrille/lang/source"
)

// Separation tells how the pieces of a solution come apart, with the names of the pieces.
type Separation struct {
	*apart.Separation
	Names []string `json:"names"`

	solution quadrille.Solution
}

// TakeApart finds how the pieces of a packing of cubes come apart in the fewest moves. Pieces with the names of
// together may stay together. It looks at most at maxPositions positions; the error is that of [apart.TakeApart], or
// tells that the puzzle packs no cubes.
func TakeApart(ctx context.Context, s quadrille.Solution, together []string, maxPositions int) (Separation, error) {
	if err := checkPacksSpace(s.Puzzle()); err != nil {
		return Separation{}, err
	}
	if s.Puzzle().Program().Lattice() != lattice.Cube {
		return Separation{}, errors.New("levels are found for pieces made of cubes; `puz solve --assembly` tells an order " +
			"for balls")
	}
	var pieces []lattice.Shape
	var names []string
	o := apart.Options{MaxPositions: maxPositions}
	for _, pl := range s.DecodePlacements() {
		pieces, names = append(pieces, pl.Cells), append(names, pl.PieceName)
		o.Together = append(o.Together, slices.Contains(together, pl.PieceName))
	}
	found, err := apart.TakeApart(ctx, pieces, o)
	return Separation{found, names, s}, err
}

// LevelText returns the numbers of moves, such as 5.2.1.
func (s Separation) LevelText() string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(s.Levels()), "[]"), " ", ".")
}

// Text tells the level, and the moves one by one.
func (s Separation) Text() string {
	var text strings.Builder
	fmt.Fprintf(&text, "level %s\n", s.LevelText())
	n := 0
	s.writeMoves(&text, s.Separation, &n)
	return text.String()
}

func (s Separation) writeMoves(text *strings.Builder, part *apart.Separation, n *int) {
	if part == nil {
		return
	}
	for _, m := range part.Moves {
		var names []string
		for _, k := range m.Pieces {
			names = append(names, source.EscapeText(s.Names[k]))
		}
		*n++
		fmt.Fprintf(text, "%3d. %s %s\n", *n, source.JoinWords(names), wayText(m))
	}
	s.writeMoves(text, part.Left, n)
	s.writeMoves(text, part.Taken, n)
}

// Assembly returns the way back: the moves in reverse, as steps that put the pieces together.
func (s Separation) Assembly() (plan Assembly) {
	plan.lattice = lattice.Cube
	plan.addReversed(s.Separation)
	return plan
}

// addReversed adds the steps that build a group: first those of its two parts, then the moves that joined them.
func (p *Assembly) addReversed(part *apart.Separation) {
	if part == nil {
		return
	}
	p.addReversed(part.Taken)
	p.addReversed(part.Left)
	if part.Stuck {
		p.Stuck = append(p.Stuck, part.Pieces)
	}
	for _, m := range slices.Backward(part.Moves) {
		step := AssemblyStep{Pieces: m.Pieces}
		for _, k := range part.Pieces {
			if !slices.Contains(m.Pieces, k) {
				step.JoinedPieces = append(step.JoinedPieces, k)
			}
		}
		step.Side[m.Axis] = int32(cmp.Compare(m.Distance, 0))
		if !m.Removes {
			step.Distance = int(max(m.Distance, -m.Distance))
		}
		p.Steps = append(p.Steps, step)
	}
}

// HTML writes a page that shows the pieces in space and plays the moves.
func (s Separation) HTML(w io.Writer) error {
	plan, a := s.Assembly(), new(Album)
	if err := a.addPage(s.solution, &plan); err != nil {
		return err
	}
	return a.Write(w, "level "+s.LevelText())
}

// wayText describes the way of a move along an axis of the lattice of cubes: layer, row and column.
func wayText(m apart.Move) string {
	ways := [3][2]string{{"down", "up"}, {"to the front", "to the back"}, {"to the right", "to the left"}}
	way, distance := ways[m.Axis][0], m.Distance
	if distance < 0 {
		way, distance = ways[m.Axis][1], -distance
	}
	if m.Removes {
		return way + ", and away"
	}
	return fmt.Sprintf("%d %s", distance, way)
}
