package explain

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"quadrille"
	"quadrille/compile"
	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/lang/source"
)

// This file presents a [Uniqueness] as text, as pictures and as JSON.

// Verdict states the number of solutions in a sentence.
func (u Uniqueness) Verdict() string {
	switch {
	case len(u.Solutions) == 2:
		return "several solutions" + u.equivalenceText
	case u.IsKnown && len(u.Solutions) == 1:
		return "one solution" + u.equivalenceText
	case u.IsKnown:
		return "no solution"
	case len(u.Solutions) == 1:
		return "one solution was found, and there may be others" + u.equivalenceText
	}
	return "no solution was found, and there may be some"
}

// Text describes the result. If two solutions are known, it shows them side by side, with stars at the differences. If
// there is only one solution, it lists the clues that are not needed.
func (u Uniqueness) Text(style quadrille.TextStyle) string {
	if len(u.Solutions) == 2 {
		return u.Verdict() + "; where these two differ stands a star\n" + u.drawBothSolutions(style) +
			u.decidingCluesText()
	}
	text := u.Verdict() + "\n"
	if len(u.TestedClues) > 0 {
		text += u.cluesOfNecessityText(Needed, "is needed", "are needed") +
			u.cluesOfNecessityText(Implied, "follows from the others",
				"follow from the others") + u.cluesOfNecessityText(Undetermined, "is not decided", "are not decided")
	}
	return text + u.spareCluesText()
}

// maxDeciding is the largest number of deciding clues that a text names.
const maxDeciding = 5

// decidingCluesText names clues that, added as givens, would leave one solution, or as few solutions as possible.
func (u Uniqueness) decidingCluesText() string {
	if len(u.DecidingClues) == 0 {
		return ""
	}
	more := ""
	if n := len(u.DecidingClues) - maxDeciding; n > 0 {
		more = fmt.Sprintf(", or one of %d others", n)
	}
	clues := strings.Join(u.DecidingClues[:min(len(u.DecidingClues), maxDeciding)], ", or ")
	if u.SolutionsLeft == 1 {
		return fmt.Sprintf("one more clue decides: %s%s\n", clues, more)
	}
	return fmt.Sprintf("no single clue decides; %d solutions are left by %s%s\n", u.SolutionsLeft, clues, more)
}

// spareCluesText describes which clues can be left out together.
func (u Uniqueness) spareCluesText() string {
	follow := u.countClues(Implied)
	if follow < 2 || len(u.SpareClues) == 0 {
		return ""
	}
	if len(u.SpareClues) == follow {
		return "those that follow can all be left out at once\n"
	}
	text := "any one that follows can be left out, and these at once:\n"
	if u.IsSpareOpen {
		text = "any one that follows can be left out, and these at once, perhaps with more:\n"
	}
	for _, k := range u.SpareClues[:min(len(u.SpareClues), maxNamedPerKind)] {
		text += "  " + source.EscapeText(u.TestedClues[k].Name) + "\n"
	}
	return text
}

// countClues returns the number of clues of a given necessity.
func (u Uniqueness) countClues(need Necessity) (n int) {
	for _, c := range u.TestedClues {
		if c.Necessity == need {
			n++
		}
	}
	return n
}

// UndecidedCluesText says in a phrase which tests the bound of work prevented. If it prevented none, it returns "".
func (u Uniqueness) UndecidedCluesText() string {
	switch n := u.countClues(Undetermined); {
	case n > 0:
		return "whether " + source.Plural(n, "clue") + " can be left out"
	case u.IsSpareOpen:
		return "whether more clues can be left out at once"
	}
	return ""
}

// maxNamedPerKind is the largest number of clues of a kind that a text names.
const maxNamedPerKind = 100

