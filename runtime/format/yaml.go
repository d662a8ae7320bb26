package format

import (
	"bytes"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// The YAML library makes a tree of a whole text, which takes some hundred bytes of memory for each byte of text. To
// keep the memory bounded, the reader divides a dump into parts and has the library parse each part on its own, by
// these rules:
//
//  1. A line at the margin begins a part, except "- " and comments.
//  2. If that line is the key of a list alone, such as "items:", every line below it with "- " at the depth of the
//     first one begins an element. After some kilobytes an element begins a part too.
//  3. If the first line is "{", the whole dump is one part.
//
// This is possible because the schema has no anchors, which could refer to another part.

const (
	minPartBytes = 8 << 10 // number of bytes after which a part of a list ends at the next element
	maxPartBytes = 1 << 20 // largest length of a part, in bytes; a longer part is an error
)

// yamlReader cuts a dump into parts and reads them.
type yamlReader struct {
	yamlSyntax
	schema        *schemaReader
	partText      []byte // text of the current part
	listKey       string // key of the list whose elements are in the part, or ""
	elementColumn int    // column of the "-" before elements, or -1 before the first element
	isSinglePart  bool   // whether the whole dump is one part
	hasBegunPart  bool   // whether a part has begun
}

// readYAML reads a dump in yaml. A list whose elements begin with "- " on lines of their own may have any length,
// because it is read in parts. A part that cannot be divided must not exceed maxPartBytes.
func readYAML(a *problemAssembly) {
	y := &yamlReader{yamlSyntax: yamlSyntax{problemAssembly: a}, elementColumn: -1}
	y.schema = newSchemaReader(a, &y.yamlSyntax)
	for y.currentByte != endOfInput {
		y.addLineToPart()
	}
	y.flushPart()
	y.schema.dumpMapping.startSpot = y.currentSpot
	y.schema.checkKeys(&y.schema.dumpMapping)
}

// listKeyLine matches a line that holds only the key of a list.
var listKeyLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(items|matchings|options|nogoods):[ \t]*(#.*)?\r?\n?$`)
})

// addLineToPart reads a line of the dump and adds it to a part. If the line begins a part, the current part is parsed
// first.
func (y *yamlReader) addLineToPart() {
	at := y.currentSpot
	line := y.readLine()
	content := bytes.TrimLeft(line, " ")
	depth := len(line) - len(content)
	words := bytes.Fields(content)
	dash := len(words) > 0 && string(words[0]) == "-"
	mark := bytes.HasPrefix(line, []byte("---")) || bytes.HasPrefix(line, []byte("..."))
	switch {
	case y.hasBegunPart && mark:
		y.flushPart()
		y.reportFault(at, "something stands after the end of the dump, and a dump is one document; take this line out")
	case y.isSinglePart: // the line belongs to the part
	case len(words) == 0 || content[0] == '#':
		if len(y.partText) == 0 {
			return
		}
	case dash && y.listKey != "" && (y.elementColumn < 0 || y.elementColumn == depth):
		y.elementColumn = depth
		if len(y.partText) >= minPartBytes {
			y.flushPart()
		}
	case depth == 0 && !dash:
		if !y.hasBegunPart && (string(bytes.TrimRight(line, " \t\r\n")) == "---" ||
			bytes.HasPrefix(line, []byte("%YAML"))) {
			return
		}
		y.flushPart()
		y.listKey, y.elementColumn = "", 0
		y.isSinglePart, y.hasBegunPart = !y.hasBegunPart && line[0] == '{', true
		if m := listKeyLine().FindSubmatch(line); m != nil {
			y.listKey, y.elementColumn = string(m[1]), -1
			y.currentNode = &yaml.Node{Kind: yaml.SequenceNode} // the elements come in further parts
			y.schema.readValue(y.listKey, at)
			return
		}
	case y.elementColumn < 0:
		y.reportFault(textSpot{at.line, depth + 1}, "the elements of a list begin with \"- \", all at the same depth")
	}
	if len(y.partText) == 0 {
		y.firstLine = at.line
	}
	if y.partText = append(y.partText, line...); len(y.partText) > maxPartBytes {
		y.reportFault(textSpot{y.firstLine, 1},
			"this part has more than %d bytes; begin each item and option on a line of its own, with \"- \", or "+
				"write json", maxPartBytes)
	}
}

// flushPart parses the current part, if there is one, and reads its values. It converts the columns of the library,
// which count characters, to columns in bytes.
func (y *yamlReader) flushPart() {
	if len(y.partText) == 0 || y.firstError != nil {
		return
	}
	switch y.currentNode = y.parsePart(); {
	case y.firstError != nil:
	case y.listKey != "":
		y.schema.readElements(y.listKey)
	default:
		for y.schema.openMapping(&schemaMapping{allowedKeys: dumpMapping.allowedKeys}); y.schema.nextElement(); {
			y.schema.readValue(y.schema.readKey())
		}
	}
	if e := (*DumpError)(nil); errors.As(y.firstError, &e) {
		lines := bytes.Split(y.partText, []byte("\n"))
		characters := []rune(string(lines[min(e.Line-y.firstLine, len(lines)-1)]))
		e.Column = 1 + len(string(characters[:min(e.Column-1, len(characters))]))
	}
	y.partText = y.partText[:0]
}

