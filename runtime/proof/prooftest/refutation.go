package prooftest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// refutation is a checker of proofs in DRAT whose clauses follow by reverse unit propagation. It follows the published
// rules, and shares no code with the writer. It reads a proof from the beginning to the end. Literals that were derived
// at the root stay true when clauses are removed, as in drat-trim.
type refutation struct {
	clauses   [][]int          // the clauses, by index; nil for a clause that was removed
	numbersOf map[string][]int // for each set of literals, the indices of the clauses that consist of them
	watchers  map[int][]int    // for each literal, the indices of the clauses that are visited when it becomes false
	isTrue    map[int]bool     // literals that are true
	trail     []int            // true literals in the order of time
	visited   int              // number of literals of the trail, from its start, that were propagated
	isRefuted bool             // whether unit propagation at the root leads to a contradiction
	hasEmpty  bool             // whether the proof contains the empty clause
}

// CheckRefutation checks a proof in DRAT that a formula in DIMACS CNF has no model, and returns how many clauses the
// proof learns and removes.
func CheckRefutation(cnf, drat string) (learned, removed int, err error) {
	c := &refutation{numbersOf: map[string][]int{}, watchers: map[int][]int{}, isTrue: map[int]bool{}}
	head := []int{-1, -1}
	for line := range strings.Lines(cnf) {
		if strings.HasPrefix(line, "c") {
			continue
		}
		if _, failed := fmt.Sscanf(line, "p cnf %d %d\n", &head[0], &head[1]); failed == nil {
			continue
		}
		clause, err := parseClause(line)
		if err != nil {
			return 0, 0, err
		}
		for _, l := range clause {
			if max(l, -l) > head[0] {
				return 0, 0, fmt.Errorf("%d is no variable", l)
			}
		}
		c.addClause(clause)
	}
	if len(c.clauses) != head[1] {
		return 0, 0, fmt.Errorf("%d clauses, and %d are said", len(c.clauses), head[1])
	}
	for line := range strings.Lines(drat) {
		text, isRemoval := strings.CutPrefix(line, "d ")
		clause, err := parseClause(text)
		switch {
		case err != nil:
			return 0, 0, err
		case isRemoval:
			if !c.removeClause(clause) {
				return 0, 0, fmt.Errorf("there is no clause %v to remove", clause)
			}
			removed++
			continue
		case !c.follows(clause):
			return 0, 0, fmt.Errorf("the clause %v does not follow", clause)
		}
		learned++
		c.addClause(clause)
		c.hasEmpty = c.hasEmpty || len(clause) == 0
	}
	if !c.hasEmpty {
		return 0, 0, fmt.Errorf("there is no empty clause")
	}
	return learned, removed, nil
}

// parseClause reads the numbers of a line, the last of which must be 0.
func parseClause(line string) (clause []int, err error) {
	for _, word := range strings.Fields(line) {
		l, err := strconv.Atoi(word)
		if err != nil {
			return nil, err
		}
		clause = append(clause, l)
	}
	if len(clause) == 0 || slices.Index(clause, 0) != len(clause)-1 {
		return nil, fmt.Errorf("%q is no clause", line)
	}
	clause = clause[:len(clause)-1]
	slices.Sort(clause)
	for k, l := range clause {
		if slices.Contains(clause[:k], l) || slices.Contains(clause[:k], -l) {
			return nil, fmt.Errorf("%q has a variable twice", line)
		}
	}
	return clause, nil
}

func (c *refutation) addClause(clause []int) {
	n, key := len(c.clauses), fmt.Sprint(clause)
	c.clauses = append(c.clauses, clause)
	c.numbersOf[key] = append(c.numbersOf[key], n)
	if slices.ContainsFunc(clause, func(l int) bool { return c.isTrue[l] }) {
		return // it stays true, since the literal is true at the root
	}
	isFalse := func(l int) bool { return c.isTrue[-l] }
	switch open := slices.DeleteFunc(slices.Clone(clause), isFalse); len(open) {
	case 0:
		c.isRefuted = true
	case 1:
		c.assign(open[0])
		c.isRefuted = !c.propagate() || c.isRefuted
	default:
		c.clauses[n] = append(open, slices.DeleteFunc(slices.Clone(clause), func(l int) bool { return !isFalse(l) })...)
		for _, l := range open[:2] {
			c.watchers[l] = append(c.watchers[l], n)
		}
	}
}

func (c *refutation) removeClause(clause []int) bool {
	key := fmt.Sprint(clause)
	list := c.numbersOf[key]
	if len(list) == 0 {
		return false
	}
	c.clauses[list[0]], c.numbersOf[key] = nil, list[1:]
	return true
}

func (c *refutation) assign(l int) {
	c.isTrue[l] = true
	c.trail = append(c.trail, l)
}

// follows reports whether unit propagation leads to a contradiction if all literals of a clause are false.
func (c *refutation) follows(clause []int) bool {
	if c.isRefuted {
		return true
	}
	root, isContradiction := len(c.trail), false
	for _, l := range clause {
		if c.isTrue[l] {
			isContradiction = true
		} else if !c.isTrue[-l] {
			c.assign(-l)
		}
	}
	isContradiction = isContradiction || !c.propagate()
	for _, l := range c.trail[root:] {
		delete(c.isTrue, l)
	}
	c.trail, c.visited = c.trail[:root], root
	return isContradiction
}

// propagate assigns what follows by unit propagation. It returns false if that is a contradiction.
func (c *refutation) propagate() bool {
	for ; c.visited < len(c.trail); c.visited++ {
		out := -c.trail[c.visited]
		list := c.watchers[out]
		var kept []int
		for k, n := range list {
			clause := c.clauses[n]
			if clause == nil {
				continue
			}
			if clause[0] == out {
				clause[0], clause[1] = clause[1], clause[0]
			}
			at := slices.IndexFunc(clause[2:], func(l int) bool { return !c.isTrue[-l] })
			switch {
			case c.isTrue[clause[0]]:
			case at >= 0:
				clause[1], clause[at+2] = clause[at+2], out
				c.watchers[clause[1]] = append(c.watchers[clause[1]], n)
				continue
			case c.isTrue[-clause[0]]:
				c.watchers[out] = append(kept, list[k:]...)
				return false
			default:
				c.assign(clause[0])
			}
			kept = append(kept, n)
		}
		c.watchers[out] = kept
	}
	return true
}
