package render

import (
	"io"

	"quadrille"
	"quadrille/compile/draw"
)

// Drawing is a picture of a board or a piece as the puzzle declares it, without a solution.
type Drawing struct {
	// Name is the name of the board or the piece. It is "" for a board without a name, such as a plain grid.
	Name string
	// Description says in one line how large the board or the piece is, how often it is used, and how it may be
	// rotated.
	Description string

	picture draw.Picture
}

// Drawings returns drawings of the board with its givens, and of the pieces. If the puzzle has no statement to solve,
// it returns drawings of all boards and pieces that the text declares.
func Drawings(p *quadrille.Puzzle) []Drawing {
	if p.Input().IsDump {
		return nil
	}
	var out []Drawing
	for _, d := range p.Program().DrawDeclarations() {
		out = append(out, Drawing{d.Name, d.Description, d.Picture})
	}
	return out
}

// String returns the drawing as text.
func (d Drawing) String() string { return draw.RenderText(d.picture, quadrille.TextStyle{}) }

// SVG writes the drawing as an SVG document.
func (d Drawing) SVG(w io.Writer) error { return draw.WriteSVG(w, d.picture) }

// WriteSheet writes an SVG page with several drawings.
func WriteSheet(w io.Writer, drawings ...Drawing) error {
	pictures := make([]draw.Picture, len(drawings))
	for i, d := range drawings {
		pictures[i] = d.picture
	}
	return draw.WriteSheet(w, 1, pictures)
}
