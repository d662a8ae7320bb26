package lower_test

import (
	"strings"
	"testing"

	"quadrille"
)

// TestUnmatched: an option that has not one item of each side is refused at the family of which it has too many or
// none.
func TestUnmatched(t *testing.T) {
	for option, want := range map[string]string{
		"option row[1] row[2] column[1]":    "4:10: error: the option row[1] row[2] column[1] (test.puz:3) holds 2 items",
		"option row[1] column[1] column[2]": "4:38: error: the option row[1] column[1] column[2] (test.puz:3) holds 2 items",
		"option row[1]":                     "4:38: error: the option row[1] (test.puz:3) holds no item",
		"option column[2]":                  "4:10: error: the option column[2] (test.puz:3) holds no item",
	} {
		_, err := quadrille.Load("test.puz", []byte("items row[r] for r in 1..2\nitems column[c] for c in 1..2\n"+
			option+
			"\nmatching {row[r] for r in 1..2} with {column[c] for c in 1..2}\n"), quadrille.Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", option, err)
		}
	}
}
