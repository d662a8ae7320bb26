package lower

import (
	"fmt"
	"slices"
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
	corners []lattice.Cell // of each orientation
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
		if len(p.puzzle.Options) > 0 {
			p.items[b.Name+"["+name+"]"] = item{id: id, secondary: optional, span: b.Span}
		}
	}
}

func (p *packing) declarePieces() {
	for _, m := range p.pack.Pieces {
		k := packed{Packed: m, item: -1}
		for _, o := range m.Orientations {
			corner, _ := o.Corner()
			k.corners = append(k.corners, corner)
		}
		if kind := p.itemOf(m); kind != noItem {
			k.item = p.add(m.Name, kind == secondaryItem, bound(m.Copies, len(p.cells)))
			p.items[m.Name] = item{id: k.item, secondary: kind == secondaryItem, span: m.Span}
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

// forbidsCrossing reports whether pieces could cross, and must not.
func (p *packing) forbidsCrossing() bool {
	return p.pack.Board.Lattice.Ends != nil && !p.pack.Crossing
}

// innerJoints returns the joints at which all the cells that meet are on the
// board: there pieces could cross.
func (p *packing) innerJoints() lattice.Shape {
	if !p.forbidsCrossing() {
		return nil
	}
	var joints []lattice.Cell
	for _, c := range p.grid.Cells {
		for _, end := range p.pack.Board.Lattice.Ends(c) {
			if p.isInner(end) {
				joints = append(joints, p.grid.Reduce(end))
			}
		}
	}
	return lattice.NewShape(joints)
}

func (p *packing) isInner(joint lattice.Cell) bool {
	return !slices.ContainsFunc(p.pack.Board.Lattice.Meet(joint), func(c lattice.Cell) bool { return p.grid.Number(c) < 0 })
}

func (p *packing) declareJoints() {
	p.joints = map[lattice.Cell]matrix.ItemID{}
	for _, joint := range p.innerJoints() {
		p.joints[joint] = p.add(p.pack.Board.Lattice.CellName(joint), true, matrix.Once)
	}
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

// place finds every placement that the rules allow.
func (p *packing) place() bool {
	p.table = newPlacements(p.grid, p.cornerOf)
	if options, entries := p.leastPlacements(); !p.roomForOptions(options, entries, p.pack.Span) {
		return false
	}
	var homeless []string
	for i := range p.pieces {
		before := p.table.count()
		if !p.placePiece(i) {
			return false
		}
		if m := p.pieces[i]; p.table.count() == before && m.Copies.Max != 0 {
			homeless = append(homeless, m.Name)
		}
	}
	if len(homeless) > 0 {
		p.errs.Warn(codes.PieceFitsNowhere, p.pack.Span, "", "nowhere on the board `%s` is there room for %s", p.pack.Board.Name, strings.Join(homeless, ", "))
	}
	if p.empty >= 0 {
		for _, c := range p.pack.Board.Cells {
			p.table.add(placement{piece: emptyCell, shift: c})
		}
	}
	return true
}

// cornerOf returns the least row and column that a placement has a cell in.
func (p *packing) cornerOf(at placement) lattice.Cell {
	if at.piece == emptyCell {
		return at.shift
	}
	return at.shift.Plus(p.pieces[at.piece].corners[at.orientation])
}

// leastPlacements counts, without making them, the placements of pieces that
// no rule restricts, if the board fills its box and every point is a shift:
// there every shift fits.
func (p *packing) leastPlacements() (options, entries int) {
	if len(p.grid.Cells) != p.grid.Box() || !p.pack.Board.Lattice.IsShift(lattice.Cell{0, 1}) {
		return 0, 0
	}
	for _, m := range p.pieces {
		if m.Copies.Max == 0 || len(m.Keep)+len(m.Fix) > 0 {
			continue
		}
		for _, o := range m.Orientations {
			_, extent := o.Corner()
			n := p.grid.CountShifts(extent)
			options += n
			entries += n * len(o)
		}
	}
	return options, entries
}

func (p *packing) placePiece(i int) bool {
	m := p.pieces[i]
	if m.Copies.Max == 0 {
		return true
	}
	if p.grid.Wrapped() {
		return p.placeWrapped(i)
	}
	for o, shape := range m.Orientations {
		fine := true
		p.grid.Shifts(shape, func(shift lattice.Cell) {
			if fine && onGrid(p.grid, shape, shift) && p.allowed(m, o, shift) {
				fine = p.addPlacement(placement{int32(i), int32(o), shift}, len(shape))
			}
		})
		if !fine {
			return false
		}
	}
	return true
}

// addPlacement adds a placement of so many cells. It returns false if there are
// too many.
func (p *packing) addPlacement(at placement, cells int) bool {
	p.table.add(at)
	p.placed += cells
	return p.roomForOptions(p.table.count(), p.placed, p.pack.Span)
}

// onGrid reports whether a shape lies on the cells of a grid.
func onGrid(g *lattice.Grid, s lattice.Shape, shift lattice.Cell) bool {
	for _, c := range s {
		if g.Number(c.Plus(shift)) < 0 {
			return false
		}
	}
	return true
}

// allowed applies the rules to a placement. A fixed place binds the only copy
// of a piece; of several copies one is bound, by an item.
func (p *packing) allowed(m packed, orientation int, shift lattice.Cell) bool {
	for _, k := range m.Keep {
		if k.Orientations != nil && !slices.Contains(k.Orientations, orientation) {
			return false
		}
		if k.In != nil && !p.inside(m.Orientations[orientation], shift, k.In) {
			return false
		}
	}
	if m.Copies == model.Once {
		for _, f := range m.Fix {
			if !p.fixed(m, f, orientation, shift) {
				return false
			}
		}
	}
	return true
}

func (p *packing) inside(s lattice.Shape, shift lattice.Cell, region lattice.Shape) bool {
	if p.grid.Wrapped() {
		return onGrid(lattice.NewGrid(p.pack.Board.Lattice, region, p.pack.Board.Wrap), s, shift)
	}
	for _, c := range s {
		if !region.Has(c.Plus(shift)) {
			return false
		}
	}
	return true
}

// fixed reports whether a placement is the one that a rule wants.
func (p *packing) fixed(m packed, f model.Fix, orientation int, shift lattice.Cell) bool {
	corner := shift.Plus(m.corners[orientation])
	return p.grid.Reduce(f.At) == p.grid.Reduce(corner) && (f.Orientation == model.Any || f.Orientation == orientation)
}

// emit makes an option of each placement that symmetry leaves.
func (p *packing) emit() {
	var entries []matrix.Entry
	for n, at := range p.table.all {
		if p.symmetry != nil && p.symmetry.leftOut(n) {
			continue
		}
		entries = entries[:0]
		if at.piece == emptyCell {
			entries = append(entries, matrix.Entry{Item: p.empty}, p.cell(at.shift))
			if !p.option(Origin{Empty: true, Shift: at.shift}, p.pack.Span, entries) {
				return
			}
			continue
		}
		entries = p.entries(entries, n)
		m := p.pieces[at.piece].Packed
		if !p.option(Origin{Piece: m, Orientation: at.orientation, Shift: at.shift}, p.pack.Span, entries) {
			return
		}
	}
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

// crossings adds the inner joints that a piece runs straight through: those on
// both sides of which it covers a cell. On a wrapped board that may be the same
// cell, and it may run through a joint in both directions.
func (p *packing) crossings(entries []matrix.Entry, cells lattice.Shape) []matrix.Entry {
	covered := map[int32]bool{}
	for _, c := range cells {
		covered[p.grid.Number(c)] = true
	}
	seen := map[lattice.Cell]bool{}
	for _, c := range cells {
		end := p.pack.Board.Lattice.Ends(c)[1]
		beyond := end.Plus(end.Minus(c))
		joint := p.grid.Reduce(end)
		item, inner := p.joints[joint]
		if inner && !seen[joint] && covered[p.grid.Number(beyond)] {
			seen[joint] = true
			entries = append(entries, matrix.Entry{Item: item})
		}
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
