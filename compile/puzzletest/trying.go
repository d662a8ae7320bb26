package puzzletest

import (
	"slices"
	"strings"
)

// trying enumerates all sets of choices that keep the bounds of the items.
type trying struct {
	parts    []*part
	choices  []numbered
	bounds   []bound
	names    []string
	items    map[string]int
	last     [][]int // by choice: the items that no later choice holds
	times    []int
	colors   []string
	chosen   []int
	byPart   [][]int // by part: what is chosen of it, when a set is complete
	steps    int
	found    []string
	overflow bool
}

// numbered is a choice with numbers in place of names.
type numbered struct {
	choice
	part, number int
	items        []int // -1 for an item that only has a color
}

// solve returns the solutions of a puzzle of parts; false if there are too many, or trying takes too long.
func solve(parts []*part) ([]string, bool) {
	t := &trying{parts: parts, items: map[string]int{}, byPart: make([][]int, len(parts))}
	for _, p := range parts {
		for name, b := range p.bounds {
			t.items[name] = len(t.names)
			t.names, t.bounds = append(t.names, name), append(t.bounds, b)
		}
	}
	for i, p := range parts {
		for k, c := range p.choices {
			if n := (numbered{choice: c, part: i, number: k}); t.enter(&n) || p.free {
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
	t.last = make([][]int, len(t.choices))
	for i, k := range lastHolder {
		switch {
		case k >= 0:
			t.last[k] = append(t.last[k], i)
		case t.bounds[i].low > 0:
			return nil, true // an item that must be covered, and cannot be
		}
	}
	t.times, t.colors = make([]int, len(t.names)), make([]string, len(t.names))
	t.from(0)
	slices.Sort(t.found)
	return t.found, !t.overflow
}

// enter finds the items of a choice, and reports whether one of them is primary.
func (t *trying) enter(c *numbered) (primary bool) {
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

// from tries all sets of the choices from number k on.
func (t *trying) from(k int) {
	if t.steps++; t.overflow || t.steps > maxSteps {
		t.overflow = true
		return
	}
	if k == len(t.choices) {
		t.complete()
		return
	}
	if t.satisfied(k) {
		t.from(k + 1)
	}
	c := t.choices[k]
	if !t.fits(c) {
		return
	}
	before := make([]string, len(c.items))
	for j, i := range c.items {
		if i >= 0 {
			before[j] = t.colors[i]
			t.times[i] += c.holds[j].times
			t.colors[i] = c.holds[j].color
		}
	}
	t.chosen = append(t.chosen, k)
	if t.satisfied(k) {
		t.from(k + 1)
	}
	t.chosen = t.chosen[:len(t.chosen)-1]
	for j, i := range c.items {
		if i >= 0 {
			t.times[i] -= c.holds[j].times
			t.colors[i] = before[j]
		}
	}
}

// fits reports whether a choice keeps the items within their bounds.
func (t *trying) fits(c numbered) bool {
	for j, i := range c.items {
		switch h := c.holds[j]; {
		case i < 0:
		case t.bounds[i].secondary && t.times[i] > 0:
			if h.color == "" || t.colors[i] != h.color {
				return false
			}
		case !t.bounds[i].secondary && t.times[i]+h.times > t.bounds[i].high:
			return false
		}
	}
	return true
}

// satisfied reports whether the items that no choice after k holds are covered often enough.
func (t *trying) satisfied(k int) bool {
	return !slices.ContainsFunc(t.last[k], func(i int) bool { return t.times[i] < t.bounds[i].low })
}

// complete checks a set of choices as a whole.
func (t *trying) complete() {
	for i := range t.byPart {
		t.byPart[i] = t.byPart[i][:0]
	}
	byPart := t.byPart
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
		if !t.true(t.choices[k], byPart) {
			return
		}
	}
	if len(t.found) == maxSolutions {
		t.overflow = true
		return
	}
	var keys []string
	for _, k := range t.chosen {
		if key := t.choices[k].key; key != "" {
			keys = append(keys, strings.Split(key, ";")...)
		}
	}
	for _, p := range t.parts {
		keys = append(keys, p.given...)
	}
	slices.Sort(keys)
	t.found = append(t.found, strings.Join(keys, ";"))
}

// true reports whether the items of a choice that depend on other parts have the right colors.
func (t *trying) true(c numbered, byPart [][]int) bool {
	for j, i := range c.items {
		if i >= 0 {
			continue
		}
		for k, p := range t.parts {
			if p.tells == nil {
				continue
			}
			if color := p.tells(byPart[k], c.holds[j].item); color != "" && color != c.holds[j].color {
				return false
			}
		}
	}
	return true
}
