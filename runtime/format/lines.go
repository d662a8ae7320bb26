package format

import (
	"bytes"
	"io"

	"quadrille/runtime/matrix"
)

func readDLX(a *assembly) error { return (&wordReader{assembly: a}).read() }

func readDance(a *assembly) error { return (&wordReader{assembly: a, plain: true}).read() }

// wordReader reads the formats of words, dance and dlx.
type wordReader struct {
	*assembly
	plain bool        // dance: no colors, multiplicities or comments
	head  *headLine   // dlx: the last line with a bar above the items, or nil
	lone  int         // dlx: so many lines since head are a bar alone
	short *shortNames // dlx: the map of short names, or nil
}

// word is a word with its place.
type word struct {
	text string
	at   spot
}

func (l *wordReader) read() error {
	if err := l.items(); err != nil {
		return err
	}
	for l.c != end {
		if err := l.line(); err != nil {
			return err
		}
	}
	return nil
}

// items reads on to the end of the line of items: the first one that is not
// blank and, in dlx, no comment.
func (l *wordReader) items() error {
	blanks := false
	for {
		l.blanks()
		switch {
		case l.c == end:
			return l.noItems(blanks)
		case l.c == '\n':
			blanks = true
			l.advance()
		case l.c == '|' && !l.plain:
			if err := l.bar(); err != nil {
				return err
			}
		default:
			return l.firstLine()
		}
	}
}

// headLine is a line above the items that begins with a bar: a comment, or the items
// of a problem without primary ones. What follows decides it.
type headLine struct {
	words []word // all, if it may be a line of items, otherwise the first ones
	names map[string]struct{}
	items bool // it may be a line of items
	apart bool // a blank stands behind its bar
}

func (h *headLine) has(name []byte) bool {
	_, ok := h.names[string(name)]
	return ok
}

// add notes a word. The first words are kept in any case, to know the title of
// a map of short names and a nogood by.
func (h *headLine) add(at spot, text []byte, most int) {
	name := string(text)
	if h.items && (h.has(text) || firstFault(name, nameFault, dlxFault) != "" || len(h.words) == most) {
		h.items, h.names = false, nil
		h.words = h.words[:min(len(h.words), titleWords)]
	}
	if h.items || len(h.words) < titleWords {
		h.words = append(h.words, word{name, at})
	}
	if h.items {
		h.names[name] = struct{}{}
	}
}

// bar reads a line above the items that begins with a bar.
func (l *wordReader) bar() error {
	l.advance()
	head := &headLine{apart: blank(l.c)}
	err := l.eachWord(func(at spot, text []byte) error {
		if head.names == nil && len(head.words) == 0 {
			head.names, head.items = map[string]struct{}{}, head.apart
		}
		head.add(at, text, l.how.Items)
		return nil
	})
	if err == nil && len(head.words) == 0 {
		if l.lone++; l.lone > l.how.Options {
			return l.fault(l.at, "there are more than %d options, which is the limit for a dump", l.how.Options)
		}
		return l.endLine()
	}
	if err := l.strayNogood(); err != nil {
		return err
	}
	l.head, l.lone = head, 0
	if err != nil { // a word without end is no fault of a comment
		head.items, head.words = false, nil
		l.skipLine()
	}
	if err := l.endLine(); err != nil {
		return err
	}
	if n, ok := mapTitle(head.words); ok {
		l.head = nil
		return l.readMap(n, head.words[0].at)
	}
	return nil
}

// strayNogood is for the line in head, when it has turned out to be a comment. A
// nogood there would change the solutions and not be heard.
func (l *wordReader) strayNogood() error {
	if l.head == nil || !l.head.apart || len(l.head.words) < 2 || l.head.words[0].text != wordForbid {
		return nil
	}
	if _, fault := number([]byte(l.head.words[1].text)); fault != "" {
		return nil
	}
	return l.fault(l.head.words[0].at, "this nogood stands above the items; write it below the options that it names")
}

// noItems is for dumps in which every line is blank or begins with a bar. A
// blank line alone is the empty problem.
func (l *wordReader) noItems(blanks bool) error {
	switch {
	case l.head != nil && l.head.items:
		return l.takeHead()
	case l.head == nil && (blanks || l.lone > 0):
		return l.emptyOptions()
	}
	return l.fault(l.at, "no line names the items; the first line does")
}

// takeHead declares the items of a problem without primary items, and the
// options without items that came before the first other option.
func (l *wordReader) takeHead() error {
	for _, w := range l.head.words {
		if err := l.declare(w.at, []byte(w.text), true); err != nil {
			return err
		}
	}
	if err := l.endItems(); err != nil {
		return err
	}
	return l.emptyOptions()
}

func (l *wordReader) emptyOptions() error {
	for range l.lone {
		if _, err := l.endOption(l.at); err != nil {
			return err
		}
	}
	return nil
}

// firstLine reads the first line that does not begin with a bar: the items, or an
// option of those in head.
func (l *wordReader) firstLine() error {
	words, option, err := l.fitsHead()
	if err != nil {
		return err
	}
	take := l.member
	if option {
		err = l.takeHead()
	} else {
		take, err = l.declareNext(), l.strayNogood()
	}
	if err != nil {
		return err
	}
	for _, w := range words {
		if err := take(w.at, []byte(w.text)); err != nil {
			return err
		}
	}
	if option {
		return l.endMembers()
	}
	if err := l.eachWord(take); err != nil {
		return err
	}
	if err := l.endItems(); err != nil {
		return err
	}
	return l.endLine()
}

