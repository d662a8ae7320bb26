package compile

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/source"
)

// Lattice returns the lattice of solutions.
func (p *Program) Lattice() *lattice.Lattice { return p.Puzzle.SolutionLattice() }

// IsDrawable reports whether solutions of the puzzle can be drawn. Solutions of the core alone cannot.
func (p *Program) IsDrawable() bool {
	m := p.Puzzle
	return m.Packing != nil || m.Chessmen != nil || m.Filling != nil || m.WordPuzzle != nil || m.Dissection != nil
}

// Picture draws placements on the board that the puzzle fills. If several statements have boards, the picture of the
// first board is returned, with the pictures of the others beside it.
func (p *Program) Picture(placements []Placement) draw.Picture {
	pic := draw.Picture{Title: p.Puzzle.Title}
	for k, kind := range p.Puzzle.FillingStatementKinds() {
		own := slices.DeleteFunc(slices.Clone(placements), func(pl Placement) bool { return pl.StatementKind != kind })
		next := p.pictureOf(kind, own)
		next.Title, next.PieceKinds = p.Puzzle.Title, p.pieceKinds(kind)
		if k == 0 {
			pic = next
		} else {
			pic.OtherBoards = append(pic.OtherBoards, next)
		}
	}
	return pic
}

// pictureOf draws the placements of the statement of a kind.
func (p *Program) pictureOf(kind string, placements []Placement) (pic draw.Picture) {
	m := p.Puzzle
	switch kind {
	case "pack":
		pic = emptyBoard(m.Packing.Board)
		isRegion := map[string]bool{}
		for _, k := range m.Packing.Pieces {
			if r := k.FoundRegion; r != nil {
				if pic.CellMarks == nil {
					pic.CellMarks, pic.GivenCells = map[lattice.Cell]string{}, map[lattice.Cell]bool{}
				}
				isRegion[k.Name], pic.CellMarks[r.ClueCell], pic.GivenCells[r.ClueCell] = true, textOnRegionCell(r),
					true
			}
		}
		for _, pl := range placements {
			label := pl.PieceName
			if isRegion[label] {
				label = "" // the number on the cell of a region names it
			}
			pic.Pieces = append(pic.Pieces, draw.LabeledPiece{Label: label, Cells: pl.Cells})
			pic.PaintMarks = append(pic.PaintMarks, colorsOfPlacement(m.Packing, pl)...)
		}
		pic.PaintColors = m.Packing.PieceColors()
		pic.RuleSigns = drawnSigns(m.Packing.RuleSigns, pic)
	case "place":
		pic = drawChessmen(m.Chessmen, placements)
		pic.RuleSigns = drawnSigns(m.Chessmen.RuleSigns, pic)
	case "fill":
		if m.Filling.Board.Lattice.StickEnds != nil {
			pic = drawSticks(m.Filling, placements)
		} else {
			pic = drawGrid(emptyBoard(m.Filling.Board), m.Filling.DrawnRegions, placements)
			pic.GivenCells = map[lattice.Cell]bool{}
			for cell := range m.Filling.GivenSymbols {
				pic.GivenCells[cell] = true
			}
		}
		pic.RuleSigns = drawnSigns(m.Filling.RuleSigns, pic)
	case "words":
		pic = drawGrid(draw.Picture{Lattice: lattice.Square, BoardCells: letterCells(m.WordPuzzle)}, nil, placements)
		pic.GivenCells = map[lattice.Cell]bool{}
		for cell, letter := range m.WordPuzzle.GivenLetters {
			pic.GivenCells[cell], pic.CellMarks[cell] = true, letter
		}
		pic.RuleSigns = crosswordSigns(m.WordPuzzle)
	case "dissect":
		pic = drawDissection(m.Dissection, placements)
	}
	return pic
}

// drawnSigns returns the drawings of rules for a picture. Boards whose edges are joined have none.
func drawnSigns(rules []model.RuleSign, pic draw.Picture) (signs []draw.RuleSign) {
	for k := 0; k < len(rules) && pic.WrappedGrid == nil; k++ {
		signs = append(signs, draw.RuleSign(rules[k]))
	}
	return signs
}

// textOnRegionCell returns the text on the clue cell of a region: its size, or a question mark if it may have any size.
func textOnRegionCell(r *model.FoundRegion) string {
	if r.CellCount == 0 {
		return "?"
	}
	return strconv.Itoa(r.CellCount)
}

