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

// The formats json and yaml have one schema, which the package document describes.

// schemaVersion is the version of the schema.
const schemaVersion = 1

// maxOriginBytes is the largest length of the origin of an option, in bytes. The origin is a text for people that says
// what the option stands for.
const maxOriginBytes = 1 << 16

const (
	keyVersion    = "quadrille"
	keyItems      = "items"
	keyOptions    = "options"
	keyMatchings  = "matchings"
	keyNogoods    = "nogoods"
	keyGoal       = "goal"
	kindPrimary   = "primary"
	kindSecondary = "secondary"
)

// schemaLayout holds the punctuation that differs between JSON and YAML: the quote around keys and kinds, and the texts
// that stand before the first key, before a list, in place of an empty list, before the first and before each further
// element, after a list, before a further key, and at the end.
type schemaLayout struct {
	keyQuote, documentStart, listStart, emptyList, firstElementStart, nextElementStart, listEnd, nextKeyStart,
	documentEnd string
}

func writeJSON(out *bufio.Writer, p *matrix.Problem, how WriteOptions) error {
	return writeSchema(out, p, how, schemaLayout{
		keyQuote: `"`, documentStart: "{\n", listStart: " [", firstElementStart: "\n", nextElementStart: ",\n",
		listEnd: "\n]", nextKeyStart: ",\n",
		documentEnd: "\n}\n",
	})
}

func writeYAML(out *bufio.Writer, p *matrix.Problem, how WriteOptions) error {
	return writeSchema(out, p, how, schemaLayout{emptyList: " []", firstElementStart: "\n- ", nextElementStart: "\n- ",
		nextKeyStart: "\n",
		documentEnd:  "\n"})
}

// writeSchema writes a problem in the schema of json and yaml, with one element of a list per line.
func writeSchema(out *bufio.Writer, p *matrix.Problem, how WriteOptions, l schemaLayout) error {
	s, err := spellNames(p, faultOfName, faultOfName)
	if err != nil {
		return err
	}
	s.itemNames = mapEach(s.itemNames, quoteText)
	sign := func(text string) string { return strings.ReplaceAll(text, "'", l.keyQuote) }
	list := func(key string, n int, element func(i int)) {
		if n == 0 && slices.Index(dumpMapping.allowedKeys, key) >= dumpMapping.requiredKeys {
			return
		}
		out.WriteString(l.nextKeyStart + sign("'"+key+"':") + l.listStart)
		if n == 0 {
			out.WriteString(l.emptyList)
		}
		before := l.firstElementStart
		for i := range n {
			out.WriteString(before)
			element(i)
			before = l.nextElementStart
		}
		out.WriteString(l.listEnd)
	}
	fmt.Fprintf(out, l.documentStart+sign("'quadrille': %d"), schemaVersion)
	itemText, boundText := sign("{'name': %s, 'kind': '%s'%s}"), sign(", 'min': %d, 'max': %d")
	list(keyItems, p.ItemCount(), func(i int) {
		kind, bound := kindSecondary, ""
		if i < p.PrimaryCount() {
			kind = kindPrimary
			if b := p.Bound(matrix.ItemID(i)); b != matrix.Once {
				bound = fmt.Sprintf(boundText, b.Min, b.Max)
			}
		}
		fmt.Fprintf(out, itemText, s.itemNames[i], kind, bound)
	})
	list(keyMatchings, len(p.Matchings()), func(k int) {
		m := p.Matchings()[k]
		left, right := strings.Join(s.itemNamesOf(m.LeftItems), ", "), strings.Join(s.itemNamesOf(m.RightItems), ", ")
		fmt.Fprintf(out, sign("{'name': %s, 'left': [%s], 'right': [%s]}"), quoteText(m.Name), left, right)
	})
	if g := p.Goal(); g != nil {
		fmt.Fprintf(out, l.nextKeyStart+sign("'goal': {'best': '%s', 'base': %d}"), g.OptimumWord(), g.BaseValue)
	}
	items := mapEach(s.itemNames, func(name string) string { return sign("{'item': ") + name })
	colors := mapEach(s.colorNames, func(name string) string { return sign(", 'color': ") + quoteText(name) })
	entries, last := sign("{'entries': ["), sign(", 'origin': ")
	list(keyOptions, p.OptionCount(), func(k int) {
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
		if g := p.Goal(); g != nil && g.OptionValues[k] != 0 {
			fmt.Fprintf(out, sign(", 'value': %d"), g.OptionValues[k])
		}
		if how.OriginOf != nil {
			origin := how.OriginOf(matrix.OptionID(k))
			if len(origin) > maxOriginBytes || !utf8.ValidString(origin) {
				err = fmt.Errorf("the origin of option %d is not UTF-8 text of at most %d bytes", k, maxOriginBytes)
			}
			if origin != "" {
				out.WriteString(last)
				out.WriteString(quoteText(origin))
			}
		}
		out.WriteByte('}')
	})
	list(keyNogoods, len(p.Nogoods()), func(k int) {
		fmt.Fprintf(out, "[%s]", strings.Join(optionNumbers(p.Nogoods()[k]), ", "))
	})
	out.WriteString(l.documentEnd)
	return err
}

