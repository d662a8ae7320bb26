package main

import (
	"errors"
	"fmt"
	"slices"
)

// checkList returns the number of solutions of a list, and what was checked. In a list, an option is a line with the
// names of its items, in any order, and an empty line follows each solution.
func checkList(p *problem, r *reader) (number, how string) {
	if len(p.optionByText) < len(p.options) {
		panic(refusal{errors.New("two options of the dump are alike, so a list cannot tell solutions apart"), 2})
	}
	seen, chosen, about := map[string]bool{}, []int{}, "solutions"
	for !r.isAtEnd() || len(chosen) > 0 {
		if words := r.readWords(); len(words) > 0 {
			o, isOption := p.optionByText[fmt.Sprint(p.parseOption(words))]
			require(isOption, "there is no such option")
			chosen = append(chosen, o)
			continue
		}
		slices.Sort(chosen)
		state, key, value := p.rootResidual(), fmt.Sprint(chosen), "solutions"
		for _, o := range chosen {
			require(state.liveOptions.Bit(o) != 0, "solution %d is none", len(seen)+1) // or an option comes twice
			state = p.chooseOption(state, o)
		}
		if p.costSign != 0 {
			value = fmt.Sprintf("solutions of value %d", state.chosenCost*p.costSign)
		}
		require(!state.needsOptions(), "solution %d is none", len(seen)+1)
		require(!seen[key], "solution %d came before", len(seen)+1)
		require(len(seen) == 0 || value == about, "solution %d has another value", len(seen)+1)
		seen[key], chosen, about = true, nil, value
	}
	return fmt.Sprint(len(seen), " ", about), "each right, none twice"
}
