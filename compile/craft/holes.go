package craft

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"quadrille/compile"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/source"
	"quadrille/runtime/matrix"
	"quadrille/runtime/oracle"
	"quadrille/runtime/plan"
)

// cut writes the puzzle with cells taken out of the board: those that stay empty, or pieces with their
// cells, which then are not in the set any more.
func (g *givens) cut(said []clue) (string, error) {
	d, err := newDraft(g.maker.name, g.rules.text, g.rules.program)
	if err != nil || len(said) == 0 {
		return string(g.rules.text), err
	}
	var cells []lattice.Cell
	pieces := map[string]int{}
	for _, c := range said {
		cells = append(cells, c.place.Cells...)
		pieces[c.place.Piece]++
	}
	pack := g.rules.program.Puzzle.Pack
	for _, s := range d.file.Statements {
		if s, ok := s.(*ast.Pack); ok {
			if err := d.cutPieces(s, pack, pieces); err != nil {
				return "", err
			}
			for _, r := range s.Rules {
				if _, leaves := r.(*ast.Leave); leaves && g.maker.recipe.Holes > 0 {
					d.Replace(r.Range(), "")
				}
			}
			if err := d.cutBoard(s, pack.Board, cells); err != nil {
				return "", err
			}
		}
	}
	return d.Text()
}

// leaveEmpty compiles rules by which as many cells stay empty as there are to be holes.
func (m *Maker) leaveEmpty(p *compile.Program) (*compile.Program, error) {
	d, err := newDraft(m.name, m.text, p)
	if err != nil {
		return nil, err
	}
	for _, s := range d.file.Statements {
		if s, ok := s.(*ast.Pack); ok {
			d.Rule(s, len(s.Rules), fmt.Sprintf("leave %d empty", m.recipe.Holes))
		}
	}
	text, err := d.Text()
	if err != nil {
		return nil, err
	}
	m.text = []byte(text)
	return m.compile(m.text)
}

// A search for holes makes so many steps from a solution, and begins anew so many times.
const (
	digs     = 300
	digTries = 5
)

// dig moves from solution to solution until one is alone with its holes. In a step one hole moves, and
// most of the pieces; what that leads to is taken if no more solutions have the same holes.
func (q *rules) dig(ctx context.Context, s matrix.Solution, r *rand.Rand) (matrix.Solution, error) {
	n, err := q.alike(ctx, s, math.MaxInt)
	for range digs {
		if err != nil || n == 1 {
			return s, err
		}
		holes := q.holes(s)
		moved := holes[r.IntN(len(holes))]
		some := oracle.Assumptions{Banned: []matrix.OptionID{moved}}
		for _, o := range s {
			if o != moved && (slices.Contains(holes, o) || r.IntN(3) == 0) {
				some.Chosen = append(some.Chosen, o)
			}
		}
		next, wrong := q.oracle.Solve(ctx, some, 1)
		if err = wrong; len(next) == 0 {
			continue
		}
		most := n
		if n, err = q.alike(ctx, next[0], most+1); n <= most {
			s = next[0]
		} else {
			n = most
		}
	}
	return nil, errors.Join(err, errAgain)
}

// alike counts the solutions with the same holes, up to a number.
func (q *rules) alike(ctx context.Context, s matrix.Solution, most int) (n int, err error) {
	m, _ := q.program.Candidates()
	part, _ := m.Below(q.holes(s), nil)
	search, err := plan.New(part, plan.Request{})
	if err != nil {
		return 0, err
	}
	for range search.Solutions(ctx) {
		if n++; n == most {
			return n, nil
		}
	}
	return n, search.Err()
}

// holes returns the options of a solution that leave a cell empty.
func (q *rules) holes(s matrix.Solution) []matrix.OptionID {
	return slices.DeleteFunc(slices.Clone(s), func(o matrix.OptionID) bool { return !q.program.Origin(o).Empty })
}

// cutBoard takes cells away from the board, or, if it is from another file, from one like it.
func (d *draft) cutBoard(s *ast.Pack, b *model.Board, cells []lattice.Cell) error {
	text := " - cells"
	for _, c := range lattice.NewShape(cells) {
		text += " (" + b.Lattice.CellName(c) + ")"
	}
	for _, other := range d.file.Statements {
		if board, ok := other.(*ast.Board); ok && board.Name.Text == b.Name {
			d.behind(board, text)
			return nil
		}
	}
	if b.Wrapped() {
		return fmt.Errorf("the board %s is in another file, and its edges are joined: write it into this one", b.Name)
	}
	start := s.Range().Start
	d.Replace(source.Range{Start: start, End: start}, fmt.Sprintf("board %s_cut on %s = %s%s\n", b.Name, b.Lattice.Name, b.Name, text))
	d.Replace(s.Board.Range(), b.Name+"_cut")
	return nil
}

// cutPieces takes pieces out of the set, as many copies as there are holes of their form.
func (d *draft) cutPieces(s *ast.Pack, pack *model.Pack, cut map[string]int) error {
	text := ""
	for _, p := range pack.Pieces {
		n, copies := cut[p.Name], p.Copies
		if n == 0 || copies == (model.Range{Min: 0, Max: model.Any}) {
			continue
		}
		if p.Choice != nil {
			return errors.New("of pieces that are chosen from more it is not known how many are to be left when some are cut out")
		}
		text += fmt.Sprintf(" - {%s}", p.Name)
		if copies.Min -= n; copies.Min > 0 {
			text += fmt.Sprintf(" + %d of %s", copies.Min, p.Name)
		}
		if more := copies.Max - n - max(0, copies.Min); copies.Max == model.Any {
			text += fmt.Sprintf(" + any of %s", p.Name)
		} else if more > 0 {
			text += fmt.Sprintf(" + 0..%d of %s", more, p.Name)
		}
	}
	if text != "" {
		d.behind(s.Set, text)
	}
	return nil
}
