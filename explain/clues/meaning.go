package clues

import (
	"slices"

	"quadrille/compile"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/runtime/matrix"
	"quadrille/runtime/oracle"
)

// The relaxed puzzle is the one without the clues that its matrix can speak of: givens, letters,
// men and pieces. Its matrix serves all sets of those clues: each says that some of its options
// are chosen, and that others are not.

// InMatrix reports whether a clue can be said of the matrix of the relaxed puzzle.
func (c Clue) InMatrix() bool {
	switch c.Kind {
	case Given, Letter, Chessman, Bar:
		return len(c.Cells) == 1
	case Piece:
		return c.fixed != nil
	}
	return false
}

// RelaxedText returns the text without all clues that are said of the matrix, and without `break`: which
// solutions count as one depends on the clues.
func (l *ClueList) RelaxedText() (string, error) {
	var dropped []int
	for k, c := range l.Clues {
		if c.InMatrix() {
			dropped = append(dropped, k)
		}
	}
	return l.AllSolutions(dropped...)
}

// AllSolutions returns the text without some clues, and without `break`: every solution counts.
func (l *ClueList) AllSolutions(dropped ...int) (string, error) {
	w := l.rewriteWithout(dropped)
	for _, at := range l.classStatements {
		w.Replace(at, "")
	}
	return w.EditedText()
}

// ClueMeanings returns what each clue means to the relaxed puzzle, by its place in the list; nil for
// clues that have to be asked for by compiling the text without them. Of the options that a clue speaks of,
// one that it wants is chosen, and those that it rules out are banned.
func (l *ClueList) ClueMeanings(relaxed *compile.Program) ([]*oracle.Assumptions, error) {
	m, err := relaxed.Candidates()
	if err != nil {
		return nil, err
	}
	wanted, out, find := make([][]matrix.OptionID, len(l.Clues)), make([][]matrix.OptionID, len(l.Clues)),
		l.placementFinder()
	for o := range matrix.OptionID(m.OptionCount()) {
		placements := relaxed.OptionMeaning(o)
		for _, k := range find(placements) {
			is, against := false, false
			for _, pl := range placements {
				yes, no := l.Clues[k].speaksOf(pl)
				is, against = is || yes, against || no
			}
			if is {
				wanted[k] = append(wanted[k], o)
			} else if against {
				out[k] = append(out[k], o)
			}
		}
	}
	meanings := make([]*oracle.Assumptions, len(l.Clues))
	for k, c := range l.Clues {
		switch {
		case !c.InMatrix():
		case c.Kind == Letter, c.Kind == Bar, c.Kind == Piece && c.piece.Copies == model.Once:
			meanings[k] = &oracle.Assumptions{Banned: out[k]}
		case len(wanted[k]) == 1:
			meanings[k] = &oracle.Assumptions{Chosen: wanted[k]}
		}
	}
	return meanings, nil
}

// placementFinder returns what finds the clues that may speak of placements: those of their cells, and all
// pieces that are fixed.
func (l *ClueList) placementFinder() func(placements []compile.Placement) []int {
	at, pieces := map[lattice.Cell][]int{}, []int{}
	for k, c := range l.Clues {
		switch {
		case !c.InMatrix():
		case c.Kind == Piece:
			pieces = append(pieces, k)
		default:
			at[c.Cells[0]] = append(at[c.Cells[0]], k)
		}
	}
	return func(placements []compile.Placement) []int {
		found := slices.Clone(pieces)
		for _, pl := range placements {
			for _, cell := range pl.Cells {
				found = append(found, at[cell]...)
			}
		}
		slices.Sort(found)
		return slices.Compact(found)
	}
}

// speaksOf reports whether the clue is about a placement: it wants it, or rules it out.
func (c Clue) speaksOf(pl compile.Placement) (yes, no bool) {
	switch c.Kind {
	case Given:
		is := len(pl.Cells) == 1 && pl.Cells[0] == c.Cells[0] && len(pl.Letters) == 1
		return is && pl.Letters[0] == c.text, false
	case Letter:
		k := slices.Index(pl.Cells, c.Cells[0])
		is := k >= 0 && len(pl.Letters) == len(pl.Cells)
		return false, is && pl.Letters[k] != c.text
	case Chessman, Bar:
		is := pl.Piece != "" && len(pl.Cells) == 1 && pl.Cells[0] == c.Cells[0]
		return is && c.Kind == Chessman, is && c.Kind == Bar
	case Piece:
		if pl.Piece != c.text {
			return false, false
		}
		is := (c.fixed.Orientation == model.Any || c.fixed.Orientation == pl.Orientation) &&
			liesAt(c.grid, c.piece.Orientations[pl.Orientation], c.fixed.At, pl.Cells)
		return is, !is
	}
	return false, false
}
