package ask_test

import (
	"testing"

	"quadrille/web/ask"
)

// TestScene: solutions made of cubes can be shown in space, others cannot.
func TestScene(t *testing.T) {
	for text, want := range map[string]int{"use soma\npack soma_cube with soma": 7, "queens 4": 0} {
		all, _ := allAnswers(t, ask.Host{}, ask.Question{Kind: "solve", Text: text, MaxCount: 1})
		pieces := 0
		if first := solutionsOf(all)[0]; first.Scene != nil {
			pieces = len(first.Scene.Pieces)
		}
		if pieces != want {
			t.Errorf("%q: a scene of %d pieces, want %d", text, pieces, want)
		}
	}
}
