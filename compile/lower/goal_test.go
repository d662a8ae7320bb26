package lower_test

import (
	"fmt"
	"strings"
	"testing"

	"quadrille"
)

// TestLargeValues: a value of 2^62 is kept to the last digit, and one beyond it is refused, also where its product is a
// multiple of 2^64. An option that adds 1 has this value.
func TestLargeValues(t *testing.T) {
	for _, c := range []struct {
		factor, weight int64
		tooLarge       bool
	}{{1, 1, false}, {4, 1 << 60, false}, {5, 1 << 60, true}, {1 << 32, 1 << 32, true}, {1 << 30, 1 << 60, true},
		{4, -1 << 60, false}, {1 << 32, -1 << 32, true}} {
		text := fmt.Sprintf("items a\nitems worth any\noption a worth*(%d)\nmaximize %d * worth\n", c.weight, c.factor)
		p, err := quadrille.Load("test.puz", []byte(text), quadrille.Options{})
		if err == nil && !c.tooLarge {
			m, _, err := p.Matrix()
			if err != nil || m.Goal().OptionValues[0] != c.factor*c.weight {
				t.Errorf("%d times %d is %v, %v", c.factor, c.weight, m.Goal(), err)
			}
		} else if err == nil || !c.tooLarge || !strings.Contains(err.Error(), "2^62") {
			t.Errorf("%d times %d: %v", c.factor, c.weight, err)
		}
	}
}
