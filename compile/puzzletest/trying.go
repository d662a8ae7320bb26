package puzzletest

import (
	"slices"
	"strings"
)

// choiceSearch finds all sets of choices that satisfy the bounds of all items. It is a simple search, with which the
// results of engines are compared.
type choiceSearch struct {
	puzzleParts    []*puzzlePart
	allChoices     []numberedChoice // choices of all parts
	itemBounds     []itemBound
	itemNames      []string
	itemNumbers    map[string]int
	itemsHeldLast  [][]int // for each choice, the items that no later choice holds
	coverCounts    []int
	itemColors     []string
	chosenNumbers  []int
	chosenByPart   [][]int // for each part, the indices of its chosen choices, once the set is complete
	stepCount      int
	foundSolutions []string
	exceedsBound   bool
}

// numberedChoice is a choice with indices of items in place of their names.
type numberedChoice struct {
	puzzleChoice
	partNumber, choiceNumber int
	itemNumbers              []int // indices of the items; -1 for an item that only tells a color
}

// findSolutions returns the solutions of a puzzle of parts. It returns false if there are too many solutions, or the
// search takes too many steps.
func findSolutions(parts []*puzzlePart) ([]string, bool) {
	t := &choiceSearch{puzzleParts: parts, itemNumbers: map[string]int{}, chosenByPart: make([][]int, len(parts))}
	for _, p := range parts {
		for name, b := range p.itemBounds {
			t.itemNumbers[name] = len(t.itemNames)
			t.itemNames, t.itemBounds = append(t.itemNames, name), append(t.itemBounds, b)
		}
	}
	for i, p := range parts {
		for k, c := range p.choices {
			if n := (numberedChoice{puzzleChoice: c, partNumber: i, choiceNumber: k}); t.numberItemsOfChoice(&n) ||
				p.allowsNoPrimary {
				t.allChoices = append(t.allChoices, n)
			}
		}
	}
	lastHolder := make([]int, len(t.itemNames))
	for i := range lastHolder {
		lastHolder[i] = -1
	}
	for k, c := range t.allChoices {
		for _, i := range c.itemNumbers {
			if i >= 0 {
				lastHolder[i] = k
			}
		}
	}
	t.itemsHeldLast = make([][]int, len(t.allChoices))
	for i, k := range lastHolder {
		switch {
		case k >= 0:
			t.itemsHeldLast[k] = append(t.itemsHeldLast[k], i)
		case t.itemBounds[i].leastTimes > 0:
			return nil, true // an item must be covered, and no choice can cover it
		}
	}
	t.coverCounts, t.itemColors = make([]int, len(t.itemNames)), make([]string, len(t.itemNames))
	t.tryChoicesFromNumber(0)
	slices.Sort(t.foundSolutions)
	return t.foundSolutions, !t.exceedsBound
}

// numberItemsOfChoice finds the indices of the items of a choice, and reports whether one of these items is primary.
func (t *choiceSearch) numberItemsOfChoice(c *numberedChoice) (primary bool) {
	for _, h := range c.heldItems {
		i, known := t.itemNumbers[h.itemName]
		if !known {
			i = -1
		}
		primary = primary || known && !t.itemBounds[i].isSecondary && h.countTimes > 0
		c.itemNumbers = append(c.itemNumbers, i)
	}
	return primary
}

// tryChoicesFromNumber tries all sets of the choices from index k on, in addition to the chosen ones.
func (t *choiceSearch) tryChoicesFromNumber(k int) {
	if t.stepCount++; t.exceedsBound || t.stepCount > maxSteps {
		t.exceedsBound = true
		return
	}
	if k == len(t.allChoices) {
		t.checkSolution()
		return
	}
	if t.areItemsCoveredEnough(k) {
		t.tryChoicesFromNumber(k + 1)
	}
	c := t.allChoices[k]
	if !t.keepsUpperBounds(c) {
		return
	}
	before := make([]string, len(c.itemNumbers))
	for j, i := range c.itemNumbers {
		if i >= 0 {
			before[j] = t.itemColors[i]
			t.coverCounts[i] += c.heldItems[j].countTimes
			t.itemColors[i] = c.heldItems[j].colorText
		}
	}
	t.chosenNumbers = append(t.chosenNumbers, k)
	if t.areItemsCoveredEnough(k) {
		t.tryChoicesFromNumber(k + 1)
	}
	t.chosenNumbers = t.chosenNumbers[:len(t.chosenNumbers)-1]
	for j, i := range c.itemNumbers {
		if i >= 0 {
			t.coverCounts[i] -= c.heldItems[j].countTimes
			t.itemColors[i] = before[j]
		}
	}
}

// keepsUpperBounds reports whether no item is covered too often if a choice is added.
func (t *choiceSearch) keepsUpperBounds(c numberedChoice) bool {
	for j, i := range c.itemNumbers {
		switch h := c.heldItems[j]; {
		case i < 0:
		case t.itemBounds[i].isSecondary && t.coverCounts[i] > 0:
			if h.colorText == "" || t.itemColors[i] != h.colorText {
				return false
			}
		case !t.itemBounds[i].isSecondary && t.coverCounts[i]+h.countTimes > t.itemBounds[i].mostTimes:
			return false
		}
	}
	return true
}

// areItemsCoveredEnough reports whether the items that choice k is the last to hold are covered often enough.
func (t *choiceSearch) areItemsCoveredEnough(k int) bool {
	return !slices.ContainsFunc(t.itemsHeldLast[k],
		func(i int) bool { return t.coverCounts[i] < t.itemBounds[i].leastTimes })
}

// checkSolution adds a complete set of choices to the solutions, if the conditions of all parts hold.
func (t *choiceSearch) checkSolution() {
	for i := range t.chosenByPart {
		t.chosenByPart[i] = t.chosenByPart[i][:0]
	}
	byPart := t.chosenByPart
	for _, k := range t.chosenNumbers {
		c := &t.allChoices[k]
		byPart[c.partNumber] = append(byPart[c.partNumber], c.choiceNumber)
	}
	for i, p := range t.puzzleParts {
		if p.allowsChoices != nil && !p.allowsChoices(byPart[i]) {
			return
		}
	}
	for _, k := range t.chosenNumbers {
		if !t.agreesWithPartColors(t.allChoices[k], byPart) {
			return
		}
	}
	if len(t.foundSolutions) == maxSolutions {
		t.exceedsBound = true
		return
	}
	var keys []string
	for _, k := range t.chosenNumbers {
		if key := t.allChoices[k].solutionKey; key != "" {
			keys = append(keys, strings.Split(key, ";")...)
		}
	}
	for _, p := range t.puzzleParts {
		keys = append(keys, p.givenKeys...)
	}
	slices.Sort(keys)
	t.foundSolutions = append(t.foundSolutions, strings.Join(keys, ";"))
}

// agreesWithPartColors reports whether the colors that a choice gives to items of other parts are the colors that those
// parts tell.
func (t *choiceSearch) agreesWithPartColors(c numberedChoice, byPart [][]int) bool {
	for j, i := range c.itemNumbers {
		if i >= 0 {
			continue
		}
		for k, p := range t.puzzleParts {
			if p.colorOfItem == nil {
				continue
			}
			if color := p.colorOfItem(byPart[k], c.heldItems[j].itemName); color != "" &&
				color != c.heldItems[j].colorText {
				return false
			}
		}
	}
	return true
}
