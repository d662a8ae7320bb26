package check

import (
	"slices"
	"strconv"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// Clues that stand beside the board: what is seen from an edge, and runs of cells.

// addEdgeClues adds the clues at an edge: how many cells are seen from there, of which each hides
// those behind it that are less.
func (q *fillChecker) addEdgeClues(e *ast.EdgeClues) {
	word := map[string]string{"top": "columns", "bottom": "columns", "left": "rows", "right": "rows"}[e.Edge]
	lines, clues := q.boardLines(word), []rune(string(e.Clues))
	if !q.require(len(clues) == len(lines), codes.BadGiven, e, "a dot is a clue that is not given",
		"there are %s for %d %s", source.Plural(len(clues), "clue"), len(lines), word) {
		return
	}
	for k, char := range clues {
		if char == '.' {
			continue
		}
		seen := int64(strings.IndexRune(usualSymbols, char) + 1)
		if !q.require(seen > 0, codes.BadGiven, e, "a clue is a digit, a letter for a number above 9, or a dot",
			"%q is no number of cells", char) ||
			!q.require(seen <= int64(len(lines[k])), codes.BadGiven, e, "",
				"the clue %q says %d, and there are %s to see", char, seen, source.Plural(len(lines[k]), "cell")) {
			return
		}
		cells := slices.Clone(lines[k])
		if e.Edge == "bottom" || e.Edge == "right" {
			slices.Reverse(cells)
		}
		q.addWalk(model.RuleWalk{
			Cells: cells,
			Step: func(state int64, number, value int) (int64, bool) {
				highest, count := state>>32, state&(1<<32-1)
				if number == 0 || int64(value) > highest {
					return pairState(int64(value), count+1), count < seen
				}
				return state, true
			},
			Ends: func(state int64) bool { return state&(1<<32-1) == seen },
		}, q.spanOf(e))
		q.addSign("clue", string(char), cells)
	}
}

// eachClue hands the clues of lines to a rule, but for those that are dots. They may count a symbol.
func (q *fillChecker) eachClue(l *ast.LineClues, counts string,
	rule func(cells []lattice.Cell, clue string, at ast.Ranged)) {
	lines, clues := q.boardLines(l.Word), strings.Split(string(l.Clues), ",")
	if !q.require(len(clues) == len(lines), codes.BadGiven, l,
		"commas stand between the lines, and a dot is a clue that is not given",
		"there are %s for %d %s", source.Plural(len(clues), "clue"), len(lines), l.Word) {
		return
	}
	for k, clue := range clues {
		if clue = strings.TrimSpace(clue); clue != "." {
			rule(lines[k], clue, l)
			q.model.Signs = append(q.model.Signs, model.RuleSign{Kind: "clue", Cells: lines[k], Text: clue,
				Counts: counts})
		}
	}
}

// parseClue reads a clue.
func (q *fillChecker) parseClue(text string, at ast.Ranged) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, q.require(err == nil && n >= 0 && n < overLimit, codes.BadGiven, at, "clues are numbers", "%q is no clue",
		text)
}

// addRunLengths says how long the runs of cells are whose symbol is not the first.
func (q *fillChecker) addRunLengths(cells []lattice.Cell, clue string, at ast.Ranged) {
	var lengths []int64
	for text := range strings.FieldsSeq(clue) {
		n, ok := q.parseClue(text, at)
		if !ok {
			return
		}
		if n > 0 {
			lengths = append(lengths, int64(n))
		}
	}
	blank := q.model.Values[0]
	q.addWalk(model.RuleWalk{
		Cells: cells, // the state is the run that is next or under way, and how long it is
		Step: func(state int64, _, value int) (int64, bool) {
			run, length := state>>32, state&(1<<32-1)
			switch {
			case value == blank && length == 0:
				return state, true
			case value == blank:
				return pairState(run+1, 0), length == lengths[run]
			}
			return pairState(run, length+1), int(run) < len(lengths) && length < lengths[run]
		},
		Ends: func(state int64) bool {
			run, length := state>>32, state&(1<<32-1)
			return int(run) == len(lengths) || int(run) == len(lengths)-1 && length == lengths[run]
		},
	}, q.spanOf(at))
}
