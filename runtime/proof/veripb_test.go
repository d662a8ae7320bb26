package proof_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quadrille/runtime/engine/memo"
	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/proof"
)

// constraint is an inequality: a sum of variables with coefficients is at least a bound.
type constraint struct {
	terms map[string]int
	bound int
}

// parseConstraints parses lines such as "+1 x1 -1 x2 >= 0 ;". An equation becomes two constraints, and ~x1 stands for 1
// minus x1.
func parseConstraints(line string) []constraint {
	words := strings.Fields(strings.TrimSuffix(strings.TrimSpace(line), ";"))
	relation := len(words) - 2
	must(relation >= 0 && relation%2 == 0, "no constraint: %s", line)
	c := constraint{map[string]int{}, integers(words[relation+1:])[0]}
	for k := 0; k < relation; k += 2 {
		factor, name := integers(words[k : k+1])[0], words[k+1]
		if plain, negated := strings.CutPrefix(name, "~"); negated {
			name, factor, c.bound = plain, -factor, c.bound-factor
		}
		must(strings.HasPrefix(name, "x"), "no variable: %s", name)
		c.terms[name] += factor
	}
	switch words[relation] {
	case ">=":
		return []constraint{c}
	case "=":
		return []constraint{c, c.opposite(0)}
	}
	panic("no relation: " + line)
}

// opposite returns the constraint that the sum is at most the bound minus a number.
func (c constraint) opposite(less int) constraint {
	o := constraint{map[string]int{}, less - c.bound}
	for x, factor := range c.terms {
		o.terms[x] = -factor
	}
	return o
}

// conflicts propagates some values, and reports whether some constraint can no longer be satisfied.
func conflicts(list map[int]constraint, values map[string]bool) bool {
	for changed := true; changed; {
		changed = false
		for _, c := range list {
			most := 0 // greatest value that the sum can have
			for x, factor := range c.terms {
				if value, known := values[x]; known && value || !known && factor > 0 {
					most += factor
				}
			}
			if most < c.bound {
				return true
			}
			for x, factor := range c.terms {
				if _, known := values[x]; !known && most-max(factor, -factor) < c.bound && factor != 0 {
					values[x] = factor > 0
					changed = true
				}
			}
		}
	}
	return false
}

// checkVeriPB checks a proof by those rules of VeriPB that the writer uses. It returns the solutions that the proof
// lists, by their options. The proof of a problem with a goal lists one.
func checkVeriPB(opb, pbp string) (solutions [][]matrix.OptionID, err error) {
	defer func() {
		if wrong := recover(); wrong != nil {
			err = fmt.Errorf("%v", wrong)
		}
	}()
	list, last, ended := map[int]constraint{}, 0, false
	add := func(c constraint) { last++; list[last] = c }
	var objective map[string]int
	for line := range strings.Lines(opb) {
		if goal, ok := strings.CutPrefix(line, "min:"); ok {
			objective = parseConstraints(strings.Replace(goal, ";", ">= 0 ;", 1))[0].terms
		} else if line[0] != '*' {
			for _, c := range parseConstraints(line) {
				add(c)
			}
		}
	}
	for line := range strings.Lines(pbp) {
		rule, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch rule {
		case "pseudo-Boolean":
		case "f":
			must(rest == strconv.Itoa(last), "%d constraints, and not %s", last, rest)
		case "rup":
			c := parseConstraints(rest)[0]
			assumed := maps.Clone(list)
			assumed[0] = c.opposite(1)
			must(conflicts(assumed, map[string]bool{}), "this does not follow: %s", line)
			add(c)
		case "v", "o":
			values, blocked, chosen := map[string]bool{}, constraint{map[string]int{}, 1}, []matrix.OptionID{}
			for _, word := range strings.Fields(rest) {
				x, negated := strings.CutPrefix(word, "~")
				values[x] = !negated
				if blocked.terms[x] = 1; !negated {
					blocked.terms[x], blocked.bound = -1, blocked.bound-1
					chosen = append(chosen, matrix.OptionID(integers([]string{x[1:]})[0]-1))
				}
			}
			must(!conflicts(list, values), "this is no solution: %s", line)
			for _, c := range list {
				for x := range c.terms {
					_, known := values[x]
					must(known, "%s has no value in %s", x, line)
				}
			}
			if solutions = append(solutions, chosen); rule == "o" {
				value := 0
				for x, cost := range objective {
					if values[x] {
						value += cost
					}
				}
				blocked = constraint{objective, value}.opposite(1)
			}
			add(blocked)
		case "d":
			for _, id := range lists(integers(strings.Fields(rest)), 1)[0] {
				_, there := list[id]
				must(there, "no constraint %d", id)
				delete(list, id)
			}
		case "c":
			c, there := list[integers([]string{rest})[0]]
			must(there && conflicts(map[int]constraint{1: c}, map[string]bool{}), "no contradiction")
			ended = true
		default:
			panic("unknown line " + line)
		}
	}
	must(ended, "it ends without a contradiction")
	return solutions, nil
}

