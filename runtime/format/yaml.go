package format

import (
	"io"

	"gopkg.in/yaml.v3"

	"quadrille/runtime/matrix"
)

// WriteYAML writes a problem as YAML, an item or an option a line; the text of
// the package has the schema, and [WriteJSON] says what origin does. Memory
// does not grow with the number of options.
func WriteYAML(w io.Writer, p *matrix.Problem, origin func(matrix.OptionID) string) error {
	s, err := newSchemaWriter(w, p, "", origin)
	if err != nil {
		return err
	}
	s.out.WriteString("quadrille: 1\nitems:")
	s.emptyList(p.Items())
	for i := range matrix.ItemID(p.Items()) {
		s.out.WriteString("\n- ")
		s.item(i)
	}
	if err := s.yamlMatchings(); err != nil {
		return err
	}
	s.out.WriteString("\noptions:")
	s.emptyList(p.Options())
	for o := range matrix.OptionID(p.Options()) {
		s.out.WriteString("\n- ")
		if err := s.option(o); err != nil {
			return err
		}
	}
	s.yamlNogoods()
	s.out.WriteByte('\n')
	return s.out.Flush() // the first error of any write
}

// emptyList is for lists of no elements, which without a sign would be none.
func (s *schemaWriter) emptyList(n int) {
	if n == 0 {
		s.out.WriteString(" []")
	}
}

// ReadYAML reads what [WriteYAML] writes, and other YAML of the same schema.
// A list whose elements begin with "- " on lines of their own may be of any
// length, because it is read some elements at a time; a part that cannot be
// cut so has at most a megabyte.
func ReadYAML(name string, r io.Reader, how Reading) (*matrix.Problem, error) {
	y := &yamlDump{yamlParts{scanner: newScanner(name, r)}, newAssembly(name, how), 0}
	return y.problem(y.read())
}

// yamlDump reads the schema from nodes.
type yamlDump struct {
	yamlParts
	*assembly
	have uint // a bit for each key of the dump
}

// fault is that of the scanner, which knows whether the input failed.
func (y *yamlDump) fault(at spot, format string, args ...any) error {
	return y.scanner.fault(at, format, args...)
}

func (y *yamlDump) read() error {
	if err := y.parts(y.part); err != nil {
		return err
	}
	if key := lacking(dumpKeys, y.have, 0, 1, 2); key != "" {
		return y.fault(y.at, "the dump has no key %s; it has the keys quadrille, items and options", key)
	}
	return nil
}

// part reads a part: keys of the dump, or, if list is the key of one, some of
// its elements.
func (y *yamlDump) part(list string, root *yaml.Node) error {
	if list == "" {
		return y.mapping(root, dumpKeys, func(k int, at spot, v *yaml.Node) error { return y.key(k, at, v) })
	}
	return y.elements(list, root)
}

// key reads a key of the dump.
func (y *yamlDump) key(k int, at spot, v *yaml.Node) error {
	if y.have>>k&1 == 1 {
		return y.fault(at, "the key %s stands here twice", dumpKeys[k])
	}
	fault := orderFault(dumpKeys[k], y.have)
	y.have |= 1 << k
	switch key := dumpKeys[k]; {
	case key == keyVersion:
		n, err := y.number(v)
		if err != nil {
			return err
		}
		return y.checkVersion(y.spot(v), n)
	case fault != "":
		return y.fault(at, "%s", fault)
	case v.Kind == yaml.ScalarNode && v.Value == "" && v.Style == 0: // the elements follow in parts, or there are none
		return nil
	default:
		return y.elements(key, v)
	}
}

// elements reads elements of one of the lists.
func (y *yamlDump) elements(list string, v *yaml.Node) error {
	switch list {
	case keyItems:
		return y.list(v, y.item)
	case keyMatchings:
		return y.list(v, y.matching)
	case keyOptions:
		return y.list(v, y.option)
	default:
		return y.list(v, y.nogood)
	}
}

func (y *yamlDump) item(v *yaml.Node) error {
	it := schemaItem{at: y.spot(v)}
	have, err := y.fields(v, itemKeys, func(k int, v *yaml.Node) (err error) {
		switch itemKeys[k] {
		case "name":
			it.at = y.spot(v)
			it.name, err = y.text(v, maxName)
		case "kind":
			it.kind, err = y.text(v, maxName)
		case "min":
			it.low, err = y.number(v)
		case "max":
			it.high, err = y.number(v)
		}
		return err
	})
	if err != nil {
		return err
	}
	if key := lacking(itemKeys, have, 0, 1); key != "" {
		return y.fault(y.spot(v), "an item lacks the key %s; it has a name and a kind", key)
	}
	it.hasLow, it.hasHigh = have>>2&1 == 1, have>>3&1 == 1
	return y.schemaItem(it)
}

func (y *yamlDump) option(v *yaml.Node) error {
	origin := ""
	have, err := y.fields(v, optionKeys, func(k int, v *yaml.Node) (err error) {
		if optionKeys[k] == "entries" {
			return y.list(v, y.entryNode)
		}
		origin, err = y.text(v, maxOrigin)
		return err
	})
	if err != nil {
		return err
	}
	if key := lacking(optionKeys, have, 0); key != "" {
		return y.fault(y.spot(v), "an option lacks the key %s; it may be an empty list", key)
	}
	o, err := y.endOption(y.spot(v))
	if err == nil && origin != "" {
		y.origin(o, origin)
	}
	return err
}

func (y *yamlDump) entryNode(v *yaml.Node) error {
	item, where, color := "", y.spot(v), matrix.NoColor
	have, err := y.fields(v, entryKeys, func(k int, v *yaml.Node) (err error) {
		if entryKeys[k] == "item" {
			where = y.spot(v)
			item, err = y.text(v, maxName)
			return err
		}
		name, err := y.text(v, maxName)
		if err != nil {
			return err
		}
		color, err = y.color(y.spot(v), []byte(name))
		return err
	})
	if err != nil {
		return err
	}
	if key := lacking(entryKeys, have, 0); key != "" {
		return y.fault(y.spot(v), "an entry lacks the key %s; write {item: \"name\"}", key)
	}
	return y.entry(where, []byte(item), color)
}
