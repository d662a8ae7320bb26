package rule

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// UsualSymbols are the symbols of Latin squares that list none: a square with n rows has the first n. In clues that are
// numbers they count from 1.
const UsualSymbols = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// seenLines says which lines are seen from an edge.
var seenLines = map[string]string{"top": "columns", "bottom": "columns", "left": "rows", "right": "rows"}

// checkSees checks `sees`: clues at the edges tell how many cells are seen from there. A cell hides the cells behind it
// that are not greater.
func checkSees(s *Statement, r *ast.SeesRule) {
	for _, e := range r.Edges {
		s.addEdgeClues(e)
	}
}

// addEdgeClues adds a walk for each clue at one edge.
func (s *Statement) addEdgeClues(e *ast.EdgeClues) {
	word := seenLines[e.Edge]
	lines, clues := s.boardLines(word), []rune(string(e.Clues))
	if !s.require(len(clues) == len(lines), codes.BadGiven, e, "a dot is a clue that is not given",
		"there are %s for %d %s", source.Plural(len(clues), "clue"), len(lines), word) {
		return
	}
	for k, char := range clues {
		if char == '.' {
			continue
		}
		seen := int64(strings.IndexRune(UsualSymbols, char) + 1)
		if !s.require(seen > 0, codes.BadGiven, e, "a clue is a digit, a letter for a number above 9, or a dot",
			"%q is no number of cells", char) ||
			!s.require(seen <= int64(len(lines[k])), codes.BadGiven, e, "",
				"the clue %q says %d, and there are %s to see", char, seen, source.Plural(len(lines[k]), "cell")) {
			return
		}
		cells := slices.Clone(lines[k])
		if e.Edge == "bottom" || e.Edge == "right" {
			slices.Reverse(cells)
		}
		s.addWalk(model.RuleWalk{
			Name:  "the view of " + string(char),
			Cells: cells,
			Step: func(state int64, number, value int) (int64, bool) {
				highest, count := state>>32, state&(1<<32-1)
				if number == 0 || int64(value) > highest {
					return pairState(int64(value), count+1), count < seen
				}
				return state, true
			},
			IsAccepting: func(state int64) bool { return state&(1<<32-1) == seen },
		}, s.SpanOf(e))
		s.addSign("clue", string(char), cells)
	}
}

// edgePattern matches a clue of one character.
var edgePattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?s)(.)`) })

// readSees adds a clue for each character.
func readSees(c ClueCollector, r *ast.SeesRule) (parts []Part, apart bool) {
	if hasEscapes(c, r) {
		return nil, false
	}
	for _, e := range r.Edges {
		parts = append(parts, readLineClues(c, e, edgePattern(), func(w quotedWord) int {
			return c.AddClue(EdgeClue, e.Range(), nil, w.groups[0], "clue %s at the %s of %s %d", w.groups[0], e.Edge,
				strings.TrimSuffix(seenLines[e.Edge], "s"), utf8.RuneCountInString(w.before))
		})...)
	}
	return parts, true
}

func seesWords(*Statement, *ast.SeesRule) string {
	return "A number at the edge says how many numbers are seen from it: " +
		"a number hides those behind it that are not greater."
}
