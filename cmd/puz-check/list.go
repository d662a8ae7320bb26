package main

import (
	"bufio"
	"fmt"
	"io"
	"slices"
)

// checkList returns the number of solutions of a list, and what was checked. An option is a line with
// the names of its items, in any order, and an empty line follows each solution.
func checkList(p *problem, in *bufio.Reader) (number, how string, err error) {
	numberOf := map[string]int{} // options by their items
	for o, option := range p.options {
		if numberOf[fmt.Sprint(option)] = o; len(numberOf) <= o {
			return "", "", fmt.Errorf("option %d is like one before, so a list cannot tell solutions apart", o)
		}
	}
	seen, chosen := map[string]bool{}, []int{}
	for at := 1; ; at++ {
		line, err := in.ReadString('\n')
		if err == io.EOF && line == "" && len(chosen) == 0 {
			return fmt.Sprint(len(seen)), "each right, none twice", nil
		} else if err != nil {
			return "", "", refuse("line %d: the list ends within a solution", at)
		}
		if words := fields(line); len(words) > 0 {
			option, err := p.parseOption(words)
			o, ok := numberOf[fmt.Sprint(option)]
			if chosen = append(chosen, o); err != nil || !ok {
				return "", "", refuse("line %d: there is no such option", at)
			}
			continue
		}
		slices.Sort(chosen)
		key := fmt.Sprint(chosen)
		if seen[key] || !p.isSolution(chosen) {
			return "", "", refuse("line %d: solution %d is none, or came before", at, len(seen)+1)
		}
		seen[key], chosen = true, nil
	}
}

// isSolution reports whether options, in ascending order, are a solution.
func (p *problem) isSolution(options []int) bool {
	c := &checker{problem: p, chosen: make([]bool, len(p.options))}
	r := c.root()
	for _, o := range options {
		if c.chosen[o] || r.live[o/64]>>(o%64)&1 == 0 {
			return false
		}
		c.chosen[o] = true
		r = c.choose(r, o)
	}
	return !slices.ContainsFunc(r.need, func(b bound) bool { return b.low > 0 })
}
