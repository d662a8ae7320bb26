package rule

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
)

// addCageTotals adds a total for each region of a picture: a cage.
func (s *Statement) addCageTotals(totals []*ast.Total, p *ast.Lines, distinct bool) {
	regions, ok := s.ReadRegions(p, s.Filling.Board)
	if !ok {
		return
	}
	cages := map[string]Region{}
	for _, r := range regions {
		cages[r.Name] = r
	}
	done := map[string]bool{}
	for _, kind := range totals {
		fields := strings.Fields(strings.ReplaceAll(string(kind.RegionTotals), ",", " "))
		if !s.require(len(fields)%2 == 0, codes.BadGiven, kind,
			"write each behind the character of its cage: \"a 12 b 7\"", "a cage lacks its total") {
			return
		}
		for ; len(fields) > 0; fields = fields[2:] {
			name := fields[0]
			want, ok := s.parseClue(fields[1], kind)
			switch {
			case !ok:
			case cages[name].Cells == nil:
				s.fail(codes.BadRegions, kind, "a cage is called by the character that its cells have",
					"the picture shows no cage `%s`", name)
			case done[name]:
				s.fail(codes.SaidTwice, kind, "remove one of them", "the cage `%s` has a total already", name)
			default:
				s.addTotalRule(model.RuleAutomaton{Cells: cages[name].Cells, RequiresDistinctSymbols: distinct,
					Span: cages[name].FirstCellSpan,
					Name: fmt.Sprintf("the %s %d of the cage %s", kind.Operation, want, name)}, kind.Operation,
					model.CountRange{Min: want, Max: want}, kind)
			}
			done[name] = true
		}
	}
	for _, r := range regions {
		if !done[r.Name] {
			s.ReportError(codes.BadRegions, r.FirstCellSpan, s.missingTotalHint(r, distinct),
				"the cage `%s` has no total", r.Name)
		}
	}
}

// missingTotalHint returns a hint for a cage without a total. It shows how a total is written, with a sum that the
// cells can have, and how to write a cage that needs no total.
func (s *Statement) missingTotalHint(r Region, distinct bool) string {
	sum, values := 0, slices.Sorted(slices.Values(s.Filling.SymbolValues))
	for k := range r.Cells {
		sum += values[k%len(values)] // adds different numbers first, and repeats them only when all are used
	}
	hint := fmt.Sprintf("write it before the picture: sum \"%s %d\"; the cells of a cage without a total are dots",
		r.Name, sum)
	if !distinct {
		return hint
	}
	var at []string
	for _, c := range r.Cells {
		at = append(at, s.Filling.Board.Lattice.FormatCell(c))
	}
	return hint + ", and a rule: distinct on " + strings.Join(at, " ")
}

// cagePattern matches the character of a cage and its total, in the list of totals.
var cagePattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([^\s,]+)[\s,]+([^\s,]+)`) })

// readCageClues adds a clue for each cage: its region of the picture, and its total.
func readCageClues(c ClueCollector, totals []*ast.Total, p *ast.Lines) []RemovablePart {
	marks := pictureCharacters(c, p, ". ")
	cells, total, number := map[string][]lattice.Cell{}, map[string]string{}, map[string]int{}
	for _, m := range marks {
		cells[m.character] = append(cells[m.character], m.meantCells...)
	}
	for _, t := range totals {
		for _, w := range quotedWords(c, t, cagePattern()) {
			total[w.groupTexts[0]] = t.Operation + " " + w.groupTexts[1]
		}
	}
	var parts []RemovablePart
	for _, m := range marks {
		n, known := number[m.character]
		if !known {
			n = c.AddClue(CageClue, m.textRange, cells[m.character], "", "cage %s with %s at %s", m.character,
				total[m.character],
				c.NameCells(cells[m.character][:1]))
			number[m.character] = n
		}
		parts = append(parts, RemovablePart{TextRange: m.textRange, ClueNumber: n, Replacement: "."})
	}
	for _, t := range totals {
		list := RemovableList(quotedWords(c, t, cagePattern()), " ",
			func(w quotedWord) int { return number[w.groupTexts[0]] })
		parts = append(parts, RemovablePart{TextRange: t.Range(), SubParts: list})
	}
	return parts
}
