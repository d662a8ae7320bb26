package lower

import (
	"encoding/binary"
	"strconv"

	"quadrille/runtime/matrix"
)

// A finite automaton reads symbols one after the other, and keeps a state. It lowers to
//
//	items step[k,1], step[k,2], …, one for each symbol that is read but the first;
//	a secondary item state[k,i] between a step and the next one, whose color is the state;
//	an option for each way to make a step that is on a way from the beginning to an end:
//	the state before, the symbol read, and the state after it. The first step reads two.
//
// What is read are the colors of items that other options give.
//
// The automaton is made minimal: states of a layer from which the same symbols lead to an end are one state. Still each
// sequence of symbols has one way through the states. Sums that keep a bound whatever follows are one state, so a
// knapsack for half of all things has a third fewer options.

// transition is one step of an automaton: it leads from a state to a state by reading a symbol. The states of each
// layer (after 0, 1, 2, … symbols) are numbered separately.
type transition struct{ fromState, symbol, toState int32 }

// roundsPerTransition is the cost of a transition in loop rounds, as PuzzleOptions.MaxSteps counts them. It is more
// than 1, as a transition stays in memory.
const roundsPerTransition = 10

// acceptedTransitions follows an automaton while it reads n symbols. It returns, for each of the n symbols, the
// transitions that lie on a path from the first state to an accepting one, between the states of the minimal automaton.
// It returns false if there are too many.
func (l *lowering) acceptedTransitions(begin int64, n int, symbols func(k int) []int32,
	step func(state int64, k int, symbol int32) (int64, bool), ends func(int64) bool) (ways [][]transition, ok bool) {
	states := []int64{begin}
	for k := range n {
		found := map[int64]int32{}
		var next []int64
		var layer []transition
		read := symbols(k)
		for from, state := range states {
			for _, v := range read {
				to, leads := step(state, k, v)
				if !leads {
					continue
				}
				if _, known := found[to]; !known {
					found[to] = int32(len(next))
					next = append(next, to)
				}
				layer = append(layer, transition{int32(from), v, found[to]})
				if l.chargeSteps(roundsPerTransition, l.currentSpan()) != nil {
					return nil, false
				}
			}
		}
		states = next
		ways = append(ways, layer)
	}
	merged := map[int32]int32{} // all accepting states are one
	for number, state := range states {
		if ends(state) {
			merged[int32(number)] = 0
		}
	}
	for k := n - 1; k >= 0; k-- {
		ways[k], merged = mergeStates(ways[k], merged)
	}
	return ways, true
}

// mergeStates makes one state of all states from which the transitions of a layer read the same symbols and lead to the
// same states. The argument after maps the states that the layer leads to to numbers; states without a number lead to
// no end, and have no transitions left. The result before maps the states that the layer begins at, which are
// ascending, to numbers from 0 on.
func mergeStates(layer []transition, after map[int32]int32) (merged []transition, before map[int32]int32) {
	before = map[int32]int32{}
	numbers, key := map[string]int32{}, []byte(nil) // for all transitions from a state, the number of the state
	for len(layer) > 0 {
		from, first, next := layer[0].fromState, len(merged), int32(len(numbers))
		for key = key[:0]; len(layer) > 0 && layer[0].fromState == from; layer = layer[1:] {
			if to, leads := after[layer[0].toState]; leads {
				merged = append(merged, transition{next, layer[0].symbol, to})
				key = binary.NativeEndian.AppendUint32(key, uint32(layer[0].symbol))
				key = binary.NativeEndian.AppendUint32(key, uint32(to))
			}
		}
		if len(key) == 0 {
			continue
		}
		number, isKnown := numbers[string(key)]
		if isKnown {
			merged = merged[:first]
		} else {
			number, numbers[string(key)] = next, next
		}
		before[from] = number
	}
	return merged, before
}

// countStepOptions returns how many options an automaton with these transitions has, if it reads at least two symbols.
func countStepOptions(ways [][]transition) (options int) {
	intoState := map[int32]int{} // for each state, the number of transitions of the first symbol that lead there
	for _, x := range ways[0] {
		intoState[x.toState]++
	}
	for _, y := range ways[1] {
		options += intoState[y.fromState]
	}
	for _, layer := range ways[2:] {
		options += len(layer)
	}
	return options
}

// declareAutomaton declares the items of an automaton that reads at least two symbols. It returns a function that adds
// the options. The parameter value returns the entry of an option that reads the symbol with index k.
func (l *lowering) declareAutomaton(name string, ways [][]transition,
	value func(k int, symbol int32) matrix.Entry) (emit func() bool) {
	var steps, states []matrix.ItemID
	for k := range ways[1:] {
		steps = append(steps, l.declareItemCoveredOnce("step[%s,%d]", name, k+1))
	}
	for k := range ways[2:] {
		states = append(states, l.declareItemCoveredAtMostOnce("state[%s,%d]", name, k+1))
	}
	into := func(k int, x transition, entries []matrix.Entry) []matrix.Entry {
		if k <= len(states) {
			entries = append(entries, matrix.Entry{Item: states[k-1], Color: l.addNumberColor(x.toState)})
		}
		return entries
	}
	return func() bool {
		for _, y := range ways[1] {
			for _, x := range ways[0] {
				entries := []matrix.Entry{{Item: steps[0]}, value(0, x.symbol), value(1, y.symbol)}
				if x.toState == y.fromState && !l.addOption(Origin{Meaning: ruleEncodingMeaning}, into(1, y, entries)) {
					return false
				}
			}
		}
		for k := 2; k < len(ways); k++ {
			for _, x := range ways[k] {
				entries := []matrix.Entry{{Item: steps[k-1]},
					{Item: states[k-2], Color: l.addNumberColor(x.fromState)}, value(k, x.symbol)}
				if !l.addOption(Origin{Meaning: ruleEncodingMeaning}, into(k, x, entries)) {
					return false
				}
			}
		}
		return true
	}
}

// addNumberColor returns the color that a number names. An automaton asks for few numbers very often.
func (l *lowering) addNumberColor(n int32) matrix.Color {
	c, isKnown := l.numberColors[n]
	if !isKnown {
		c = l.builder.AddColor(strconv.Itoa(int(n)))
		l.numberColors[n] = c
	}
	return c
}