// cluesOfNecessityText lists the clues of a given necessity. As most clues are needed, it names needed clues only if
// they are few.
func (u Uniqueness) cluesOfNecessityText(need Necessity, is, are string) string {
	var some, all []string
	names := ""
	for _, c := range u.TestedClues {
		if all = append(all, c.Kind); c.Necessity == need {
			if some = append(some, c.Kind); len(some) <= maxNamedPerKind {
				names += "  " + source.EscapeText(c.Name) + "\n"
			}
		}
	}
	what, kinds := clueKindsText(all)
	text := fmt.Sprintf("%d of %s %s", len(some), what, are)
	switch n := len(some); {
	case n == 0:
		return ""
	case n == len(all) && n > 1:
		text = strings.Replace(fmt.Sprintf("all %s %s", what, are), "all 2 ", "both ", 1)
	case n == 1:
		text = fmt.Sprintf("1 of %s %s", what, is)
	}
	if _, own := clueKindsText(some); kinds != "" {
		text += ": " + cmp.Or(own, kindCountText(len(some), some[0]))
	}
	switch text += "\n"; {
	case need == Needed && len(some) > 10:
		return text
	case len(some) > maxNamedPerKind:
		names += "  …\n"
	}
	return text + names
}

// clueKindsText returns the total number of clues, and the number of each kind: "5 clues" and "1 rule and 4 givens". If
// all clues are of one kind, it returns "5 givens".
func clueKindsText(clues []string) (all, each string) {
	count, words := map[string]int{}, []string(nil)
	for _, kind := range clues {
		count[kind]++
	}
	for _, kind := range clues {
		if n := count[kind]; n > 0 {
			words = append(words, kindCountText(n, kind))
		}
		delete(count, kind)
	}
	if len(words) > 1 {
		return source.Plural(len(clues), "clue"), source.JoinWords(words)
	}
	return words[0], ""
}

// kindCountText returns the number of clues of a kind, in words.
func kindCountText(n int, kind string) string {
	switch {
	case kind == "piece":
		kind = "fixed piece"
	case kind == "man" && n > 1:
		return fmt.Sprint(n, " men")
	}
	return source.Plural(n, kind)
}

// drawBothSolutions draws two solutions side by side, or one above the other if the width does not suffice.
func (u Uniqueness) drawBothSolutions(style quadrille.TextStyle) string {
	shelf, text := quadrille.TextShelf{Width: style.Width}, ""
	if shelf.Width == 0 {
		shelf.Width = 100
	}
	pictures, marked := u.drawUniqueness(), u.countDeclaredOptions()
	for k, s := range u.Solutions {
		words := fmt.Sprintf("solution %d\n", k+1)
		if s.Puzzle().IsDrawable() {
			words += draw.RenderText(pictures[k], style) + s.Puzzle().Program().ColorText(s.DecodePlacements())
		}
		for _, pl := range s.DecodePlacements() {
			if line := s.Puzzle().Program().CorePlacementsText([]compile.Placement{pl}); marked[line] == 1 {
				words += "*" + line[1:]
			} else {
				words += line
			}
		}
		text += shelf.AddText(words)
	}
	return strings.TrimSuffix(text+shelf.TakeText(), "\n")
}

// countDeclaredOptions returns, for each option that the text declares, how many of the two solutions contain it. The
// key of the map is the line of text that describes the option.
func (u Uniqueness) countDeclaredOptions() map[string]int {
	count := map[string]int{}
	for _, s := range u.Solutions {
		for _, pl := range s.DecodePlacements() {
			count[s.Puzzle().Program().CorePlacementsText([]compile.Placement{pl})]++
		}
	}
	delete(count, "") // placements of chessmen and pieces are no options that the text declares
	return count
}

// DifferingCells returns the cells on which two solutions differ, in order.
func (u Uniqueness) DifferingCells() [][]int32 {
	if len(u.Solutions) < 2 {
		return nil
	}
	marked := map[lattice.Cell]bool{}
	for _, kind := range u.Solutions[0].Puzzle().Program().Puzzle.FillingStatementKinds() {
		maps.Copy(marked, u.differenceCells(kind))
	}
	cells := slices.SortedFunc(maps.Keys(marked), lattice.CompareCells)
	return lattice.CellCoordinates(cells, len(u.Solutions[0].Puzzle().Program().Lattice().AxisNames))
}

