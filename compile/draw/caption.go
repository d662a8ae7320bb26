package draw

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/lang/source"
)

// caption is a picture's title and a description of its content, for screen readers.
type caption struct{ title, description string }

func (w caption) String() string {
	if w.title == "" {
		return w.description
	}
	return source.EscapeText(w.title) + ": " + w.description
}

// captionOfPicture returns the caption of a picture. The description lists the marks line by line, the chessmen with
// their places, or the pieces.
func captionOfPicture(pic Picture) caption {
	var words []string
	between := ", "
	switch {
	case pic.IsCheckered || pic.MarksAreChessmen:
		for _, c := range pic.BoardCells {
			if mark := pic.CellMarks[c]; mark != "" {
				words = append(words, mark+" at "+pic.Lattice.CellName(c))
			}
		}
	case pic.DrawsPlainRegions && len(pic.CellMarks) > 0:
		words, between = pic.cellMarksByRow(), "; "
	default:
		if words = append(pic.pieceLabelCounts(), pic.uncoveredCellLabels()...); len(words) == 0 &&
			len(pic.CellMarks) > 0 {
			words, between = pic.cellMarksByRow(), "; "
		}
	}
	description := source.Plural(len(pic.BoardCells), "cell")
	if len(words) > 0 {
		description += ": " + strings.Join(words, between)
	}
	for _, other := range pic.OtherBoards {
		description += "; beside it " + captionOfPicture(other).description
	}
	return caption{pic.Title, source.EscapeText(description)}
}

// uncoveredCellLabels returns the labels of cells that no piece covers, if the picture has pieces.
func (pic Picture) uncoveredCellLabels() (words []string) {
	covered := map[lattice.Cell]bool{}
	for _, piece := range pic.Pieces {
		for _, c := range piece.Cells {
			covered[c] = true
		}
	}
	for _, c := range pic.BoardCells {
		if label := pic.CellLabels[c]; label != "" && pic.CellMarks[c] == "" && !covered[c] && len(covered) > 0 {
			words = append(words, "nothing on "+label)
		}
	}
	return words
}

// cellMarksByRow returns the marks of each row of cells.
func (pic Picture) cellMarksByRow() []string {
	var rows []string
	for i, c := range pic.BoardCells {
		mark := pic.CellMarks[c]
		if mark == "" {
			mark = "-"
		}
		if i == 0 || slices.Compare(c[:len(pic.Lattice.AxisNames)-1],
			pic.BoardCells[i-1][:len(pic.Lattice.AxisNames)-1]) != 0 {
			rows = append(rows, mark)
		} else {
			rows[len(rows)-1] += " " + mark
		}
	}
	return rows
}

// pieceLabelCounts returns the labels of the pieces. A label that several pieces have comes with their number: 2 of F.
func (pic Picture) pieceLabelCounts() []string {
	var labels []string
	count := map[string]int{}
	for _, piece := range pic.Pieces {
		if count[piece.Label]++; count[piece.Label] == 1 && piece.Label != "" {
			labels = append(labels, piece.Label)
		}
	}
	for i, label := range labels {
		if n := count[label]; n > 1 {
			labels[i] = fmt.Sprintf("%d of %s", n, label)
		}
	}
	return labels
}
