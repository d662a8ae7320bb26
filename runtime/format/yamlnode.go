package format

import (
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// spot is where a node stands in the dump. YAML counts characters where we
// count bytes.
func (y *yamlDump) spot(v *yaml.Node) spot {
	at := spot{y.first + v.Line - 1, 1}
	text := y.lineOf(v.Line)
	for column := 1; column < v.Column && text != ""; column++ {
		_, size := utf8.DecodeRuneInString(text)
		text = text[size:]
		at.column += size
	}
	return at
}

// lineOf returns a line of the part at hand and what follows.
func (y *yamlDump) lineOf(line int) string {
	if line < y.shown.line || line < 1 {
		y.shown.line, y.shown.offset = 1, 0
	}
	for y.shown.line < line {
		i := strings.IndexByte(y.shown.text[y.shown.offset:], '\n')
		if i < 0 {
			return ""
		}
		y.shown.offset += i + 1
		y.shown.line++
	}
	return y.shown.text[y.shown.offset:]
}

// list reads each element of a list.
func (y *yamlDump) list(v *yaml.Node, one func(*yaml.Node) error) error {
	if err := y.mustBe(v, yaml.SequenceNode, "a list"); err != nil {
		return err
	}
	for _, element := range v.Content {
		if err := one(element); err != nil {
			return err
		}
	}
	return nil
}

// mapping reads each key of a mapping that it knows.
func (y *yamlDump) mapping(v *yaml.Node, keys []string, value func(key int, at spot, v *yaml.Node) error) error {
	if err := y.mustBe(v, yaml.MappingNode, "a mapping of the keys "+strings.Join(keys, ", ")); err != nil {
		return err
	}
	for i := 0; i+1 < len(v.Content); i += 2 {
		key := v.Content[i]
		name, err := y.text(key, maxName)
		if err != nil {
			return err
		}
		k := place(keys, []byte(name))
		if k < 0 {
			return y.fault(y.spot(key), "%s", unknownKey([]byte(name), keys))
		}
		if err := value(k, y.spot(key), v.Content[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// fields reads a mapping whose keys stand once. It returns a bit for each.
func (y *yamlDump) fields(v *yaml.Node, keys []string, value func(key int, v *yaml.Node) error) (have uint, err error) {
	return have, y.mapping(v, keys, func(k int, at spot, v *yaml.Node) error {
		if have>>k&1 == 1 {
			return y.fault(at, "the key %s stands here twice", keys[k])
		}
		have |= 1 << k
		return value(k, v)
	})
}

// text returns a scalar as it is spelled.
func (y *yamlDump) text(v *yaml.Node, most int) (string, error) {
	if err := y.mustBe(v, yaml.ScalarNode, "text"); err != nil {
		return "", err
	}
	if len(v.Value) > most {
		return "", y.fault(y.spot(v), "the text %s has more than %d bytes", quote(v.Value), most)
	}
	return v.Value, nil
}

// number returns a number from 0 to 2^31-1.
func (y *yamlDump) number(v *yaml.Node) (int32, error) {
	text, err := y.text(v, maxName)
	if err != nil {
		return 0, err
	}
	n, fault := number([]byte(text))
	if fault != "" {
		return 0, y.fault(y.spot(v), "%s", fault)
	}
	return n, nil
}

// mustBe tells whether a node is of a kind, and nothing that the schema does
// not have: an alias could stand for any amount of text.
func (y *yamlDump) mustBe(v *yaml.Node, kind yaml.Kind, what string) error {
	switch {
	case v.Kind == yaml.AliasNode || v.Anchor != "":
		return y.fault(y.spot(v), "a dump has no anchors (&name) and aliases (*name); write the text itself")
	case v.Style&yaml.TaggedStyle != 0:
		return y.fault(y.spot(v), "a dump has no tags, and this is %s; leave it out", quote(v.Tag))
	case v.Kind != kind:
		return y.fault(y.spot(v), "%s belongs here", what)
	}
	return nil
}
