package format

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"quadrille/runtime/matrix"
)

// Writers of names check them first: a dump that means something else when it
// is read again is worse than an error.

// checkNames tells whether every item has a name of its own that a reader
// would take, and in which alsoFault finds no fault.
func checkNames(p *matrix.Problem, alsoFault func(name string) string) error {
	seen := make(map[string]struct{}, p.Items())
	for i := range matrix.ItemID(p.Items()) {
		name := p.Name(i)
		fault := nameFault(name)
		if fault == "" {
			fault = alsoFault(name)
		}
		if fault != "" {
			return fmt.Errorf("item %d cannot be written: %s", i, fault)
		}
		if _, taken := seen[name]; taken {
			return fmt.Errorf("item %d cannot be written: another item is called %s too", i, quote(name))
		}
		seen[name] = struct{}{}
	}
	return nil
}

func noFault(string) string { return "" }

// isBlank tells whether a rune separates words.
func isBlank(r rune) bool { return r < 0x80 && (blank(int(r)) || r == '\n') }

// wordFault is for formats in which blanks end a name.
func wordFault(name string) string {
	if strings.ContainsFunc(name, isBlank) {
		return fmt.Sprintf("the name %s has a blank in it; write json or yaml, or dlx with short names", quote(name))
	}
	return ""
}

// palette is the text of the colors of a problem, made once for each. A
// problem does not say how many colors it has, so that it grows.
type palette struct {
	p    *matrix.Problem
	make func(name string) (string, error)
	text []string // by color, "" if not yet made
}

// of returns the text of a color, which is not NoColor.
func (t *palette) of(c matrix.Color) (string, error) {
	for int(c) >= len(t.text) {
		t.text = append(t.text, "")
	}
	if t.text[c] == "" {
		name := t.p.ColorName(c)
		fault := nameFault(name)
		if fault != "" {
			return "", fmt.Errorf("color %d cannot be written: %s", c, fault)
		}
		text, err := t.make(name)
		if err != nil {
			return "", err
		}
		t.text[c] = text
	}
	return t.text[c], nil
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

// inComment shows an option in a comment of a format that has no names: its
// items, with their colors.
func inComment(p *matrix.Problem, o matrix.OptionID) string {
	var b strings.Builder
	for k, e := range p.Option(o) {
		if k > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(legible(p.Name(e.Item)))
		if e.Color != matrix.NoColor {
			b.WriteByte(':')
			b.WriteString(legible(p.ColorName(e.Color)))
		}
	}
	return b.String()
}

// legible quotes a name that would not be one word of one line.
func legible(name string) string {
	strange := func(r rune) bool {
		return isBlank(r) || r == '"' || r == unicode.ReplacementChar || !unicode.IsPrint(r)
	}
	if name == "" || strings.ContainsFunc(name, strange) {
		return strconv.Quote(name)
	}
	return name
}
