package format

import (
	"bufio"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

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

// writeSchema writes a dump whose elements are flow mappings, a line each.
func writeSchema(out *bufio.Writer, p *matrix.Problem, how Writing, l layout) error {
	s, err := spell(p, nameFault, nameFault)
	if err != nil {
		return err
	}
	s.items = mapped(s.items, quoted)
	sign := func(text string) string { return strings.ReplaceAll(text, "'", l.quote) }
	list := func(key string, n int, element func(i int)) {
		if n == 0 && slices.Index(dumpMapping.keys, key) >= dumpMapping.needed {
			return
		}
		out.WriteString(l.nextKey + sign("'"+key+"':") + l.list)
		if n == 0 {
			out.WriteString(l.empty)
		}
		before := l.first
		for i := range n {
			out.WriteString(before)
			element(i)
			before = l.next
		}
		out.WriteString(l.endList)
	}
	fmt.Fprintf(out, l.head+sign("'quadrille': %d"), version)
	itemText, boundText := sign("{'name': %s, 'kind': '%s'%s}"), sign(", 'min': %d, 'max': %d")
	list(keyItems, p.Items(), func(i int) {
		kind, bound := secondary, ""
		if i < p.Primary() {
			kind = primary
			if b := p.Bound(matrix.ItemID(i)); b != matrix.Once {
				bound = fmt.Sprintf(boundText, b.Min, b.Max)
			}
		}
		fmt.Fprintf(out, itemText, s.items[i], kind, bound)
	})
	list(keyMatchings, len(p.Matchings()), func(k int) {
		m := p.Matchings()[k]
		left, right := strings.Join(s.named(m.Left), ", "), strings.Join(s.named(m.Right), ", ")
		fmt.Fprintf(out, sign("{'name': %s, 'left': [%s], 'right': [%s]}"), quoted(m.Name), left, right)
	})
	items := mapped(s.items, func(name string) string { return sign("{'item': ") + name })
	colors := mapped(s.colors, func(name string) string { return sign(", 'color': ") + quoted(name) })
	entries, last := sign("{'entries': ["), sign(", 'origin': ")
	list(keyOptions, p.Options(), func(k int) {
		out.WriteString(entries)
		for n, e := range p.Option(matrix.OptionID(k)) {
			if n > 0 {
				out.WriteString(", ")
			}
			out.WriteString(items[e.Item])
			if e.Color != matrix.NoColor {
				out.WriteString(colors[e.Color])
			}
			out.WriteByte('}')
		}
		out.WriteByte(']')
		if how.Origin != nil {
			origin := how.Origin(matrix.OptionID(k))
			if len(origin) > maxOrigin || !utf8.ValidString(origin) {
				err = fmt.Errorf("the origin of option %d is not UTF-8 text of at most %d bytes", k, maxOrigin)
			}
			if origin != "" {
				out.WriteString(last)
				out.WriteString(quoted(origin))
			}
		}
		out.WriteByte('}')
	})
	list(keyNogoods, len(p.Nogoods()), func(k int) {
		fmt.Fprintf(out, "[%s]", strings.Join(numbered(p.Nogoods()[k]), ", "))
	})
	out.WriteString(l.tail)
	return err
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

// syntax reads the signs and values of a dump, in the order of the text.
type syntax interface {
	// here is the place of the value that comes next.
	here() spot
	// begin reads the beginning of a list or a mapping.
	begin(f *frame)
	// more tells whether an element of it comes, or reads its end.
	more(f *frame) bool
	// colon reads what is between a key and its value.
	colon(f *frame)
	// text reads text of at most so many bytes. It is valid up to the next call.
	text(most int) []byte
	// digits reads what should be a number. It is valid up to the next call.
	digits() []byte
}

// frame is a list or a mapping that is being read.
type frame struct {
	*mapping              // nil for a list
	start    spot         // where it begins
	have     uint         // a bit for each key so far
	begun    bool         // json: an element has been read
	nodes    []*yaml.Node // yaml: that come
}

// complete looks whether a mapping has the keys that it needs.
func (s *schemaReader) complete(f *frame) {
	for k, key := range f.keys[:f.needed] {
		if f.have>>k&1 == 0 {
			s.fault(f.start, f.lacks, key)
		}
	}
}

// schemaReader reads the elements of a dump.
type schemaReader struct {
	*assembly
	syntax
	frames []frame // from the outermost to the innermost
	dump   frame   // with the keys of the dump so far
	item   []byte  // the name of that of the entry at hand
}

func newSchemaReader(a *assembly, from syntax) *schemaReader {
	return &schemaReader{assembly: a, syntax: from, dump: frame{mapping: &dumpMapping}}
}

// open begins a mapping, or a list if there is none. The loops over elements have no
// other end than that next is false.
func (s *schemaReader) open(m *mapping) {
	s.frames = append(s.frames, frame{mapping: m, start: s.here()})
	s.begin(&s.frames[len(s.frames)-1])
}

// next tells whether another element comes.
func (s *schemaReader) next() bool {
	f := &s.frames[len(s.frames)-1]
	if s.more(f) && s.err == nil {
		return true
	}
	if f.mapping != nil {
		s.complete(f)
	}
	s.frames = s.frames[:len(s.frames)-1]
	return false
}

func (s *schemaReader) key() (key string, at spot) {
	f := &s.frames[len(s.frames)-1]
	at = s.here()
	text := s.text(maxName)
	for k, key := range f.keys {
		if key != string(text) {
			continue
		}
		s.note(f, k, at)
		s.colon(f)
		return key, at
	}
	s.fault(at, "there is no key %s here; the keys are %s", quote(text), strings.Join(f.keys, ", "))
	return "", at
}

// note takes down that a mapping has a key.
func (s *schemaReader) note(f *frame, k int, at spot) {
	if f.have>>k&1 == 1 {
		s.fault(at, "the key %s stands here twice", f.keys[k])
	}
	f.have |= 1 << k
}

// value reads the value of a key of the dump.
func (s *schemaReader) value(key string, at spot) {
	if s.err != nil {
		return
	}
	s.note(&s.dump, slices.Index(dumpMapping.keys, key), at)
	above := keyItems
	switch key {
	case keyVersion:
		at := s.here()
		if n := s.number(); n != version {
			s.fault(at, "the version is %d, and this program knows version %d; compile the puzzle again", n, version)
		}
		return
	case keyNogoods:
		above = keyOptions
	}
	if s.dump.have>>slices.Index(dumpMapping.keys, above)&1 == 0 {
		s.fault(at, "the %s stand before the %s that they name; write the key %s first", key, above, above)
	}
	s.elements(key)
}

// elements reads elements of one of the lists of the dump.
func (s *schemaReader) elements(key string) {
	for s.open(nil); s.next(); {
		switch key {
		case keyItems:
			s.readItem()
		case keyMatchings:
			s.readMatching()
		case keyOptions:
			s.readOption()
		default:
			s.readNogood()
		}
	}
}

// number reads a number from 0 to 2^31-1.
func (s *schemaReader) number() int32 {
	at := s.here()
	n, fault := number(s.digits())
	if fault != "" {
		s.fault(at, "%s", fault)
	}
	return n
}

func (s *schemaReader) readItem() {
	var name, kind string
	var low, high bool
	at, bound := s.here(), matrix.Once
	for s.open(&itemMapping); s.next(); {
		switch key, _ := s.key(); key {
		case "name":
			at = s.here()
			name = string(s.text(maxName))
		case "kind":
			kind = string(s.text(maxName))
		case "min":
			bound.Min, low = s.number(), true
		case "max":
			bound.Max, high = s.number(), true
		}
	}
	switch fault := boundFault(bound); {
	case kind != primary && kind != secondary:
		s.fault(at, "the item %s has the kind %s; the kinds are primary and secondary", quote(name), quote(kind))
	case low != high:
		s.fault(at, "the item %s has only one of min and max; write both", quote(name))
	case low && kind == secondary:
		s.fault(at, "the item %s is secondary and has no min and max; only primary items do", quote(name))
	case fault != "":
		s.fault(at, "the item %s: %s", quote(name), fault)
	}
	s.declare(at, name, name, kind == secondary, bound)
}

func (s *schemaReader) readOption() {
	at, origin := s.here(), ""
	for s.open(&optionMapping); s.next(); {
		switch key, _ := s.key(); key {
		case "origin":
			origin = string(s.text(maxOrigin))
		case "entries":
			for s.open(nil); s.next(); {
				s.readEntry()
			}
		}
	}
	s.endOption(at, origin)
}

func (s *schemaReader) readEntry() {
	at, color := s.here(), matrix.NoColor
	for s.open(&entryMapping); s.next(); {
		key, _ := s.key()
		here := s.here()
		text := s.text(maxName)
		if key == "item" {
			at, s.item = here, append(s.item[:0], text...)
		} else {
			color = s.color(here, text)
		}
	}
	s.entry(at, s.item, color)
}

func (s *schemaReader) readMatching() {
	at, name := s.here(), ""
	s.beginMatching(at)
	for s.open(&matchingMapping); s.next(); {
		switch key, _ := s.key(); key {
		case "name":
			at = s.here()
			name = string(s.text(maxName))
		case "left":
			s.members(leftSide)
		case "right":
			s.members(rightSide)
		}
	}
	s.endMatching(at, name)
}

func (s *schemaReader) members(side int8) {
	for s.open(nil); s.next(); {
		at := s.here()
		s.pairMember(at, s.text(maxName), side)
	}
}

func (s *schemaReader) readNogood() {
	at := s.here()
	for s.open(nil); s.next(); {
		here := s.here()
		s.nogoodMember(here, s.number())
	}
	s.endNogood(at)
}
