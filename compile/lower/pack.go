package lower

import (
	"fmt"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/runtime/matrix"
)

// A packing becomes
//
//	an item for each cell of the board, row by row: primary, or secondary for
//	an optional cell;
//	an item for each piece: primary if it is used exactly once, secondary if
//	at most once, with a multiplicity for other ranges, and none for any number
//	(with a multiplicity in these cases too, if the piece fits on optional cells);
//	an item for each fixed place of a piece of which there may be several;
//	an item empty, with the number of empty cells as its multiplicity;
//	a secondary item for each joint inside a board of sticks;
//	an option for each place where a piece fits: the piece and its cells;
//	an option for each cell that may be empty.
type packing struct {
	*lowering
	pack   *model.Pack
	grid   *lattice.Grid
	cells  []matrix.ItemID // by number in the grid
	joints map[lattice.Cell]matrix.ItemID
	pieces []packed
	empty  matrix.ItemID // negative if none
	table  placements
	placed int // cells of all placements
	tried  int // cells of all ways to place pieces on a wrapped board
}

// packed is a piece with its items.
type packed struct {
	*model.Packed
	item    matrix.ItemID // negative if none
	fixes   []matrix.ItemID
	corners []lattice.Cell  // of each orientation
	regions []*lattice.Grid // of each keep on a wrapped board, or nil
}

func (l *lowering) pack(m *model.Pack) {
	p := &packing{lowering: l, pack: m, grid: lattice.NewGrid(m.Board.Lattice, m.Board.All(), m.Board.Wrap), empty: -1}
	if !l.room(p.countItems(), m.Board.Span) {
		return
	}
	p.declareCells()
	p.declarePieces()
	p.declareJoints()
	if !p.place() {
		return
	}
	if l.options.BreakSymmetry {
		l.symmetry = p.findSymmetry()
	}
	p.emit()
	p.warnUncovered()
}

// countItems counts the items that the packing will make.
func (p *packing) countItems() int {
	n := len(p.grid.Cells) + len(p.innerJoints())
	for _, m := range p.pack.Pieces {
		if p.itemOf(m) != noItem {
			n++
		}
		if m.Copies != model.Once {
			n += len(m.Fix)
		}
	}
	if e := p.pack.Empty; e != nil && e.Count.Max > 0 {
		n++
	}
	return n
}

// pieceItem is the kind of item that a piece gets.
type pieceItem int

const (
	noItem pieceItem = iota
	secondaryItem
	primaryItem
)

// itemOf decides on the item of a piece. An option without a primary item is
// never chosen; so a piece that may lie on optional cells alone needs one even
// where it does not matter how often the piece is used.
func (p *packing) itemOf(m *model.Packed) pieceItem {
	switch n := m.Copies; {
	case n.Max == 0:
		return noItem
	case n.Min > 0 || n.Max > 1 || p.fitsOptional(m):
		return primaryItem
	case n.Max == model.Any:
		return noItem
	}
	return secondaryItem
}

// fitsOptional reports whether a piece fits on optional cells alone.
func (p *packing) fitsOptional(m *model.Packed) bool {
	optional := p.pack.Board.Optional
	if len(optional) < len(m.Shape) {
		return false
	}
	g, found := lattice.NewGrid(p.pack.Board.Lattice, optional, p.pack.Board.Wrap), false
	for _, o := range m.Orientations {
		g.Shifts(o, func(shift lattice.Cell) { found = found || onGrid(g, o, shift) })
	}
	return found
}

// declareCells makes the items of the cells. Their names, b[2,3], are entered
// only if there are options that could call them: boards are large.
func (p *packing) declareCells() {
	b := p.pack.Board
	for _, c := range p.grid.Cells {
		name := b.Lattice.CellName(c)
		optional := len(b.Optional) > 0 && b.Optional.Has(c)
		id := p.add(name, optional, matrix.Once)
		p.cells = append(p.cells, id)
		if len(p.puzzle.Options) > 0 || p.held != nil {
			p.items[b.Name+"["+name+"]"] = item{id: id, secondary: optional, bound: matrix.Once, span: b.Span}
		}
	}
}

func (p *packing) declarePieces() {
	for _, m := range p.pack.Pieces {
		k := packed{Packed: m, item: -1, regions: p.regionsOf(m)}
		for _, o := range m.Orientations {
			corner, _ := o.Corner()
			k.corners = append(k.corners, corner)
		}
		if kind := p.itemOf(m); kind != noItem {
			often := bound(m.Copies, len(p.cells))
			k.item = p.add(m.Name, kind == secondaryItem, often)
			p.items[m.Name] = item{id: k.item, secondary: kind == secondaryItem, bound: often, span: m.Span}
		}
		if m.Copies != model.Once {
			for _, f := range m.Fix {
				k.fixes = append(k.fixes, p.declareFix(m, f))
			}
		}
		p.pieces = append(p.pieces, k)
	}
	if e := p.pack.Empty; e != nil && e.Count.Max > 0 {
		p.empty = p.declare("empty", false, bound(e.Count, len(p.cells)), e.Span)
	}
}

