package puzzletest_test

import (
	"strings"
	"testing"

	"quadrille"
	"quadrille/compile/puzzletest"
	"quadrille/explain"
)

// TestFound: puzzles that random ones were cut down to, where something was wrong. A solution is worked out by hand.
func TestFound(t *testing.T) {
	for name, p := range map[string]puzzletest.Puzzle{
		"symbols that are not on the wrapped board beside them": {
			Text: "piece A = 1x2 board b on square torus = 1x2 pack b with A latin 2 { given " +
				"\"\"\"\n1.\n..\n\"\"\" }",
			Solutions: []string{"piece A 0,0 0,1;symbol 1 0,0;symbol 1 1,1;symbol 2 0,1;symbol 2 1,0"},
		},
		"men beside a packing in space": {
			Text: "piece A on cube = 1x1x1 board b on cube = 1x1x1 pack b with A\n" +
				"board p on square = 1x2 place rook on p { exactly 1 on (0, 1) none on (0, 0) }",
			Solutions: []string{"piece A 0,0,0;piece rook 0,1"},
		},
		"a forbidden option with an item that orbits of men cover twice": {
			Text: "board p on square = 1x3 place rook on p { exactly 2 on all symmetric half-turn }\n" +
				"items m any option all m option m forbid together all m",
			Solutions: []string{"option m;piece rook 0,0;piece rook 0,2", "piece rook 0,0;piece rook 0,2"},
		},
		"as many copies as there are, though there is no room for them": {
			Text:      "piece A = 1x1 board b on square = \"\"\"?\"\"\" pack b with any of A items m option A m",
			Solutions: []string{"option A m", "option A m;piece A 0,0"},
		},
		"an option that counts 0 times for an item is not named by its other items": {
			Text:      "items a items w any option a option w*0 a forbid together a",
			Solutions: []string{"option a"},
		},
		"symbols in space beside men in the plane": {
			Text: "board f on cube = (1, 0, 0) fill f with \"a\"\n" +
				"board p on square = 1x1 place rook on p { exactly 1 on (0, 0) }",
			Solutions: []string{"piece rook 0,0;symbol a 1,0,0"},
		},
		"three pieces at a corner beside a cell that the core covers": {
			Text: "piece A = 1x1 board b on square = 2x2 pack b with 3 of A { tatami }\n" +
				"items a option a b[1,1]",
			Solutions: []string{"option 1,1 a;piece A 0,0;piece A 0,1;piece A 1,0"},
		},
		"a cell that the core covers does not join empty cells": {
			Text: "piece A = 1x1 board b on square = 1x4 pack b with 1 of A { leave 2 empty connected empty }\n" +
				"items m option m b[0,1]",
			Solutions: []string{"option 0,1 m;piece A 0,0"},
		},
		"there is no number before the first": {
			Text:      `board f on square = 1x2 fill f with "02" { numbered left "2" }`,
			Solutions: []string{"symbol 2 0,0;symbol 2 0,1"},
		},
		"both slices of bread, and not one twice": {
			Text:      `board f on square = 1x2 fill f with "12" { sandwich rows "0" }`,
			Solutions: []string{"symbol 1 0,0;symbol 2 0,1", "symbol 1 0,1;symbol 2 0,0"},
		},
		"nothing stands in a row of holes": {
			Text:      `board f on square = (0, 0) (2, 0) fill f with "1" { consecutive on rows }`,
			Solutions: []string{"symbol 1 0,0;symbol 1 2,0"},
		},
		"cells in braces are read as they are listed": {
			Text:      `board f on square = 1x2 fill f with "12" { ascending on {(0, 1-i) for i in 0..1} }`,
			Solutions: []string{"symbol 1 0,1;symbol 2 0,0"},
		},
		"a rule behind clues of rows": {
			Text:      `board f on square = 2x1 fill f with "12" { count "1" rows "1, ." rows differ }`,
			Solutions: []string{"symbol 1 0,0;symbol 2 1,0"},
		},
		// To the right (0, 1) and (0, 2), and downwards from (1, 0) around the twisted edge (0, 2), (1, 2) and so on.
		"rays that cross around a board": {
			Text: "board f on square wrap (2, 1) (0, 3) = 2x3 - (1, 1)\n" +
				`fill f with "01" { none "1" on rays (0, 0) exactly 1 "1" on (0, 0) }`,
			Solutions: []string{"symbol 0 0,1;symbol 0 0,2;symbol 0 1,0;symbol 0 1,2;symbol 1 0,0"},
		},
		"a place that rays come back to under another name": {
			Text:      `board f on square torus = 1x2 fill f with "01" { none "1" on rays (1, 0) exactly 1 "1" on (0, 0) }`,
			Solutions: []string{"symbol 0 0,1;symbol 1 0,0"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			q, err := load(&p, quadrille.Options{})
			if err != nil {
				t.Fatal(err)
			}
			got, err := listed(t, q, quadrille.Search{})
			if err == nil {
				err = sameSolutions(got, p.Solutions)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// TestReasonBesideWrapped: men who cannot stand, beside a packing of a board whose edges are joined.
func TestReasonBesideWrapped(t *testing.T) {
	p := puzzletest.Puzzle{Text: "piece A = 1x1 board b on square mobius = 1x2 pack b with 2 of A\n" +
		"board p on square = (3, 1) (3, 2) place rook on p { exactly 3 on all }"}
	q, err := load(&p, quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	for _, err := range explain.Reasons(t.Context(), q, quadrille.Search{}) {
		if err != nil {
			t.Fatal(err)
		}
		told++
	}
	if told == 0 {
		t.Error("there is no reason")
	}
}

// TestDrawnAround: the arrow of an edge that is joined stands in the picture, where the lattice has no joint halfway.
func TestDrawnAround(t *testing.T) {
	p := puzzletest.Puzzle{Text: `shape drawn on trigs = """
+#...
#.#-.
+#+-.
#?#?-
+.+#+
""" & triangle 2
board b on trigs wrap (2, 0) (0, 4) = drawn at (2, -2)
piece A on trigs free = (-1, 2) (0, 1)
pack b with any of A { fix A at (3, 1) leave 1..2 empty }`}
	q, err := load(&p, quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := q.First(t.Context(), quadrille.Search{})
	if err != nil {
		t.Fatal(err)
	}
	if text := s.Text(quadrille.TextStyle{}); strings.Count(text, "⇓") != 2 || strings.Count(text, "→") != 2 {
		t.Errorf("the picture is\n%s", text)
	}
}