// fitsHead tells whether the line at hand is an option of the items in head.
// It returns the words that it read to find out; if it is an option, these
// are all.
func (l *wordReader) fitsHead() (words []word, option bool, err error) {
	if l.head == nil || !l.head.items {
		return nil, false, nil
	}
	for {
		at, ok, err := l.next()
		if err != nil || !ok {
			return words, err == nil, err
		}
		words = append(words, word{string(l.word), at})
		name, _, _ := cutColor(l.word)
		if !l.head.has(name) || len(words) > len(l.head.words) {
			return words, false, nil
		}
	}
}

// declareNext returns what declares the items of a line, one after the other.
func (l *wordReader) declareNext() func(at spot, text []byte) error {
	secondary := false
	return func(at spot, text []byte) error {
		switch {
		case string(text) != "|":
			return l.declare(at, text, secondary)
		case secondary:
			return l.fault(at, "a second | stands here; one stands before the secondary items")
		}
		secondary = true
		return nil
	}
}

// declare reads an item: name, u:v|name or v|name.
func (l *wordReader) declare(at spot, text []byte, secondary bool) error {
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
func readBound(text []byte) (b matrix.Bound, fault string) {
	low, high, both := bytes.Cut(text, []byte(":"))
	if !both {
		high = low
	}
	if b.Min, fault = number(low); fault != "" {
		return b, fault
	}
	if b.Max, fault = number(high); fault != "" {
		return b, fault
	}
	return b, boundFault(b)
}

// line reads a line below the items: an option, a comment, or nothing. A bar
// alone is an option without items; to other programs it is a comment.
func (l *wordReader) line() error {
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

// member reads an item of an option, with its color if it has one.
func (l *wordReader) member(at spot, text []byte) error {
	name, color, colored := cutColor(text)
	if l.plain || !colored {
		return l.entry(at, text, matrix.NoColor)
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

func (l *wordReader) endMembers() error {
	if _, err := l.endOption(l.at); err != nil {
		return err
	}
	return l.endLine()
}

// comment reads a line below the items that begins with a bar.
func (l *wordReader) comment() error {
	bar := l.at
	l.advance()
	apart := blank(l.c)
	l.blanks()
	at := l.at
	var err error
	switch {
	case l.c == '\n':
		_, err = l.endOption(bar)
	case !apart:
	case l.startsWith(wordForbid):
		err = l.forbid(at)
	case l.startsWith(wordMatching):
		err = l.matching(at)
	}
	if err != nil {
		return err
	}
	l.skipLine()
	return l.endLine()
}

// startsWith reads a word if it is the next one of the line.
func (l *wordReader) startsWith(word string) bool {
	rest, _ := l.in.Peek(len(word)) // behind the byte at hand
	if l.c != int(word[0]) || !bytes.HasPrefix(rest, []byte(word[1:])) {
		return false
	}
	if len(rest) == len(word) && !blank(int(rest[len(word)-1])) && rest[len(word)-1] != '\n' {
		return false
	}
	for range word {
		l.advance()
	}
	return true
}

func (l *wordReader) forbid(at spot) error {
	err := l.eachWord(func(at spot, text []byte) error {
		n, fault := number(text)
		if fault != "" {
			return l.fault(at, "%s; a nogood is written | %s 0 3 7", fault, wordForbid)
		}
		return l.nogoodMember(at, n)
	})
	if err != nil {
		return err
	}
	return l.endNogood(at)
}

func (l *wordReader) matching(at spot) error {
	if err := l.beginMatching(at); err != nil {
		return err
	}
	where := spot{l.at.line, l.at.column + 1}
	name, ok := l.matchingName()
	if !ok {
		return l.fault(at, "this matching has no name; a matching is written | %s name: items %s items", wordMatching, between)
	}
	side := int8(leftSide)
	err := l.eachWord(func(at spot, text []byte) error {
		if string(text) != between {
			return l.pairMember(at, text, side)
		}
		if side++; side > rightSide {
			return l.fault(at, "a second %s stands here; one stands between the families of a matching", between)
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case side == leftSide:
		return l.fault(l.at, "this matching has no %s; one stands between its families", between)
	}
	return l.endMatching(where, name)
}

// matchingName reads the blank in front of a name, the name, and the last colon
// of the line that a blank or the end of the line follows. The colon ends the name
// because the names of items have none.
func (l *wordReader) matchingName() (name string, ok bool) {
	rest, err := l.in.Peek(1 + maxName + 1)
	if err != nil && err != io.EOF {
		l.err = err
	}
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	n := len(rest) - 1
	for n >= 0 && !(rest[n] == ':' && (n+1 == len(rest) || blank(int(rest[n+1])))) {
		n--
	}
	if l.c != ' ' || n < 0 {
		return "", false
	}
	name = string(rest[:n])
	for range n + 2 { // with the blank and the colon
		l.advance()
	}
	return name, true
}
