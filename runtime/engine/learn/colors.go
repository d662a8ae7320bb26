package learn

import (
	"slices"

	"quadrille/runtime/matrix"
)

// Consider a secondary item to which every option of some primary item gives a color. In each solution it has a color,
// so there is a variable for each of its colors: the item has that color. Clauses tie these variables to the options.
// One color is true. An option makes its color true. A color makes one of the options true that give it, for each of
// the primary items whose options all color the item: these are the supports of the color. On the chains of options
// that encode finite automata, propagation then keeps generalised arc consistency, and clauses speak of states and of
// the values of cells in place of the options that make them. (I. Gent, "Arc consistency in SAT", ECAI 2002; F.
// Bacchus, "GAC via unit propagation", CP 2007.)

// colorVariables numbers the variables of colors, behind those of the options.
type colorVariables struct {
	coloredItems []matrix.ItemID   // secondary items with variables
	itemColors   [][]matrix.Color  // colors in ascending order, by index in coloredItems
	firstOf      []int32           // first variable, by index in coloredItems
	supporters   [][]matrix.ItemID // primary items whose options all give the item a color, by index in coloredItems
	// colorEntries stands for the items of each variable: an item of its own for each colored item, with a number
	// behind those of the problem.
	colorEntries []matrix.Entry
}

// maxSupportReads bounds the search for the items that are supported, in reads per entry of the problem.
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
			if c := p.ColorOf(o, matrix.ItemID(z)); c != matrix.NoColor {
				colors = append(colors, c)
			}
		}
		slices.Sort(colors)
		colors = slices.Compact(colors)
		group := matrix.ItemID(p.ItemCount() + len(v.coloredItems))
		v.coloredItems, v.supporters = append(v.coloredItems, matrix.ItemID(z)), append(v.supporters, list)
		v.firstOf = append(v.firstOf, int32(p.OptionCount()+len(v.colorEntries)))
		v.itemColors = append(v.itemColors, colors)
		v.colorEntries = append(v.colorEntries, slices.Repeat([]matrix.Entry{{Item: group}}, len(colors))...)
	}
	return v
}

// entriesOf returns the items that a variable holds, as entries of an option.
func (s *clauseSolver) entriesOf(variable int32) []matrix.Entry {
	if n := int32(s.problem.OptionCount()); variable >= n {
		return s.colorEntries[variable-n:][:1]
	}
	return s.problem.Option(matrix.OptionID(variable))
}

// loadColors adds the clauses of the color variables. It returns false if there is no solution.
func (s *clauseSolver) loadColors() bool {
	for k, z := range s.coloredItems {
		group := s.problem.ItemCount() + k
		s.limits[0][group], s.limits[1][group], s.limits[0][z] = 1, unlimited, unlimited
		for n := range s.itemColors[k] {
			s.optionsHolding[group] = append(s.optionsHolding[group], matrix.OptionID(s.firstOf[k]+int32(n)))
		}
		if !s.addRequirement(s.optionsHolding[group], chosenLiteral) || !s.loadColorsOf(k, z) {
			return false
		}
	}
	return true
}

// loadColorsOf adds the clauses that tie the colors of item z, which is coloredItems[k], to the options.
func (s *clauseSolver) loadColorsOf(k int, z matrix.ItemID) bool {
	for _, o := range s.optionsHolding[z] {
		clause := []literal{droppedLiteral(int32(o))}
		if n, found := slices.BinarySearch(s.itemColors[k], s.problem.ColorOf(o, z)); found {
			clause = append(clause, chosenLiteral(s.firstOf[k]+int32(n)))
		}
		if !s.addFact(clause) {
			return false
		}
	}
	for _, i := range s.supporters[k] {
		supports := make([][]literal, len(s.itemColors[k])) // clause of each color
		for _, o := range s.optionsHolding[i] {
			n, _ := slices.BinarySearch(s.itemColors[k], s.problem.ColorOf(o, z))
			supports[n] = append(supports[n], chosenLiteral(int32(o)))
		}
		for n, clause := range supports {
			if !s.addFact(append(clause, droppedLiteral(s.firstOf[k]+int32(n)))) {
				return false
			}
		}
	}
	return true
}
