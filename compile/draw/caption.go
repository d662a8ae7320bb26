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

// captionOf returns the caption of a picture. The description tells its marks line by line, or its chessmen with their
// places, or its pieces.
func captionOf(pic Picture) caption {
	var words []string
	between := ", "
	switch {
	case pic.IsCheckered || pic.MarksAreChessmen:
		for _, c := range pic.Board {
			if mark := pic.CellMarks[c]; mark != "" {
				words = append(words, mark+" at "+pic.Lattice.CellName(c))
			}
		}
	case pic.PlainRegions && len(pic.CellMarks) > 0:
		words, between = pic.markLines(), "; "
	default:
		if words = append(pic.labelCounts(), pic.openLabels()...); len(words) == 0 && len(pic.CellMarks) > 0 {
			words, between = pic.markLines(), "; "
		}
	}
	description := source.Plural(len(pic.Board), "cell")
	if len(words) > 0 {
		description += ": " + strings.Join(words, between)
	}
	for _, other := range pic.OtherBoards {
		description += "; beside it " + captionOf(other).description
	}
	return caption{pic.Title, source.EscapeText(description)}
}

// openLabels returns the labels of cells that no piece covers, if the picture has pieces.
func (pic Picture) openLabels() (words []string) {
	covered := map[lattice.Cell]bool{}
	for _, piece := range pic.Pieces {
		for _, c := range piece.Cells {
			covered[c] = true
		}
	}
	for _, c := range pic.Board {
		if label := pic.CellLabels[c]; label != "" && pic.CellMarks[c] == "" && !covered[c] && len(covered) > 0 {
			words = append(words, "nothing on "+label)
		}
	}
	return words
}

// markLines returns the marks of each row of cells.
func (pic Picture) markLines() []string {
	var rows []string
	for i, c := range pic.Board {
		mark := pic.CellMarks[c]
		if mark == "" {
			mark = "-"
		}
		if i == 0 || slices.Compare(c[:len(pic.Lattice.AxisNames)-1],
			pic.Board[i-1][:len(pic.Lattice.AxisNames)-1]) != 0 {
			rows = append(rows, mark)
		} else {
			rows[len(rows)-1] += " " + mark
		}
	}
	return rows
}

// labelCounts returns the labels of the pieces, each with the number of such pieces if it is greater than 1.
func (pic Picture) labelCounts() []string {
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
