package source

import (
	"fmt"

	"github.com/xrash/smetrics"
)

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
		if d := smetrics.WagnerFischer(name, c, 1, 1, 1); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	if best == "" || bestDistance >= len(best) {
		return ""
	}
	return fmt.Sprintf("did you mean `%s`?", best)
}

// Plural counts things: 1 cell, 2 cells.
func Plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprint(n, " ", what, "s")
}