// colorsOfPlacement returns the colors of a piece at its place. A piece across a joined edge has no colors.
func colorsOfPlacement(pack *model.Packing, pl Placement) (marks []lattice.ColorMark) {
	i := slices.IndexFunc(pack.Pieces, func(k *model.PackedPiece) bool { return k.Name == pl.PieceName })
	if i < 0 || pack.Pieces[i].ColorMarks == nil {
		return nil
	}
	o := pack.Pieces[i].MarkedOrientation(pl.Orientation)
	shift := pl.Cells[0].Minus(o.Shape[0])
	if !o.Shape.Shift(shift).Equal(pl.Cells) {
		return nil
	}
	for _, m := range o.ColorMarks {
		marks = append(marks, m.Shift(shift))
	}
	return marks
}

// ColorText lists the colors of pieces at their places, one piece on each line, for pictures without colors. For each
// cell it has the color of the cell and the colors of its sides, clockwise from the top.
func (p *Program) ColorText(placements []Placement) string {
	var b strings.Builder
	for _, pl := range placements {
		if pl.StatementKind != "pack" {
			continue
		}
		marks := colorsOfPlacement(p.Puzzle.Packing, pl)
		if len(marks) == 0 {
			continue
		}
		l := p.LatticeOf(pl)
		var words []string
		for _, c := range pl.Cells {
			if colors := cellColorsText(l, c, marks); colors != "" {
				words = append(words, l.FormatCell(c)+" "+colors)
			}
		}
		if words != nil {
			b.WriteString("  " + source.EscapeText(pl.PieceName+": "+strings.Join(words, ", ")) + "\n")
		}
	}
	return b.String()
}

// cellColorsText returns the colors of a cell and of its sides, with a dot for a side without a color. It returns "" if
// neither the cell nor a side has a color.
func cellColorsText(l *lattice.Lattice, c lattice.Cell, marks []lattice.ColorMark) string {
	own, sides := "", ""
	at := func(beside lattice.Cell) (string, bool) {
		i := slices.IndexFunc(marks, func(m lattice.ColorMark) bool { return m.Cell == c && m.AdjacentCell == beside })
		if i < 0 {
			return ".", false
		}
		return string(marks[i].Color), true
	}
	if color, has := at(c); has {
		own = color
	}
	some := false
	if l.HasSides() {
		for _, beside := range l.CellsAcrossSides(c) {
			color, has := at(beside)
			sides, some = sides+color, some || has
		}
	}
	if !some {
		return own
	}
	return own + sides
}

// pieceKinds returns the kinds of pieces of a statement, in its order, so that each kind has the same color in all
// pictures.
func (p *Program) pieceKinds(statement string) []draw.PieceKind {
	var kinds []draw.PieceKind
	regions := false
	switch m := p.Puzzle; {
	case statement == "dissect":
		for k := range m.Dissection.PieceCount {
			kinds = append(kinds, draw.PieceKind{Label: strconv.Itoa(k + 1)})
		}
	case statement == "pack":
		for _, piece := range m.Packing.Pieces {
			if piece.FoundRegion != nil {
				regions = true
				continue
			}
			kinds = append(kinds, draw.PieceKind{Label: piece.Name, ManyCopies: piece.Copies.Max != 1})
		}
	case statement == "fill" && m.Filling.Board.Lattice.StickEnds != nil:
		for _, symbol := range m.Filling.Symbols[1:] {
			kinds = append(kinds, draw.PieceKind{Label: symbol})
		}
	}
	if regions {
		// all regions are one kind of piece without a label; neighbouring regions differ in color
		kinds = append(kinds, draw.PieceKind{ManyCopies: true})
	}
	return kinds
}

// emptyBoard returns the picture of an empty board.
func emptyBoard(b *model.Board) draw.Picture {
	pic := draw.Picture{Lattice: b.Lattice, BoardCells: b.AllCells(), CellLabels: boardLabels(b)}
	if b.IsWrapped() {
		pic.WrappedGrid = b.NewGrid()
	}
	return pic
}

// drawDissection draws both shapes of a dissection, with a gap between them. A piece consists of its cells in both
// shapes.
func drawDissection(d *model.Dissection, placements []Placement) draw.Picture {
	_, corner := d.SourceShape.BoundingBox()
	gap := lattice.Cell{0, corner[1] + 3}
	pic := draw.Picture{Lattice: lattice.Square, BoardCells: d.SourceShape.Union(d.TargetShape.Shift(gap))}
	for _, pl := range placements {
		cells := slices.Clone(pl.Cells)
		for _, c := range pl.TargetCells {
			cells = append(cells, c.Plus(gap))
		}
		pic.Pieces = append(pic.Pieces, draw.LabeledPiece{Label: pl.PieceName, Cells: lattice.NewShape(cells)})
		pic.Arrows = append(pic.Arrows, draw.Arrow{FromCells: pl.Cells,
			ToCells: lattice.NewShape(pl.TargetCells).Shift(gap)})
	}
	return pic
}

