package compile

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/source"
)

// Lattice returns the lattice that solutions lie on.
func (p *Program) Lattice() *lattice.Lattice { return p.Puzzle.Lattice() }

// Drawn reports whether solutions of the puzzle can be drawn. Those of the core
// are options and nothing else.
func (p *Program) Drawn() bool {
	m := p.Puzzle
	return m.Pack != nil || m.Place != nil || m.Fill != nil || m.Words != nil || m.Dissect != nil
}

// Picture draws placements on the board that the puzzle fills. Where several statements have a board each, the
// pictures of the others stand beside that of the first.
func (p *Program) Picture(placements []Placement) draw.Picture {
	pic := draw.Picture{Title: p.Puzzle.Title}
	for k, kind := range p.Puzzle.Statements() {
		own := slices.DeleteFunc(slices.Clone(placements), func(pl Placement) bool { return pl.Of != kind })
		next := p.pictureOf(kind, own)
		next.Title, next.Kinds = p.Puzzle.Title, p.kinds(kind)
		if k == 0 {
			pic = next
		} else {
			pic.Beside = append(pic.Beside, next)
		}
	}
	return pic
}

// pictureOf draws what a statement places.
func (p *Program) pictureOf(kind string, placements []Placement) (pic draw.Picture) {
	m := p.Puzzle
	switch kind {
	case "pack":
		pic = onBoard(m.Pack.Board)
		for _, pl := range placements {
			pic.Pieces = append(pic.Pieces, draw.Piece{Label: pl.Piece, Cells: pl.Cells})
			pic.Painted = append(pic.Painted, colorsAt(m.Pack, pl)...)
		}
		pic.Inks = m.Pack.Inks()
	case "place":
		pic = standing(m.Place, placements)
	case "fill":
		if m.Fill.Board.Lattice.Ends != nil {
			pic = lines(m.Fill, placements)
		} else {
			pic = grid(onBoard(m.Fill.Board), m.Fill.Drawn, placements)
			pic.Given = map[lattice.Cell]bool{}
			for cell := range m.Fill.Given {
				pic.Given[cell] = true
			}
		}
		for k := 0; k < len(m.Fill.Signs) && pic.Wrapped == nil; k++ {
			pic.Signs = append(pic.Signs, draw.Sign(m.Fill.Signs[k]))
		}
	case "words":
		pic = grid(draw.Picture{Lattice: lattice.Square, Board: lettered(m.Words)}, nil, placements)
		pic.Given = map[lattice.Cell]bool{}
		for cell, letter := range m.Words.Given {
			pic.Given[cell], pic.Marks[cell] = true, letter
		}
	case "dissect":
		pic = sideBySide(m.Dissect, placements)
	}
	return pic
}

// colorsAt returns the colors of a piece where it lies. Those of pieces that go over a joined edge are
// left out.
func colorsAt(pack *model.Pack, pl Placement) (marks []lattice.Mark) {
	i := slices.IndexFunc(pack.Pieces, func(k *model.Packed) bool { return k.Name == pl.Piece })
	if i < 0 || pack.Pieces[i].Marks == nil {
		return nil
	}
	o := pack.Pieces[i].Marked(pl.Orientation)
	shift := pl.Cells[0].Minus(o.Shape[0])
	if !o.Shape.Shift(shift).Equal(pl.Cells) {
		return nil
	}
	for _, m := range o.Marks {
		marks = append(marks, m.Shift(shift))
	}
	return marks
}

// ColorText lists the colors of pieces where they lie, a piece a line, for pictures that have no colors: of each cell its
// own color, and those of its sides with the clock from twelve on.
func (p *Program) ColorText(placements []Placement) string {
	var b strings.Builder
	for _, pl := range placements {
		if pl.Of != "pack" {
			continue
		}
		l, marks := p.LatticeOf(pl), colorsAt(p.Puzzle.Pack, pl)
		var words []string
		for _, c := range pl.Cells {
			if colors := colorsOn(l, c, marks); colors != "" {
				words = append(words, l.At(c)+" "+colors)
			}
		}
		if words != nil {
			b.WriteString("  " + source.Printable(pl.Piece+": "+strings.Join(words, ", ")) + "\n")
		}
	}
	return b.String()
}

// colorsOn returns the color of a cell and those of its sides, with a dot for a side that has none; "" if it has no colors.
func colorsOn(l *lattice.Lattice, c lattice.Cell, marks []lattice.Mark) string {
	own, sides := "", ""
	at := func(beside lattice.Cell) (string, bool) {
		i := slices.IndexFunc(marks, func(m lattice.Mark) bool { return m.Cell == c && m.Beside == beside })
		if i < 0 {
			return ".", false
		}
		return string(marks[i].Color), true
	}
	if color, has := at(c); has {
		own = color
	}
	some := false
	for k := 0; l.HasSides() && k < len(l.Sides(c)); k++ {
		color, has := at(l.Sides(c)[k])
		sides, some = sides+color, some || has
	}
	if !some {
		return own
	}
	return own + sides
}

