package source_test

import (
	"testing"

	"quadrille/lang/source"
)

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"":            "",
		`it's "a" \n`: `it's "a" \n`,
		"łódź Ωж 漢字 עברית عربي é":              "łódź Ωж 漢字 עברית عربي é",
		"e\u0301 · ░ 🧩\u00a0x":                 "e\u0301 · ░ 🧩\u00a0x",
		"\x1b[31mred\x00\r\n\t":                `\x1b[31mred\x00\r\n\t`,
		"\u007f\u0085":                         `\x7f\u0085`,
		"a\u202eb\u202cc\u202a":                `a\u202eb\u202cc\u202a`,
		"\u2066\u2069\u200e\u200f\u061c\u2028": `\u2066\u2069\u200e\u200f\u061c\u2028`,
		"\xff�":                                `\xff�`,
		"\U000e0001":                           `\U000e0001`,
	} {
		if got := source.EscapeText(text); got != want {
			t.Errorf("%q is printed as %s, want %s", text, got, want)
		}
	}
}
