package compile

import (
	"quadrille/compile/draw"
	"quadrille/compile/model"
)

// Drawing is a picture of something that a text names, and what there is to say of it.
type Drawing struct {
	Name, About string
	Picture     draw.Picture
}

// Drawings draws what there is before anything is solved: the board with what is given, and
// the pieces to put on it, in the colors that they have in solutions. Of a file that asks
// nothing they are the boards and the pieces that it declares.
func (p *Program) Drawings() []Drawing {
	var out []Drawing
	if p.Drawn() {
		out = append(out, Drawing{Picture: p.Picture(p.givens())})
	}
	if pack := p.Puzzle.Pack; pack != nil {
		out[0].Name, out[0].About = pack.Board.Name, aboutBoard(pack.Board)
		placements := p.Placements()
		for _, k := range pack.Pieces {
			out = append(out, Drawing{k.Name, aboutPacked(k, placements[k.Name]), pieceAlone(k.Piece, p.kinds("pack"), pack.Inks())})
		}
	}
	if p.Puzzle.HasQuestion() {
		return out
	}
	var kinds []draw.Kind
	for _, k := range p.Puzzle.Pieces {
		kinds = append(kinds, draw.Kind{Label: k.Name})
	}
	for _, b := range p.Puzzle.Boards {
		out = append(out, Drawing{b.Name, aboutBoard(b), draw.Picture{Lattice: b.Lattice, Board: b.All(), Title: b.Name}})
	}
	for _, k := range p.Puzzle.Pieces {
		out = append(out, Drawing{k.Name, aboutPiece(k), pieceAlone(k, kinds, nil)})
	}
	return out
}

// pieceAlone draws a piece as it is declared, and nothing around it.
func pieceAlone(k *model.Piece, kinds []draw.Kind, inks []rune) draw.Picture {
	return draw.Picture{
		Lattice: k.Lattice, Board: k.Shape, Pieces: []draw.Piece{{Label: k.Name, Cells: k.Shape}}, Kinds: kinds, Title: k.Name,
		Painted: k.Marked(0).Marks, Inks: inks,
	}
}
