package matrixtest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"quadrille/runtime/matrix"
)

// Chain is a random finite automaton that reads a row of cells, and the problem that encodes it. In the problem, each
// cell is a primary item with an option for each symbol that the cell may hold. Each step of the automaton is a primary
// item with an option for each transition. The states between two steps, and the symbols in the cells, are colors.
type Chain struct {
	Problem *matrix.Problem
	// SymbolOptions holds, for each cell, the option of each symbol that the cell may hold.
	SymbolOptions []map[int]matrix.OptionID
	Steps         [][]ChainStep // for each step, the transitions that it may take
}

// ChainStep is a transition of the automaton at one step. The automaton begins in state 0, and accepts after the last
// step, whatever the state.
type ChainStep struct {
	From, Symbol, To int
	Option           matrix.OptionID
}

// RandomChain returns a random automaton that reads the given number of cells.
func RandomChain(r *rand.Rand, cells, states, symbols int) *Chain {
	c, b := &Chain{}, matrix.NewBuilder()
	var cellItems, stepItems, values, between []matrix.ItemID
	for k := range cells {
		cellItems = append(cellItems, b.AddPrimary(fmt.Sprint("cell", k), matrix.Once))
		stepItems = append(stepItems, b.AddPrimary(fmt.Sprint("step", k), matrix.Once))
	}
	for k := range cells {
		values = append(values, b.AddSecondary(fmt.Sprint("value", k)))
		between = append(between, b.AddSecondary(fmt.Sprint("state", k)))
	}
	var stateColors, symbolColors []matrix.Color
	for k := range states {
		stateColors = append(stateColors, b.AddColor(fmt.Sprint("q", k)))
	}
	for k := range symbols {
		symbolColors = append(symbolColors, b.AddColor(string(rune('a'+k))))
	}
	count := matrix.OptionID(0)
	add := func(entries ...matrix.Entry) matrix.OptionID {
		b.AddOption(entries...)
		count++
		return count - 1
	}
	for k := range cells {
		held := map[int]matrix.OptionID{}
		for a := range symbols {
			if r.IntN(4) > 0 {
				held[a] = add(matrix.Entry{Item: cellItems[k]}, matrix.Entry{Item: values[k], Color: symbolColors[a]})
			}
		}
		c.SymbolOptions = append(c.SymbolOptions, held)
	}
	for k := range cells {
		var steps []ChainStep
		for from := range states {
			for a := range symbols {
				for to := range states {
					if r.IntN(3) > 0 || k == 0 && from > 0 {
						continue
					}
					entries := []matrix.Entry{{Item: stepItems[k]}, {Item: values[k], Color: symbolColors[a]}}
					if k > 0 {
						entries = append(entries, matrix.Entry{Item: between[k-1], Color: stateColors[from]})
					}
					if k+1 < cells {
						entries = append(entries, matrix.Entry{Item: between[k], Color: stateColors[to]})
					}
					steps = append(steps, ChainStep{from, a, to, add(entries...)})
				}
			}
		}
		c.Steps = append(c.Steps, steps)
	}
	c.Problem = mustBuild(b)
	return c
}

// AcceptedOptions reports, for each option, whether some run of the automaton uses it. The symbols of a run must be
// allowed in their cells, and the run must also use the option given, unless that is negative. AcceptedOptions tries
// all runs.
func (c *Chain) AcceptedOptions(given matrix.OptionID) []bool {
	accepted := make([]bool, c.Problem.OptionCount())
	var used []matrix.OptionID
	var read func(cell, state int)
	read = func(cell, state int) {
		if cell == len(c.Steps) {
			if given < 0 || slices.Contains(used, given) {
				for _, o := range used {
					accepted[o] = true
				}
			}
			return
		}
		for _, step := range c.Steps[cell] {
			if held, ok := c.SymbolOptions[cell][step.Symbol]; ok && step.From == state {
				used = append(used, held, step.Option)
				read(cell+1, step.To)
				used = used[:len(used)-2]
			}
		}
	}
	read(0, 0)
	return accepted
}
