package quadrille

import (
	"io"

	"quadrille/compile/draw"
)

// Drawing is a picture of a board or a piece, before anything is solved.
type Drawing struct {
	// Name is that of the board or the piece, and "" for what has none, such as a grid.
	Name string
	// About says in a line how large it is, how often it is used and how it may be turned.
	About string

	picture draw.Picture
}

// Drawings draws the board with what is given, and the pieces to put on it; or, of a text
// that asks nothing, the boards and pieces that it declares.
func (p *Puzzle) Drawings() []Drawing {
	if p.isDump {
		return nil
	}
	var out []Drawing
	for _, d := range p.program.DrawDeclarations() {
		out = append(out, Drawing{d.Name, d.About, d.Picture})
	}
	return out
}

// String draws it as text.
func (d Drawing) String() string { return draw.Text(d.picture, TextStyle{}) }

// SVG writes it as a document of SVG.
func (d Drawing) SVG(w io.Writer) error { return draw.SVG(w, d.picture) }

// Param is a parameter of a text, with its value.
type Param struct {
	Name  string `json:"name"`
	Value int64  `json:"value"`
}

// Params lists the parameters that the text declares, in order.
func (p *Puzzle) Params() []Param {
	var out []Param
	for _, q := range p.program.Puzzle.Params {
		out = append(out, Param(q))
	}
	return out
}

// Lattice names the lattice that the cells of solutions lie on.
func (p *Puzzle) Lattice() string { return p.program.Lattice().Name }

// WriteSheet writes a page with drawings.
func WriteSheet(w io.Writer, drawings ...Drawing) error {
	pictures := make([]draw.Picture, len(drawings))
	for i, d := range drawings {
		pictures[i] = d.picture
	}
	return draw.Sheet(w, 1, pictures)
}