// regionsOf returns grids of the regions in which a piece is kept, once for all its
// placements. Where the board is not wrapped, they are not needed.
func (p *packing) regionsOf(m *model.Packed) []*lattice.Grid {
	grids := make([]*lattice.Grid, len(m.Keep))
	for n, k := range m.Keep {
		if k.In != nil && p.grid.Wrapped() {
			grids[n] = lattice.NewGrid(p.pack.Board.Lattice, k.In, p.pack.Board.Wrap)
		}
	}
	return grids
}

// declareFix makes the item of a fixed place. Several copies can share a
// corner, if they are turned differently; one of them at least is wanted.
func (p *packing) declareFix(m *model.Packed, f model.Fix) matrix.ItemID {
	name := m.Name + "," + p.pack.Board.Lattice.CellName(f.At)
	most := len(m.Orientations)
	if f.Orientation != model.Any {
		name += fmt.Sprintf("/%d", f.Orientation)
		most = 1
	}
	return p.declare("fix["+name+"]", false, matrix.Bound{Min: 1, Max: int32(most)}, f.Span)
}

// bound is a range of copies as a multiplicity. There are never more copies
// than cells.
func bound(n model.Range, cells int) matrix.Bound {
	if n.Max == model.Any {
		n.Max = max(n.Min, cells)
	}
	return matrix.Bound{Min: int32(n.Min), Max: int32(n.Max)}
}

// emit makes an option of each placement that symmetry leaves.
func (p *packing) emit() {
	if p.symmetry == nil || p.symmetry.Pivot == "" {
		p.expect(p.table.count(), p.countEntries())
	}
	var entries []matrix.Entry
	for n, at := range p.table.all {
		if p.symmetry != nil && p.symmetry.leftOut(n) {
			continue
		}
		entries = entries[:0]
		if at.piece == emptyCell {
			entries = append(entries, matrix.Entry{Item: p.empty}, p.cell(at.shift))
			if !p.option(Origin{Meaning: anEmptyCell, Shift: at.shift}, p.pack.Span, entries) {
				return
			}
			continue
		}
		entries = p.entries(entries, n)
		m := p.pieces[at.piece].Packed
		if !p.option(Origin{Piece: m, Meaning: aPiece, Orientation: at.orientation, Shift: at.shift}, p.pack.Span, entries) {
			return
		}
	}
}

// countEntries counts the entries of all placements, but for the joints that they
// cross: room that stays empty would be kept as long as the matrix.
func (p *packing) countEntries() int {
	n, placements := p.placed, p.table.count()
	for i, m := range p.pieces {
		_, own := p.table.of(i)
		placements -= len(own)
		if m.item >= 0 {
			n += len(own)
		}
		n += len(m.fixes) * len(m.Orientations) // no more have this corner
	}
	return n + 2*placements // what is left are empty cells
}

// entries returns the items of placement n.
func (p *packing) entries(entries []matrix.Entry, n int) []matrix.Entry {
	at := p.table.all[n]
	m := p.pieces[at.piece]
	if m.item >= 0 {
		entries = append(entries, matrix.Entry{Item: m.item})
	}
	for _, item := range p.fixesOf(n) {
		entries = append(entries, matrix.Entry{Item: item})
	}
	cells := m.Orientations[at.orientation]
	for _, c := range cells {
		entries = append(entries, p.cell(c.Plus(at.shift)))
	}
	if len(p.joints) > 0 {
		entries = p.crossings(entries, cells.Shift(at.shift))
	}
	return entries
}

func (p *packing) cell(c lattice.Cell) matrix.Entry {
	return matrix.Entry{Item: p.cells[p.grid.Number(c)]}
}

// warnUncovered warns of cells that must be covered and that no placement
// covers.
func (p *packing) warnUncovered() {
	b := p.pack.Board
	var bare []string
	for _, c := range b.Cells {
		if !p.covered[p.cells[p.grid.Number(c)]] {
			bare = append(bare, "("+b.Lattice.CellName(c)+")")
		}
	}
	switch {
	case len(bare) > mostWarnings:
		bare = append(bare[:mostWarnings], "…")
	case len(bare) == 0:
		return
	}
	p.errs.Warn(codes.UncoveredCell, p.pack.Span, "`leave 1 empty` allows for empty cells, an optional cell may stay empty",
		"there is no solution: no piece covers %s", strings.Join(bare, " "))
}