// libraryMessage matches the messages of the YAML library, such as yaml: line 3: did not find ...
var libraryMessage = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?s)^(?:yaml: )?(?:line (\d+): )?(.*)$`)
})

func (y *yamlReader) parsePart() *yaml.Node {
	fault := func(line int, format string, args ...any) {
		y.reportFault(textSpot{y.firstLine + max(1, line) - 1, 1}, format, args...)
	}
	defer func() {
		// The library panics on some texts that are not valid YAML.
		if r := recover(); r != nil {
			fault(1, "this is not well-formed YAML; close every quote and bracket")
		}
	}()
	var document yaml.Node
	if err := yaml.Unmarshal(y.partText, &document); err != nil {
		m := libraryMessage().FindStringSubmatch(err.Error())
		line, _ := strconv.Atoi(m[1])
		fault(line, "this is not well-formed YAML: %s; close every quote and bracket", m[2])
		return nil
	}
	if len(document.Content) == 0 {
		fault(1, "a mapping of the keys %s belongs here", strings.Join(dumpMapping.allowedKeys, ", "))
		return nil
	}
	return document.Content[0]
}

// readLine reads a line with its end. It reports invalid UTF-8 as a fault. It also reports characters at which the
// library ends a line and this reader does not, because their line numbers must agree.
func (y *yamlReader) readLine() []byte {
	start := y.currentSpot
	y.lastWord = y.lastWord[:0]
	for y.currentByte != endOfInput && (len(y.lastWord) == 0 || y.lastWord[len(y.lastWord)-1] != '\n') {
		y.lastWord = append(y.lastWord, byte(y.currentByte))
		y.advanceByte()
		if len(y.lastWord) > maxPartBytes {
			y.reportFault(start, "this line has more than %d bytes; begin each item and option on a line of its own, "+
				"with \"- \"", maxPartBytes)
		}
	}
	text := bytes.TrimSuffix(bytes.TrimSuffix(y.lastWord, []byte("\n")), []byte("\r"))
	for k, size := 0, 0; k < len(text); k += size {
		var r rune
		r, size = utf8.DecodeRune(text[k:])
		at := textSpot{start.line, k + 1}
		switch {
		case r == utf8.RuneError && size == 1:
			y.reportFault(at, "the byte %s is not UTF-8 text", quoteName(text[k:k+1]))
		case r == '\r' || r == '\u0085' || r == '\u2028' || r == '\u2029':
			y.reportFault(at, "the line end %s stands inside a line; write it as \"\\u%04x\"", quoteName(string(r)), r)
		case r < ' ' && r != '\t' || r == 0x7f:
			y.reportFault(at, "the control character %s stands here; write it as \"\\x%02x\"", quoteName(string(r)), r)
		}
	}
	return y.lastWord
}

// yamlSyntax reads the values of a part that the library has parsed.
type yamlSyntax struct {
	*problemAssembly
	firstLine   int        // index, in the dump, of the first line of the part
	currentNode *yaml.Node // node that is read next
}

// spotOfNextValue returns the place of the next node. Its column counts characters, and not bytes.
func (y *yamlSyntax) spotOfNextValue() textSpot {
	return textSpot{y.firstLine + y.currentNode.Line - 1, y.currentNode.Column}
}

func (y *yamlSyntax) beginGroup(f *openGroup) {
	if f.schemaMapping == nil {
		y.checkKind(yaml.SequenceNode, "a list")
	} else {
		y.checkKind(yaml.MappingNode, "a mapping of the keys "+strings.Join(f.allowedKeys, ", "))
	}
	f.remainingNodes = y.currentNode.Content
}

func (y *yamlSyntax) hasElement(f *openGroup) bool {
	if len(f.remainingNodes) == 0 {
		return false
	}
	y.currentNode, f.remainingNodes = f.remainingNodes[0], f.remainingNodes[1:]
	return true
}

func (y *yamlSyntax) readColon(f *openGroup) { y.hasElement(f) }

// readText returns a scalar as it is spelled.
func (y *yamlSyntax) readText(maxBytes int) []byte {
	y.checkKind(yaml.ScalarNode, "text")
	if len(y.currentNode.Value) > maxBytes {
		y.reportFault(y.spotOfNextValue(), "the text %s has more than %d bytes", quoteName(y.currentNode.Value),
			maxBytes)
	}
	return []byte(y.currentNode.Value)
}

func (y *yamlSyntax) readDigits() []byte { return y.readText(maxName) }

// checkKind reports a fault if the node is not of the given kind. It also reports features of YAML
// that the schema lacks: an alias, for example, could stand for any amount of text.
func (y *yamlSyntax) checkKind(kind yaml.Kind, what string) {
	switch v := y.currentNode; {
	case v.Kind == yaml.AliasNode || v.Anchor != "":
		y.reportFault(y.spotOfNextValue(), "a dump has no anchors (&name) and aliases (*name); write the text itself")
	case v.Style&yaml.TaggedStyle != 0:
		y.reportFault(y.spotOfNextValue(), "a dump has no tags, and this is %s; leave it out", quoteName(v.Tag))
	case v.Kind != kind:
		y.reportFault(y.spotOfNextValue(), "%s belongs here", what)
	}
}
