package matrixtest

import (
	"os"
	"testing"
)

// SlowTests is the variable of the environment that asks for slow tests, as .ci/run does.
const SlowTests = "QUADRILLE_SLOW"

// Slow reports whether slow tests are asked for.
func Slow() bool { return os.Getenv(SlowTests) != "" }

// Rounds returns how many random cases a test tries: a tenth of the usual number with
// -short, all where slow tests are asked for.
func Rounds(usual, all int) int {
	switch {
	case Slow():
		return all
	case testing.Short():
		return max(1, usual/10)
	}
	return usual
}
