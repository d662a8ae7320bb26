package clues

import (
	"slices"

	"quadrille/compile"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/runtime/matrix"
	"quadrille/runtime/oracle"
)

// The relaxed puzzle is the puzzle without the clues that assumptions about its matrix can express: givens, letters,
// chessmen and pieces. Each of these clues means that some options of the matrix are chosen, or banned. So the matrix
// of the relaxed puzzle serves for all sets of clues.

// IsExpressibleInMatrix reports whether assumptions about the matrix of the relaxed puzzle can express the clue.
func (c Clue) IsExpressibleInMatrix() bool {
	switch c.Kind {
	case Given, Letter, Chessman, Bar:
		return len(c.Cells) == 1
	case Piece:
		return c.fixedPlace != nil
	}
	return false
}

// TextWithoutClues returns the text of the relaxed puzzle. It also leaves out `break` statements, because the
// equivalence of solutions depends on the clues.
func (l *ClueList) TextWithoutClues() (string, error) {
	var dropped []int
	for k, c := range l.Clues {
		if c.IsExpressibleInMatrix() {
			dropped = append(dropped, k)
		}
	}
	return l.TextWithoutEquivalence(dropped...)
}

// TextWithoutEquivalence returns the text without the dropped clues, and without `break` statements, which declare
// solutions equivalent, so that every solution counts.
func (l *ClueList) TextWithoutEquivalence(dropped ...int) (string, error) {
	w := l.rewriteWithout(dropped)
	for _, at := range l.symmetryStatements {
		w.ReplaceText(at, "")
	}
	return w.EditedText()
}

// ClueMeanings returns, for each clue of the list, its meaning in the relaxed puzzle: the options that the clue
// requires are chosen, and those that it excludes are banned. The meaning is nil if the clue can only be tested by
// compiling the text without it.
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
				yes, no := l.Clues[k].decidesPlacement(pl)
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
		case !c.IsExpressibleInMatrix():
		case c.Kind == Letter, c.Kind == Bar, c.Kind == Piece && c.fixedPiece.Copies == model.Once:
			meanings[k] = &oracle.Assumptions{BannedOptions: out[k]}
		case len(wanted[k]) == 1:
			meanings[k] = &oracle.Assumptions{ChosenOptions: wanted[k]}
		}
	}
	return meanings, nil
}

// placementFinder returns a function that, for some placements, returns the indices of the clues that may concern them:
// all clues about cells of the placements, and all clues that fix a piece.
func (l *ClueList) placementFinder() func(placements []compile.Placement) []int {
	at, pieces := map[lattice.Cell][]int{}, []int{}
	for k, c := range l.Clues {
		switch {
		case !c.IsExpressibleInMatrix():
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

// statementOfClue has the kind of the statement whose placements a clue decides, as in Placement.StatementKind.
var statementOfClue = map[ClueKind]string{
	Given: "fill", Letter: "words", Chessman: "place", Bar: "place", Piece: "pack",
}

// decidesPlacement reports whether the clue requires a placement (yes), or excludes it (no). Both are false if it does
// neither.
func (c Clue) decidesPlacement(pl compile.Placement) (yes, no bool) {
	if pl.StatementKind != statementOfClue[c.Kind] {
		return false, false // another statement may have a board with the same cells
	}
	switch c.Kind {
	case Given:
		is := len(pl.Cells) == 1 && pl.Cells[0] == c.Cells[0] && len(pl.Letters) == 1
		return is && pl.Letters[0] == c.symbolOrPieceName, false
	case Letter:
		k := slices.Index(pl.Cells, c.Cells[0])
		is := k >= 0 && len(pl.Letters) == len(pl.Cells)
		return false, is && pl.Letters[k] != c.symbolOrPieceName
	case Chessman, Bar:
		is := pl.PieceName != "" && len(pl.Cells) == 1 && pl.Cells[0] == c.Cells[0]
		return is && c.Kind == Chessman, is && c.Kind == Bar
	case Piece:
		if pl.PieceName != c.symbolOrPieceName {
			return false, false
		}
		// on a board with joined edges, several orientations may cover the same cells
		for k, shape := range c.fixedPiece.Orientations {
			if (c.fixedPlace.Orientation == model.Unlimited || c.fixedPlace.Orientation == k) &&
				(k == pl.Orientation || c.fixedPiece.ColorMarks == nil) &&
				coversExactlyCells(c.grid, shape, c.fixedPlace.Corner, pl.Cells) {
				return true, false
			}
		}
		return false, true
	}
	return false, false
}
