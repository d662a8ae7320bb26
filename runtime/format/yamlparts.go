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

// yamlParts cuts a dump into parts.
type yamlParts struct {
	*scanner
	text   []byte // of the part
	first  int    // its first line
	list   string // the key of the list whose elements come, or ""
	depth  int    // of the "-" of its elements, or -1 before the first
	whole  bool   // the whole dump is one part
	begun  bool   // some part has begun
	lineAt []byte // the line at hand

	shown struct { // where lineOf was last
		text         string
		line, offset int
	}
}

// listKey is a line that is the key of a list and nothing else.
var listKey = regexp.MustCompile(`^(items|matchings|options|nogoods):[ \t]*(#.*)?\r?\n?$`)

// parts visits each part, in order. A list's key is a part of its own.
func (y *yamlParts) parts(visit func(list string, root *yaml.Node) error) error {
	for y.c != end {
		line := y.scanner.at.line
		if err := y.readLine(); err != nil {
			return err
		}
		if err := y.place(line, visit); err != nil {
			return err
		}
		if y.text = append(y.text, y.lineAt...); len(y.text) > maxPart {
			return y.fault(spot{y.first, 1}, "this part has more than %d bytes; begin each item and option on a line of its own, with \"- \", or write json", maxPart)
		}
	}
	if y.err != nil {
		return y.fault(y.at, "")
	}
	return y.flush(visit)
}

// place ends the part at hand if the line begins another one.
func (y *yamlParts) place(line int, visit func(string, *yaml.Node) error) error {
	content := bytes.TrimLeft(y.lineAt, " ")
	depth := len(y.lineAt) - len(content)
	element := dash(content) && y.list != "" && (y.depth < 0 || y.depth == depth)
	switch {
	case y.whole:
		return nil
	case len(bytes.TrimSpace(content)) == 0 || content[0] == '#':
		if len(y.text) == 0 {
			y.lineAt = y.lineAt[:0] // no part holds it
		}
		return nil
	case element:
		y.depth = depth
		if len(y.text) > 0 && len(y.text) < partBytes {
			return nil
		}
		return y.begin(line, visit)
	case depth == 0 && !dash(content):
		return y.margin(line, visit)
	case len(y.text) == 0:
		return y.fault(spot{line, depth + 1}, "the elements of a list begin with \"- \", all at the same depth")
	}
	return nil
}

// dash tells whether a line begins an element of a list.
func dash(content []byte) bool {
	return len(content) > 0 && content[0] == '-' && (len(content) == 1 || blank(int(content[1])) || content[1] == '\n')
}

// margin is for a line that begins at the margin: a key of the dump.
func (y *yamlParts) margin(line int, visit func(string, *yaml.Node) error) error {
	text := string(bytes.TrimRight(y.lineAt, " \t\r\n"))
	switch {
	case !y.begun && (text == "---" || strings.HasPrefix(text, "%YAML")):
		y.lineAt = y.lineAt[:0]
		return nil
	case strings.HasPrefix(text, "---") || strings.HasPrefix(text, "..."):
		return y.fault(spot{line, 1}, "a dump is one document; take this line out")
	}
	if err := y.begin(line, visit); err != nil {
		return err
	}
	y.whole = !y.begun && text[0] == '{'
	y.begun = true
	y.list = ""
	if m := listKey.FindSubmatch(y.lineAt); m != nil {
		y.text = append(y.text, y.lineAt...)
		y.lineAt = y.lineAt[:0]
		if err := y.flush(visit); err != nil {
			return err
		}
		y.list, y.depth = string(m[1]), -1
	}
	return nil
}

// begin ends the part at hand and begins the next one.
func (y *yamlParts) begin(line int, visit func(string, *yaml.Node) error) error {
	err := y.flush(visit)
	y.first = line
	return err
}

// flush hands on the part at hand, if there is one.
func (y *yamlParts) flush(visit func(string, *yaml.Node) error) error {
	if len(y.text) == 0 {
		return nil
	}
	root, err := y.parse()
	if err != nil {
		return err
	}
	y.shown.text, y.shown.line, y.shown.offset = string(y.text), 1, 0
	y.text = y.text[:0]
	return visit(y.list, root)
}

// libraryFault is what the library says: yaml: line 3: did not find ...
var libraryFault = regexp.MustCompile(`(?s)^(?:yaml: )?(?:line (\d+): )?(.*)$`)

// parse makes a tree of the part at hand.
func (y *yamlParts) parse() (root *yaml.Node, err error) {
	defer func() {
		// The library is not ours, and panics on some texts that are no YAML.
		if r := recover(); r != nil {
			root, err = nil, y.fault(spot{y.first, 1}, "this is not well-formed YAML; close every quote and bracket")
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
		return nil, y.fault(spot{y.first, 1}, "a mapping of the keys %s belongs here", strings.Join(dumpKeys, ", "))
	case err == nil:
		return nil, y.fault(spot{y.first + max(0, more.Line-1), 1}, "something stands after the end of the dump; take it out")
	}
	m := libraryFault.FindStringSubmatch(fmt.Sprint(err))
	line, _ := strconv.Atoi(m[1])
	return nil, y.fault(spot{y.first + max(0, line-1), 1}, "this is not well-formed YAML: %s; close every quote and bracket", m[2])
}

// readLine reads a line with its end into lineAt.
func (y *yamlParts) readLine() error {
	start := y.scanner.at
	y.lineAt = y.lineAt[:0]
	for y.c != end {
		c := byte(y.c)
		if c < ' ' && c != '\t' && c != '\r' && c != '\n' || c == 0x7f {
			return y.fault(y.scanner.at, "the control character %s stands here; write it as \"\\x%02x\"", quote([]byte{c}), c)
		}
		y.lineAt = append(y.lineAt, c)
		if len(y.lineAt) > maxPart {
			return y.fault(start, "this line has more than %d bytes; begin each item and option on a line of its own, with \"- \"", maxPart)
		}
		y.advance()
		if c == '\n' {
			break
		}
	}
	return y.checkLine(start.line)
}

// checkLine looks for what is no text, and for what ends a line in the eyes of
// the library: its lines must be ours.
func (y *yamlParts) checkLine(line int) error {
	text := bytes.TrimSuffix(bytes.TrimSuffix(y.lineAt, []byte("\n")), []byte("\r"))
	for k := 0; k < len(text); {
		r, size := utf8.DecodeRune(text[k:])
		switch {
		case r == utf8.RuneError && size == 1:
			return y.fault(spot{line, k + 1}, "the byte %s is not UTF-8 text", quote(text[k:k+1]))
		case r == '\r' || r == '\u0085' || r == '\u2028' || r == '\u2029':
			return y.fault(spot{line, k + 1}, "the line end %s stands inside a line; write it as \"\\u%04x\"", quote(string(r)), r)
		}
		k += size
	}
	return nil
}
