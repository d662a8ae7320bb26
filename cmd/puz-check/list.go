package main

import (
	"bufio"
	"fmt"
	"io"
	"slices"
)

// checkList returns the number of solutions of a list, and what was checked. In a list, an option is a line with the
// names of its items, in any order, and an empty line follows each solution.
func checkList(p *problem, in *bufio.Reader) (number, how string, err error) {
	numberOf := map[string]int{} // index of each option, by its entries
	for o, option := range p.options {
		if numberOf[fmt.Sprint(option)] = o; len(numberOf) <= o {
			return "", "", fmt.Errorf("option %d is like one before, so a list cannot tell solutions apart", o)
		}
	}
	seen, chosen, about := map[string]bool{}, []int{}, "solutions"
	for at := 1; ; at++ {
		line, err := in.ReadString('\n')
		if err == io.EOF && line == "" && len(chosen) == 0 {
			return fmt.Sprint(len(seen), " ", about), "each right, none twice", nil
		} else if err != nil {
			return "", "", refusef("line %d: the list ends within a solution", at)
		}
		if words := splitWords(line); len(words) > 0 {
			option, err := p.parseOption(words)
			o, ok := numberOf[fmt.Sprint(option)]
			if chosen = append(chosen, o); err != nil || !ok {
				return "", "", refusef("line %d: there is no such option", at)
			}
			continue
		}
		slices.Sort(chosen)
		key := fmt.Sprint(chosen)
		value, right := p.describeValue(chosen)
		if seen[key] || !right || len(seen) > 0 && value != about {
			return "", "", refusef("line %d: solution %d is none, came before, or has another value", at, len(seen)+1)
		}
		seen[key], chosen, about = true, nil, value
	}
}

// describeValue reports whether some options, in ascending order, are a solution. The text about is "solutions", and if
// there is a goal also names the value of this solution.
func (p *problem) describeValue(options []int) (about string, right bool) {
	r := p.rootResidual()
	for _, o := range options {
		if r.liveOptions.Bit(o) == 0 { // also an option that was chosen before
			return "", false
		}
		r = p.chooseOption(r, o)
	}
	if about = "solutions"; p.costSign != 0 {
		about = fmt.Sprintf("solutions of value %d", r.chosenCost*p.costSign)
	}
	return about, !r.needsOptions()
}
