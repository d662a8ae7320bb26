package source

import (
	"fmt"

	"github.com/xrash/smetrics"
)

// DidYouMean returns a hint that names the candidate closest to name, or ""
// if none is close.
func DidYouMean(name string, candidates []string) string {
	best, bestDistance := "", len(name)/3+2
	for _, c := range candidates {
		if d := smetrics.WagnerFischer(name, c, 1, 1, 1); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	if best == "" || bestDistance >= len(best) {
		return ""
	}
	return fmt.Sprintf("did you mean `%s`?", best)
}
