package format

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// The library makes a tree of a whole text, of some hundred bytes for each of
// the text. So that memory does not grow with a dump, it is cut first:
//
//  1. A line at the margin begins a part, except "- " and comments.
//  2. If it is the key of a list alone, such as "items:", every line below that
//     begins with "- " at the same depth as the first one begins an element, and
//     a part has as many elements as fit some kilobytes.
//  3. If the first line is "{", the whole dump is one part.
//
// Then each part is read by itself. Anchors, which could reach from one part
// into another, are not in the schema.

const (
	partBytes = 8 << 10 // a part of a list ends at the first element beyond
	maxPart   = 1 << 20 // no part is longer
)

// yamlReader cuts a dump into parts and reads them.
type yamlReader struct {
	*scanner
	yamlSyntax
	schema *schemaReader
	text   []byte // of the part at hand
	list   string // the key of the list whose elements come, or ""
	depth  int    // of the "-" of its elements, or -1 before the first
	whole  bool   // the whole dump is one part
	begun  bool   // some part has begun
}

// readYAML reads the schema. A list whose elements begin with "- " on lines of
// their own may be of any length, because it is read some elements at a time; a part
// that cannot be cut so has at most a megabyte.
func readYAML(a *assembly) error {
	y := &yamlReader{scanner: a.scanner, yamlSyntax: yamlSyntax{fault: a.fault}}
	y.schema = &schemaReader{assembly: a, syntax: &y.yamlSyntax}
	a.exact = y.exact
	for y.c != end {
		if err := y.line(); err != nil {
			return err
		}
	}
	if err := y.flush(); err != nil {
		return err
	}
	if key := dumpMapping.missing(y.schema.have); key != "" {
		return y.scanner.fault(y.at, dumpMapping.lacks, key)
	}
	return nil
}

// exact returns a place in bytes, as we count, of one in characters, as the library
// does.
func (y *yamlReader) exact(at spot) spot {
	lines := bytes.Split(y.text, []byte("\n"))
	if k := at.line - y.first; 0 <= k && k < len(lines) {
		characters := []rune(string(lines[k]))
		at.column = 1 + len(string(characters[:min(at.column-1, len(characters))]))
	}
	return at
}

// listKey is a line that is the key of a list and nothing else.
var listKey = regexp.MustCompile(`^(items|matchings|options|nogoods):[ \t]*(#.*)?\r?\n?$`)

// line reads a line, and ends the part at hand if it begins another one.
func (y *yamlReader) line() error {
	number := y.at.line
	line, err := y.readLine()
	if err != nil {
		return err
	}
	content := bytes.TrimLeft(line, " ")
	depth := len(line) - len(content)
	words := bytes.Fields(content)
	dash := len(words) > 0 && string(words[0]) == "-"
	switch {
	case y.whole: // it goes on
	case len(words) == 0 || content[0] == '#':
		if len(y.text) == 0 {
			return nil // no part holds it
		}
	case dash && y.list != "" && (y.depth < 0 || y.depth == depth):
		y.depth = depth
		if len(y.text) >= partBytes {
			err = y.flush()
		}
	case depth == 0 && !dash:
		keep, err := y.key(line, number)
		if err != nil || !keep {
			return err
		}
	case len(y.text) == 0:
		return y.scanner.fault(spot{number, depth + 1}, "the elements of a list begin with \"- \", all at the same depth")
	}
	if len(y.text) == 0 {
		y.first = number
	}
	if y.text = append(y.text, line...); len(y.text) > maxPart {
		return y.scanner.fault(spot{y.first, 1}, "this part has more than %d bytes; begin each item and option on a line of its own, with \"- \", or write json", maxPart)
	}
	return err
}

// key is for a line that begins at the margin: a key of the dump. It tells whether
// the line is in a part.
func (y *yamlReader) key(line []byte, number int) (keep bool, err error) {
	text := string(bytes.TrimRight(line, " \t\r\n"))
	switch {
	case !y.begun && (text == "---" || strings.HasPrefix(text, "%YAML")):
		return false, nil
	case strings.HasPrefix(text, "---") || strings.HasPrefix(text, "..."):
		return false, y.scanner.fault(spot{number, 1}, "a dump is one document; take this line out")
	}
	if err := y.flush(); err != nil {
		return false, err
	}
	y.whole = !y.begun && text[0] == '{'
	y.begun = true
	y.list = ""
	m := listKey.FindSubmatch(line)
	if m == nil {
		return true, nil
	}
	y.list, y.depth = string(m[1]), -1
	k, fault := dumpMapping.take(y.list, &y.schema.have)
	if fault != "" {
		return false, y.scanner.fault(spot{number, 1}, "%s", fault)
	}
	y.node = &yaml.Node{Kind: yaml.SequenceNode} // the elements come in parts
	return false, y.schema.value(k, spot{number, 1})
}

// flush reads the part at hand, if there is one.
func (y *yamlReader) flush() (err error) {
	if len(y.text) == 0 {
		return nil
	}
	if y.node, err = y.parse(); err != nil {
		return err
	}
	if y.list != "" {
		err = y.schema.elements(y.list)
	} else {
		err = y.mapping(&dumpMapping, &y.schema.have, y.schema.value)
	}
	y.text = y.text[:0]
	return err
}

// libraryFault is what the library says: yaml: line 3: did not find ...
var libraryFault = regexp.MustCompile(`(?s)^(?:yaml: )?(?:line (\d+): )?(.*)$`)