// differenceCells returns the cells of a statement on which two solutions differ: the cells of pieces and chessmen that
// only one solution has, and cells with different letters.
func (u Uniqueness) differenceCells(kind string) map[lattice.Cell]bool {
	count, marked := map[string]int{}, map[lattice.Cell]bool{}
	for _, s := range u.Solutions {
		for key := range cellContents(s, kind) {
			count[key]++
		}
	}
	for _, s := range u.Solutions {
		for key, cells := range cellContents(s, kind) {
			for _, c := range cells {
				marked[c] = marked[c] || count[key] < len(u.Solutions)
			}
		}
	}
	maps.DeleteFunc(marked, func(_ lattice.Cell, is bool) bool { return !is })
	return marked
}

// cellContents returns, for each letter, piece or chessman that a statement puts on cells, these cells. A letter on one
// cell is an entry of its own; a piece is one entry with all its cells.
func cellContents(s quadrille.Solution, kind string) map[string][]lattice.Cell {
	all := map[string][]lattice.Cell{}
	for _, pl := range s.DecodePlacements() {
		if pl.StatementKind != kind {
			continue
		}
		if pl.Letters == nil {
			all[fmt.Sprint(pl.PieceName, pl.Orientation, pl.Cells, pl.TargetCells)] = pl.Cells
			continue
		}
		for k, c := range pl.Cells {
			all[fmt.Sprint(c, pl.Letters[k])] = pl.Cells[k : k+1]
		}
	}
	return all
}

// drawUniqueness draws two solutions with their differences. If there is only one solution, it draws that, with the
// cells of clues that are not needed.
func (u Uniqueness) drawUniqueness() (all []draw.Picture) {
	clues := map[lattice.Cell]bool{}
	for _, c := range u.TestedClues {
		for _, at := range c.Cells {
			if c.Necessity == Implied {
				cell := lattice.Cell{}
				copy(cell[:], at)
				clues[cell] = true
			}
		}
	}
	marked := func(kind string) map[lattice.Cell]bool {
		if len(u.Solutions) == 2 {
			return u.differenceCells(kind)
		}
		return clues
	}
	for _, s := range u.Solutions {
		if s.Puzzle().IsDrawable() {
			pic := s.Puzzle().Program().Picture(s.DecodePlacements())
			for k, kind := range s.Puzzle().Program().Puzzle.FillingStatementKinds() {
				if k == 0 {
					pic.HighlightedCells = marked(kind)
				} else {
					pic.OtherBoards[k-1].HighlightedCells = marked(kind)
				}
			}
			all = append(all, pic)
		}
	}
	return all
}

// SVG writes a page with two solutions, where frames mark the differences. If there is only one solution, it shows
// that, and frames mark the cells of clues that are not needed. It returns [quadrille.ErrNothingToDraw] for puzzles
// without a board.
func (u Uniqueness) SVG(w io.Writer) error {
	switch all := u.drawUniqueness(); len(all) {
	case 0:
		return quadrille.ErrNothingToDraw
	case 1:
		return draw.WriteSVG(w, all[0])
	default:
		return draw.WriteSheet(w, 1, all)
	}
}

// MarshalJSON returns the result as an object.
func (u Uniqueness) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Verdict        string               `json:"verdict"`
		IsCertain      bool                 `json:"sure"`
		Solutions      []quadrille.Solution `json:"solutions"`
		DifferingCells [][]int32            `json:"differ,omitempty"`
		TestedClues    []TestedClue         `json:"clues,omitempty"`
		SpareClues     []int                `json:"spare,omitempty"`
		IsSpareOpen    bool                 `json:"spare_open,omitempty"`
	}{u.Verdict(), u.IsKnown || len(u.Solutions) == 2, append([]quadrille.Solution{}, u.Solutions...),
		u.DifferingCells(),
		u.TestedClues, u.SpareClues, u.IsSpareOpen})
}
