package generate

// This file makes packings whose pieces are not fixed: letters on some cells say which pieces cover them. In the text
// of the puzzle the letters are colors of the board, and each piece has the color of its letter.

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/runtime/matrix"
	"quadrille/runtime/oracle"
)

// pieceStyle is the name of the style whose clues are letters: each says which piece covers a cell.
const pieceStyle = "pieces"

// checkPieceStyle returns an error if the puzzle cannot have letters as clues.
func checkPieceStyle(p *model.Puzzle) error {
	q := p.Packing
	switch {
	case q == nil:
		return fmt.Errorf("%s: that is for packings", clueStyles[pieceStyle].contentInWords)
	case q.Board.Lattice != lattice.Square || q.Board.IsWrapped() || len(q.Board.OptionalCells)+len(q.Board.CellColors)+
		len(q.Board.CellLabels) > 0:
		return errors.New("letters stand on boards of squares, without joined edges, optional cells, colors and labels")
	case len(p.FillingStatementKinds()) > 1 ||
		len(p.ItemDeclarations)+len(p.OptionDeclarations)+len(p.ForbidRules) > 0 ||
		q.EmptyCellRule != nil || len(q.EmptyPartRules)+len(q.Separations)+len(q.Seams)+len(q.RequiredSymmetries) > 0 ||
		q.MustMatchColors || q.EmptyConnectedSpan.IsKnown() || q.BorderColor != 0:
		return errors.New("letters stand in packings without further rules")
	case len(q.Pieces) > len(cageNames):
		return fmt.Errorf("there are letters for %d pieces", len(cageNames))
	}
	for _, k := range q.Pieces {
		if k.FoundRegion != nil || k.ColorMarks != nil || len(k.PlacementLimits)+len(k.FixedPlaces) > 0 ||
			k.PieceChoice != nil {
			return fmt.Errorf("the piece %s has a place, a color, or is one of a choice: letters stand for pieces "+
				"without",
				k.Name)
		}
	}
	return nil
}

// pieceLetters is the set of clues that letters on the cells of a packing give.
type pieceLetters struct {
	rules               *ruleSet
	solution            matrix.Solution
	letteredCells       []lattice.Cell
	pieceOfCell         []*model.PackedPiece // for each cell, the piece that covers it in the solution
	otherPiecesExcluded []oracle.Assumptions // for each cell, the assumptions that no other piece covers it
}

// makePieceLetters puts on each cell of a solution the letter of the piece that covers it.
func (m *puzzleMaker) makePieceLetters(_ context.Context, rules *ruleSet, s matrix.Solution, _ *rand.Rand) (
	*candidatePuzzle, error) {
	q := &pieceLetters{rules: rules, solution: slices.Sorted(slices.Values(s)),
		letteredCells: rules.Puzzle.Packing.Board.Cells}
	q.pieceOfCell = q.pieceOnEachCell(s)
	candidates, err := rules.Candidates()
	if err != nil {
		return nil, err
	}
	at := map[lattice.Cell]int{}
	for k, c := range q.letteredCells {
		at[c] = k
	}
	q.otherPiecesExcluded = make([]oracle.Assumptions, len(q.letteredCells))
	for o := range matrix.OptionID(candidates.OptionCount()) {
		origin := rules.OptionOrigin(o)
		if origin.Piece == nil {
			continue
		}
		for _, c := range origin.Cells() {
			if k := at[c]; q.pieceOfCell[k] != origin.Piece {
				q.otherPiecesExcluded[k].BannedOptions = append(q.otherPiecesExcluded[k].BannedOptions, o)
			}
		}
	}
	return &candidatePuzzle{groupSizes: slices.Repeat([]int{1}, len(q.letteredCells)),
		counterexample:     q.findCounterexample,
		textWithKeptGroups: q.textWithLetters}, nil
}

// pieceOnEachCell returns, for each cell, the piece that covers it in a solution.
func (q *pieceLetters) pieceOnEachCell(s matrix.Solution) []*model.PackedPiece {
	on := map[lattice.Cell]*model.PackedPiece{}
	for _, o := range s {
		if origin := q.rules.OptionOrigin(o); origin.Piece != nil {
			for _, c := range origin.Cells() {
				on[c] = origin.Piece
			}
		}
	}
	all := make([]*model.PackedPiece, len(q.letteredCells))
	for k, c := range q.letteredCells {
		all[k] = on[c]
	}
	return all
}

