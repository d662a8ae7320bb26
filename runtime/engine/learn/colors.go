package learn

import (
	"slices"

	"quadrille/runtime/matrix"
)

// Consider a secondary item to which every option of some primary item gives a color. In each solution it has a color,
// so there is a variable for each of its colors, which is true if the item has that color. Clauses connect these
// variables to the options. One color is true. An option makes its color true. A true color requires, for each primary
// item whose options all color the item, that one of its options with that color is true: these options are the
// supports of the color. On the chains of options that encode finite automata, propagation then keeps generalised arc
// consistency, and clauses refer to states and to the values of cells in place of options. (I. Gent, "Arc consistency
// in SAT", ECAI 2002; F. Bacchus, "GAC via unit propagation", CP 2007.)

// colorVariables numbers the variables that stand for colors, after those of the options.
type colorVariables struct {
	coloredItems    []matrix.ItemID   // secondary items whose colors have variables
	itemColors      [][]matrix.Color  // colors of each of coloredItems, in ascending order
	firstVariables  []int32           // first variable of each of coloredItems
	supportingItems [][]matrix.ItemID // for each of coloredItems, the primary items whose options all give it a color
	// colorEntries holds one entry for each variable: an item that stands for the colored item, numbered after the
	// items of the problem.
	colorEntries []matrix.Entry
	// unsupportedCount is the number of options that became false because their color had no support.
	unsupportedCount int64
}

// maxSupportReads bounds the search for supported items, in reads per entry of the problem.
const maxSupportReads = 4

// newColorVariables finds the secondary items that have a color in each solution, and numbers their colors.
func newColorVariables(p *matrix.Problem) (v colorVariables) {
	if !p.HasColors() {
		return v
	}
	all, _ := p.SupportedItems(maxSupportReads * p.EntryCount())
	supporters := make([][]matrix.ItemID, p.ItemCount())
	for i, items := range all {
		for _, z := range items {
			supporters[z] = append(supporters[z], matrix.ItemID(i))
		}
	}
	for z, list := range supporters {
		if len(list) == 0 {
			continue
		}
		colors := []matrix.Color{}
		for _, o := range p.OptionsByItem()[z] {
			if c := p.ColorOf(o, matrix.ItemID(z)); c != matrix.NoColor && p.HoldsPrimary(o) {
				colors = append(colors, c)
			}
		}
		slices.Sort(colors)
		colors = slices.Compact(colors)
		group := matrix.ItemID(p.ItemCount() + len(v.coloredItems))
		v.coloredItems, v.supportingItems = append(v.coloredItems, matrix.ItemID(z)), append(v.supportingItems, list)
		v.firstVariables = append(v.firstVariables, int32(p.OptionCount()+len(v.colorEntries)))
		v.itemColors = append(v.itemColors, colors)
		v.colorEntries = append(v.colorEntries, slices.Repeat([]matrix.Entry{{Item: group}}, len(colors))...)
	}
	return v
}

// entriesOf returns the items that a variable holds, as entries of an option.
func (s *clauseSolver) entriesOf(variable int32) []matrix.Entry {
	n := int32(s.problem.OptionCount())
	if variable < n {
		return s.problem.Option(matrix.OptionID(variable))
	}
	first := min(int(variable-n), len(s.colorEntries)) // variables of cells hold no items
	return s.colorEntries[first:min(first+1, len(s.colorEntries))]
}

// isLostColor reports whether literal l, which is true, says that a color is excluded because a support clause has no
// other literal left. If the item has another color already, the color is not lost but excluded by that one, so
// isLostColor returns false.
func (s *clauseSolver) isLostColor(l literal) bool {
	n := uint32(l.option()) - uint32(s.problem.OptionCount()) // wraps around for options
	if n >= uint32(len(s.colorEntries)) || l.isPositive() {
		return false
	}
	switch why := s.trailPlaceOf[l.option()].cause; why.kind() {
	case byClause: // the clauses of the problem stand first
		if why.subject() >= s.problemClauseEnd {
			return false
		}
	case byLiteral: // the only support of the color, or another color
		if int(literal(why.subject()).option()) >= s.problem.OptionCount() {
			return false
		}
	case byDecision: // a color without any support is excluded at the root
		if s.currentLevel() > 0 {
			return false
		}
	default:
		return false
	}
	return !slices.ContainsFunc(s.optionsOfItem[s.colorEntries[n].Item], func(other matrix.OptionID) bool {
		return s.literalValues[chosenLiteral(int32(other))] > 0
	})
}

// countUnsupported adds to unsupportedCount the number of options among the given literals, which have become true
// because a color was lost.
func (s *clauseSolver) countUnsupported(assigned []literal) {
	for _, l := range assigned {
		if int(l.option()) < s.problem.OptionCount() && s.trailPlaceOf[l.option()].cause.kind() == byLiteral {
			s.unsupportedCount++
		}
	}
}

// loadColors adds the clauses of the color variables. It returns false if there is no solution.
func (s *clauseSolver) loadColors() bool {
	for k, z := range s.coloredItems {
		group := s.problem.ItemCount() + k
		s.optionLimits[0][group], s.optionLimits[1][group], s.optionLimits[0][z] = 1, noOptionLimit, noOptionLimit
		for n := range s.itemColors[k] {
			s.optionsOfItem[group] = append(s.optionsOfItem[group], matrix.OptionID(s.firstVariables[k]+int32(n)))
		}
		isPossible := s.addRequirement(s.optionsOfItem[group], chosenLiteral)
		s.writeLemma(s.learnedClause, false)
		if !isPossible || !s.loadColorsOfItem(k, z) {
			return false
		}
	}
	return true
}

// loadColorsOfItem adds the clauses that tie the colors of item z, which is coloredItems[k], to the options.
func (s *clauseSolver) loadColorsOfItem(k int, z matrix.ItemID) bool {
	for _, o := range s.optionsOfItem[z] {
		clause := []literal{unchosenLiteral(int32(o))}
		if n, found := slices.BinarySearch(s.itemColors[k], s.problem.ColorOf(o, z)); found {
			clause = append(clause, chosenLiteral(s.firstVariables[k]+int32(n)))
		} else {
			s.writeLemma(clause, false)
		}
		if !s.addInitialClause(clause) {
			return false
		}
	}
	for _, i := range s.supportingItems[k] {
		supports := make([][]literal, len(s.itemColors[k])) // for each color: the clause that requires a support
		for _, o := range s.optionsOfItem[i] {
			n, _ := slices.BinarySearch(s.itemColors[k], s.problem.ColorOf(o, z))
			supports[n] = append(supports[n], chosenLiteral(int32(o)))
		}
		for n, clause := range supports {
			clause = append(clause, unchosenLiteral(s.firstVariables[k]+int32(n)))
			s.writeLemma(clause, false)
			if !s.addInitialClause(clause) {
				return false
			}
		}
	}
	return true
}
