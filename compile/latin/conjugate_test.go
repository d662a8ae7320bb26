package latin_test

import (
	"slices"
	"testing"

	"quadrille/compile/latin"
)

// TestConjugates: the six partial squares that section 7 of PARTIAL-LATIN-GAD calls essentially equivalent. (The third
// row of the last square must be 34.1, by its graph, in which column 1 lacks only 1 and 4; 23.1, as some copies have
// it, would put 2 into that column twice.)
// copies have it, would put 2 into that column twice.)
func TestConjugates(t *testing.T) {
	want := map[string]latin.Conjugate{
		lines("314. 2..1 ..1. ..23"): latin.RCV,
		lines("32.. 1... 4.12 .1.3"): latin.CRV,
		lines("2.13 41.. 3... .34."): latin.RVC,
		lines("243. .1.3 1..4 3..."): latin.VRC,
		lines(".132 2.4. 1..4 ..1."): latin.VCR,
		lines(".21. 1... 34.1 2.4."): latin.CVR,
	}
	s := read(t, "314. 2..1 ..1. ..23")
	if len(latin.Conjugates()) != 6 {
		t.Error("there are not six")
	}
	for _, c := range latin.Conjugates() {
		got := s.Conjugate(c).String()
		if by, ok := want[got]; !ok || by != c {
			t.Errorf("%v is not one of the six, or another of them:\n%s", c, got)
		}
		delete(want, got)
	}
}

// TestConjugateNames: the conjugate rvc has the rows, values and columns in place of its rows, columns and values, and
// so on for every name.
func TestConjugateNames(t *testing.T) {
	const triple = "253" // the 3 in row 2 and column 5
	s := latin.NewSquare(5)
	s.Cells[1][4] = 3
	place := map[byte]int{'r': 0, 'c': 1, 'v': 2}
	for _, c := range latin.Conjugates() {
		name := string(c)
		at := func(k int) int { return int(triple[place[name[k]]] - '0') }
		if got := s.Conjugate(c).Cells[at(0)-1][at(1)-1]; got != at(2) {
			t.Errorf("%s has %d and not %d", name, got, at(2))
		}
	}
}

// TestConjugatesAreEquivalent: conjugates have as many completions, as many
// triangles, and the same degrees in other roles.
func TestConjugatesAreEquivalent(t *testing.T) {
	rng := seed(7)
	for range 30 {
		s := latin.PunchHoles(latin.RandomSquare(5, rng), 14, rng)
		want, triangles := completions(s.Clone()), s.Graph().CountTriangles()
		d := s.Graph().Degrees()
		role := map[byte][]int{'r': d.RowDegrees, 'c': d.ColumnDegrees, 'v': d.ValueDegrees}
		for _, c := range latin.Conjugates() {
			other := s.Conjugate(c)
			if err := check(other); err != nil {
				t.Fatal(c, err)
			}
			if got := completions(other.Clone()); got != want || other.Graph().CountTriangles() != triangles {
				t.Errorf("%v has %d completions and not %d:\n%v", c, got, want, s)
			}
			d, name := other.Graph().Degrees(), string(c)
			if !slices.Equal(d.RowDegrees, role[name[0]]) || !slices.Equal(d.ColumnDegrees, role[name[1]]) ||
				!slices.Equal(d.ValueDegrees, role[name[2]]) {
				t.Errorf("%v has other degrees:\n%v", c, s)
			}
		}
	}
}
