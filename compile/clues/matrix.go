package clues

import (
	"slices"

	"quadrille/compile"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/runtime/matrix"
)

// The relaxed puzzle is the one without the clues that its matrix can speak of: givens, letters,
// men and pieces. Its matrix serves all sets of those clues: each says that some of its options
// are chosen, and that others are not.

// InMatrix reports whether a clue can be said of the matrix of the relaxed puzzle.
func (c Clue) InMatrix() bool {
	switch c.Kind {
	case Given, Letter, Man, Bar:
		return len(c.Cells) == 1
	case Piece:
		return c.fixed != nil
	}
	return false
}

// Relaxed returns the text without all clues that are said of the matrix, and without `break`: which
// solutions count as one depends on the clues.
func (l *List) Relaxed() (string, error) {
	var dropped []int
	for k, c := range l.Clues {
		if c.InMatrix() {
			dropped = append(dropped, k)
		}
	}
	return l.all(dropped)
}

// AllSolutions returns the text without `break`: every solution counts.
func (l *List) AllSolutions() (string, error) { return l.all(nil) }

func (l *List) all(dropped []int) (string, error) {
	edits := l.edits(dropped)
	for _, at := range l.ways {
		edits = append(edits, edit{at, ""})
	}
	return l.written(edits)
}

// Meaning says what a clue means to the matrix of the relaxed puzzle: these options are chosen,
// and those are not.
type Meaning struct {
	Chosen, Banned []matrix.OptionID
}

// Meanings returns what each clue means to the relaxed puzzle, by its place in the list; nil for
// clues that have to be asked for by compiling the text without them.
func (l *List) Meanings(relaxed *compile.Program) ([]*Meaning, error) {
	m, err := relaxed.Candidates()
	if err != nil {
		return nil, err
	}
	meanings, named := make([]*Meaning, len(l.Clues)), make([][]compile.Placement, m.Options())
	for o := range named {
		named[o] = relaxed.Means(matrix.OptionID(o))
	}
	for k, c := range l.Clues {
		if c.InMatrix() {
			meanings[k] = c.meaning(relaxed.Puzzle, named)
		}
	}
	return meanings, nil
}

// meaning sorts the options into those that the clue wants and those that it rules out. One option
// that is wanted is chosen. Of several one is, if the others that could take its place are banned; nil if
// that is not so.
func (c Clue) meaning(p *model.Puzzle, options [][]compile.Placement) *Meaning {
	var wanted, out []matrix.OptionID
	for o, placements := range options {
		is, against := false, false
		for _, pl := range placements {
			yes, no := c.speaks(pl)
			is, against = is || yes, against || no
		}
		if is {
			wanted = append(wanted, matrix.OptionID(o))
		} else if against {
			out = append(out, matrix.OptionID(o))
		}
	}
	switch {
	case c.Kind == Letter || c.Kind == Bar || c.Kind == Piece && c.once(p):
		return &Meaning{Banned: out}
	case len(wanted) == 1:
		return &Meaning{Chosen: wanted}
	}
	return nil
}

// once reports whether the piece that is fixed is used exactly once.
func (c Clue) once(p *model.Puzzle) bool {
	return slices.ContainsFunc(p.Pack.Pieces, func(k *model.Packed) bool { return k.Name == c.text && k.Copies == model.Once })
}

// speaks reports whether the clue is about a placement: it wants it, or rules it out.
func (c Clue) speaks(pl compile.Placement) (yes, no bool) {
	switch c.Kind {
	case Given:
		is := len(pl.Cells) == 1 && pl.Cells[0] == c.Cells[0] && len(pl.Letters) == 1
		return is && pl.Letters[0] == c.text, false
	case Letter:
		k := slices.Index(pl.Cells, c.Cells[0])
		is := k >= 0 && len(pl.Letters) == len(pl.Cells)
		return false, is && pl.Letters[k] != c.text
	case Man, Bar:
		is := pl.Piece != "" && len(pl.Cells) == 1 && pl.Cells[0] == c.Cells[0]
		return is && c.Kind == Man, is && c.Kind == Bar
	case Piece:
		if pl.Piece != c.text {
			return false, false
		}
		corner, _ := lattice.Shape(pl.Cells).Corner()
		is := corner == c.fixed.At && (c.fixed.Orientation == model.Any || c.fixed.Orientation == pl.Orientation)
		return is, !is
	}
	return false, false
}
