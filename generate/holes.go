package generate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"quadrille/compile"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/source"
	"quadrille/runtime/matrix"
	"quadrille/runtime/schedule"
)

// textWithoutPieces returns the text of the puzzle without some pieces and their cells. The slice isCut tells, for each
// placement, whether its piece is removed.
func (m *puzzleMaker) textWithoutPieces(rules *ruleSet, places []compile.Placement, isCut []bool) (string, error) {
	var cells []lattice.Cell
	pieces := map[string]int{}
	for k, pl := range places {
		if isCut[k] {
			cells = append(cells, pl.Cells...)
			pieces[pl.PieceName]++
		}
	}
	return m.textWithoutCells(rules, cells, pieces)
}

// textWithoutCells returns the text of the puzzle without some cells of the board, and without some pieces of the set.
// The map pieces holds, for the name of each piece, the number of copies to remove.
func (m *puzzleMaker) textWithoutCells(rules *ruleSet, cells []lattice.Cell, pieces map[string]int) (string, error) {
	if len(cells) == 0 {
		return rules.file.Source.Text, nil
	}
	d, pack := rules.newRewrite(), rules.Puzzle.Packing
	for _, s := range d.SyntaxTree.Statements {
		if s, ok := s.(*ast.Pack); ok {
			for _, r := range s.Rules {
				if _, isLeave := r.(*ast.Leave); isLeave && m.recipe.HoleCount > 0 {
					d.ReplaceText(r.Range(), "")
				}
			}
			if err := errors.Join(d.removePieces(s, pack, pieces),
				d.removeBoardCells(s, pack.Board, cells)); err != nil {
				return "", err
			}
		}
	}
	return d.EditedText()
}

// addEmptyRule adds the rule that exactly as many cells stay empty as the recipe asks for holes.
func (m *puzzleMaker) addEmptyRule(p parsedPuzzle) (parsedPuzzle, error) {
	d := p.newRewrite()
	for _, s := range d.SyntaxTree.Statements {
		if s, ok := s.(*ast.Pack); ok {
			d.AddRule(s, len(s.Rules), fmt.Sprintf("leave %d empty", m.recipe.HoleCount))
		}
	}
	text, err := d.EditedText()
	if err != nil {
		return p, err
	}
	return m.parsePuzzle(text)
}

// Bounds of the random walk over positions of holes. Up to listedSolutions solutions are listed one by one; more are
// only counted. A step to positions that allow more solutions is accepted with a probability that decreases with the
// number of solutions.
const (
	digSteps        = 1000
	listedSolutions = 1000
	digTemperature  = 0.2
)

// digHoles finds positions of holes that leave a single solution. It starts with the empty cells of a solution, and
// moves one hole at a time to a random cell where no hole has been tried. It rejects steps that increase the number of
// solutions too much.
func (m *puzzleMaker) digHoles(ctx context.Context, rules *ruleSet, s matrix.Solution, r *rand.Rand) (generatedPuzzle,
	error) {
	var holes []lattice.Cell
	for _, o := range s {
		if origin := rules.OptionOrigin(o); origin.LeavesCellEmpty {
			holes = append(holes, origin.Cells()...)
		}
	}
	board := rules.Puzzle.Packing.Board.NewGrid().Cells
	text, n, err := m.countWithHoles(ctx, rules, holes, math.Inf(1))
	least, tried := n, map[string]bool{fmt.Sprint(lattice.NewShape(holes)): true}
	for step := 0; n > 1 && err == nil; step++ {
		if step == digSteps {
			return generatedPuzzle{}, fmt.Errorf("places for %d holes that leave one solution were not found: of %d "+
				"that were tried the best leave %v; another seed, or more holes, may do", len(holes), len(tried), least)
		}
		moved := slices.Clone(holes)
		moved[r.IntN(len(holes))] = board[r.IntN(len(board))]
		shape := lattice.NewShape(moved)
		if len(shape) < len(holes) || tried[fmt.Sprint(shape)] {
			continue
		}
		tried[fmt.Sprint(shape)] = true
		most := math.Floor(n * math.Exp(digTemperature*r.ExpFloat64()))
		other, ways, wrong := m.countWithHoles(ctx, rules, moved, most)
		if err = wrong; ways > 0 && ways <= most {
			holes, text, n, least = moved, other, ways, min(least, ways)
		}
	}
	if err != nil {
		return generatedPuzzle{}, err
	}
	return m.finishPuzzle(ctx, text, len(holes), 0)
}

