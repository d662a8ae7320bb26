package format

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"quadrille/runtime/matrix"
)

// json and yaml have one schema, which the text of the package describes.

// version is the version of the schema.
const version = 1

const (
	keyVersion   = "quadrille"
	keyItems     = "items"
	keyOptions   = "options"
	keyMatchings = "matchings"
	keyNogoods   = "nogoods"
	primary      = "primary"
	secondary    = "secondary"
)

// The keys of the four kinds of mappings.
var (
	dumpKeys     = []string{keyVersion, keyItems, keyOptions, keyMatchings, keyNogoods}
	itemKeys     = []string{"name", "kind", "min", "max"}
	optionKeys   = []string{"entries", "origin"}
	entryKeys    = []string{"item", "color"}
	matchingKeys = []string{"name", "left", "right"}
)

// orderFault says what is wrong with a key of the dump where only those in have
// stand above, or nothing.
func orderFault(key string, have uint) string {
	above := keyItems
	switch key {
	case keyVersion, keyItems:
		return ""
	case keyNogoods:
		above = keyOptions
	}
	if have>>slices.Index(dumpKeys, above)&1 == 1 {
		return ""
	}
	return fmt.Sprintf("the %s stand before the %s that they name; write the key %s first", key, above, above)
}

// place is the index of a key among those of a mapping, or -1.
func place(keys []string, key []byte) int {
	for i, k := range keys {
		if k == string(key) {
			return i
		}
	}
	return -1
}

// schemaItem is an item as it stands in a dump.
type schemaItem struct {
	at              spot
	name, kind      string
	low, high       int32
	hasLow, hasHigh bool
}

// schemaItem declares an item.
func (a *assembly) schemaItem(it schemaItem) error {
	bound := matrix.Once
	switch {
	case it.kind != primary && it.kind != secondary:
		return a.fault(it.at, "the item %s has the kind %s; the kinds are primary and secondary", quote(it.name), quote(it.kind))
	case it.hasLow != it.hasHigh:
		return a.fault(it.at, "the item %s has only one of min and max; write both", quote(it.name))
	case it.hasLow && it.kind == secondary:
		return a.fault(it.at, "the item %s is secondary and has no min and max; only primary items do", quote(it.name))
	case it.hasLow:
		bound = matrix.Bound{Min: it.low, Max: it.high}
		if fault := boundFault(bound); fault != "" {
			return a.fault(it.at, "the item %s: %s", quote(it.name), fault)
		}
	}
	return a.item(it.at, it.name, it.name, it.kind == secondary, bound)
}

// checkVersion tells whether a dump is of this schema.
func (a *assembly) checkVersion(at spot, n int32) error {
	if n != version {
		return a.fault(at, "the version is %d, and this program knows version %d; compile the puzzle again", n, version)
	}
	return nil
}

// unknownKey is the fault of a key that a mapping does not have.
func unknownKey(key []byte, keys []string) string {
	return fmt.Sprintf("there is no key %s here; the keys are %s", quote(key), strings.Join(keys, ", "))
}

// lacking names the first key of a mapping that is missing, or "".
func lacking(keys []string, have uint, needed ...int) string {
	for _, k := range needed {
		if have>>k&1 == 0 {
			return keys[k]
		}
	}
	return ""
}

// schemaWriter writes the elements of a dump: flow mappings that are the same
// in JSON and in YAML but for the quotes around keys and kinds.
type schemaWriter struct {
	out    *bufio.Writer
	p      *matrix.Problem
	q      string   // the quote around keys and kinds
	names  []string // of the items, quoted
	colors *palette
	origin func(matrix.OptionID) string
}

func newSchemaWriter(w io.Writer, p *matrix.Problem, q string, origin func(matrix.OptionID) string) (*schemaWriter, error) {
	if err := checkNames(p, noFault); err != nil {
		return nil, err
	}
	names := make([]string, p.Items())
	for i := range names {
		names[i] = quoted(p.Name(matrix.ItemID(i)))
	}
	colors := &palette{p: p, make: func(name string) (string, error) { return quoted(name), nil }}
	return &schemaWriter{bufio.NewWriterSize(w, 1<<16), p, q, names, colors, origin}, nil
}

// key writes a key with its colon.
func (s *schemaWriter) key(name string) {
	s.out.WriteString(s.q)
	s.out.WriteString(name)
	s.out.WriteString(s.q)
	s.out.WriteString(": ")
}

func (s *schemaWriter) item(i matrix.ItemID) {
	s.out.WriteByte('{')
	s.key("name")
	s.out.WriteString(s.names[i])
	s.out.WriteString(", ")
	s.key("kind")
	kind := secondary
	if int(i) < s.p.Primary() {
		kind = primary
	}
	s.out.WriteString(s.q + kind + s.q)
	if kind == primary && s.p.Bound(i) != matrix.Once {
		for k, n := range []int32{s.p.Bound(i).Min, s.p.Bound(i).Max} {
			s.out.WriteString(", ")
			s.key(itemKeys[2+k])
			fmt.Fprint(s.out, n)
		}
	}
	s.out.WriteByte('}')
}

func (s *schemaWriter) option(o matrix.OptionID) error {
	s.out.WriteByte('{')
	s.key("entries")
	s.out.WriteByte('[')
	for k, e := range s.p.Option(o) {
		if k > 0 {
			s.out.WriteString(", ")
		}
		if err := s.entry(e); err != nil {
			return err
		}
	}
	s.out.WriteByte(']')
	if err := s.originOf(o); err != nil {
		return err
	}
	s.out.WriteByte('}')
	return nil
}

func (s *schemaWriter) entry(e matrix.Entry) error {
	s.out.WriteByte('{')
	s.key("item")
	s.out.WriteString(s.names[e.Item])
	if e.Color != matrix.NoColor {
		color, err := s.colors.of(e.Color)
		if err != nil {
			return err
		}
		s.out.WriteString(", ")
		s.key("color")
		s.out.WriteString(color)
	}
	s.out.WriteByte('}')
	return nil
}

// maxOrigin is the length in bytes of the longest origin.
const maxOrigin = 1 << 16

func (s *schemaWriter) originOf(o matrix.OptionID) error {
	if s.origin == nil {
		return nil
	}
	text := s.origin(o)
	switch {
	case text == "":
		return nil
	case !utf8.ValidString(text):
		return fmt.Errorf("the origin of option %d is not UTF-8 text", o)
	case len(text) > maxOrigin:
		return fmt.Errorf("the origin of option %d has more than %d bytes", o, maxOrigin)
	}
	s.out.WriteString(", ")
	s.key("origin")
	s.out.WriteString(quoted(text))
	return nil
}

// quoted returns text between quotes as both JSON and YAML have it.
func quoted(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || 0x7f <= r && r < 0xa0, r == '\u2028', r == '\u2029', r == '\ufeff', r == '\ufffe', r == '\uffff':
			fmt.Fprintf(&b, `\u%04x`, r) // line ends, or no character in the eyes of YAML
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
