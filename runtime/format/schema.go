package format

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"quadrille/runtime/matrix"
)

// json and yaml have one schema, which the text of the package describes.

// version is the version of the schema.
const version = 1

// maxOrigin is the length in bytes of the longest origin.
const maxOrigin = 1 << 16

const (
	keyVersion   = "quadrille"
	keyItems     = "items"
	keyOptions   = "options"
	keyMatchings = "matchings"
	keyNogoods   = "nogoods"
	primary      = "primary"
	secondary    = "secondary"
)

// layout is what JSON and YAML write differently: signs, and the quote around keys
// and kinds.
type layout struct {
	quote, head, list, empty, first, next, endList, nextKey, tail string
}

func writeJSON(out *bufio.Writer, p *matrix.Problem, how Writing) error {
	return writeSchema(out, p, how, layout{
		quote: `"`, head: "{\n", list: " [", first: "\n", next: ",\n", endList: "\n]", nextKey: ",\n", tail: "\n}\n",
	})
}

func writeYAML(out *bufio.Writer, p *matrix.Problem, how Writing) error {
	return writeSchema(out, p, how, layout{empty: " []", first: "\n- ", next: "\n- ", nextKey: "\n", tail: "\n"})
}

// schemaWriter writes a dump whose elements are flow mappings, a line each.
type schemaWriter struct {
	*bufio.Writer
	layout
	*spelling // quoted
	p         *matrix.Problem
}

func writeSchema(out *bufio.Writer, p *matrix.Problem, how Writing, l layout) error {
	names, err := spell(p, noFault, noFault)
	if err != nil {
		return err
	}
	for _, list := range [][]string{names.items, names.colors} {
		for i, name := range list {
			list[i] = quoted(name)
		}
	}
	s := &schemaWriter{out, l, names, p}
	s.WriteString(l.head)
	s.key(keyVersion)
	fmt.Fprint(s, " ", version)
	s.writeList(keyItems, p.Items(), s.writeItem)
	if n := len(p.Matchings()); n > 0 {
		s.writeList(keyMatchings, n, s.writeMatching)
	}
	var fault error
	s.writeList(keyOptions, p.Options(), func(o int) {
		text, err := originOf(matrix.OptionID(o), how)
		if err != nil && fault == nil {
			fault = err
		}
		s.writeOption(p.Option(matrix.OptionID(o)), text)
	})
	if n := len(p.Nogoods()); n > 0 {
		s.writeList(keyNogoods, n, func(k int) {
			s.flow(len(p.Nogoods()[k]), func(n int) { s.WriteString(strconv.Itoa(int(p.Nogoods()[k][n]))) })
		})
	}
	s.WriteString(l.tail)
	return fault
}

// key writes a key with its colon.
func (s *schemaWriter) key(name string) {
	s.WriteString(s.quote)
	s.WriteString(name)
	s.WriteString(s.quote)
	s.WriteByte(':')
}

// field writes a key of an element and its value.
func (s *schemaWriter) field(before, name, value string) {
	s.WriteString(before)
	s.key(name)
	s.WriteByte(' ')
	s.WriteString(value)
}

// writeList writes a key of the dump and its list.
func (s *schemaWriter) writeList(key string, n int, element func(int)) {
	s.WriteString(s.nextKey)
	s.key(key)
	s.WriteString(s.list)
	if n == 0 {
		s.WriteString(s.empty)
	}
	for i := range n {
		if i == 0 {
			s.WriteString(s.first)
		} else {
			s.WriteString(s.next)
		}
		element(i)
	}
	s.WriteString(s.endList)
}

// flow writes a list inside of an element.
func (s *schemaWriter) flow(n int, element func(int)) {
	s.WriteByte('[')
	for i := range n {
		if i > 0 {
			s.WriteString(", ")
		}
		element(i)
	}
	s.WriteByte(']')
}

func (s *schemaWriter) writeItem(i int) {
	s.field("{", "name", s.items[i])
	if i >= s.p.Primary() {
		s.field(", ", "kind", s.quote+secondary+s.quote)
	} else {
		s.field(", ", "kind", s.quote+primary+s.quote)
		if b := s.p.Bound(matrix.ItemID(i)); b != matrix.Once {
			s.field(", ", "min", fmt.Sprint(b.Min))
			s.field(", ", "max", fmt.Sprint(b.Max))
		}
	}
	s.WriteByte('}')
}

