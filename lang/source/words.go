package source

import (
	"fmt"
	"strconv"
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

// Printable escapes what would change how a terminal or a page shows the text around
// it: control characters, marks of the direction of writing, separators of lines, and
// bytes that are no UTF-8. Letters of all scripts, signs and blanks stay as they are.
func Printable(text string) string {
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], string(utf8.RuneError)):
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case unicode.IsGraphic(r):
			b.WriteRune(r)
		default:
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	return b.String()
}
