package rule

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
)

// maxPatternStates bounds the states of the automaton of a pattern. One that counts to ten has some ten.
const maxPatternStates = 1000

// checkMatches wants the symbols along each line to read as a regular expression, or to hold nothing that does.
func checkMatches(s *Statement, r *ast.MatchesRule) {
	a, ok := s.compilePattern(string(r.Pattern), r.Word == "never", r)
	if !ok {
		return
	}
	for _, cells := range s.orderedLines(r.On) {
		s.addWalk(model.RuleWalk{Cells: cells, Step: a.step, Ends: func(state int64) bool { return a.accepts[state] }},
			s.SpanOf(r))
		s.addSign("line", "", cells)
	}
}

// orderedLines returns the lines on which a rule holds that reads cells in an order: that in which they are listed.
// Without `on` it is the rows.
func (s *Statement) orderedLines(on []*ast.Line) (lines [][]lattice.Cell) {
	if on == nil {
		return s.boardLines("rows")
	}
	for _, l := range on {
		if listed := listedCells(l); listed == nil {
			lines = append(lines, s.cellsOfLine(l)...)
		} else if cells, ok := s.FindListedCells(listed, s.Model.Board); ok {
			lines = append(lines, cells)
		}
	}
	return lines
}

// listedCells returns the list of a line that lists its cells, in braces or not, and says nothing else.
func listedCells(l *ast.Line) *ast.CellList {
	if l.Shape == nil || l.Everywhere || len(l.Shape.Rest) > 0 || len(l.Shape.First.Motions) > 0 {
		return nil
	}
	if places := l.Shape.First.Atom.Cells; places != nil {
		return listOf(places)
	}
	return l.Shape.First.Atom.List
}

func listOf(places []*ast.Place) *ast.CellList {
	list := &ast.CellList{}
	for _, at := range places {
		list.Cells = append(list.Cells, &ast.Cell{Node: at.Node, Place: at})
	}
	return list
}

// patternAutomaton is a deterministic automaton over the values of symbols. Its states count from 0, where it begins.
type patternAutomaton struct {
	next    []map[int]int // by state and value; a value that is missing leads nowhere
	accepts []bool
}

func (a *patternAutomaton) step(state int64, _, value int) (int64, bool) {
	to, ok := a.next[state][value]
	return int64(to), ok
}

// compilePattern makes the automaton of a pattern; if it is to be avoided, the one of all that hold no match.
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
	b := &patternBuilder{symbols: s.Model.Symbols, values: s.Model.Values, prog: prog, avoid: avoid,
		numbers: map[string]int{}, visited: make([]int, len(prog.Inst))}
	first, empty := b.closure([]uint32{uint32(prog.Start)})
	if !s.require(!avoid || !empty, codes.BadGiven, at, "",
		"this pattern matches nothing at all, which is in every line") {
		return nil, false
	}
	b.numberOf(first, empty)
	if !b.build() {
		return nil, s.fail(codes.TooLarge, at, "say it by several patterns, or with smaller numbers in braces",
			"the pattern needs more than %d states", maxPatternStates)
	}
	return b.automaton.minimized(s.Model.Values), true
}

// patternBuilder makes a deterministic automaton by sets of states (M. O. Rabin and D. Scott, "Finite automata and
// their decision problems", IBM Journal 3, 1959).
type patternBuilder struct {
	symbols   []string
	values    []int // values of the symbols
	prog      *syntax.Prog
	avoid     bool           // whether matches may begin anywhere, and none may be there
	numbers   map[string]int // numbers of the states, by their encoding
	sets      [][]uint32     // instructions that read a symbol, in order, by state
	matched   []bool         // whether a match may end here, by state
	visited   []int          // last closure that met an instruction, by instruction
	closures  int            // number of closures so far
	automaton patternAutomaton
}

// build returns false if there are too many states.
func (b *patternBuilder) build() bool {
	for state := 0; state < len(b.sets); state++ {
		if len(b.sets) > maxPatternStates {
			return false
		}
		next := map[int]int{}
		for k, symbol := range b.symbols {
			var to []uint32
			for _, pc := range b.sets[state] {
				if i := &b.prog.Inst[pc]; i.MatchRune([]rune(symbol)[0]) {
					to = append(to, i.Out)
				}
			}
			if b.avoid {
				to = append(to, uint32(b.prog.Start))
			}
			if set, match := b.closure(to); !(b.avoid && match) && (len(set) > 0 || match) {
				next[b.values[k]] = b.numberOf(set, match)
			}
		}
		b.automaton.next = append(b.automaton.next, next)
		b.automaton.accepts = append(b.automaton.accepts, b.avoid || b.matched[state])
	}
	return true
}

// numberOf numbers a set of instructions.
func (b *patternBuilder) numberOf(set []uint32, match bool) int {
	key := make([]byte, 0, 4*len(set)+1)
	for _, pc := range set {
		key = binary.LittleEndian.AppendUint32(key, pc)
	}
	if match {
		key = append(key, 1)
	}
	n, known := b.numbers[string(key)]
	if !known {
		n = len(b.sets)
		b.numbers[string(key)] = n
		b.sets, b.matched = append(b.sets, set), append(b.matched, match)
	}
	return n
}

// closure follows the instructions that read nothing. It returns those that read a symbol, and whether a match may end.
func (b *patternBuilder) closure(from []uint32) (set []uint32, match bool) {
	b.closures++
	for len(from) > 0 {
		pc := from[len(from)-1]
		if from = from[:len(from)-1]; b.visited[pc] == b.closures {
			continue
		}
		b.visited[pc] = b.closures
		switch i := &b.prog.Inst[pc]; i.Op {
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

// minimized joins the states from which the same lines are read (E. F. Moore, "Gedanken-experiments on sequential
// machines", 1956): first those that accept and those that do not, and then as long as a step tells two apart.
func (a *patternAutomaton) minimized(values []int) *patternAutomaton {
	class, refined := make([]int, len(a.next)), make([]int, len(a.next))
	for state, accepts := range a.accepts {
		if accepts != a.accepts[0] {
			class[state] = 1
		}
	}
	numbers := map[string]int{}
	var key []byte // class of a state and of the states that its steps lead to
	for before := 0; ; before = len(numbers) {
		clear(numbers)
		for state := range class {
			key = binary.AppendUvarint(key[:0], uint64(class[state]))
			for _, v := range values {
				to, ok := a.next[state][v]
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
		if n < len(out.next) {
			continue
		}
		next := map[int]int{}
		for v, to := range a.next[state] {
			next[v] = class[to]
		}
		out.next, out.accepts = append(out.next, next), append(out.accepts, a.accepts[state])
	}
	return out
}
