package lang_test

import (
	"fmt"
	"strings"

	"quadrille/lang"
)

func ExampleGrammar() {
	for line := range strings.Lines(lang.Grammar()) {
		if strings.HasPrefix(line, "Pack ") {
			fmt.Print(line)
		}
	}
	// Output:
	// Pack = "pack" Name "with" Set ("{" Rule* "}")? .
}
