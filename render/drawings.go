package render

import (
	"io"

	"quadrille"
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
func Drawings(p *quadrille.Puzzle) []Drawing {
	if p.Input().IsDump {
		return nil
	}
	var out []Drawing
	for _, d := range p.Program().DrawDeclarations() {
		out = append(out, Drawing{d.Name, d.About, d.Picture})
	}
	return out
}

// String draws it as text.
func (d Drawing) String() string { return draw.Text(d.picture, quadrille.TextStyle{}) }

// SVG writes it as a document of SVG.
func (d Drawing) SVG(w io.Writer) error { return draw.SVG(w, d.picture) }

// WriteSheet writes a page with drawings.
func WriteSheet(w io.Writer, drawings ...Drawing) error {
	pictures := make([]draw.Picture, len(drawings))
	for i, d := range drawings {
		pictures[i] = d.picture
	}
	return draw.Sheet(w, 1, pictures)
}
