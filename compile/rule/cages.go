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
	"quadrille/lang/source"
)

// checkCages adds the totals of the regions of a picture.
func checkCages(s *Statement, r *ast.CagesRule) { s.addCages(r.Cages, false) }

func (s *Statement) addCages(k *ast.Cages, distinct bool) {
	b := s.Model.Board
	cages, firsts := map[string][]lattice.Cell{}, map[string]source.Span{}
	var order []string
	grid := s.grid()
	for m, cell := range s.ReadPicture(k.Picture, b.Lattice) {
		if m.Char == '.' || m.Char == ' ' {
			continue
		}
		n := grid.Number(cell)
		if n < 0 {
			s.ReportError(codes.BadRegions, m.Span, "where there is no cage stands a dot",
				"the cell %s is not on the board", b.Lattice.FormatCell(cell))
			return
		}
		name := string(m.Char)
		if cages[name] == nil {
			order, firsts[name] = append(order, name), m.Span
		}
		cages[name] = append(cages[name], grid.Cells[n])
		s.RecordCell(m.Span.Range, grid.Cells[n])
	}
	done := map[string]bool{}
	for _, kind := range k.Totals {
		fields := strings.Fields(strings.ReplaceAll(string(kind.Totals), ",", " "))
		if !s.require(len(fields)%2 == 0, codes.BadGiven, kind,
			"write each behind the character of its cage: \"a 12 b 7\"", "a cage lacks its total") {
			return
		}
		for ; len(fields) > 0; fields = fields[2:] {
			name := fields[0]
			want, ok := s.parseClue(fields[1], kind)
			switch {
			case !ok:
			case cages[name] == nil:
				s.fail(codes.BadRegions, kind, "a cage is called by the character that its cells have",
					"the picture shows no cage `%s`", name)
			case done[name]:
				s.fail(codes.SaidTwice, kind, "remove one of them", "the cage `%s` has a total already", name)
			default:
				op := strings.TrimSuffix(kind.Op, "s")
				s.addTotal(model.RuleWalk{Cells: cages[name], Distinct: distinct, Span: firsts[name],
					Name: fmt.Sprintf("the %s %d of the cage %s", op, want, name)}, op, model.CountRange{Min: want, Max: want}, kind)
			}
			done[name] = true
		}
	}
	for _, name := range order {
		if !done[name] {
			s.ReportError(codes.BadRegions, firsts[name], s.missingTotalHint(name, cages[name], distinct),
				"the cage `%s` has no total", name)
		}
	}
}

// missingTotalHint says how the total of a cage is written, with a sum that its cells can have, and how a cage
// without one.
func (s *Statement) missingTotalHint(name string, cells []lattice.Cell, distinct bool) string {
	sum, values := 0, slices.Sorted(slices.Values(s.Model.Values))
	for k := range cells {
		sum += values[k%len(values)] // different ones, as far as there are
	}
	hint := fmt.Sprintf("write it behind the picture: sums \"%s %d\"; the cells of a cage without a total are dots",
		name, sum)
	if !distinct {
		return hint
	}
	var at []string
	for _, c := range cells {
		at = append(at, s.Model.Board.Lattice.FormatCell(c))
	}
	return hint + ", and a rule: distinct on " + strings.Join(at, " ")
}

// readCages adds a clue for each cage.
func readCages(c Clues, r *ast.CagesRule) ([]Part, bool) {
	if hasEscapes(c, r) {
		return nil, false
	}
	return readCageClues(c, r.Cages), true
}

// cagePattern matches the character of a cage with its total.
var cagePattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([^\s,]+)[\s,]+([^\s,]+)`) })

// readCageClues adds a clue for each region of a picture, with its total.
func readCageClues(c Clues, k *ast.Cages) []Part {
	marks := pictureChars(c, k.Picture, ". ")
	cells, totals, number := map[string][]lattice.Cell{}, map[string]string{}, map[string]int{}
	for _, m := range marks {
		cells[m.char] = append(cells[m.char], m.cells...)
	}
	for _, t := range k.Totals {
		for _, w := range quotedWords(c, t, cagePattern()) {
			totals[w.groups[0]] = strings.TrimSuffix(t.Op, "s") + " " + w.groups[1]
		}
	}
	var parts []Part
	for _, m := range marks {
		n, known := number[m.char]
		if !known {
			n = c.AddClue(Cage, m.at, cells[m.char], "", "cage %s with %s at %s", m.char, totals[m.char],
				c.NameCells(cells[m.char][:1]))
			number[m.char] = n
		}
		parts = append(parts, Part{At: m.at, Clue: n, Instead: "."})
	}
	for _, t := range k.Totals {
		list := ListPart(quotedWords(c, t, cagePattern()), " ", func(w quotedWord) int { return number[w.groups[0]] })
		parts = append(parts, Part{At: t.Range(), Parts: list})
	}
	return parts
}
