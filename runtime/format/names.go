package format

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"quadrille/runtime/matrix"
)

// maxName is the length in bytes of the longest name.
const maxName = 4096

// quote shows a name in a message, without control characters and not too
// long.
func quote[T string | []byte](name T) string {
	const most = 40
	if len(name) > most {
		return strconv.Quote(string(name[:most])) + "..."
	}
	return strconv.Quote(string(name))
}

// nameFault says what is wrong with a name, or nothing.
func nameFault(name string) string {
	switch {
	case name == "":
		return "a name is empty"
	case len(name) > maxName:
		return fmt.Sprintf("the name %s has more than %d bytes", quote(name), maxName)
	case !utf8.ValidString(name):
		return fmt.Sprintf("the name %s is not UTF-8 text", quote(name))
	case strings.ContainsFunc(name, unicode.IsControl):
		return fmt.Sprintf("the name %s has a control character", quote(name))
	}
	return ""
}

// isBlank tells whether a rune separates words.
func isBlank(r rune) bool { return r < 0x80 && (blank(int(r)) || r == '\n') }

// wordFault is nameFault for names that blanks end: those of colors in dlx.
func wordFault(name string) string {
	if fault := nameFault(name); fault != "" {
		return fault
	}
	if strings.ContainsFunc(name, isBlank) {
		return fmt.Sprintf("the name %s has a blank in it; write json or yaml, or dlx with short names", quote(name))
	}
	return ""
}

// danceFault is for names of items in dance.
func danceFault(name string) string {
	if name == "|" {
		return "the name | stands for the beginning of the secondary items"
	}
	return wordFault(name)
}

// dlxFault is for names of items in dlx.
func dlxFault(name string) string {
	if i := strings.IndexAny(name, ":|"); i >= 0 {
		return fmt.Sprintf("the name %s has a %q in it; write json or yaml, or dlx with short names", quote(name), name[i])
	}
	return wordFault(name)
}

// number reads a number of digits that fits an int32, or says what is wrong
// with it.
func number(text []byte) (n int32, fault string) {
	v, err := strconv.ParseUint(string(text), 10, 31)
	switch {
	case len(text) == 0:
		fault = "a number is missing"
	case errors.Is(err, strconv.ErrRange):
		fault = quote(text) + " is too large: the largest number is 2147483647"
	case err != nil:
		fault = quote(text) + " is not a number; write digits only"
	}
	return int32(v), fault
}

// boundFault says what is wrong with a bound, or nothing.
func boundFault(b matrix.Bound) string {
	switch {
	case b.Max < b.Min:
		return fmt.Sprintf("%d to %d times is never: the lower bound goes first", b.Min, b.Max)
	case b.Max == 0:
		return "an item that is covered 0 times has no place in a problem; leave it and its options out"
	}
	return ""
}

// spelling has the names of items and colors as a writer spells them. Colors that
// no option has are "".
type spelling struct{ items, colors []string }

// spell returns the names of a problem. It is an error if a reader would not take
// one of them, for a fault that the functions see or because two items share it: a
// dump that means something else when it is read again is worse than an error.
func spell(p *matrix.Problem, itemFault, colorFault func(name string) string) (*spelling, error) {
	s := &spelling{items: make([]string, p.Items())}
	seen := make(map[string]bool, p.Items())
	for i := range s.items {
		name := p.Name(matrix.ItemID(i))
		if fault := itemFault(name); fault != "" {
			return nil, fmt.Errorf("item %d cannot be written: %s", i, fault)
		}
		if seen[name] {
			return nil, fmt.Errorf("item %d cannot be written: another item is called %s too", i, quote(name))
		}
		seen[name] = true
		s.items[i] = name
	}
	for k, m := range p.Matchings() {
		if fault := nameFault(m.Name); fault != "" {
			return nil, fmt.Errorf("matching %d cannot be written: %s", k, fault)
		}
	}
	for o := range matrix.OptionID(p.Options()) {
		for _, e := range p.Option(o) {
			for int(e.Color) >= len(s.colors) {
				s.colors = append(s.colors, "")
			}
			if e.Color == matrix.NoColor || s.colors[e.Color] != "" {
				continue
			}
			s.colors[e.Color] = p.ColorName(e.Color)
			if fault := colorFault(p.ColorName(e.Color)); fault != "" {
				return nil, fmt.Errorf("color %d cannot be written: %s", e.Color, fault)
			}
		}
	}
	return s, nil
}

// named returns the names of items.
func (s *spelling) named(items []matrix.ItemID) []string {
	names := make([]string, len(items))
	for k, i := range items {
		names[k] = s.items[i]
	}
	return names
}

// numbered returns the numbers of options as text.
func numbered(options []matrix.OptionID) []string {
	numbers := make([]string, len(options))
	for k, o := range options {
		numbers[k] = strconv.Itoa(int(o))
	}
	return numbers
}

// onlyPlain tells whether a problem is one of items covered once or at most
// once, without colors and nogoods; otherwise the error says why the format
// cannot hold it. Matchings are no matter: without them the problem is the same.
func onlyPlain(p *matrix.Problem, f Format) error {
	const mend = "; write dlx, json or yaml"
	for i := range matrix.ItemID(p.Primary()) {
		if b := p.Bound(i); b != matrix.Once {
			return fmt.Errorf("%s has no multiplicities, and the item %s is covered %d to %d times%s", f, quote(p.Name(i)), b.Min, b.Max, mend)
		}
	}
	for o := range matrix.OptionID(p.Options()) {
		for _, e := range p.Option(o) {
			if e.Color != matrix.NoColor {
				return fmt.Errorf("%s has no colors, and option %d gives the item %s one%s", f, o, quote(p.Name(e.Item)), mend)
			}
		}
	}
	if n := len(p.Nogoods()); n > 0 {
		return fmt.Errorf("%s has no nogoods, and this problem has %d%s, or for other solvers dimacs, opb or lp", f, n, mend)
	}
	return nil
}
