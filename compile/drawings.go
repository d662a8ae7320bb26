package compile

import (
	"quadrille/compile/draw"
	"quadrille/compile/model"
)

// NamedDrawing is a picture of a board or a piece that a text declares, with a description.
type NamedDrawing struct {
	Name, Description string
	Picture           draw.Picture
}

// DrawDeclarations draws the puzzle before it is solved: the board with its givens, and the pieces in the
// colors that they have in solutions. If a file has no statement to solve, the result is the boards and pieces
// that it declares.
func (p *Program) DrawDeclarations() []NamedDrawing {
	var out []NamedDrawing
	if p.IsDrawable() {
		out = append(out, NamedDrawing{Picture: p.UnsolvedPicture()})
	}
	if pack := p.Puzzle.Packing; pack != nil {
		out[0].Name, out[0].Description = pack.Board.Name, boardText(pack.Board)
		placements := p.CountPlacements()
		for _, k := range pack.Pieces {
			if k.FoundRegion != nil {
				continue // the puzzle asks for the shape of such a region
			}
			out = append(out, NamedDrawing{k.Name, packedPieceText(k, placements[k.Name]),
				p.PiecePicture(k)})
		}
	}
	if p.Puzzle.HasFillingStatement() {
		return out
	}
	var kinds []draw.PieceKind
	for _, k := range p.Puzzle.Pieces {
		kinds = append(kinds, draw.PieceKind{Label: k.Name})
	}
	for _, b := range p.Puzzle.Boards {
		out = append(out, NamedDrawing{b.Name, boardText(b),
			draw.Picture{Lattice: b.Lattice, BoardCells: b.AllCells(), Title: b.Name}})
	}
	for _, k := range p.Puzzle.Pieces {
		out = append(out, NamedDrawing{k.Name, pieceText(k), drawSinglePiece(k, kinds, nil)})
	}
	return out
}

// PiecePicture draws a piece of the packing, in its color.
func (p *Program) PiecePicture(k *model.PackedPiece) draw.Picture {
	return drawSinglePiece(k.Piece, p.pieceKinds("pack"), p.Puzzle.Packing.PieceColors())
}

// drawSinglePiece draws a piece as it is declared.
func drawSinglePiece(k *model.Piece, kinds []draw.PieceKind, inks []rune) draw.Picture {
	return draw.Picture{
		Lattice: k.Lattice, BoardCells: k.Shape, Pieces: []draw.LabeledPiece{{Label: k.Name, Cells: k.Shape}},
		PieceKinds: kinds,
		Title:      k.Name,
		PaintMarks: k.MarkedOrientation(0).ColorMarks, PaintColors: inks,
	}
}