// drawChessmen draws chessmen on the chessboard or, if rules name regions, on a board with lines around the regions.
func drawChessmen(m *model.ChessmenPlacement, placements []Placement) draw.Picture {
	pic := emptyBoard(m.Board)
	i := slices.IndexFunc(m.LineGroups, func(f model.ChessmenLineGroup) bool { return f.ItemFamily == "region" })
	if i >= 0 {
		pic = drawGrid(pic, m.LineGroups[i].CellLines, nil)
	}
	pic.IsCheckered, pic.MarksAreChessmen, pic.CellMarks = i < 0, true, chessmanInitials(placements)
	return pic
}

// chessmanInitials returns the initial of the chessman on each cell that has one.
func chessmanInitials(placements []Placement) map[lattice.Cell]string {
	marks := map[lattice.Cell]string{}
	for _, pl := range placements {
		if len(pl.Cells) == 1 && pl.PieceName != "" {
			marks[pl.Cells[0]] = initialOf(pl.PieceName)
		}
	}
	return marks
}

// initialOf returns the first letter of a name, as a capital.
func initialOf(name string) string { return string(unicode.ToUpper([]rune(name)[0])) }

// drawGrid draws a board of letters or digits, with lines around its regions.
func drawGrid(pic draw.Picture, regions []lattice.Shape, placements []Placement) draw.Picture {
	pic.DrawsPlainRegions, pic.CellMarks = true, map[lattice.Cell]string{}
	if regions == nil {
		regions = []lattice.Shape{pic.BoardCells}
	}
	for _, r := range regions {
		pic.Pieces = append(pic.Pieces, draw.LabeledPiece{Cells: r})
	}
	for _, pl := range placements {
		for k, letter := range pl.Letters {
			pic.CellMarks[pl.Cells[k]] = letter
		}
	}
	return pic
}

// drawSticks draws sticks by their symbols. Sticks with the first symbol are not drawn.
func drawSticks(f *model.Filling, placements []Placement) draw.Picture {
	pic := emptyBoard(f.Board)
	pic.DrawsPlainRegions = len(f.Symbols) == 2
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
			pic.Pieces = append(pic.Pieces, draw.LabeledPiece{Label: symbol, Cells: lattice.NewShape(cells)})
		}
	}
	return pic
}

// letterCells returns the cells with letters.
func letterCells(w *model.WordPuzzle) lattice.Shape {
	return slices.DeleteFunc(lattice.Rectangle(w.Rows, w.Columns), func(c lattice.Cell) bool { return w.BlockCells[c] })
}

// crosswordSigns returns the blocks of a crossword, and the numbers, from 1 in reading order, of the cells in which a
// word across or down begins. A puzzle of words without blocks is no crossword.
func crosswordSigns(w *model.WordPuzzle) (signs []draw.RuleSign) {
	if len(w.BlockCells) == 0 {
		return nil
	}
	begins := map[lattice.Cell]bool{}
	for _, line := range w.WordLines {
		step := line.Cells[1].Minus(line.Cells[0])
		begins[line.Cells[0]] = begins[line.Cells[0]] || step[0] == 0 || step[1] == 0
	}
	number := 0
	for k := range w.Rows * w.Columns {
		cell := lattice.Cell{int32(k / w.Columns), int32(k % w.Columns)}
		switch {
		case w.BlockCells[cell]:
			signs = append(signs, draw.RuleSign{SignKind: "block", Cells: []lattice.Cell{cell}})
		case begins[cell]:
			number++
			signs = append(signs, draw.RuleSign{SignKind: "entry", Cells: []lattice.Cell{cell},
				Text: strconv.Itoa(number)})
		}
	}
	return signs
}

// CorePlacementsText lists the placements that are options of the core, one on each line.
func (p *Program) CorePlacementsText(placements []Placement) string {
	var b strings.Builder
	for _, pl := range placements {
		if pl.StatementKind == "" {
			b.WriteString("  " + source.EscapeText(strings.Join(pl.Items, " ")) + "\n")
		}
	}
	return b.String()
}

// boardLabels returns the labels of a board. A colored cell without a label has the character of its color.
func boardLabels(b *model.Board) map[lattice.Cell]string {
	if len(b.CellColors) == 0 {
		return b.CellLabels
	}
	labels := map[lattice.Cell]string{}
	for c, color := range b.CellColors {
		labels[c] = string(color)
	}
	maps.Copy(labels, b.CellLabels)
	return labels
}
