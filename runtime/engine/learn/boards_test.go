package learn_test

import (
	"fmt"
	"strings"
	"testing"

	"quadrille/runtime/matrix"
)

// namedBuilder builds problems whose items are named by their use.
type namedBuilder struct {
	*matrix.Builder
	items map[string]matrix.ItemID
}

func newNamedBuilder() namedBuilder {
	return namedBuilder{matrix.NewBuilder(), map[string]matrix.ItemID{}}
}

// onceItem names an item that is covered exactly once.
func (m namedBuilder) onceItem(parts ...any) matrix.Entry {
	name := fmt.Sprint(parts...)
	if _, ok := m.items[name]; !ok {
		m.items[name] = m.AddPrimary(name, matrix.Once)
	}
	return matrix.Entry{Item: m.items[name]}
}

// atMostOnce names an item that is covered at most once.
func (m namedBuilder) atMostOnce(parts ...any) matrix.Entry {
	name := fmt.Sprint(parts...)
	if _, ok := m.items[name]; !ok {
		m.items[name] = m.AddSecondary(name)
	}
	return matrix.Entry{Item: m.items[name]}
}

func (m namedBuilder) mustBuild(t testing.TB) *matrix.Problem {
	t.Helper()
	p, err := m.Build()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const digits = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// latinProblem reads a partial Latin square, a row in each word, and builds the problem of
// filling its holes.
func latinProblem(t testing.TB, square string) *matrix.Problem {
	rows := strings.Fields(square)
	m := newNamedBuilder()
	used := map[string]bool{}
	for i, row := range rows {
		for j := range row {
			if k := strings.IndexByte(digits, row[j]); k >= 0 {
				used[fmt.Sprint("row", i, " ", k)], used[fmt.Sprint("column", j, " ", k)] = true, true
			}
		}
	}
	for i, row := range rows {
		for j := range row {
			if row[j] != '.' {
				continue
			}
			cell := m.onceItem("cell", i, " ", j) // which has no option at all in some squares
			for k := range rows {
				if !used[fmt.Sprint("row", i, " ", k)] && !used[fmt.Sprint("column", j, " ", k)] {
					m.AddOption(cell, m.onceItem("row", i, " ", k), m.onceItem("column", j, " ", k))
				}
			}
		}
	}
	return m.mustBuild(t)
}

// pigeonProblem puts each of n pigeons into one of the holes.
func pigeonProblem(t testing.TB, n, holes int) *matrix.Problem {
	m := newNamedBuilder()
	for i := range n {
		for j := range holes {
			m.AddOption(m.onceItem("pigeon", i), m.atMostOnce("hole", j))
		}
	}
	return m.mustBuild(t)
}
