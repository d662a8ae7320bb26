package ask

import (
	"cmp"
	"strings"

	"quadrille/render"
	"quadrille/runtime/matrix"
)

// sendOverview sends a summary of the puzzle, and drawings of the board and the pieces.
func (a *questionRun) sendOverview() error {
	p, err := a.loadPuzzle()
	if err != nil {
		return err
	}
	about := &TextOverview{
		Title: p.Title(), Text: p.Describe(), Params: p.Params(), Expectations: []Expectation{},
		IsDrawable: p.IsDrawable(), HasKnownSymmetry: p.HasGroup(),
	}
	for _, e := range p.Expectations() {
		about.Expectations = append(about.Expectations, Expectation{e.Line, e.Text})
	}
	if err := a.sendAnswer(Answer{Overview: about}); err != nil {
		return err
	}
	for _, d := range render.Drawings(p) {
		if err := a.ctx.Err(); err != nil {
			return err
		}
		if err := a.sendDrawing(d); err != nil {
			return err
		}
	}
	return nil
}

// sendDrawing sends a picture of a board or a piece.
func (a *questionRun) sendDrawing(d render.Drawing) error {
	var svg strings.Builder
	if err := d.SVG(&svg); err != nil {
		return err
	}
	return a.sendAnswer(Answer{Drawing: &Drawing{Name: d.Name, Description: d.Description, SVG: svg.String(),
		Text: d.String()}})
}

// maxSentOptions is the default number of options of a matrix that are sent, and maxSentItems the largest number of
// items that are sent.
const (
	maxSentOptions = 200
	maxSentItems   = 2000
)

// sendMatrix sends the size of the matrix, and its first options.
func (a *questionRun) sendMatrix() error {
	p, err := a.loadPuzzle()
	if err != nil {
		return err
	}
	m, _, err := p.Matrix()
	if err != nil {
		return err
	}
	out := &Matrix{PrimaryCount: m.PrimaryCount(), SecondaryCount: m.ItemCount() - m.PrimaryCount(),
		OptionCount: m.OptionCount(),
		EntryCount:  m.EntryCount()}
	for i := range min(m.ItemCount(), maxSentItems) {
		out.ItemNames = append(out.ItemNames, m.Name(matrix.ItemID(i)))
	}
	for o := range min(m.OptionCount(), cmp.Or(max(0, a.MaxCount), maxSentOptions)) {
		option := p.Option(matrix.OptionID(o))
		out.OptionRows = append(out.OptionRows, OptionRow{option.Items, option.Origin})
	}
	out.LoweringTable, err = p.DescribeLowering()
	if gone := a.sendAnswer(Answer{Matrix: out}); gone != nil {
		return gone
	}
	return err
}
