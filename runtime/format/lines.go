package format

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"quadrille/runtime/matrix"
)

func readDLX(a *assembly) { (&wordReader{assembly: a}).read() }

func readDance(a *assembly) { (&wordReader{assembly: a, plain: true}).read() }

// wordReader reads the formats of words, dance and dlx.
type wordReader struct {
	*assembly
	plain bool            // dance: no colors, multiplicities or comments
	above []word          // dlx: of the last line with a bar above the items
	names map[string]bool // of the words above, if that may be a line of items
	lone  int             // dlx: so many lines below it are a bar alone
	short *shortNames     // dlx: the map of short names, or nil
}

// word is a word with its place.
type word struct {
	text string
	at   spot
}

func (l *wordReader) read() {
	l.items()
	for l.c != end {
		l.line()
	}
}

// items reads on to the end of the line of items: the first one that is not blank
// and, in dlx, no comment. If the items are those above, that line is their first
// option, if there is one. A dump of blank lines and bars alone has no items.
func (l *wordReader) items() {
	for l.blanks(); l.c == '\n' || l.c == '|' && !l.plain; l.blanks() {
		if l.c == '|' {
			l.bar()
		} else {
			l.advance()
		}
	}
	line, all := l.fewWords()
	if len(line) > 0 && !(all && l.isOption(line)) {
		l.strayNogood()
		l.declareAll(line)
		return
	}
	if l.names == nil && (l.above != nil || l.short != nil || l.at.line == 1) {
		l.fault(l.at, "no line names the items; the first line does")
	}
	for _, w := range l.above {
		l.declare(w.at, w.text, true)
	}
	l.endItems()
	for range l.lone {
		l.endOption(l.at, "")
	}
	for _, w := range line {
		l.member(w.at, []byte(w.text))
	}
	if len(line) > 0 {
		l.endOption(l.at, "")
		l.endLine()
	}
}

// fewWords reads the words of a line, but no more than items and their names may be. It
// tells whether these are all.
func (l *wordReader) fewWords() (line []word, all bool) {
	size := 0
	for at, text := range l.words() {
		line = append(line, word{string(text), at})
		if size += len(text); size > l.mostBytes() || len(line) > l.how.Items+1 {
			return line, false
		}
	}
	return line, true
}

// bar reads a line above the items that begins with a bar: a comment, or the items
// of a problem without primary ones. What follows decides it.
func (l *wordReader) bar() {
	l.advance()
	apart := blank(l.c)
	line, all := l.fewWords()
	at := l.at
	l.skipLine()
	l.endLine()
	if len(line) == 0 {
		l.room(at, l.lone, l.how.Options, "there are more than %d options")
		l.lone++
		return
	}
	l.strayNogood()
	if n, ok := mapTitle(line); ok {
		l.above, l.names, l.lone = nil, nil, 0
		l.readMap(n, line[0].at)
		return
	}
	l.above, l.names, l.lone = line, nil, 0
	switch {
	case !apart:
		l.above = line[:0]
	case all:
		l.names = itemNames(line)
	}
}

// itemNames returns the words of a line if they are names of items that differ,
// otherwise nil.
func itemNames(line []word) map[string]bool {
	names := map[string]bool{}
	for _, w := range line {
		if names[w.text] || dlxFault(w.text) != "" {
			return nil
		}
		names[w.text] = true
	}
	return names
}

// strayNogood is for the line above, when it has turned out to be a comment. A
// nogood there would change the solutions and not be heard.
func (l *wordReader) strayNogood() {
	if len(l.above) < 2 || l.above[0].text != wordForbid {
		return
	}
	if _, fault := number([]byte(l.above[1].text)); fault == "" {
		l.fault(l.above[0].at, "this nogood stands above the items; write it below the options that it names")
	}
}

// isOption tells whether a line may be an option of the items above.
func (l *wordReader) isOption(line []word) bool {
	return len(line) <= len(l.names) && !slices.ContainsFunc(line, func(w word) bool {
		name, _, _ := strings.Cut(w.text, ":")
		return !l.names[name]
	})
}

// declareAll reads the line of items, of which some words have been read.
func (l *wordReader) declareAll(line []word) {
	secondary := false
	declare := func(at spot, text string) {
		switch {
		case text != "|":
			l.declare(at, text, secondary)
		case secondary:
			l.fault(at, "a second | stands here; one stands before the secondary items")
		}
		secondary = secondary || text == "|"
	}
	for _, w := range line {
		declare(w.at, w.text)
	}
	for at, text := range l.words() {
		declare(at, string(text))
	}
	l.endItems()
	l.endLine()
}

// declare reads an item: name, u:v|name or v|name.
func (l *wordReader) declare(at spot, text string, secondary bool) {
	bound := matrix.Once
	if times, name, bounded := strings.Cut(text, "|"); bounded && !l.plain {
		if secondary {
			l.fault(at, "%s is a secondary item and has no bounds; items with bounds stand before the |", quote(name))
		}
		text, bound = name, l.bound(at, times)
	}
	if i := strings.IndexAny(text, ":|"); i >= 0 && !l.plain {
		l.fault(at, "the name %s has a %q, which stands only before a color and after bounds", quote(text), text[i])
	}
	l.assembly.declare(at, text, l.longName(at, text), secondary, bound)
}

// bound reads u:v, or v for v:v.
func (l *wordReader) bound(at spot, text string) (b matrix.Bound) {
	low, high, both := strings.Cut(text, ":")
	if !both {
		high = low
	}
	var faults [2]string
	b.Min, faults[0] = number([]byte(low))
	b.Max, faults[1] = number([]byte(high))
	for _, fault := range append(faults[:], boundFault(b)) {
		if fault != "" {
			l.fault(at, "%s; bounds are written 1:2|item", fault)
		}
	}
	return b
}

