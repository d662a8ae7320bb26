package rule

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// viewLines says, for the word in front of clues, which lines they belong to.
var viewLines = map[string]string{"rows": "rows", "columns": "columns", "top": "columns", "bottom": "columns",
	"left": "rows", "right": "rows"}

// checkView checks rules with a clue beside each line, such as `sandwich`.
func checkView(s *Statement, r *ast.ViewRule) {
	for _, v := range r.Views {
		word := viewLines[v.From]
		lines, clues := s.boardLines(word), strings.Split(string(v.Clues), ",")
		if !s.require(len(clues) == len(lines), codes.BadGiven, v,
			"commas stand between the lines, and a dot is a clue that is not given",
			"there are %s for %d %s", source.Plural(len(clues), "clue"), len(lines), word) {
			return
		}
		for k, clue := range clues {
			if clue = strings.TrimSpace(clue); clue == "." {
				continue
			}
			n, ok := s.parseClue(clue, v)
			if !ok {
				return
			}
			cells := slices.Clone(lines[k])
			if v.From == "bottom" || v.From == "right" {
				slices.Reverse(cells)
			}
			w := s.viewWalk(r.Word, cells, int64(n))
			w.Name = fmt.Sprintf("the %s %d", r.Word, n)
			s.addWalk(w, s.SpanOf(v))
			s.addSign("clue", clue, cells)
		}
	}
}

// viewWalk returns the walk of one clue, given the word of its rule.
func (s *Statement) viewWalk(word string, cells []lattice.Cell, clue int64) model.RuleWalk {
	switch word {
	case "sandwich":
		return s.sandwichWalk(cells, clue)
	case "firstsum":
		return firstSumWalk(cells, clue)
	}
	return numberedRoomWalk(cells, clue)
}

// sandwichWalk returns the walk of a clue that is the sum of the numbers between the least and the greatest one, each
// of which stands in the line once. The state holds a bit for each of these two, which is set behind it, and the sum.
func (s *Statement) sandwichWalk(cells []lattice.Cell, clue int64) model.RuleWalk {
	least, greatest := slices.Min(s.Model.Values), slices.Max(s.Model.Values)
	return model.RuleWalk{
		Cells: cells,
		Step: func(state int64, _, value int) (int64, bool) {
			met, sum := state>>32, state&(1<<32-1)
			switch {
			case value == least:
				return pairState(met|1, sum), met&1 == 0
			case value == greatest:
				return pairState(met|2, sum), met&2 == 0
			case met == 1 || met == 2:
				return pairState(met, sum+int64(value)), sum+int64(value) <= clue
			}
			return state, true
		},
		IsAccepting: func(state int64) bool { return state == pairState(3, clue) },
	}
}

// firstSumWalk returns the walk of a clue that is the sum of the first x numbers, where x is the first number. The
// state is how many of them are still to come, and the sum.
func firstSumWalk(cells []lattice.Cell, clue int64) model.RuleWalk {
	return model.RuleWalk{
		Cells: cells,
		Step: func(state int64, number, value int) (int64, bool) {
			left, sum := state>>32, state&(1<<32-1)
			switch {
			case number == 0:
				left = int64(value)
			case left == 0:
				return state, true
			}
			sum += int64(value)
			return pairState(max(0, left-1), sum), sum <= clue
		},
		IsAccepting: func(state int64) bool { return state == pairState(0, clue) },
	}
}

// numberedRoomWalk returns the walk of a clue that stands on cell x of the line, counted from 1, where x is the number
// on the first cell. The state is x, or 0 behind that cell.
func numberedRoomWalk(cells []lattice.Cell, clue int64) model.RuleWalk {
	return model.RuleWalk{
		Cells: cells,
		Step: func(state int64, number, value int) (int64, bool) {
			if number == 0 {
				state = int64(value)
				if value == 0 {
					return 0, false
				}
			}
			if state == int64(number)+1 {
				return 0, int64(value) == clue
			}
			return state, state == 0 || state <= int64(len(cells)) && state > int64(number)
		},
		IsAccepting: func(state int64) bool { return state == 0 },
	}
}

// readView adds a clue for each number.
func readView(c ClueCollector, r *ast.ViewRule) (parts []Part, apart bool) {
	if hasEscapes(c, r) {
		return nil, false
	}
	for _, v := range r.Views {
		parts = append(parts, readLineClues(c, v, linePattern(), func(w quotedWord) int {
			return c.AddClue(LineClue, v.Range(), nil, w.groups[0], "clue %s of %s %d", w.groups[0],
				strings.TrimSuffix(viewLines[v.From], "s"), strings.Count(w.before, ","))
		})...)
	}
	return parts, true
}

// viewSentences say what a clue of each kind is.
var viewSentences = map[string]string{
	"sandwich": "A number beside a row or a column is the sum of the numbers that stand there between %d and %d, " +
		"each of which stands there once.",
	"firstsum": "A number at the edge is the sum of the first x numbers that are seen from it, where x is the first " +
		"of them.",
	"numbered": "A number at the edge is that on the x-th cell from it, where x is the number on the first.",
}

func viewWords(s *Statement, r *ast.ViewRule) string {
	if r.Word == "sandwich" {
		return fmt.Sprintf(viewSentences[r.Word], slices.Min(s.Model.Values), slices.Max(s.Model.Values))
	}
	return viewSentences[r.Word]
}
