package proof_test

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// cpogChecker follows the published rules of CPOG (Bryant and others, SAT 2023), and shares no code with the writer. It
// keeps all clauses, and evaluates the graph with a table.
type cpogChecker struct {
	variables, inputs int
	clauses           map[int][]int
	structural        map[int]bool // clauses that the definitions of nodes make
	nodes             map[int]node
	root              int
	hasRoot           bool
}

type node struct {
	sum  bool
	args []int
	vars map[int]bool
}

// countModels returns the number of models that a CPOG proves for a formula, or an error.
func countModels(cnf, cpog string) (n *big.Int, err error) {
	defer func() {
		if wrong := recover(); wrong != nil {
			err = fmt.Errorf("%v", wrong)
		}
	}()
	c := &cpogChecker{clauses: map[int][]int{}, structural: map[int]bool{}, nodes: map[int]node{}}
	c.readFormula(cnf)
	for line := range strings.Lines(cpog) {
		c.checkLine(line)
	}
	return c.count(), nil
}

func must(good bool, format string, args ...any) {
	if !good {
		panic(fmt.Sprintf(format, args...))
	}
}

func integers(words []string) (list []int) {
	for _, w := range words {
		n, err := strconv.Atoi(w)
		must(err == nil, "%q is no number", w)
		list = append(list, n)
	}
	return list
}

// lists divides a list of numbers at its zeros. The last number must be 0.
func lists(numbers []int, want int) [][]int {
	out := [][]int{nil}
	for _, n := range numbers {
		if n == 0 {
			out = append(out, nil)
		} else {
			out[len(out)-1] = append(out[len(out)-1], n)
		}
	}
	must(len(out) == want+1 && out[want] == nil, "%v are not %d lists", numbers, want)
	return out[:want]
}

func (c *cpogChecker) readFormula(cnf string) {
	count := 0
	for line := range strings.Lines(cnf) {
		switch words := strings.Fields(line); {
		case words[0] == "c":
		case words[0] == "p":
			head := integers(words[2:])
			must(words[1] == "cnf" && len(head) == 2 && c.variables == 0, "%s", line)
			c.variables, count = head[0], head[1]
		default:
			c.inputs++
			c.clauses[c.inputs] = lists(integers(words), 1)[0]
			for _, l := range c.clauses[c.inputs] {
				must(max(l, -l) <= c.variables, "%d is no variable", l)
			}
		}
	}
	must(c.inputs == count, "%d clauses, and %d are said", c.inputs, count)
}

func (c *cpogChecker) checkLine(line string) {
	words := strings.Fields(line)
	if words[0] == "r" {
		must(!c.hasRoot, "two roots")
		c.root, c.hasRoot = integers(words[1:])[0], true
		return
	} else if words[0] == "D" {
		for _, id := range lists(integers(words[1:]), 1)[0] {
			must(c.clauses[id] != nil && id > c.inputs && !c.structural[id], "clause %d cannot be deleted", id)
			delete(c.clauses, id)
		}
		return
	}
	id, numbers := integers(words[:1])[0], integers(words[2:])
	switch words[1] {
	case "a":
		parts := lists(numbers, 2)
		must(c.follows(parts[0], parts[1], false), "clause %d does not follow", id)
		c.add(id, parts[0], false)
	case "p":
		args := lists(numbers[1:], 1)[0]
		n := node{args: args, vars: map[int]bool{}}
		definition := []int{numbers[0]}
		for _, a := range args {
			definition = append(definition, -a)
			for v := range c.varsOf(a) {
				must(!n.vars[v], "product %d has variable %d twice", numbers[0], v)
				n.vars[v] = true
			}
		}
		c.define(numbers[0], n)
		c.add(id, definition, true)
		for k, a := range args {
			c.add(id+1+k, []int{-numbers[0], a}, true)
		}
	case "s":
		a, b := numbers[1], numbers[2]
		must(c.follows([]int{-a, -b}, lists(numbers[3:], 1)[0], true), "sum %d: both terms can be true", numbers[0])
		n := node{sum: true, args: []int{a, b}, vars: map[int]bool{}}
		for _, arg := range n.args {
			for v := range c.varsOf(arg) {
				n.vars[v] = true
			}
		}
		c.define(numbers[0], n)
		c.add(id, []int{-numbers[0], a, b}, true)
		c.add(id+1, []int{numbers[0], -a}, true)
		c.add(id+2, []int{numbers[0], -b}, true)
	default:
		must(false, "unknown line %s", line)
	}
}

