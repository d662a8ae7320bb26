package examples_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quadrille/stdlib"
)

// Three files pack the heptominoes: each piece is in one of them. No code of the language is asked.
func TestHeptominoes(t *testing.T) {
	name := regexp.MustCompile(`\bS\d\d[a-z]+\b`)
	module, err := stdlib.ReadModule("heptominoes")
	if err != nil {
		t.Fatal(err)
	}
	_, set, _ := strings.Cut(string(module), "set heptominoes")
	want := name.FindAllString(set, -1)
	var got []string
	for k := range 3 {
		text, err := os.ReadFile(fmt.Sprintf("slow/heptominoes-%d.puz", k+1))
		if err != nil {
			t.Fatal(err)
		}
		_, packed, _ := strings.Cut(string(text), "pack b with {")
		packed, _, _ = strings.Cut(packed, "}")
		pieces := name.FindAllString(packed, -1)
		if len(pieces) != 36 {
			t.Errorf("part %d has %d pieces", k+1, len(pieces))
		}
		got = append(got, pieces...)
	}
	slices.Sort(got)
	if len(want) != 108 || !slices.Equal(got, want) {
		t.Errorf("found\n%v\nwant\n%v", got, want)
	}
}
