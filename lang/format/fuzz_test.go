package format_test

import (
	"testing"

	"quadrille/lang/internal/cases"
	"quadrille/lang/parse"
)

// FuzzFormat prints whatever parses.
func FuzzFormat(f *testing.F) {
	for _, text := range cases.Sources() {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if _, err := parse.File("test.puz", text); err == nil {
			checkPrint(t, string(text))
		}
	})
}
