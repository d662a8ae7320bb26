package format_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// linearInequality is a constraint as a solver reads it.
type linearInequality struct {
	coefficients map[int]int
	relation     string
	bound        int
}

func (c linearInequality) holdsFor(x func(variable int) int) bool {
	sum := 0
	for v, k := range c.coefficients {
		sum += k * x(v)
	}
	switch c.relation {
	case "=":
		return sum == c.bound
	case ">=":
		return sum >= c.bound
	default:
		return sum <= c.bound
	}
}

var opbTerm = regexp.MustCompile(`([+-]\d+) x(\d+) `)
var opbLine = regexp.MustCompile(`^(?:[+-]\d+ x\d+ )+(=|>=) (-?\d+) ;\n$`)

// parseOPB parses the grammar of the pseudo-boolean competitions, but requires one blank where the grammar allows
// several.
func parseOPB(t *testing.T, text string) (variables int, all []linearInequality) {
	t.Helper()
	count := 0
	if _, err := fmt.Sscanf(text, "* #variable= %d #constraint= %d\n", &variables, &count); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "*") {
			continue
		}
		m := opbLine.FindStringSubmatch(line)
		if m == nil {
			t.Fatalf("%q is no constraint", line)
		}
		all = append(all, linearInequality{opbTerms(t, line, variables), m[1], mustAtoi(t, m[2])})
	}
	if len(all) != count {
		t.Fatalf("%d constraints, the header says %d", len(all), count)
	}
	return variables, all
}

func opbTerms(t *testing.T, line string, variables int) map[int]int {
	out := map[int]int{}
	for _, m := range opbTerm.FindAllStringSubmatch(line, -1) {
		v := mustAtoi(t, m[2])
		if v < 1 || v > variables {
			t.Fatalf("x%d of %d variables", v, variables)
		}
		out[v] += mustAtoi(t, m[1])
	}
	return out
}

func mustAtoi(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// parseLP parses the part of the LP format that this package writes: sections, and constraints with a name each.
func parseLP(t *testing.T, text string) (variables int, all []linearInequality) {
	t.Helper()
	var body strings.Builder
	for line := range strings.Lines(text) {
		if len(line) > 200 {
			t.Fatalf("a line of %d bytes", len(line))
		}
		if !strings.HasPrefix(line, `\`) {
			body.WriteString(line)
		}
	}
	_, rest, ok1 := strings.Cut(body.String(), "Subject To\n")
	constraints, rest, ok2 := strings.Cut(rest, "Binary\n")
	binaries, tail, ok3 := strings.Cut(rest, "End\n")
	if !ok1 || !ok2 || !ok3 || tail != "" || !strings.HasPrefix(body.String(), "Minimize\n obj:") {
		t.Fatalf("the sections are wrong:\n%s", text)
	}
	for range strings.Fields(binaries) {
		variables++
	}
	for _, c := range regexp.MustCompile(`\bc\d+:`).Split(constraints, -1)[1:] {
		all = append(all, lpConstraint(t, strings.Fields(c), variables))
	}
	return variables, all
}

func lpConstraint(t *testing.T, words []string, variables int) linearInequality {
	t.Helper()
	c := linearInequality{coefficients: map[int]int{}}
	sign := 1
	for k, w := range words {
		switch {
		case w == "+":
			sign = 1
		case w == "-":
			sign = -1
		case w[0] == 'x':
			v := mustAtoi(t, w[1:])
			if v < 1 || v > variables {
				t.Fatalf("x%d of %d variables", v, variables)
			}
			c.coefficients[v] += sign
		default:
			c.relation, c.bound = w, mustAtoi(t, words[k+1])
			return c
		}
	}
	t.Fatalf("%q has no relation", words)
	return c
}

// TestLinear: the 0-1 points that satisfy the constraints in opb and lp correspond one to one to the solutions.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for f, parse := range map[format.Format]func(*testing.T, string) (int, []linearInequality){
		format.OPB: parseOPB, format.LP: parseLP,
	} {
		for n, p := range smallProblems() {
			text := mustWrite(t, p, f, format.WriteOptions{})
			variables, all := parse(t, text)
			if variables > 17 || variables > 14 && !matrixtest.SlowTestsWanted() {
				continue // too many points to try
			}
			if got, want := feasiblePoints(p, variables, all), bruteSolutions(p); !equalSets(got, want) {
				t.Fatalf("%s, problem %d: %v, want %v\n%s", f, n, got, want, text)
			}
		}
	}
}

// feasiblePoints returns the options of every 0-1 point that satisfies all constraints.
func feasiblePoints(p *matrix.Problem, variables int, all []linearInequality) [][]matrix.OptionID {
	var out [][]matrix.OptionID
next:
	for point := range 1 << variables {
		for _, c := range all {
			if !c.holdsFor(func(v int) int { return point >> (v - 1) & 1 }) {
				continue next
			}
		}
		chosen := []matrix.OptionID{}
		for o := range p.OptionCount() {
			if point>>o&1 == 1 {
				chosen = append(chosen, matrix.OptionID(o))
			}
		}
		out = append(out, chosen)
	}
	return out
}