// varsOf returns the variables of the formula on which a literal depends.
func (c *cpogChecker) varsOf(l int) map[int]bool {
	if v := max(l, -l); v <= c.variables {
		return map[int]bool{v: true}
	}
	n, ok := c.nodes[l]
	must(ok, "%d is no node", l)
	return n.vars
}

func (c *cpogChecker) define(v int, n node) {
	_, known := c.nodes[v]
	must(v > c.variables && !known, "%d is no new node", v)
	c.nodes[v] = n
}

func (c *cpogChecker) add(id int, clause []int, structural bool) {
	must(c.clauses[id] == nil, "clause %d is there", id)
	c.clauses[id], c.structural[id] = append([]int{}, clause...), structural
}

// follows reports whether a clause follows by unit propagation of its hints, in the order of the hints.
func (c *cpogChecker) follows(clause, hints []int, structural bool) bool {
	isFalse := map[int]bool{}
	for _, l := range clause {
		isFalse[l] = true
	}
	for _, id := range hints {
		hint, ok := c.clauses[id]
		must(ok && (!structural || c.structural[id]), "clause %d is no hint here", id)
		open := slices.DeleteFunc(slices.Clone(hint), func(l int) bool { return isFalse[l] })
		switch len(open) {
		case 0:
			return true
		case 1:
			isFalse[-open[0]] = true
		default:
			return false
		}
	}
	return false
}

// count checks the root, and that the graph implies each clause of the formula. It returns the number of models.
func (c *cpogChecker) count() *big.Int {
	must(c.hasRoot, "there is no root")
	unit := func(want ...int) bool {
		for _, clause := range c.clauses {
			if slices.Equal(clause, want) {
				return true
			}
		}
		return false
	}
	if c.root == 0 {
		must(unit(), "there is no empty clause")
		return new(big.Int)
	}
	must(unit(c.root), "there is no clause of the root")
	for id := 1; id <= c.inputs; id++ {
		must(c.contradicts(c.root, c.clauses[id], map[int]bool{}), "the graph does not imply clause %d", id)
	}
	must(len(c.varsOf(c.root)) == c.variables, "some variables are in no node")
	return c.models(c.root, map[int]*big.Int{})
}

// contradicts reports whether a node is false wherever all literals of a clause are false.
func (c *cpogChecker) contradicts(l int, clause []int, known map[int]bool) bool {
	n, ok := c.nodes[l]
	if !ok {
		return slices.Contains(clause, l)
	}
	if answer, ok := known[l]; ok {
		return answer
	}
	is := func(arg int) bool { return c.contradicts(arg, clause, known) }
	not := func(arg int) bool { return !is(arg) }
	known[l] = n.sum && !slices.ContainsFunc(n.args, not) || !n.sum && slices.ContainsFunc(n.args, is)
	return known[l]
}

// models returns the number of models of a node, over its variables.
func (c *cpogChecker) models(l int, known map[int]*big.Int) *big.Int {
	n, ok := c.nodes[l]
	if !ok {
		return big.NewInt(1)
	}
	if known[l] != nil {
		return known[l]
	}
	total := big.NewInt(1)
	if n.sum {
		total.SetInt64(0)
	}
	for _, arg := range n.args {
		part := c.models(arg, known)
		if n.sum {
			free := uint(len(n.vars) - len(c.varsOf(arg)))
			total.Add(total, new(big.Int).Lsh(part, free))
		} else {
			total.Mul(total, part)
		}
	}
	known[l] = total
	return total
}
