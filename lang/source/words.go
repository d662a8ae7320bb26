package source

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/xrash/smetrics"
)

// Plural returns a number with a thing that takes an s: 1 cell, 3 cells.
func Plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// Printable replaces what would move the cursor of a terminal or turn the direction of
// writing, one character for one. Names and texts of a file have a say in what is
// printed, and must not look like another text than they are.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case !unicode.IsPrint(r) || r == utf8.RuneError:
			return '·'
		}
		return r
	}, s)
}

// longestName bounds the names that are compared: what is longer is no typing
// error, and comparing takes the product of the lengths.
const longestName = 60

// DidYouMean returns a hint that names the candidate closest to name, or ""
// if none is close.
func DidYouMean(name string, candidates []string) string {
	best, bestDistance := "", len(name)/3+2
	for _, c := range candidates {
		if len(name) > longestName || len(c) >= len(name)+bestDistance || len(name) >= len(c)+bestDistance {
			continue
		}
		if d := smetrics.WagnerFischer(name, c, 1, 1, 1); d < min(bestDistance, len(c)) {
			best, bestDistance = c, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("did you mean `%s`?", best)
}