// kinds returns the pieces of a statement, in its order: so each has one color in all pictures.
func (p *Program) kinds(statement string) []draw.Kind {
	var kinds []draw.Kind
	switch m := p.Puzzle; {
	case statement == "dissect":
		for k := range m.Dissect.Pieces {
			kinds = append(kinds, draw.Kind{Label: strconv.Itoa(k + 1)})
		}
	case statement == "pack":
		for _, piece := range m.Pack.Pieces {
			kinds = append(kinds, draw.Kind{Label: piece.Name, Many: piece.Copies.Max != 1})
		}
	case statement == "fill" && m.Fill.Board.Lattice.Ends != nil:
		for _, symbol := range m.Fill.Symbols[1:] {
			kinds = append(kinds, draw.Kind{Label: symbol})
		}
	}
	return kinds
}

// onBoard returns the picture of an empty board.
func onBoard(b *model.Board) draw.Picture {
	pic := draw.Picture{Lattice: b.Lattice, Board: b.All()}
	if b.Wrapped() {
		pic.Wrapped = b.Grid()
	}
	return pic
}

// sideBySide draws both shapes of a dissection, with a gap between them; a piece is
// the cells in one and in the other.
func sideBySide(d *model.Dissect, placements []Placement) draw.Picture {
	_, corner := d.From.Corner()
	gap := lattice.Cell{0, corner[1] + 3}
	pic := draw.Picture{Lattice: lattice.Square, Board: d.From.Or(d.To.Shift(gap))}
	for _, pl := range placements {
		cells := slices.Clone(pl.Cells)
		for _, c := range pl.Onto {
			cells = append(cells, c.Plus(gap))
		}
		pic.Pieces = append(pic.Pieces, draw.Piece{Label: pl.Piece, Cells: lattice.NewShape(cells)})
		pic.Arrows = append(pic.Arrows, draw.Arrow{From: pl.Cells, To: lattice.NewShape(pl.Onto).Shift(gap)})
	}
	return pic
}

// standing draws men: on a chessboard, or on the regions of which rules speak.
func standing(m *model.Place, placements []Placement) draw.Picture {
	pic := onBoard(m.Board)
	i := slices.IndexFunc(m.Families, func(f model.Lines) bool { return f.Name == "region" })
	if i >= 0 {
		pic = grid(pic, m.Families[i].Lines, nil)
	}
	pic.Checkered, pic.Men, pic.Marks = i < 0, true, men(placements)
	return pic
}

// men marks each cell that has a man with the man's initial.
func men(placements []Placement) map[lattice.Cell]string {
	marks := map[lattice.Cell]string{}
	for _, pl := range placements {
		if len(pl.Cells) == 1 && pl.Piece != "" {
			marks[pl.Cells[0]] = string(unicode.ToUpper([]rune(pl.Piece)[0]))
		}
	}
	return marks
}

// grid is a board of letters or digits, with lines around its regions.
func grid(pic draw.Picture, regions []lattice.Shape, placements []Placement) draw.Picture {
	pic.Plain, pic.Marks = true, map[lattice.Cell]string{}
	if regions == nil {
		regions = []lattice.Shape{pic.Board}
	}
	for _, r := range regions {
		pic.Pieces = append(pic.Pieces, draw.Piece{Cells: r})
	}
	for _, pl := range placements {
		for k, letter := range pl.Letters {
			pic.Marks[pl.Cells[k]] = letter
		}
	}
	return pic
}

// lines draws sticks by their symbols: those with the first one are not there.
func lines(f *model.Fill, placements []Placement) draw.Picture {
	pic := onBoard(f.Board)
	pic.Plain = len(f.Symbols) == 2
	for _, symbol := range f.Symbols[1:] {
		var cells []lattice.Cell
		for _, pl := range placements {
			for k, letter := range pl.Letters {
				if letter == symbol {
					cells = append(cells, pl.Cells[k])
				}
			}
		}
		if cells != nil {
			pic.Pieces = append(pic.Pieces, draw.Piece{Label: symbol, Cells: lattice.NewShape(cells)})
		}
	}
	return pic
}

// lettered returns the cells that have letters.
func lettered(w *model.Words) lattice.Shape {
	return slices.DeleteFunc(lattice.Rectangle(w.Rows, w.Columns), func(c lattice.Cell) bool { return w.Blocks[c] })
}

// CoreText lists the placements that are options of the core, one a line.
func (p *Program) CoreText(placements []Placement) string {
	var b strings.Builder
	for _, pl := range placements {
		if pl.Of == "" {
			b.WriteString("  " + source.Printable(strings.Join(pl.Items, " ")) + "\n")
		}
	}
	return b.String()
}