// line reads a line below the items: an option, a comment, or nothing.
func (l *wordReader) line() {
	l.blanks()
	switch {
	case l.c == end:
	case l.c == '\n':
		l.advance()
	case l.c == '|' && !l.plain:
		l.comment()
	default:
		for at, text := range l.words() {
			l.member(at, text)
		}
		l.endOption(l.at, "")
		l.endLine()
	}
}

// member reads an item of an option, with its color if it has one.
func (l *wordReader) member(at spot, text []byte) {
	color := matrix.NoColor
	if name, key, colored := bytes.Cut(text, []byte(":")); colored && !l.plain {
		text, color = name, l.color(at, key)
	}
	l.entry(at, text, color)
}

// comment reads a line below the items that begins with a bar. A bar alone is an
// option without items; to other programs it is a comment.
func (l *wordReader) comment() {
	bar := l.at
	l.advance()
	apart := blank(l.c)
	at, ok := l.next()
	switch kind := string(l.word); {
	case !ok && l.c == '\n':
		l.endOption(bar, "")
	case apart && kind == wordForbid:
		l.forbid(at)
	case apart && kind == wordMatching:
		l.matching(at)
	}
	l.skipLine()
	l.endLine()
}

func (l *wordReader) forbid(at spot) {
	for at, text := range l.words() {
		n, fault := number(text)
		if fault != "" {
			l.fault(at, "%s; a nogood is written | %s 0 3 7", fault, wordForbid)
		}
		l.nogoodMember(at, n)
	}
	l.endNogood(at)
}

func (l *wordReader) matching(at spot) {
	l.beginMatching(at)
	where := spot{l.at.line, l.at.column + 1}
	name, ok := l.matchingName()
	if !ok {
		l.fault(at, "this matching has no name; a matching is written | %s name: items %s items", wordMatching, between)
	}
	side := int8(leftSide)
	for at, text := range l.words() {
		switch {
		case string(text) != between:
			l.pairMember(at, text, side)
		case side == rightSide:
			l.fault(at, "a second %s stands here; one stands between the families of a matching", between)
		}
		if string(text) == between {
			side = rightSide
		}
	}
	if side == leftSide {
		l.fault(l.at, "this matching has no %s; one stands between its families", between)
	}
	l.endMatching(where, name)
}

// matchingName reads the blank in front of a name, the name, and the last colon
// of the line that a blank or the end of the line follows. The colon ends the name
// because the names of items have none.
func (l *wordReader) matchingName() (name string, ok bool) {
	rest, err := l.in.Peek(1 + maxName + 1)
	if err != nil && err != io.EOF {
		l.failed(err)
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

// shortNames is the map that a dump has.
type shortNames struct {
	at     spot
	long   map[string]string // by short name of an item
	unused int               // so many of long are not declared yet
	colors map[string]bool   // the long ones
	names  map[string]bool   // of the items declared so far
}

// mapTitle tells whether a comment is the title of a map, and of how many
// names.
func mapTitle(line []word) (n int, ok bool) {
	if len(line) != 4 || line[0].text != "quadrille:" || line[2].text != "short" || line[3].text != "names" {
		return 0, false
	}
	count, fault := number([]byte(line[1].text))
	return int(count), fault == ""
}

// readMap reads the lines of a map.
func (l *wordReader) readMap(n int, at spot) {
	most := l.how.Items + 4096 // items, and some colors
	l.room(at, n-1, most, "there are more than %d short names")
	l.short = &shortNames{at: at, long: map[string]string{}, colors: map[string]bool{}, names: map[string]bool{}}
	for k := 0; k < n && l.err == nil; k++ {
		l.mapLine()
	}
}

// mapLine reads "| short = long". The long name is the rest of the line, with
// its blanks.
func (l *wordReader) mapLine() {
	l.blanks()
	at := l.at
	var line []byte
	for l.c != end && l.c != '\n' && len(line) <= 2*maxName {
		line = append(line, byte(l.c))
		l.advance()
	}
	pair, barred := strings.CutPrefix(strings.TrimSuffix(string(line), "\r"), "| ")
	short, long, ok := strings.Cut(pair, " = ")
	if !barred || !ok || wordFault(short) != "" || len(line) > 2*maxName {
		l.fault(at, "this line of the map is not \"| short = long\"; mend it, or the number of short names above")
	}
	key, isColor := strings.CutPrefix(short, ":")
	_, takenItem := l.short.long[short]
	_, takenColor := l.colors[key]
	if takenItem || isColor && (takenColor || l.short.colors[long]) {
		l.fault(at, "the map has %s or %s twice", quote(short), quote(long))
	}
	if isColor {
		l.newColor(at, key, long)
		l.short.colors[long] = true
	} else {
		l.keep(at, long, "")
		l.short.long[short] = long
		l.short.unused++
	}
	l.endLine()
}

// longName returns the name of an item that options call key.
func (l *wordReader) longName(at spot, key string) string {
	if l.short == nil {
		return key
	}
	long, ok := l.short.long[key]
	if ok {
		l.short.unused--
	} else {
		long = key
	}
	if l.short.names[long] {
		l.fault(at, "the item %s is called %s, as another item is; names of items differ", quote(key), quote(long))
	}
	l.short.names[long] = true
	return long
}

// endItems is for the end of the line of items.
func (l *wordReader) endItems() {
	if l.short != nil && l.short.unused > 0 {
		l.fault(l.short.at, "of the short names %d are not names of items; mend the map, or take it out with its first line", l.short.unused)
	}
}