// writeVeriPB returns the constraints and the proof of a problem.
func writeVeriPB(t *testing.T, p *matrix.Problem, byLinks bool) (opb, pbp string) {
	t.Helper()
	var a, b bytes.Buffer
	if err := format.WriteProblem(&a, p, format.OPB, format.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := proof.WriteVeriPB(&b, a.Bytes(), p, readProof(t, p, byLinks), 1<<20); err != nil {
		t.Fatal(err)
	}
	return a.String(), b.String()
}

// TestVeriPB: a proof lists the solutions that brute force finds, and with a goal one of the best.
func TestVeriPB(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	proofProblems(matrixtest.RandomRounds(12, 400), func(p *matrix.Problem, all [][]matrix.OptionID) {
		opb, pbp := writeVeriPB(t, p, len(p.Nogoods()) > 0)
		got, err := checkVeriPB(opb, pbp)
		slices.SortFunc(got, slices.Compare)
		slices.SortFunc(all, slices.Compare)
		if err != nil || !slices.EqualFunc(got, all, slices.Equal) {
			t.Fatalf("%v and %v, want %v\n%s%s", got, err, all, opb, pbp)
		}
		g := &matrix.Goal{Maximize: r.IntN(2) == 0, OptionValues: make([]int64, p.OptionCount())}
		for o := range g.OptionValues {
			g.OptionValues[o] = r.Int64N(9) - 3
		}
		p, err = p.WithGoal(g)
		if err != nil {
			t.Fatal(err)
		}
		opb, pbp = writeVeriPB(t, p, len(p.Nogoods()) > 0)
		best, err := checkVeriPB(opb, pbp)
		if err != nil || len(best) != min(1, len(all)) {
			t.Fatalf("%v and %v, want one\n%s%s", best, err, opb, pbp)
		}
		for _, s := range all {
			if g.IsBetter(g.ValueOf(s), g.ValueOf(best[0])) {
				t.Fatalf("%v is better than %v", s, best[0])
			}
		}
	})
}

// TestVeriPBOfParts: a proof that splits a problem into Langford's pairs of two orders lists all pairs of solutions, or
// none if one of the orders has none (n is 0 or 3 modulo 4, A014552).
func TestVeriPBOfParts(t *testing.T) {
	solutions := map[int]int64{2: 0, 3: 2, 4: 2, 5: 0}
	for _, orders := range [][2]int{{3, 4}, {4, 3}, {3, 3}, {3, 5}, {5, 3}, {2, 5}} {
		var parts []*matrix.Problem
		var itemsOf [2][]matrix.ItemID
		b := matrix.NewBuilder()
		for k, n := range orders {
			parts = append(parts, matrixtest.LangfordProblem(n))
			for i := range matrix.ItemID(parts[k].ItemCount()) {
				itemsOf[k] = append(itemsOf[k], b.AddPrimary(fmt.Sprint(k, parts[k].Name(i)), matrix.Once))
			}
		}
		for k, part := range parts {
			for o := range matrix.OptionID(part.OptionCount()) {
				var entries []matrix.Entry
				for _, e := range part.Option(o) {
					entries = append(entries, matrix.Entry{Item: itemsOf[k][e.Item]})
				}
				b.AddOption(entries...)
			}
		}
		p, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		var file, opb, pbp bytes.Buffer
		w, product := proof.NewWriter(&file, proof.ClaimCount, make([]byte, 32)), big.NewInt(1)
		w.WriteSymmetries(nil)
		w.WriteSplit(itemsOf[0], false)
		for k, part := range parts {
			if product.Sign() == 0 {
				break // a part without a solution is enough
			}
			var steps bytes.Buffer
			out := proof.NewPartWriter(&steps, itemsOf[k])
			n, _, err := memo.CountSolutions(t.Context(), part, memo.CountOptions{Proof: out, NoSymmetries: true})
			if err = errors.Join(err, out.EndPart()); err != nil || n.Int64() != solutions[orders[k]] {
				t.Fatalf("%v solutions of order %d, %v", n, orders[k], err)
			}
			w.WritePart(steps.Bytes())
			product.Mul(product, n)
		}
		if err := w.WriteTotal(product); err != nil {
			t.Fatal(err)
		}
		tree, err := proof.Read(p, make([]byte, 32), &file, 1<<20)
		if err == nil {
			err = format.WriteProblem(&opb, p, format.OPB, format.WriteOptions{})
		}
		if err == nil {
			err = proof.WriteVeriPB(&pbp, opb.Bytes(), p, tree, 1<<20)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got, err := checkVeriPB(opb.String(), pbp.String()); err != nil || int64(len(got)) != product.Int64() {
			t.Errorf("%v: %d solutions in place of %v, %v", orders, len(got), product, err)
		}
	}
}

// TestDamagedVeriPB: a proof without one of its solutions or lines is refused, or still lists all solutions.
func TestDamagedVeriPB(t *testing.T) {
	opb, pbp := writeVeriPB(t, matrixtest.QueensProblem(5), false)
	lines := slices.Collect(strings.Lines(pbp))
	refused := 0
	for k := range lines {
		got, err := checkVeriPB(opb, strings.Join(slices.Delete(slices.Clone(lines), k, k+1), ""))
		if err != nil {
			refused++
		} else if len(got) != 10 {
			t.Errorf("without %s there are %d solutions", lines[k], len(got))
		}
	}
	if refused < len(lines)/2 {
		t.Errorf("%d of %d lines are missed", refused, len(lines))
	}
	p := matrixtest.LangfordProblem(4)
	tree := readProof(t, p, false)
	if err := proof.WriteVeriPB(new(bytes.Buffer), nil, p, tree, 50); !errors.Is(err, proof.ErrTooLarge) {
		t.Error(err)
	}
}
