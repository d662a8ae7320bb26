package lower_test

import (
	"bytes"
	"fmt"
	"testing"

	"quadrille"
)

// TestFillIsLatin: a board of n by n that is filled with n symbols, which differ on rows and columns, lowers to the
// matrix of the Latin square with the same rules, with its matchings and swaps.
func TestFillIsLatin(t *testing.T) {
	const rows = "distinct on rows, columns"
	for _, rules := range [][2]string{
		{"", rows}, {"distinct on main diagonals", "distinct on main diagonals " + rows},
		{"distinct on boxes 2x2 given \"\"\"\n12..\n....\n..4.\n...1\n\"\"\"",
			"given \"\"\"\n12..\n....\n..4.\n...1\n\"\"\" distinct on columns distinct on rows, boxes 2x2"},
		{"orthogonal to \"\"\"\n1234\n2143\n3412\n4321\n\"\"\"",
			"orthogonal to \"\"\"\n1234\n2143\n3412\n4321\n\"\"\" " + rows},
		{"distinct sum 5 on (0, 0) (0, 1) ascending on (1, 1) (2, 2)",
			rows + " distinct sum 5 on (0, 0) (0, 1) ascending on (1, 1) (2, 2)"},
	} {
		for _, swaps := range []string{"", "break swaps"} {
			if swaps != "" && rules[0] != "" && rules[0][:8] == "distinct" && rules[0][9:12] == "sum" {
				continue
			}
			var dumps [2]string
			for k, text := range []string{
				fmt.Sprintf("latin 4 { %s }\n%s", rules[0], swaps),
				fmt.Sprintf("board b on square = 4x4\nfill b with 1..4 { %s }\n%s", rules[1], swaps),
			} {
				p, err := quadrille.Load("test.puz", []byte(text), quadrille.Options{})
				if err != nil {
					t.Fatal(err, text)
				}
				var b bytes.Buffer
				if err := p.WriteMatrix(&b, quadrille.DumpOptions{Format: "dlx"}); err != nil {
					t.Fatal(err)
				}
				dumps[k] = b.String()
			}
			if dumps[0] != dumps[1] {
				t.Errorf("%q %s lowers to\n%s\nand %q to\n%s", rules[0], swaps, dumps[0], rules[1], dumps[1])
			}
		}
	}
}
