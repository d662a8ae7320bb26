package latin

import (
	"fmt"
	"strings"
	"unicode"
)

// Puzzle writes the square as a puzzle in the language, with further rules such as
// "boxes 3x3".
func (s Square) Puzzle(rules ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "puz 1\nlatin %d {\n", s.Order())
	for _, r := range rules {
		fmt.Fprintf(&b, "  %s\n", r)
	}
	fmt.Fprintf(&b, "  given \"\"\"\n  %s\n  \"\"\"\n}\n", strings.Join(strings.Fields(s.String()), "\n  "))
	return b.String()
}

// Is reports whether a text is a partial Latin square with a hole: n lines of n characters.
// No dump looks like that.
func Is(text []byte) bool {
	lines := strings.Fields(string(text[:min(len(text), MaxOrder*(MaxOrder+2)+1)]))
	holes := 0
	for _, line := range lines {
		if len(line) != len(lines) {
			return false
		}
		holes += strings.Count(line, ".")
		for _, r := range line {
			if r != '.' && (r > 'z' || !unicode.IsLetter(r) && !unicode.IsDigit(r)) {
				return false
			}
		}
	}
	return len(lines) > 1 && holes > 0
}
