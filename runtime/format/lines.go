package format

import (
	"bytes"
	"io"

	"quadrille/runtime/matrix"
)

// lineReader reads the formats of lines, dance and dlx: items, then an option
// a line.
type lineReader struct {
	*scanner
	*assembly
	plain bool           // dance: no colors, multiplicities or comments
	head  *secondaryLine // dlx: what could be the line of items, or nil
	lone  int            // dlx: so many lines since head are a bar alone
	short *shortNames    // dlx: the map of short names, or nil
}

func newLineReader(name string, r io.Reader, how Reading, plain bool) *lineReader {
	return &lineReader{scanner: newScanner(name, r), assembly: newAssembly(name, how), plain: plain}
}

// fault is that of the scanner, which knows whether the input failed.
func (l *lineReader) fault(at spot, format string, args ...any) error {
	return l.scanner.fault(at, format, args...)
}

func (l *lineReader) read() error {
	if err := l.items(); err != nil {
		return err
	}
	for l.c != end {
		if err := l.line(); err != nil {
			return err
		}
	}
	if l.scanner.err != nil {
		return l.fault(l.at, "")
	}
	return nil
}

// items reads on to the end of the line of items: the first one that is not
// blank and, in dlx, no comment.
func (l *lineReader) items() error {
	blanks := false
	for {
		l.blanks()
		switch {
		case l.c == end:
			return l.noLine(blanks)
		case l.c == '\n':
			blanks = true
			l.advance()
		case l.c == '|' && !l.plain:
			if err := l.bar(); err != nil {
				return err
			}
		default:
			return l.itemsOrOption()
		}
	}
}

// itemsOrOption reads the first line that does not begin with a bar.
func (l *lineReader) itemsOrOption() error {
	held, option, err := l.fitsHead()
	if err != nil {
		return err
	}
	if option {
		if err := l.takeHead(); err != nil {
			return err
		}
		for _, w := range held {
			if err := l.member(w.at, []byte(w.text)); err != nil {
				return err
			}
		}
		return l.endMembers()
	}
	return l.declare(held)
}

// declare reads the rest of the line of items, of which some words have been
// read.
func (l *lineReader) declare(held []word) error {
	if err := l.strayNogood(); err != nil {
		return err
	}
	secondary := false
	one := func(at spot, text []byte) error {
		switch {
		case string(text) != "|":
			return l.declareItem(at, text, secondary)
		case secondary:
			return l.fault(at, "a second | stands here; one stands before the secondary items")
		}
		secondary = true
		return nil
	}
	for _, w := range held {
		if err := one(w.at, []byte(w.text)); err != nil {
			return err
		}
	}
	if err := l.eachWord(one); err != nil {
		return err
	}
	if err := l.checkMap(); err != nil {
		return err
	}
	return l.endLine()
}

// eachWord visits the words up to the end of the line.
func (l *lineReader) eachWord(visit func(at spot, text []byte) error) error {
	for {
		at, ok, err := l.next()
		if err != nil {
			return err
		}
		if !ok {
			return nil
		}
		if err := visit(at, l.word); err != nil {
			return err
		}
	}
}

// declareItem reads an item: name, u:v|name or v|name.
func (l *lineReader) declareItem(at spot, text []byte, secondary bool) error {
	bound := matrix.Once
	if i := bytes.IndexByte(text, '|'); i >= 0 && !l.plain {
		if secondary {
			return l.fault(at, "%s is a secondary item and has no bounds; items with bounds stand before the |", quote(text[i+1:]))
		}
		b, fault := readBound(text[:i])
		if fault != "" {
			return l.fault(at, "%s; bounds are written 1:2|item", fault)
		}
		bound, text = b, text[i+1:]
	}
	if i := bytes.IndexAny(text, ":|"); i >= 0 && !l.plain {
		return l.fault(at, "the name %s has a %q, which stands only before a color and after bounds", quote(text), text[i])
	}
	key := string(text)
	name, err := l.longName(at, key)
	if err != nil {
		return err
	}
	return l.item(at, key, name, secondary, bound)
}

// readBound reads u:v, or v for v:v.
func readBound(text []byte) (matrix.Bound, string) {
	low, high, both := bytes.Cut(text, []byte(":"))
	u, fault := number(low)
	if fault != "" || !both {
		return checkedBound(matrix.Bound{Min: u, Max: u}, fault)
	}
	v, fault := number(high)
	return checkedBound(matrix.Bound{Min: u, Max: v}, fault)
}

func checkedBound(b matrix.Bound, fault string) (matrix.Bound, string) {
	if fault == "" {
		fault = boundFault(b)
	}
	return b, fault
}

// line reads a line below the items: an option, a comment, or nothing. A bar
// alone is an option without items; to other programs it is a comment.
func (l *lineReader) line() error {
	l.blanks()
	switch {
	case l.c == end:
		return nil
	case l.c == '\n':
		l.advance()
		return nil
	case l.c == '|' && !l.plain:
		return l.comment()
	}
	if err := l.eachWord(l.member); err != nil {
		return err
	}
	return l.endMembers()
}

func (l *lineReader) comment() error {
	at := l.at
	l.advance()
	apart := blank(l.c)
	l.blanks()
	var err error
	switch {
	case l.c == '\n':
		_, err = l.endOption(at)
	case apart:
		err = l.side()
	}
	if err != nil {
		return err
	}
	l.skipLine()
	return l.endLine()
}

// member reads an item of an option, with its color if it has one.
func (l *lineReader) member(at spot, text []byte) error {
	name, color, colored := cutColor(text)
	if l.plain {
		name, colored = text, false
	}
	if !colored {
		return l.entry(at, name, matrix.NoColor)
	}
	c, err := l.color(at, color)
	if err != nil {
		return err
	}
	return l.entry(at, name, c)
}

// cutColor cuts item:color.
func cutColor(text []byte) (name, color []byte, colored bool) {
	return bytes.Cut(text, []byte(":"))
}

func (l *lineReader) endMembers() error {
	if _, err := l.endOption(l.at); err != nil {
		return err
	}
	return l.endLine()
}

// word is a word with its place.
type word struct {
	text string
	at   spot
}
