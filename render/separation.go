package render

import (
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

// PieceSeparation holds the moves by which the pieces of a solution come apart, in order, with the names of the pieces.
type PieceSeparation struct {
	*apart.Separation
	PieceNames []string `json:"names"`

	solution quadrille.Solution
}

// TakeApart finds how the pieces of a packing of cubes or balls come apart in the fewest moves. The argument together
// names pieces that may stay together, and maxPositions bounds the positions that are visited. The error is that of
// [apart.TakeApart], or says that the puzzle packs neither cubes nor balls.
func TakeApart(ctx context.Context, s quadrille.Solution, together []string, maxPositions int) (PieceSeparation,
	error) {
	if err := checkPacksSpace(s.Puzzle()); err != nil {
		return PieceSeparation{}, err
	}
	l := s.Puzzle().Program().Lattice()
	if l != lattice.Cube && l != lattice.Balls {
		return PieceSeparation{}, errors.New("levels are found for pieces made of cubes or balls; `puz solve " +
			"--assembly` tells an order for prisms")
	}
	var pieces []lattice.Shape
	var names []string
	o := apart.Options{Lattice: l, MaxPositions: maxPositions}
	for _, pl := range s.DecodePlacements() {
		pieces, names = append(pieces, pl.Cells), append(names, pl.PieceName)
		o.MayStayTogether = append(o.MayStayTogether, slices.Contains(together, pl.PieceName))
	}
	found, err := apart.TakeApart(ctx, pieces, o)
	return PieceSeparation{found, names, s}, err
}

// LevelText returns the numbers of moves of successive separations, such as 5.2.1.
func (s PieceSeparation) LevelText() string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(s.Levels()), "[]"), " ", ".")
}

// Text describes the numbers of moves of the separations in words, and lists the moves one by one.
func (s PieceSeparation) Text() string {
	var text strings.Builder
	fmt.Fprintf(&text, "level %s\n", s.LevelText())
	n := 0
	s.writeMoves(&text, s.Separation, &n)
	return text.String()
}

func (s PieceSeparation) writeMoves(text *strings.Builder, part *apart.Separation, n *int) {
	if part == nil {
		return
	}
	for _, m := range part.Moves {
		var names []string
		for _, k := range m.MovedPieces {
			names = append(names, source.EscapeText(s.PieceNames[k]))
		}
		*n++
		fmt.Fprintf(text, "%3d. %s %s\n", *n, source.JoinWords(names), moveText(s.solution.Puzzle().Program().Lattice(),
			m))
	}
	s.writeMoves(text, part.RemainingPart, n)
	s.writeMoves(text, part.RemovedPart, n)
}

// Assembly returns the moves in reverse order and direction, as steps that put the pieces together.
func (s PieceSeparation) Assembly() (plan Assembly) {
	plan.lattice = s.solution.Puzzle().Program().Lattice()
	plan.addMovesInReverse(s.Separation)
	return plan
}

// addMovesInReverse adds the steps that build a group: first the steps that build its two parts, then the moves that
// join the parts.
func (p *Assembly) addMovesInReverse(part *apart.Separation) {
	if part == nil {
		return
	}
	p.addMovesInReverse(part.RemovedPart)
	p.addMovesInReverse(part.RemainingPart)
	if part.IsStuck {
		p.StuckGroups = append(p.StuckGroups, part.PieceNumbers)
	}
	for _, m := range slices.Backward(part.Moves) {
		step := AssemblyStep{MovingPieces: m.MovedPieces}
		for _, k := range part.PieceNumbers {
			if !slices.Contains(m.MovedPieces, k) {
				step.JoinedPieces = append(step.JoinedPieces, k)
			}
		}
		if step.ApproachSide = m.Step; m.Distance < 0 {
			step.ApproachSide = lattice.Cell{}.Minus(m.Step)
		}
		if !m.RemovesPieces {
			step.MoveDistance = int(max(m.Distance, -m.Distance))
		}
		p.AssemblySteps = append(p.AssemblySteps, step)
	}
}

// HTML writes a page that shows the pieces in space and plays the moves.
func (s PieceSeparation) HTML(w io.Writer) error {
	plan, a := s.Assembly(), new(Album)
	if err := a.addPage(s.solution, &plan); err != nil {
		return err
	}
	return a.Write(w, "level "+s.LevelText())
}

// moveText describes a move by the direction, in words, and the number of steps.
func moveText(l *lattice.Lattice, m apart.Move) string {
	ways := [3][3]string{{"up", "", "down"}, {"to the back", "", "to the front"}, {"to the left", "", "to the right"}}
	side, distance := m.Step, m.Distance
	if distance < 0 {
		side, distance = lattice.Cell{}.Minus(side), -distance
	}
	way := joinSideNames(l, side, ways)
	if m.RemovesPieces {
		return way + ", and away"
	}
	return fmt.Sprintf("%d %s", distance, way)
}
