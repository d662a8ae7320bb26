package generate

import (
	"testing"

	"quadrille"
)

// TestProofByAnotherEngine: clues that are rules are proved to be enough by an engine that did not make them: it finds
// the second of two solutions, proves one, and says where its bound ends, as it does for 13 pigeons in 12 holes.
func TestProofByAnotherEngine(t *testing.T) {
	for _, c := range []struct {
		text             string
		isUnique, isOpen bool
	}{
		{"latin 4 {\n distinct on boxes 2x2\n given \"\"\"\n1...\n..3.\n....\n...2\n\"\"\"\n}\n", false, false},
		{"latin 4 {\n distinct on boxes 2x2\n given \"\"\"\n12..\n34..\n21..\n43.1\n\"\"\"\n ascending on (0, 2) (0, 3)\n}\n",
			true, false},
		{"items pigeon[i] for i in 1..13\nsecondary items hole[j] for j in 1..12\n" +
			"option pigeon[i] hole[j] for i in 1..13, j in 1..12\n", true, true},
	} {
		q, err := quadrille.Load("x.puz", []byte(c.text), quadrille.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m := &puzzleMaker{recipe: Recipe{ClueStyle: "arrows"}}
		isUnique, note, err := m.proveUnique(t.Context(), q.Program())
		if err != nil || isUnique != c.isUnique || (note != "") != c.isOpen {
			t.Errorf("%s\nunique: %t, note %q, %v", c.text, isUnique, note, err)
		}
	}
}