// quoteText returns quoted text that is valid in both JSON and YAML.
func quoteText(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || 0x7f <= r && r < 0xa0, r == '\u2028', r == '\u2029', r == '\ufeff', r == '\ufffe',
			r == '\uffff':
			fmt.Fprintf(&b, `\u%04x`, r) // line ends, and characters that YAML does not allow
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// schemaMapping describes the keys of a kind of mapping in the schema.
type schemaMapping struct {
	allowedKeys  []string // allowed keys, the required ones first
	requiredKeys int      // number of required keys
	lackMessage  string   // message for a mapping without a required key
}

var (
	dumpMapping = schemaMapping{[]string{keyVersion, keyItems, keyOptions, keyMatchings, keyNogoods, keyGoal}, 3,
		"the dump has no key %s; it has the keys quadrille, items and options"}
	itemMapping = schemaMapping{[]string{"name", "kind", "min", "max"}, 2,
		"an item lacks the key %s; it has a name and a kind"}
	goalMapping = schemaMapping{[]string{"best", "base"}, 2,
		"the goal lacks the key %s; write {best: minimum, base: 0}"}
	optionMapping = schemaMapping{[]string{"entries", "origin", "value"}, 1,
		"an option lacks the key %s; it may be an empty list"}
	entryMapping    = schemaMapping{[]string{"item", "color"}, 1, `an entry lacks the key %s; write {"item": "name"}`}
	matchingMapping = schemaMapping{[]string{"name", "left", "right"}, 3,
		"a matching lacks the key %s; it has a name, a left and a right"}
)

// schemaSyntax is the part of a reader that differs between JSON and YAML. It reads punctuation and values in the
// order of the text.
type schemaSyntax interface {
	// spotOfNextValue returns the place of the next value.
	spotOfNextValue() textSpot
	// beginGroup reads the beginning of a list or a mapping.
	beginGroup(f *openGroup)
	// hasElement reports whether there is another element of the group; otherwise it reads the end of the group.
	hasElement(f *openGroup) bool
	// readColon reads the separator between a key and its value.
	readColon(f *openGroup)
	// readText reads a text of at most the given number of bytes. The result is valid until the next call.
	readText(most int) []byte
	// readDigits reads the text of a number. The result is valid until the next call.
	readDigits() []byte
}

// openGroup is a list or a mapping that is being read.
type openGroup struct {
	*schemaMapping              // nil for a list
	startSpot      textSpot     // place of the beginning of the group
	keysSeen       uint         // keys read so far, a bit for each key
	hasElements    bool         // whether an element has been read (used for json only)
	remainingNodes []*yaml.Node // elements that are still to be read (used for yaml only)
}

// checkKeys reports a fault if a mapping lacks a required key.
func (s *schemaReader) checkKeys(f *openGroup) {
	for k, key := range f.allowedKeys[:f.requiredKeys] {
		if f.keysSeen>>k&1 == 0 {
			s.reportFault(f.startSpot, f.lackMessage, key)
		}
	}
}

// schemaReader reads a dump in json or yaml.
type schemaReader struct {
	*problemAssembly
	schemaSyntax
	openGroups  []openGroup // lists and mappings that are being read, the outermost first
	dumpMapping openGroup   // the mapping of the whole dump, with its keys so far
	entryItem   []byte      // name of the item in the current entry
}

func newSchemaReader(a *problemAssembly, from schemaSyntax) *schemaReader {
	return &schemaReader{problemAssembly: a, schemaSyntax: from, dumpMapping: openGroup{schemaMapping: &dumpMapping}}
}

// openMapping begins a mapping with the keys of m, or a list if m is nil. The caller must loop over its elements until
// nextElement returns false.
func (s *schemaReader) openMapping(m *schemaMapping) {
	s.openGroups = append(s.openGroups, openGroup{schemaMapping: m, startSpot: s.spotOfNextValue()})
	s.beginGroup(&s.openGroups[len(s.openGroups)-1])
}

// nextElement reports whether there is another element.
func (s *schemaReader) nextElement() bool {
	f := &s.openGroups[len(s.openGroups)-1]
	if s.hasElement(f) && s.firstError == nil {
		return true
	}
	if f.schemaMapping != nil {
		s.checkKeys(f)
	}
	s.openGroups = s.openGroups[:len(s.openGroups)-1]
	return false
}

func (s *schemaReader) readKey() (key string, at textSpot) {
	f := &s.openGroups[len(s.openGroups)-1]
	at = s.spotOfNextValue()
	text := s.readText(maxName)
	for k, key := range f.allowedKeys {
		if key != string(text) {
			continue
		}
		s.recordKey(f, k, at)
		s.readColon(f)
		return key, at
	}
	s.reportFault(at, "there is no key %s here; the keys are %s", quoteName(text), strings.Join(f.allowedKeys, ", "))
	return "", at
}

// recordKey records that key k of a mapping was read, and reports a fault if it was read before.
func (s *schemaReader) recordKey(f *openGroup, k int, at textSpot) {
	if f.keysSeen>>k&1 == 1 {
		s.reportFault(at, "the key %s stands here twice", f.allowedKeys[k])
	}
	f.keysSeen |= 1 << k
}

// readValue reads the value of a key of the dump.
func (s *schemaReader) readValue(key string, at textSpot) {
	if s.firstError != nil {
		return
	}
	s.recordKey(&s.dumpMapping, slices.Index(dumpMapping.allowedKeys, key), at)
	above := keyItems
	switch key {
	case keyVersion:
		at := s.spotOfNextValue()
		if n := s.readNumber(); n != schemaVersion {
			s.reportFault(at, "the version is %d, and this program knows version %d; compile the puzzle again", n,
				schemaVersion)
		}
		return
	case keyGoal:
		s.readGoal()
		return
	case keyNogoods:
		above = keyOptions
	}
	if s.dumpMapping.keysSeen>>slices.Index(dumpMapping.allowedKeys, above)&1 == 0 {
		s.reportFault(at, "the %s stand before the %s that they name; write the key %s first", key, above, above)
	}
	s.readElements(key)
}

// readElements reads the elements of a list of the dump.
func (s *schemaReader) readElements(key string) {
	for s.openMapping(nil); s.nextElement(); {
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

// readNumber reads a whole number from 0 to 2^31-1.
func (s *schemaReader) readNumber() int32 { return readParsed(s, parseNumber) }

// readParsed reads digits, and parses them as a number of type N. It reports what is wrong with them.
func readParsed[N int32 | int64](s *schemaReader, parse func([]byte) (N, string)) N {
	at := s.spotOfNextValue()
	n, fault := parse(s.readDigits())
	if fault != "" {
		s.reportFault(at, "%s", fault)
	}
	return n
}

func (s *schemaReader) readItem() {
	var name, kind string
	var low, high bool
	at, bound := s.spotOfNextValue(), matrix.Once
	for s.openMapping(&itemMapping); s.nextElement(); {
		switch key, _ := s.readKey(); key {
		case "name":
			at = s.spotOfNextValue()
			name = string(s.readText(maxName))
		case "kind":
			kind = string(s.readText(maxName))
		case "min":
			bound.Min, low = s.readNumber(), true
		case "max":
			bound.Max, high = s.readNumber(), true
		}
	}
	switch fault := faultOfBound(bound); {
	case kind != kindPrimary && kind != kindSecondary:
		s.reportFault(at, "the item %s has the kind %s; the kinds are primary and secondary", quoteName(name),
			quoteName(kind))
	case low != high:
		s.reportFault(at, "the item %s has only one of min and max; write both", quoteName(name))
	case low && kind == kindSecondary:
		s.reportFault(at, "the item %s is secondary and has no min and max; only primary items do", quoteName(name))
	case fault != "":
		s.reportFault(at, "the item %s: %s", quoteName(name), fault)
	}
	s.declareItem(at, name, name, kind == kindSecondary, bound)
}

func (s *schemaReader) readGoal() {
	at, best, base := s.spotOfNextValue(), "", int64(0)
	for s.openMapping(&goalMapping); s.nextElement(); {
		if key, _ := s.readKey(); key == "best" {
			best = string(s.readText(maxName))
		} else {
			base = s.readInteger()
		}
	}
	maximize := (&matrix.Goal{Maximize: true}).OptimumWord()
	if best != maximize && best != (&matrix.Goal{}).OptimumWord() {
		s.reportFault(at, "the best value is %s; it is the minimum or the maximum", quoteName(best))
	}
	s.setGoal(at, best == maximize, base)
}

// readInteger reads a whole number of 64 bits.
func (s *schemaReader) readInteger() int64 { return readParsed(s, parseInteger) }

func (s *schemaReader) readOption() {
	at, origin := s.spotOfNextValue(), ""
	for s.openMapping(&optionMapping); s.nextElement(); {
		switch key, _ := s.readKey(); key {
		case "origin":
			origin = string(s.readText(maxOriginBytes))
		case "value":
			here := s.spotOfNextValue()
			s.addValue(here, s.readInteger())
			if !s.hasStatedGoal {
				s.reportFault(here,
					"a value stands here, and no goal above the options; write goal: {best: minimum, base: 0}")
			}
		case "entries":
			for s.openMapping(nil); s.nextElement(); {
				s.readEntry()
			}
		}
	}
	s.endOption(at, origin)
}

func (s *schemaReader) readEntry() {
	at, color := s.spotOfNextValue(), matrix.NoColor
	for s.openMapping(&entryMapping); s.nextElement(); {
		key, _ := s.readKey()
		here := s.spotOfNextValue()
		text := s.readText(maxName)
		if key == "item" {
			at, s.entryItem = here, append(s.entryItem[:0], text...)
		} else {
			color = s.colorOf(here, text)
		}
	}
	s.addEntry(at, s.entryItem, color)
}

func (s *schemaReader) readMatching() {
	at, name := s.spotOfNextValue(), ""
	s.beginMatching(at)
	for s.openMapping(&matchingMapping); s.nextElement(); {
		switch key, _ := s.readKey(); key {
		case "name":
			at = s.spotOfNextValue()
			name = string(s.readText(maxName))
		case "left":
			s.readMatchingMembers(leftSideNumber)
		case "right":
			s.readMatchingMembers(rightSideNumber)
		}
	}
	s.endMatching(at, name)
}

func (s *schemaReader) readMatchingMembers(side int8) {
	for s.openMapping(nil); s.nextElement(); {
		at := s.spotOfNextValue()
		s.addMatchingMember(at, s.readText(maxName), side)
	}
}

func (s *schemaReader) readNogood() {
	at := s.spotOfNextValue()
	for s.openMapping(nil); s.nextElement(); {
		here := s.spotOfNextValue()
		s.addNogoodMember(here, s.readNumber())
	}
	s.endNogood(at)
}