// countWithHoles returns the text of the puzzle with holes, and the number of its solutions. It stops counting after
// most+1 solutions.
func (m *puzzleMaker) countWithHoles(ctx context.Context, rules *ruleSet, holes []lattice.Cell,
	most float64) (text string, n float64, err error) {
	if text, err = m.textWithoutCells(rules, holes, nil); err != nil {
		return "", 0, err
	}
	loaded, err := m.compileText([]byte(text))
	if err != nil {
		return "", 0, ctx.Err() // the pieces do not fit
	}
	p := loaded.Program()
	found, err := findSolutions(ctx, p, schedule.Request{}, 1+int(min(most, listedSolutions)))
	if n = float64(len(found)); err != nil || n <= listedSolutions || most <= listedSolutions || !p.IsExact() {
		return text, n, err
	}
	matrix, err := p.Candidates()
	if err != nil {
		return "", 0, err
	}
	search, err := schedule.NewPlan(matrix, schedule.Request{Goal: schedule.CountOnly})
	if err != nil {
		return "", 0, err
	}
	all, err := search.Count(ctx)
	if err == nil {
		n, _ = new(big.Float).SetInt(all).Float64()
	}
	return text, n, err
}

// removeBoardCells removes cells from the board. If the board is from another file, it changes a copy in the text.
func (d textRewrite) removeBoardCells(s *ast.Pack, b *model.Board, cells []lattice.Cell) error {
	text := " -"
	for _, c := range lattice.NewShape(cells) {
		text += " " + b.Lattice.FormatCell(c)
	}
	if s.Board.LoneName() == nil {
		d.insertBehind(s.Board, text)
		return nil
	}
	for _, other := range d.SyntaxTree.Statements {
		if board, ok := other.(*ast.Board); ok && board.Name.Text == b.Name && board.Shape != nil &&
			board.CellLabels == nil {
			d.insertBehind(board.Shape, text)
			return nil
		}
	}
	if b.IsWrapped() {
		return fmt.Errorf("the board %s is in another file, and its edges are joined: write it into this one", b.Name)
	}
	start := s.Range().Start
	d.ReplaceText(source.Range{Start: start, End: start},
		fmt.Sprintf("board %s_cut on %s = %s%s\n", b.Name, b.Lattice.Name,
			b.Name, text))
	d.ReplaceText(s.Board.Range(), b.Name+"_cut")
	return nil
}

// removePieces removes pieces from the set. The map cut holds, for the name of each piece, the number of copies to
// remove.
func (d textRewrite) removePieces(s *ast.Pack, pack *model.Packing, cut map[string]int) error {
	text := ""
	for _, p := range pack.Pieces {
		n, copies := cut[p.Name], p.Copies
		if n == 0 || copies == (model.CountRange{Min: 0, Max: model.Unlimited}) {
			continue
		}
		if p.PieceChoice != nil {
			return errors.New("of pieces that are chosen from more it is not known how many are to be left when some " +
				"are cut out")
		}
		text += fmt.Sprintf(" - {%s}", p.Name)
		if copies.Min -= n; copies.Min > 0 {
			text += fmt.Sprintf(" + %d of %s", copies.Min, p.Name)
		}
		if more := copies.Max - n - max(0, copies.Min); copies.Max == model.Unlimited {
			text += fmt.Sprintf(" + any of %s", p.Name)
		} else if more > 0 {
			text += fmt.Sprintf(" + 0..%d of %s", more, p.Name)
		}
	}
	if text != "" {
		d.insertBehind(s.Set, text)
	}
	return nil
}
