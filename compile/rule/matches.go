package rule

import (
	"encoding/binary"
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// maxPatternStates bounds the states of a pattern's automaton. For comparison, the automaton of a pattern that counts
// to ten has about ten states.
const maxPatternStates = 1000

// checkMatches checks `matches` and `never`: the symbols along each line match a regular expression, or contain no
// match.
func checkMatches(s *Statement, r *ast.MatchesRule) {
	a, ok := s.compilePattern(string(r.Pattern), r.Word == "never", r)
	if !ok {
		return
	}
	for _, cells := range s.linesKeepingListOrder(r.On) {
		name := fmt.Sprintf("the pattern %q", r.Pattern)
		if r.Word == "never" {
			name = fmt.Sprintf("the rule never %q", r.Pattern)
		}
		s.addAutomaton(model.RuleAutomaton{Name: name, Cells: cells, NextState: a.nextState,
			IsAccepting: func(state int64) bool { return a.isAccepting[state] }},
			s.SpanOf(r))
		if !s.isWholeLine(cells) {
			s.addRuleSign("line", "", cells)
		}
	}
}

// isWholeLine reports whether cells are a row or a column of the board. Then no line needs to be drawn along them.
func (s *Statement) isWholeLine(cells []lattice.Cell) bool {
	b := s.Filling.Board
	if b.Lattice != lattice.Square || b.IsWrapped() {
		return false
	}
	grid := s.GridOfBoard(b)
	least, greatest := grid.BoundingCorners()
	return max(greatest[0]-least[0], greatest[1]-least[1]) <= maxSignCells &&
		cellsIfWholeLine(grid, lattice.NewShape(cells), least, greatest) != nil
}

// linesKeepingListOrder returns the lines for a rule that reads cells in order. Listed cells keep their order. A rule
// without the word `on` means the rows.
func (s *Statement) linesKeepingListOrder(on []*ast.Line) (lines [][]lattice.Cell) {
	if on == nil {
		return s.boardLines("rows")
	}
	for _, l := range on {
		if listed := cellListOfLine(l); listed == nil {
			lines = append(lines, s.linesOfPlace(l)...)
		} else if cells, ok := s.FindListedCells(listed, s.Filling.Board); ok {
			lines = append(lines, cells)
		}
	}
	return lines
}

// cellListOfLine returns the list of cells of a line that consists of a list only, with braces or without. It returns
// nil for any other line.
func cellListOfLine(l *ast.Line) *ast.CellList {
	if l.Shape == nil || l.Everywhere || len(l.Shape.OtherTerms) > 0 || len(l.Shape.FirstTerm.Motions) > 0 {
		return nil
	}
	if places := l.Shape.FirstTerm.Atom.Cells; places != nil {
		return cellListOfPlaces(places)
	}
	return l.Shape.FirstTerm.Atom.CellList
}

// cellListOfPlaces returns a list of the cells at some places.
func cellListOfPlaces(places []*ast.Place) *ast.CellList {
	list := &ast.CellList{}
	for _, at := range places {
		list.Cells = append(list.Cells, &ast.Cell{Node: at.Node, Place: at})
	}
	return list
}

// patternAutomaton is a deterministic finite automaton that reads the values of symbols. State 0 is the first.
type patternAutomaton struct {
	// for each state, the state that follows when a value is read; a missing value leads to no state
	nextStates  []map[int]int
	isAccepting []bool // for each state, whether the text may end there
}

// nextState is the function RuleAutomaton.NextState of this automaton.
func (a *patternAutomaton) nextState(state int64, _, value int) (int64, bool) {
	to, ok := a.nextStates[state][value]
	return int64(to), ok
}

// compilePattern returns the automaton of a pattern. If avoid is set, it accepts the lines that contain no match.
func (s *Statement) compilePattern(pattern string, avoid bool, at ast.Ranged) (*patternAutomaton, bool) {
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, s.fail(codes.BadGiven, at, "a pattern is a regular expression over symbols: \"1*2(3|4)*\"",
			"the pattern cannot be read: %v", err)
	}
	prog, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return nil, s.fail(codes.BadGiven, at, "", "the pattern cannot be read: %v", err)
	}
	for _, i := range prog.Inst {
		if i.Op == syntax.InstEmptyWidth {
			return nil, s.fail(codes.BadGiven, at, "`matches` speaks of whole lines, and `never` of any part of one",
				"a pattern has no ^, $ or \\b")
		}
	}
	b := &patternBuilder{symbols: s.Filling.Symbols, symbolValues: s.Filling.SymbolValues, regexpProgram: prog,
		avoidsMatches: avoid,
		stateNumbers:  map[string]int{}, lastRunAtInstruction: make([]int, len(prog.Inst))}
	first, empty := b.followEmptySteps([]uint32{uint32(prog.Start)})
	if !s.require(!avoid || !empty, codes.BadGiven, at, "",
		"this pattern matches nothing at all, which is in every line") {
		return nil, false
	}
	b.stateOfSet(first, empty)
	if !b.buildAutomaton() {
		return nil, s.fail(codes.TooLarge, at, "say it by several patterns, or with smaller numbers in braces",
			"the pattern needs more than %d states", maxPatternStates)
	}
	return b.automaton.minimizeStates(s.Filling.SymbolValues), true
}

