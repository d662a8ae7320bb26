package rule

import (
	"cmp"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// relationByMark maps a mark between two cells to the relation that their numbers must have.
var relationByMark = map[rune]func(a, b int) bool{
	'o': func(a, b int) bool { return a-b == 1 || b-a == 1 },
	'*': func(a, b int) bool { return a == 2*b || b == 2*a },
	'X': func(a, b int) bool { return a+b == 10 },
	'V': func(a, b int) bool { return a+b == 5 },
}

// checkMarks reads a picture with marks between neighbours. If the rule says `every` of a mark, the relation of the
// mark must not hold where the mark is missing.
func checkMarks(s *Statement, r *ast.MarksRule) {
	every := string(r.CompleteMarks)
	if !s.requireSquares(r, "marks stand between squares") {
		return
	}
	for _, mark := range every {
		if !s.require(relationByMark[mark] != nil, codes.BadGiven, r, "`every` knows o * X V",
			"%q cannot be said of every pair", mark) {
			return
		}
	}
	grid := s.boardGrid()
	drawn := lattice.Shape(grid.Cells) // marks do not go over joined edges
	marked := map[[2]lattice.Cell]bool{}
	least, _ := drawn.BoundingBox()
	for m, cell := range s.ReadPicture(r.Picture, lattice.Square) {
		if m.Character == '.' || m.Character == ' ' {
			continue
		}
		down, right := cell[0]%2, cell[1]%2
		a := least.Plus(lattice.Cell{cell[0] / 2, cell[1] / 2})
		b := a.Plus(lattice.Cell{down, right})
		if down+right != 1 || !drawn.HasCell(a) || !drawn.HasCell(b) {
			s.ReportError(codes.BadGiven, m.Span,
				"cells are dots in every second row and column, and marks stand between two of them",
				"%q does not stand between two cells", m.Character)
			return
		}
		beside := [2]lattice.Cell{a, b}
		s.RecordCell(m.Span.Range, a)
		s.RecordCell(m.Span.Range, b)
		s.currentRuleSpan = m.Span
		switch {
		case relationByMark[m.Character] != nil:
			marked[beside] = strings.ContainsRune(every, m.Character)
			s.pairRuleAdder(cmp.Or(markNameInMessages[m.Character], "the mark "+string(m.Character)),
				relationByMark[m.Character])(a, b)
			s.addRuleSign("mark", string(m.Character), beside[:])
		case strings.ContainsRune("<^>v", m.Character):
			if strings.ContainsRune(">v", m.Character) {
				beside = [2]lattice.Cell{b, a}
			}
			s.addLessRule(beside[0], beside[1])
			s.addRuleSign("mark", "<", beside[:])
		default:
			s.ReportError(codes.BadGiven, m.Span,
				"the marks are < > ^ v for less and more, o for consecutive, * for double, X and V for ten and five",
				"%q is no mark", m.Character)
			return
		}
	}
	if every == "" || !s.ChargeCells(r, chargedCellsPerPair*len(grid.Cells)) {
		return
	}
	s.currentRuleSpan = s.SpanOf(r)
	none := func(a, b int) bool {
		return !strings.ContainsFunc(every, func(mark rune) bool { return relationByMark[mark](a, b) })
	}
	for _, a := range grid.Cells {
		for _, step := range []lattice.Cell{{0, 1}, {1, 0}} {
			if b := a.Plus(step); grid.CellNumber(b) >= 0 && !marked[[2]lattice.Cell{a, b}] {
				s.pairRuleAdder("the missing mark", none)(a, b)
			}
		}
	}
}

// readMarkClues adds a clue for each mark. If the rule says `every` of the mark, the clue can be left out only together
// with `every`.
func readMarkClues(c ClueCollector, r *ast.MarksRule) ([]RemovablePart, bool) {
	parts := ReadPictureClues(c, MarkClue, r.Picture, ". ", "")
	if r.CompleteMarks != "" {
		which := strings.Split(string(r.CompleteMarks), "")
		words := "rule that " + which[0] + " stands wherever it holds"
		if len(which) > 1 {
			words = "rule that " + source.JoinWords(which) + " stand wherever they hold"
		}
		every := source.Range{Start: r.Picture.Range().End, End: r.Range().End}
		text := strings.TrimLeft(c.Source().TextOf(every), " \t\r\n")
		k := c.AddClue(RuleClue, source.Range{Start: every.End - len(text), End: every.End}, nil, "", "%s", words)
		for _, p := range parts {
			if char := c.Source().TextOf(p.TextRange); strings.Contains(string(r.CompleteMarks), char) {
				c.SetEnclosingClue(p.ClueNumber, k)
			}
		}
		parts = append(parts, RemovablePart{TextRange: every, ClueNumber: k})
	}
	return parts, true
}

// markSentences holds sentences that say what a mark means.
var markSentences = []struct{ marks, means string }{
	{"<>^v", "A sign < between two cells points at the lesser of them."},
	{"o", "A white disc stands between two numbers that differ by 1."},
	{"*", "A black disc stands between two numbers of which one is twice the other."},
	{"X", "X stands between two numbers that add up to 10."},
	{"V", "V stands between two numbers that add up to 5."},
}

// markNameInMessages maps a mark that is not drawn as it is written to its name in messages.
var markNameInMessages = map[rune]string{'o': "the white disc", '*': "the black disc"}

// pluralMarkNames maps a mark to the name of several such marks in messages.
var pluralMarkNames = map[rune]string{'o': "white discs", '*': "black discs"}

func marksSentence(_ *Statement, r *ast.MarksRule) string {
	var sentences []string
	shown := ""
	for _, row := range r.Picture.Rows {
		shown += string(row)
	}
	for _, m := range markSentences {
		if strings.ContainsAny(shown+string(r.CompleteMarks), m.marks) {
			sentences = append(sentences, m.means)
		}
	}
	if r.CompleteMarks != "" {
		var names []string
		for _, mark := range r.CompleteMarks {
			names = append(names, cmp.Or(pluralMarkNames[mark], string(mark)))
		}
		sentences = append(sentences, "All "+source.JoinWords(names)+
			" are drawn: where none stands, that does not hold.")
	}
	return strings.Join(sentences, " ")
}
