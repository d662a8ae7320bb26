package puzzletest

import (
	"slices"
	"strings"
)

// choiceSearch finds all sets of choices that keep the bounds of all items.
type choiceSearch struct {
	parts        []*puzzlePart
	choices      []numberedChoice // the choices of all parts
	bounds       []itemBound
	names        []string
	items        map[string]int
	lastItems    [][]int // by choice: the items that no later choice holds
	timesCovered []int
	colors       []string
	chosen       []int
	chosenByPart [][]int // by part: the numbers of its choices in the set, when the set is complete
	steps        int
	found        []string
	tooMany      bool
}

// numberedChoice is a choice with numbers of items in place of names.
type numberedChoice struct {
	puzzleChoice
	part, number int
	items        []int // numbers of its items; -1 for an item that tells only a color
}

// findSolutions returns the solutions of a puzzle of parts. It returns false if there are too many, or if it takes too
// many steps.
func findSolutions(parts []*puzzlePart) ([]string, bool) {
	t := &choiceSearch{parts: parts, items: map[string]int{}, chosenByPart: make([][]int, len(parts))}
	for _, p := range parts {
		for name, b := range p.bounds {
			t.items[name] = len(t.names)
			t.names, t.bounds = append(t.names, name), append(t.bounds, b)
		}
	}
	for i, p := range parts {
		for k, c := range p.choices {
			if n := (numberedChoice{puzzleChoice: c, part: i, number: k}); t.findItems(&n) || p.allowsNoPrimary {
				t.choices = append(t.choices, n)
			}
		}
	}
	lastHolder := make([]int, len(t.names))
	for i := range lastHolder {
		lastHolder[i] = -1
	}
	for k, c := range t.choices {
		for _, i := range c.items {
			if i >= 0 {
				lastHolder[i] = k
			}
		}
	}
	t.lastItems = make([][]int, len(t.choices))
	for i, k := range lastHolder {
		switch {
		case k >= 0:
			t.lastItems[k] = append(t.lastItems[k], i)
		case t.bounds[i].low > 0:
			return nil, true // an item must be covered, and no choice can cover it
		}
	}
	t.timesCovered, t.colors = make([]int, len(t.names)), make([]string, len(t.names))
	t.tryFrom(0)
	slices.Sort(t.found)
	return t.found, !t.tooMany
}

// findItems finds the numbers of the items of a choice, and reports whether one of them is primary.
func (t *choiceSearch) findItems(c *numberedChoice) (primary bool) {
	for _, h := range c.holds {
		i, known := t.items[h.item]
		if !known {
			i = -1
		}
		primary = primary || known && !t.bounds[i].secondary && h.times > 0
		c.items = append(c.items, i)
	}
	return primary
}

// tryFrom tries all sets of the choices from number k on.
func (t *choiceSearch) tryFrom(k int) {
	if t.steps++; t.tooMany || t.steps > maxSteps {
		t.tooMany = true
		return
	}
	if k == len(t.choices) {
		t.checkSolution()
		return
	}
	if t.areSatisfied(k) {
		t.tryFrom(k + 1)
	}
	c := t.choices[k]
	if !t.fitsBounds(c) {
		return
	}
	before := make([]string, len(c.items))
	for j, i := range c.items {
		if i >= 0 {
			before[j] = t.colors[i]
			t.timesCovered[i] += c.holds[j].times
			t.colors[i] = c.holds[j].color
		}
	}
	t.chosen = append(t.chosen, k)
	if t.areSatisfied(k) {
		t.tryFrom(k + 1)
	}
	t.chosen = t.chosen[:len(t.chosen)-1]
	for j, i := range c.items {
		if i >= 0 {
			t.timesCovered[i] -= c.holds[j].times
			t.colors[i] = before[j]
		}
	}
}

// fitsBounds reports whether no item is covered too often if a choice is added.
func (t *choiceSearch) fitsBounds(c numberedChoice) bool {
	for j, i := range c.items {
		switch h := c.holds[j]; {
		case i < 0:
		case t.bounds[i].secondary && t.timesCovered[i] > 0:
			if h.color == "" || t.colors[i] != h.color {
				return false
			}
		case !t.bounds[i].secondary && t.timesCovered[i]+h.times > t.bounds[i].high:
			return false
		}
	}
	return true
}

// areSatisfied reports whether the items that no choice behind number k holds are covered often enough.
func (t *choiceSearch) areSatisfied(k int) bool {
	return !slices.ContainsFunc(t.lastItems[k], func(i int) bool { return t.timesCovered[i] < t.bounds[i].low })
}

// checkSolution adds a complete set of choices to the solutions, if the conditions of all parts hold.
func (t *choiceSearch) checkSolution() {
	for i := range t.chosenByPart {
		t.chosenByPart[i] = t.chosenByPart[i][:0]
	}
	byPart := t.chosenByPart
	for _, k := range t.chosen {
		c := &t.choices[k]
		byPart[c.part] = append(byPart[c.part], c.number)
	}
	for i, p := range t.parts {
		if p.allows != nil && !p.allows(byPart[i]) {
			return
		}
	}
	for _, k := range t.chosen {
		if !t.hasRightColors(t.choices[k], byPart) {
			return
		}
	}
	if len(t.found) == maxSolutions {
		t.tooMany = true
		return
	}
	var keys []string
	for _, k := range t.chosen {
		if key := t.choices[k].key; key != "" {
			keys = append(keys, strings.Split(key, ";")...)
		}
	}
	for _, p := range t.parts {
		keys = append(keys, p.givenKeys...)
	}
	slices.Sort(keys)
	t.found = append(t.found, strings.Join(keys, ";"))
}

// hasRightColors reports whether the colors that a choice gives to items of other parts are those that the parts tell.
func (t *choiceSearch) hasRightColors(c numberedChoice, byPart [][]int) bool {
	for j, i := range c.items {
		if i >= 0 {
			continue
		}
		for k, p := range t.parts {
			if p.colorOf == nil {
				continue
			}
			if color := p.colorOf(byPart[k], c.holds[j].item); color != "" && color != c.holds[j].color {
				return false
			}
		}
	}
	return true
}
