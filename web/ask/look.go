package ask

import (
	"cmp"
	"strings"

	"quadrille/runtime/matrix"
)

// look tells what the text is, and draws the board and the pieces.
func (a *asking) look() error {
	p, err := a.load()
	if err != nil {
		return err
	}
	about := &About{
		Title: p.Title(), Text: p.Describe(), Params: p.Params(), Expectations: []Expectation{},
		Drawable: p.Drawable(), Symmetric: p.HasGroup(),
	}
	for _, e := range p.Expectations() {
		about.Expectations = append(about.Expectations, Expectation{e.Line, e.Text})
	}
	if err := a.say(Answer{About: about}); err != nil {
		return err
	}
	for _, d := range p.Drawings() {
		if err := a.ctx.Err(); err != nil {
			return err
		}
		var svg strings.Builder
		if err := d.SVG(&svg); err != nil {
			return err
		}
		if err := a.say(Answer{Drawing: &Drawing{Name: d.Name, About: d.About, SVG: svg.String(), Text: d.String()}}); err != nil {
			return err
		}
	}
	return nil
}

// firstOptions is how many options of a matrix are sent if nobody says how many, and
// firstItems how many items.
const (
	firstOptions = 200
	firstItems   = 2000
)

// matrix sends the size of the matrix, and its first options.
func (a *asking) matrix() error {
	p, err := a.load()
	if err != nil {
		return err
	}
	m, _, err := p.Matrix()
	if err != nil {
		return err
	}
	out := &Matrix{Primary: m.Primary(), Secondary: m.Items() - m.Primary(), Options: m.Options(), Entries: m.Entries()}
	for i := range min(m.Items(), firstItems) {
		out.Items = append(out.Items, m.Name(matrix.ItemID(i)))
	}
	for o := range min(m.Options(), cmp.Or(max(0, a.Limit), firstOptions)) {
		option := p.Option(matrix.OptionID(o))
		out.Rows = append(out.Rows, Row{option.Items, option.Origin})
	}
	out.Lowering, err = p.Lowering()
	if gone := a.say(Answer{Matrix: out}); gone != nil {
		return gone
	}
	return err
}