// patternBuilder makes a deterministic automaton whose states are sets of instructions of a program for the pattern (M.
// O. Rabin and D. Scott, "Finite automata and their decision problems", IBM Journal 3, 1959).
type patternBuilder struct {
	symbols      []string
	symbolValues []int // for each symbol, its value
	// regexpProgram is the pattern as a program of package regexp/syntax.
	regexpProgram  *syntax.Prog
	avoidsMatches  bool           // whether the automaton accepts the texts that contain no match
	stateNumbers   map[string]int // for each set in encoded form, the index of its state
	stateSets      [][]uint32     // for each state, its instructions that read a symbol, ascending
	acceptsByState []bool         // for each state, whether a match may end there
	// for each instruction, the number of the last run of followEmptySteps that visited it
	lastRunAtInstruction []int
	emptyStepRunCount    int // number of runs of followEmptySteps so far
	// automaton is the automaton built so far.
	automaton patternAutomaton
}

// buildAutomaton computes the states and steps. It returns false if there are too many states.
func (b *patternBuilder) buildAutomaton() bool {
	for state := 0; state < len(b.stateSets); state++ {
		if len(b.stateSets) > maxPatternStates {
			return false
		}
		next := map[int]int{}
		for k, symbol := range b.symbols {
			var to []uint32
			for _, pc := range b.stateSets[state] {
				if i := &b.regexpProgram.Inst[pc]; i.MatchRune([]rune(symbol)[0]) {
					to = append(to, i.Out)
				}
			}
			if b.avoidsMatches {
				to = append(to, uint32(b.regexpProgram.Start))
			}
			if set, match := b.followEmptySteps(to); !(b.avoidsMatches && match) && (len(set) > 0 || match) {
				next[b.symbolValues[k]] = b.stateOfSet(set, match)
			}
		}
		b.automaton.nextStates = append(b.automaton.nextStates, next)
		b.automaton.isAccepting = append(b.automaton.isAccepting, b.avoidsMatches || b.acceptsByState[state])
	}
	return true
}

// stateOfSet returns the index of the state with a set of instructions. The state is added if it is new.
func (b *patternBuilder) stateOfSet(set []uint32, match bool) int {
	key := make([]byte, 0, 4*len(set)+1)
	for _, pc := range set {
		key = binary.LittleEndian.AppendUint32(key, pc)
	}
	if match {
		key = append(key, 1)
	}
	n, known := b.stateNumbers[string(key)]
	if !known {
		n = len(b.stateSets)
		b.stateNumbers[string(key)] = n
		b.stateSets, b.acceptsByState = append(b.stateSets, set), append(b.acceptsByState, match)
	}
	return n
}

// followEmptySteps follows the instructions that read no symbol. It returns the instructions reached that read one, and
// whether a match may end there.
func (b *patternBuilder) followEmptySteps(from []uint32) (set []uint32, match bool) {
	b.emptyStepRunCount++
	for len(from) > 0 {
		pc := from[len(from)-1]
		if from = from[:len(from)-1]; b.lastRunAtInstruction[pc] == b.emptyStepRunCount {
			continue
		}
		b.lastRunAtInstruction[pc] = b.emptyStepRunCount
		switch i := &b.regexpProgram.Inst[pc]; i.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			from = append(from, i.Out, i.Arg)
		case syntax.InstCapture, syntax.InstNop:
			from = append(from, i.Out)
		case syntax.InstMatch:
			match = true
		case syntax.InstFail:
		default:
			set = append(set, pc)
		}
	}
	slices.Sort(set)
	return set, match
}

// minimizeStates returns an automaton in which states that accept the same texts are one state (E. F. Moore,
// "Gedanken-experiments on sequential machines", 1956). At first there are two classes, the accepting states and the
// other states. Classes are split as long as a step leads from one class to several classes.
func (a *patternAutomaton) minimizeStates(values []int) *patternAutomaton {
	class, refined := make([]int, len(a.nextStates)), make([]int, len(a.nextStates))
	for state, accepts := range a.isAccepting {
		if accepts != a.isAccepting[0] {
			class[state] = 1
		}
	}
	numbers := map[string]int{}
	var key []byte // key of a state: its class, and the classes of the states that follow it
	for before := 0; ; before = len(numbers) {
		clear(numbers)
		for state := range class {
			key = binary.AppendUvarint(key[:0], uint64(class[state]))
			for _, v := range values {
				to, ok := a.nextStates[state][v]
				if ok {
					to = class[to] + 1
				}
				key = binary.AppendUvarint(key, uint64(to))
			}
			n, known := numbers[string(key)]
			if !known {
				n = len(numbers)
				numbers[string(key)] = n
			}
			refined[state] = n
		}
		class, refined = refined, class
		if len(numbers) == before {
			break
		}
	}
	out := &patternAutomaton{}
	for state, n := range class {
		if n < len(out.nextStates) {
			continue
		}
		next := map[int]int{}
		for v, to := range a.nextStates[state] {
			next[v] = class[to]
		}
		out.nextStates, out.isAccepting = append(out.nextStates, next), append(out.isAccepting, a.isAccepting[state])
	}
	return out
}

func matchesSentence(s *Statement, r *ast.MatchesRule) string {
	where := "in each row"
	if r.On != nil {
		where = s.wherePhrase(r.On)
	}
	pattern := string(r.Pattern)
	if r.Word != "never" {
		return Capitalize(where) + " the cells, read in order, match the expression " + pattern + "."
	}
	if !strings.ContainsAny(pattern, "()[]*+?{}\\") {
		pattern = strings.Replace(source.JoinWords(strings.Split(pattern, "|")), " and ", " or ", 1)
		if strings.Contains(pattern, ".") {
			pattern += " (a dot is any cell)"
		}
		return Capitalize(where) + " there is nowhere, one after the other, " + pattern + "."
	}
	return Capitalize(where) + " no part matches the expression " + pattern + "."
}