// findCounterexample implements [oracle.Counterexample].
func (q *pieceLetters) findCounterexample(ctx context.Context, kept []bool, _ int) ([]int, error) {
	var a oracle.Assumptions
	for k := range kept {
		if kept[k] {
			a.AddAssumptions(q.otherPiecesExcluded[k])
		}
	}
	found, err := q.rules.oracle.SolveUnder(ctx, a, 2)
	for _, s := range found {
		if slices.Equal(slices.Sorted(slices.Values(s)), q.solution) {
			continue
		}
		broken := []int{}
		for k, piece := range q.pieceOnEachCell(s) {
			if piece != q.pieceOfCell[k] {
				broken = append(broken, k)
			}
		}
		if len(broken) == 0 { // the solutions differ only in how copies of one piece lie on the same cells
			return nil, errRedraw
		}
		return broken, err
	}
	return nil, err
}

// textWithLetters returns the puzzle with the letters that are kept.
func (q *pieceLetters) textWithLetters(kept []bool) (string, error) {
	pack := q.rules.Puzzle.Packing
	letters := map[*model.PackedPiece]string{}
	isTaken := map[string]bool{}
	for _, k := range pack.Pieces {
		if name := []rune(k.Name); len(name) == 1 && unicode.IsLetter(name[0]) && !isTaken[k.Name] {
			letters[k], isTaken[k.Name] = k.Name, true
		}
	}
	for _, k := range pack.Pieces {
		for _, c := range cageNames {
			if letters[k] == "" && !isTaken[string(c)] {
				letters[k], isTaken[string(c)] = string(c), true
			}
		}
	}
	var out strings.Builder
	for _, s := range q.rules.file.Statements {
		if title, is := s.(*ast.Title); is {
			fmt.Fprintf(&out, "puzzle %q\n", string(title.Text))
		}
	}
	var set []string
	for _, k := range pack.Pieces {
		freedom := ""
		if k.MotionFreedom == model.OneSided || k.MotionFreedom == model.Fixed {
			freedom = " " + string(k.MotionFreedom)
		}
		marks := map[lattice.Cell]string{}
		for _, c := range k.Shape {
			marks[c] = letters[k]
		}
		fmt.Fprintf(&out, "piece %s%s = legend %q cell %s\n", k.Name, freedom, letters[k], cellPicture(k.Shape, marks))
		set = append(set, copyCountText(k.Copies)+k.Name)
	}
	marks := map[lattice.Cell]string{}
	legend := map[string]bool{}
	for k, c := range q.letteredCells {
		if marks[c] = "#"; kept[k] {
			marks[c] = letters[q.pieceOfCell[k]]
			legend[marks[c]] = true
		}
	}
	out.WriteString("board b = ")
	for k, letter := range slices.Sorted(maps.Keys(legend)) {
		if k == 0 {
			out.WriteString("legend ")
		}
		fmt.Fprintf(&out, "%q cell ", letter)
	}
	fmt.Fprintf(&out, "%s\npack b with %s {\n  match colors\n}\nexpect unique\n", cellPicture(q.letteredCells, marks),
		strings.Join(set, " + "))
	return out.String(), nil
}

// copyCountText returns the number of copies of a piece in a set, as it is written before the name of the piece.
func copyCountText(n model.CountRange) string {
	switch {
	case n == model.Once:
		return ""
	case n.Max == model.Unlimited && n.Min == 0:
		return "any of "
	case n.Max == model.Unlimited:
		return fmt.Sprintf("at least %d of ", n.Min)
	case n.Min == n.Max:
		return fmt.Sprintf("%d of ", n.Min)
	}
	return fmt.Sprintf("%d..%d of ", n.Min, n.Max)
}

// cellPicture returns a picture of cells with their marks.
func cellPicture(cells lattice.Shape, marks map[lattice.Cell]string) string {
	least, greatest := cells.BoundingBox()
	var out strings.Builder
	out.WriteString("\"\"\"\n")
	for r := least[0]; r <= greatest[0]; r++ {
		out.WriteString("  ")
		for c := least[1]; c <= greatest[1]; c++ {
			if mark := marks[lattice.Cell{r, c}]; mark != "" {
				out.WriteString(mark)
			} else {
				out.WriteString(".")
			}
		}
		out.WriteString("\n")
	}
	out.WriteString("\"\"\"")
	return out.String()
}
