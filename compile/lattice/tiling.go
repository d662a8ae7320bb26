package lattice

import "sync"

// tiling is a lattice whose cells are drawn in blocks: rows by columns points of a picture, each of
// them a cell. All else follows from the outlines of one block: a motion maps outlines to outlines,
// and neighbours share a side. Motions need not leave a point in place; a shift is behind each.
type tiling struct {
	rows, columns int32
	down, across  Point     // in the plane: from a block to the one below, and to the one beside
	block         [][]Point // the outlines of the cells, row by row, with the clock
}

// sixth turns the plane by 60° with the clock, in the units of hexagons; leftRight reflects it.
func sixth(p Point) Point     { return Point{(p.X - p.Y) / 2, (3*p.X + p.Y) / 2} }
func leftRight(p Point) Point { return Point{-p.X, p.Y} }

func (p Point) plus(q Point) Point        { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) times(n int32) Point       { return Point{n * p.X, n * p.Y} }
func (p Point) minus(q Point) Point       { return p.plus(q.times(-1)) }
func (t *tiling) at(block Point) Point    { return t.across.times(block.X).plus(t.down.times(block.Y)) }
func (t *tiling) corner(block Point) Cell { return Cell{block.Y * t.rows, block.X * t.columns} }

// split returns the block that a cell is in, and its number there.
func (t *tiling) split(c Cell) (block Point, k int32) {
	row, column := floorMod(c[0], t.rows), floorMod(c[1], t.columns)
	return Point{(c[1] - column) / t.columns, (c[0] - row) / t.rows}, row*t.columns + column
}

// cell is the inverse of split.
func (t *tiling) cell(block Point, k int32) Cell {
	return t.corner(block).Plus(Cell{k / t.columns, k % t.columns})
}

func (t *tiling) outline(c Cell) []Point {
	block, k := t.split(c)
	return moved(t.block[k], t.at(block).plus)
}

func moved(points []Point, by func(Point) Point) []Point {
	out := make([]Point, len(points))
	for i, p := range points {
		out[i] = by(p)
	}
	return out
}

// neighbours returns the cells that share a side with each cell of a block, as shifts from it.
func (t *tiling) neighbours() func(Cell) []Cell {
	return later(func() func(Cell) []Cell {
		around := make([]Shape, len(t.block))
		for k := range around {
			c := t.cell(Point{}, int32(k))
			for _, d := range Rectangle(int(3*t.rows), int(3*t.columns)).Shift(Cell{-t.rows, -t.columns}) {
				if common(t.outline(c), t.outline(d)) == 2 {
					around[k] = append(around[k], d.Minus(c))
				}
			}
		}
		return func(c Cell) []Cell {
			_, k := t.split(c)
			return around[k].Shift(c)
		}
	})
}

// later puts off to the first call what makes a function: who packs squares needs no kites.
func later[T any](make func() func(Cell) T) func(Cell) T {
	made := sync.OnceValue(make)
	return func(c Cell) T { return made()(c) }
}

// common counts the corners that are in both outlines.
func common(a, b []Point) (n int) {
	for _, p := range a {
		for _, q := range b {
			if p == q {
				n++
			}
		}
	}
	return n
}

// motions returns the powers of a turn, and then those after a reflection.
func (t *tiling) motions(turn, mirror func(Point) Point, names []string) []Motion {
	var motions []Motion
	for k, name := range names {
		motions = append(motions, Motion{name, t.motion(func(p Point) Point {
			if k >= len(names)/2 {
				p = mirror(p)
			}
			for range k % (len(names) / 2) {
				p = turn(p)
			}
			return p
		})})
	}
	return motions
}

// motion finds the image of each cell of a block, and that of a step to the next blocks.
func (t *tiling) motion(image func(Point) Point) func(Cell) Cell {
	return later(func() func(Cell) Cell {
		origin := image(Point{})
		across, down := t.blocks(image(t.across).minus(origin)), t.blocks(image(t.down).minus(origin))
		to := make([]Cell, len(t.block))
		for k, outline := range t.block {
			to[k] = t.find(moved(outline, image))
		}
		return func(c Cell) Cell {
			block, k := t.split(c)
			return to[k].Plus(t.corner(across.times(block.X).plus(down.times(block.Y))))
		}
	})
}

// blocks writes a shift of the lattice as a number of blocks across and down.
func (t *tiling) blocks(d Point) Point {
	det := t.across.X*t.down.Y - t.across.Y*t.down.X
	return Point{(d.X*t.down.Y - d.Y*t.down.X) / det, (t.across.X*d.Y - t.across.Y*d.X) / det}
}

// find returns the cell with an outline.
func (t *tiling) find(outline []Point) Cell {
	for k, candidate := range t.block {
		for _, p := range candidate {
			block := t.blocks(outline[0].minus(p))
			if c := t.cell(block, int32(k)); common(outline, t.outline(c)) == len(outline) {
				return c
			}
		}
	}
	panic("a motion does not keep the tiling")
}

// fit returns the least shift that is no less than a point.
func (t *tiling) fit(d Cell) Cell {
	return Cell{d[0] + floorMod(-d[0], t.rows), d[1] + floorMod(-d[1], t.columns), d[2]}
}

// cut is a figure of cells of another lattice, each of them cut into some.
func cut(f Figure, pieces Shape, rows, columns int32) Figure {
	return Figure{
		Name:  f.Name,
		Sides: f.Sides,
		Bound: func(n []int) int { return int(rows*columns) * f.Bound(n) },
		Make: func(n []int) Shape {
			var cells []Cell
			for _, c := range f.Make(n) {
				cells = append(cells, pieces.Shift(Cell{rows * c[0], columns * c[1]})...)
			}
			return NewShape(cells)
		},
	}
}

func (t *tiling) cut(figures []Figure) (out []Figure) {
	for _, f := range figures {
		out = append(out, cut(f, Rectangle(int(t.rows), int(t.columns)), t.rows, t.columns))
	}
	return out
}

func floorMod(a, n int32) int32 { return (a%n + n) % n }
