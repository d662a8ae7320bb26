package format_test

import (
	"testing"

	"quadrille/lang/parse"
)

// FuzzFormat prints whatever parses.
func FuzzFormat(f *testing.F) {
	if testing.Short() {
		f.Skip("a tenth of a second or more")
	}
	for _, text := range sources(f) {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if _, err := parse.File("test.puz", text); err == nil {
			checkPrint(t, string(text))
		}
	})
}