func (s *schemaWriter) writeMatching(k int) {
	m := s.p.Matchings()[k]
	s.field("{", "name", quoted(m.Name))
	s.field(", ", "left", "")
	s.flow(len(m.Left), func(n int) { s.WriteString(s.items[m.Left[n]]) })
	s.field(", ", "right", "")
	s.flow(len(m.Right), func(n int) { s.WriteString(s.items[m.Right[n]]) })
	s.WriteByte('}')
}

func (s *schemaWriter) writeOption(option []matrix.Entry, origin string) {
	s.field("{", "entries", "")
	s.flow(len(option), func(n int) {
		e := option[n]
		s.field("{", "item", s.items[e.Item])
		if e.Color != matrix.NoColor {
			s.field(", ", "color", s.colors[e.Color])
		}
		s.WriteByte('}')
	})
	if origin != "" {
		s.field(", ", "origin", quoted(origin))
	}
	s.WriteByte('}')
}

func originOf(o matrix.OptionID, how Writing) (string, error) {
	if how.Origin == nil {
		return "", nil
	}
	text := how.Origin(o)
	switch {
	case !utf8.ValidString(text):
		return "", fmt.Errorf("the origin of option %d is not UTF-8 text", o)
	case len(text) > maxOrigin:
		return "", fmt.Errorf("the origin of option %d has more than %d bytes", o, maxOrigin)
	}
	return text, nil
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

// mapping is a kind of mapping of the schema.
type mapping struct {
	keys   []string
	needed int    // so many of the first keys
	lacks  string // the fault of a mapping without one of them
}

var (
	dumpMapping = mapping{[]string{keyVersion, keyItems, keyOptions, keyMatchings, keyNogoods}, 3,
		"the dump has no key %s; it has the keys quadrille, items and options"}
	itemMapping     = mapping{[]string{"name", "kind", "min", "max"}, 2, "an item lacks the key %s; it has a name and a kind"}
	optionMapping   = mapping{[]string{"entries", "origin"}, 1, "an option lacks the key %s; it may be an empty list"}
	entryMapping    = mapping{[]string{"item", "color"}, 1, `an entry lacks the key %s; write {"item": "name"}`}
	matchingMapping = mapping{[]string{"name", "left", "right"}, 3, "a matching lacks the key %s; it has a name, a left and a right"}
)

// keys are those that a mapping has had so far: a bit for each.
type keys uint

func (have keys) has(k int) bool { return have>>k&1 == 1 }

// take notes a key that has been read, and returns its number, or what is wrong
// with it.
func (m *mapping) take(key string, have *keys) (k int, fault string) {
	k = slices.Index(m.keys, key)
	switch {
	case k < 0:
		return k, fmt.Sprintf("there is no key %s here; the keys are %s", quote(key), strings.Join(m.keys, ", "))
	case have.has(k):
		return k, fmt.Sprintf("the key %s stands here twice", key)
	}
	*have |= 1 << k
	return k, ""
}

// syntax reads the values of a dump, in their order.
type syntax interface {
	// here is the place of the value that comes next.
	here() spot
	// list reads a list: each element with a call.
	list(element func() error) error
	// mapping reads a mapping: each value with a call, which gets the number of its
	// key, and the place of a fault of the two.
	mapping(m *mapping, have *keys, value func(key int, at spot) error) error
	// text reads text of at most so many bytes. It is valid up to the next call.
	text(most int) ([]byte, error)
	// number reads a number from 0 to 2^31-1.
	number() (int32, error)
}

// schemaReader reads the elements of a dump.
type schemaReader struct {
	*assembly
	syntax
	have keys   // of the dump
	name []byte // of the item of the entry at hand
}

// value reads the value of a key of the dump.
func (s *schemaReader) value(k int, at spot) error {
	key := dumpMapping.keys[k]
	if key == keyVersion {
		at := s.here()
		n, err := s.number()
		if err == nil && n != version {
			err = s.fault(at, "the version is %d, and this program knows version %d; compile the puzzle again", n, version)
		}
		return err
	}
	above := keyItems
	if key == keyNogoods {
		above = keyOptions
	}
	if key != keyItems && !s.have.has(slices.Index(dumpMapping.keys, above)) {
		return s.fault(at, "the %s stand before the %s that they name; write the key %s first", key, above, above)
	}
	return s.elements(key)
}

// elements reads elements of one of the lists of the dump.
func (s *schemaReader) elements(key string) error {
	switch key {
	case keyItems:
		return s.list(s.readItem)
	case keyMatchings:
		return s.list(s.readMatching)
	case keyOptions:
		return s.list(s.readOption)
	default:
		return s.list(s.readNogood)
	}
}

// fields reads a mapping that has all the keys that it needs.
func (s *schemaReader) fields(m *mapping, value func(key string) error) (have keys, err error) {
	at := s.here()
	if err := s.mapping(m, &have, func(k int, _ spot) error { return value(m.keys[k]) }); err != nil {
		return have, err
	}
	if key := m.missing(have); key != "" {
		return have, s.fault(at, m.lacks, key)
	}
	return have, nil
}

// missing names the first key that is needed and missing, or "".
func (m *mapping) missing(have keys) string {
	for k, key := range m.keys[:m.needed] {
		if !have.has(k) {
			return key
		}
	}
	return ""
}

func (s *schemaReader) readItem() error {
	var at spot
	var name, kind string
	bound := matrix.Once
	have, err := s.fields(&itemMapping, func(key string) (err error) {
		var text []byte
		switch key {
		case "name":
			at = s.here()
			text, err = s.text(maxName)
			name = string(text)
		case "kind":
			text, err = s.text(maxName)
			kind = string(text)
		case "min":
			bound.Min, err = s.number()
		default:
			bound.Max, err = s.number()
		}
		return err
	})
	if err != nil {
		return err
	}
	low, high := have.has(2), have.has(3)
	switch fault := boundFault(bound); {
	case kind != primary && kind != secondary:
		return s.fault(at, "the item %s has the kind %s; the kinds are primary and secondary", quote(name), quote(kind))
	case low != high:
		return s.fault(at, "the item %s has only one of min and max; write both", quote(name))
	case low && kind == secondary:
		return s.fault(at, "the item %s is secondary and has no min and max; only primary items do", quote(name))
	case fault != "":
		return s.fault(at, "the item %s: %s", quote(name), fault)
	}
	return s.item(at, name, name, kind == secondary, bound)
}

func (s *schemaReader) readOption() error {
	at, origin := s.here(), ""
	_, err := s.fields(&optionMapping, func(key string) error {
		if key == "entries" {
			return s.list(s.readEntry)
		}
		text, err := s.text(maxOrigin)
		origin = string(text)
		return err
	})
	if err != nil {
		return err
	}
	o, err := s.endOption(at)
	if err == nil && origin != "" && s.how.Origin != nil {
		s.how.Origin(o, origin)
	}
	return err
}

func (s *schemaReader) readEntry() error {
	var at spot
	color := matrix.NoColor
	_, err := s.fields(&entryMapping, func(key string) error {
		here := s.here()
		text, err := s.text(maxName)
		switch {
		case err != nil:
			return err
		case key == "item":
			at, s.name = here, append(s.name[:0], text...)
			return nil
		}
		color, err = s.color(here, text)
		return err
	})
	if err != nil {
		return err
	}
	return s.entry(at, s.name, color)
}

func (s *schemaReader) readMatching() error {
	if err := s.beginMatching(s.here()); err != nil {
		return err
	}
	var at spot
	var name string
	_, err := s.fields(&matchingMapping, func(key string) error {
		switch key {
		case "left":
			return s.list(func() error { return s.readMember(leftSide) })
		case "right":
			return s.list(func() error { return s.readMember(rightSide) })
		}
		at = s.here()
		text, err := s.text(maxName)
		name = string(text)
		return err
	})
	if err != nil {
		return err
	}
	return s.endMatching(at, name)
}

func (s *schemaReader) readMember(side int8) error {
	at := s.here()
	text, err := s.text(maxName)
	if err != nil {
		return err
	}
	return s.pairMember(at, text, side)
}

func (s *schemaReader) readNogood() error {
	at := s.here()
	err := s.list(func() error {
		at := s.here()
		n, err := s.number()
		if err != nil {
			return err
		}
		return s.nogoodMember(at, n)
	})
	if err != nil {
		return err
	}
	return s.endNogood(at)
}
