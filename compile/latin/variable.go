package latin

import (
	"fmt"
	"strings"
)

// itemFamilyOfLetter maps the first letter of a variable in Knuth's program partial-latin-gad to the family of the
// item.
var itemFamilyOfLetter = map[byte]string{'p': "cell", 'r': "row", 'c': "column"}

// VariableName returns the name that an item of a square with holes has in Knuth's program partial-latin-gad: p13 for
// cell[0,2], r14 for row[0,4], caF for column[9,F]. It returns "" if the item has no such name.
//
// Source: partial-latin-gad-swap, section 16.
func VariableName(item string) string {
	for letter, kind := range itemFamilyOfLetter {
		var a, b int
		var symbol rune
		if n, _ := fmt.Sscanf(item, kind+"[%d,%c]", &a, &symbol); n != 2 || a < 0 || a >= MaxOrder {
			continue
		}
		if n, _ := fmt.Sscanf(item, kind+"[%d,%d]", &a, &b); letter == 'p' && n == 2 && b >= 0 && b < MaxOrder {
			symbol = rune(valueCharacters[b+1])
		}
		if v := fmt.Sprintf("%c%c%c", letter, valueCharacters[a+1], symbol); ItemName(v) == item {
			return v
		}
	}
	return ""
}

// ItemName returns the item for a name of the program partial-latin-gad. It is the inverse of [VariableName].
func ItemName(variable string) string {
	if len(variable) != 3 || itemFamilyOfLetter[variable[0]] == "" {
		return ""
	}
	a, b := strings.IndexByte(valueCharacters, variable[1])-1, strings.IndexByte(valueCharacters, variable[2])-1
	switch {
	case a < 0 || b < 0:
		return ""
	case variable[0] == 'p':
		return fmt.Sprintf("cell[%d,%d]", a, b)
	}
	return fmt.Sprintf("%s[%d,%c]", itemFamilyOfLetter[variable[0]], a, variable[2])
}
