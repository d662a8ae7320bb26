package learn_test

import (
	"fmt"
	"strings"
	"testing"

	"quadrille/runtime/matrix"
)

// maker builds problems whose items are named by their use.
type maker struct {
	*matrix.Builder
	items map[string]matrix.ItemID
}

func newMaker() maker { return maker{matrix.NewBuilder(), map[string]matrix.ItemID{}} }

// once names an item that is covered exactly once.
func (m maker) once(parts ...any) matrix.Entry {
	name := fmt.Sprint(parts...)
	if _, ok := m.items[name]; !ok {
		m.items[name] = m.Primary(name, matrix.Once)
	}
	return matrix.Entry{Item: m.items[name]}
}

// atMostOnce names an item that is covered at most once.
func (m maker) atMostOnce(parts ...any) matrix.Entry {
	name := fmt.Sprint(parts...)
	if _, ok := m.items[name]; !ok {
		m.items[name] = m.Secondary(name)
	}
	return matrix.Entry{Item: m.items[name]}
}

func (m maker) problem(t testing.TB) *matrix.Problem {
	t.Helper()
	p, err := m.Build()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const digits = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// latin reads a partial Latin square, a row in each word, and builds the problem of
// filling its holes.
func latin(t testing.TB, square string) *matrix.Problem {
	rows := strings.Fields(square)
	m := newMaker()
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
			cell := m.once("cell", i, " ", j) // which has no option at all in some squares
			for k := range rows {
				if !used[fmt.Sprint("row", i, " ", k)] && !used[fmt.Sprint("column", j, " ", k)] {
					m.Option(cell, m.once("row", i, " ", k), m.once("column", j, " ", k))
				}
			}
		}
	}
	return m.problem(t)
}

// pigeons puts each of n pigeons into one of the holes.
func pigeons(t testing.TB, n, holes int) *matrix.Problem {
	m := newMaker()
	for i := range n {
		for j := range holes {
			m.Option(m.once("pigeon", i), m.atMostOnce("hole", j))
		}
	}
	return m.problem(t)
}

// dominoes covers a board, without the cells named, "row column", with dominoes.
func dominoes(t testing.TB, rows, columns int, without ...string) *matrix.Problem {
	m := newMaker()
	out := map[string]bool{}
	for _, cell := range without {
		out[cell] = true
	}
	place := func(i, j, k, l int) {
		a, b := fmt.Sprint(i, " ", j), fmt.Sprint(k, " ", l)
		if k < rows && l < columns && !out[a] && !out[b] {
			m.Option(m.once(a), m.once(b))
		}
	}
	for i := range rows {
		for j := range columns {
			place(i, j, i, j+1)
			place(i, j, i+1, j)
		}
	}
	return m.problem(t)
}