// parse makes a tree of the part at hand.
func (y *yamlReader) parse() (root *yaml.Node, err error) {
	fault := func(line int, format string, args ...any) error {
		return y.scanner.fault(spot{y.first + max(0, line-1), 1}, format, args...)
	}
	defer func() {
		// The library is not ours, and panics on some texts that are no YAML.
		if r := recover(); r != nil {
			root, err = nil, fault(1, "this is not well-formed YAML; close every quote and bracket")
		}
	}()
	var document, more yaml.Node
	in := yaml.NewDecoder(bytes.NewReader(y.text))
	err = in.Decode(&document)
	if err == nil {
		err = in.Decode(&more)
	}
	switch {
	case err == io.EOF && len(document.Content) == 1:
		return document.Content[0], nil
	case err == io.EOF:
		return nil, fault(1, "a mapping of the keys %s belongs here", strings.Join(dumpMapping.keys, ", "))
	case err == nil:
		return nil, fault(more.Line, "something stands after the end of the dump; take it out")
	}
	m := libraryFault.FindStringSubmatch(fmt.Sprint(err))
	line, _ := strconv.Atoi(m[1])
	return nil, fault(line, "this is not well-formed YAML: %s; close every quote and bracket", m[2])
}

// readLine reads a line with its end. It looks for what is no text, and for what
// ends a line in the eyes of the library: its lines must be ours.
func (y *yamlReader) readLine() ([]byte, error) {
	start := y.at
	y.word = y.word[:0]
	for y.c != end && (len(y.word) == 0 || y.word[len(y.word)-1] != '\n') {
		if y.word = append(y.word, byte(y.c)); len(y.word) > maxPart {
			return nil, y.scanner.fault(start, "this line has more than %d bytes; begin each item and option on a line of its own, with \"- \"", maxPart)
		}
		y.advance()
	}
	text := bytes.TrimSuffix(bytes.TrimSuffix(y.word, []byte("\n")), []byte("\r"))
	for k, size := 0, 0; k < len(text); k += size {
		var r rune
		r, size = utf8.DecodeRune(text[k:])
		at := spot{start.line, k + 1}
		switch {
		case r == utf8.RuneError && size == 1:
			return nil, y.scanner.fault(at, "the byte %s is not UTF-8 text", quote(text[k:k+1]))
		case r == '\r' || r == '\u0085' || r == '\u2028' || r == '\u2029':
			return nil, y.scanner.fault(at, "the line end %s stands inside a line; write it as \"\\u%04x\"", quote(string(r)), r)
		case r < ' ' && r != '\t' || r == 0x7f:
			return nil, y.scanner.fault(at, "the control character %s stands here; write it as \"\\x%02x\"", quote(string(r)), r)
		}
	}
	return y.word, nil
}

// yamlSyntax reads the values in a tree. The places of its faults are in characters.
type yamlSyntax struct {
	fault func(at spot, format string, args ...any) error
	first int        // the first line of the part
	node  *yaml.Node // that comes next
}

func (y *yamlSyntax) here() spot { return y.place(y.node) }

func (y *yamlSyntax) place(v *yaml.Node) spot { return spot{y.first + v.Line - 1, v.Column} }

func (y *yamlSyntax) list(element func() error) error {
	v := y.node
	if err := y.mustBe(v, yaml.SequenceNode, "a list"); err != nil {
		return err
	}
	for _, y.node = range v.Content {
		if err := element(); err != nil {
			return err
		}
	}
	return nil
}

func (y *yamlSyntax) mapping(m *mapping, have *keys, value func(key int, at spot) error) error {
	v := y.node
	if err := y.mustBe(v, yaml.MappingNode, "a mapping of the keys "+strings.Join(m.keys, ", ")); err != nil {
		return err
	}
	for i := 0; i+1 < len(v.Content); i += 2 {
		y.node = v.Content[i]
		at := y.here()
		name, err := y.text(maxName)
		if err != nil {
			return err
		}
		k, fault := m.take(string(name), have)
		if fault != "" {
			return y.fault(at, "%s", fault)
		}
		y.node = v.Content[i+1]
		if err := value(k, at); err != nil {
			return err
		}
	}
	return nil
}

// text returns a scalar as it is spelled.
func (y *yamlSyntax) text(most int) ([]byte, error) {
	if err := y.mustBe(y.node, yaml.ScalarNode, "text"); err != nil {
		return nil, err
	}
	if len(y.node.Value) > most {
		return nil, y.fault(y.here(), "the text %s has more than %d bytes", quote(y.node.Value), most)
	}
	return []byte(y.node.Value), nil
}

func (y *yamlSyntax) number() (int32, error) {
	text, err := y.text(maxName)
	if err != nil {
		return 0, err
	}
	n, fault := number(text)
	if fault != "" {
		return 0, y.fault(y.here(), "%s", fault)
	}
	return n, nil
}

// mustBe tells whether a node is of a kind, and nothing that the schema does
// not have: an alias could stand for any amount of text.
func (y *yamlSyntax) mustBe(v *yaml.Node, kind yaml.Kind, what string) error {
	switch {
	case v.Kind == yaml.AliasNode || v.Anchor != "":
		return y.fault(y.place(v), "a dump has no anchors (&name) and aliases (*name); write the text itself")
	case v.Style&yaml.TaggedStyle != 0:
		return y.fault(y.place(v), "a dump has no tags, and this is %s; leave it out", quote(v.Tag))
	case v.Kind != kind:
		return y.fault(y.place(v), "%s belongs here", what)
	}
	return nil
}
