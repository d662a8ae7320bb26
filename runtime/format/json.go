package format

import (
	"io"

	"quadrille/runtime/matrix"
)

// WriteJSON writes a problem as JSON, an item or an option a line; the text of
// the package has the schema. An origin, if it is not nil, gives the text of
// an option for people, or "" for none. Memory does not grow with the number
// of options.
//
// It is an error if a name is empty, of two items, or no UTF-8 text.
func WriteJSON(w io.Writer, p *matrix.Problem, origin func(matrix.OptionID) string) error {
	s, err := newSchemaWriter(w, p, `"`, origin)
	if err != nil {
		return err
	}
	s.out.WriteString("{\n\"quadrille\": 1,\n\"items\": [")
	for i := range matrix.ItemID(p.Items()) {
		s.separate(i == 0)
		s.item(i)
	}
	s.out.WriteString("\n]")
	if err := s.jsonMatchings(); err != nil {
		return err
	}
	s.out.WriteString(",\n\"options\": [")
	for o := range matrix.OptionID(p.Options()) {
		s.separate(o == 0)
		if err := s.option(o); err != nil {
			return err
		}
	}
	s.out.WriteString("\n]")
	s.jsonNogoods()
	s.out.WriteString("\n}\n")
	return s.out.Flush() // the first error of any write
}

// separate begins the line of an element.
func (s *schemaWriter) separate(first bool) {
	if !first {
		s.out.WriteByte(',')
	}
	s.out.WriteByte('\n')
}

// ReadJSON reads what [WriteJSON] writes, in any layout. The items must stand
// before the options, because memory holds no option that is not yet
// understood, matchings between the two and nogoods behind them; otherwise keys
// come in any order. Unknown keys are errors.
func ReadJSON(name string, r io.Reader, how Reading) (*matrix.Problem, error) {
	j := &jsonDump{jsonScanner: jsonScanner{newScanner(name, r)}, assembly: newAssembly(name, how)}
	return j.problem(j.read())
}

// jsonDump reads the schema from JSON.
type jsonDump struct {
	jsonScanner
	*assembly
	name []byte // of the item of the entry at hand
}

// fault is that of the scanner, which knows whether the input failed.
func (j *jsonDump) fault(at spot, format string, args ...any) error {
	return j.scanner.fault(at, format, args...)
}

func (j *jsonDump) read() error {
	var above uint
	at, have, err := j.object(dumpKeys, func(k int) error {
		j.space()
		if fault := orderFault(dumpKeys[k], above); fault != "" {
			return j.fault(j.at, "%s", fault)
		}
		above |= 1 << k
		return j.value(dumpKeys[k])
	})
	if err != nil {
		return err
	}
	if key := lacking(dumpKeys, have, 0, 1, 2); key != "" {
		return j.fault(at, "the dump has no key %s; it has the keys quadrille, items and options", key)
	}
	return j.endOfFile()
}

// value reads the value of a key of the dump.
func (j *jsonDump) value(key string) error {
	switch key {
	case keyVersion:
		at, n, err := j.integer()
		if err != nil {
			return err
		}
		return j.checkVersion(at, n)
	case keyItems:
		return j.array(j.item)
	case keyMatchings:
		return j.array(j.matching)
	case keyOptions:
		return j.array(j.option)
	default:
		return j.array(j.nogood)
	}
}

func (j *jsonDump) item() error {
	var it schemaItem
	at, have, err := j.object(itemKeys, func(k int) (err error) {
		switch itemKeys[k] {
		case "name":
			it.at, it.name, err = j.text(maxName)
		case "kind":
			_, it.kind, err = j.text(maxName)
		case "min":
			_, it.low, err = j.integer()
		case "max":
			_, it.high, err = j.integer()
		}
		return err
	})
	if err != nil {
		return err
	}
	if key := lacking(itemKeys, have, 0, 1); key != "" {
		return j.fault(at, "an item lacks the key %s; it has a name and a kind", key)
	}
	it.hasLow, it.hasHigh = have>>2&1 == 1, have>>3&1 == 1
	return j.schemaItem(it)
}

func (j *jsonDump) option() error {
	origin := ""
	at, have, err := j.object(optionKeys, func(k int) (err error) {
		if optionKeys[k] == "entries" {
			return j.array(j.entry)
		}
		_, origin, err = j.text(maxOrigin)
		return err
	})
	if err != nil {
		return err
	}
	if key := lacking(optionKeys, have, 0); key != "" {
		return j.fault(at, "an option lacks the key %s; it may be an empty list", key)
	}
	o, err := j.endOption(at)
	if err == nil && origin != "" {
		j.origin(o, origin)
	}
	return err
}

func (j *jsonDump) entry() error {
	var item []byte
	var where spot
	color := matrix.NoColor
	at, have, err := j.object(entryKeys, func(k int) (err error) {
		if entryKeys[k] == "item" {
			where, err = j.str(maxName)
			j.name = append(j.name[:0], j.word...)
			item = j.name
			return err
		}
		at, err := j.str(maxName)
		if err != nil {
			return err
		}
		color, err = j.color(at, j.word)
		return err
	})
	if err != nil {
		return err
	}
	if key := lacking(entryKeys, have, 0); key != "" {
		return j.fault(at, "an entry lacks the key %s; write {\"item\": \"name\"}", key)
	}
	return j.assembly.entry(where, item, color)
}
