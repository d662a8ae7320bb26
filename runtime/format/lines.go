package format

import (
	"bytes"
	"cmp"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"

	"quadrille/runtime/matrix"
)

func readDLX(a *assembly) { (&wordReader{assembly: a}).read() }

func readDance(a *assembly) { (&wordReader{assembly: a, plain: true}).read() }

// wordReader reads the formats of words, dance and dlx.
type wordReader struct {
	*assembly
	plain bool        // dance: no colors, multiplicities or comments
	above []word      // dlx: the last line above the items with words behind a bar
	whole bool        // these are all words of that line
	lone  int         // dlx: so many lines below it are a bar alone
	short *shortNames // dlx: the map of short names, or nil
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
	line, whole := l.fewWords()
	names := l.namesAbove()
	option := whole && len(line) <= len(names) && !slices.ContainsFunc(line, func(w word) bool {
		name, _, _ := strings.Cut(w.text, ":")
		return !names[name]
	})
	switch {
	case len(line) > 0 && !option:
		l.strayNogood()
		if l.declareAll(line); !whole {
			l.fault(l.at, "the line of items is too long")
		}
		l.endLine()
		return
	case names != nil:
		l.declareAll(l.above)
	case l.above != nil || l.short != nil || l.at.line == 1:
		l.fault(l.at, "no line names the items; the first line does")
	}
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

// fewWords reads the words of a line, but hardly more than items and their names may be.
// It tells whether these are all.
func (l *wordReader) fewWords() (line []word, whole bool) {
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
	line, whole := l.fewWords()
	l.skipLine()
	switch {
	case l.err != nil:
	case len(line) == 1 && line[0].text == "|":
		l.room(line[0].at, l.lone, l.how.Options, "there are more than %d options")
		l.lone++
	default:
		l.strayNogood()
		l.above, l.whole, l.lone = line, whole, 0
		if n, ok := mapTitle(line); ok {
			l.above = nil
			l.readMap(n, line[1].at)
		}
	}
}

// namesAbove returns the items of the line above, or nil if it is only a comment.
func (l *wordReader) namesAbove() map[string]bool {
	if !l.whole || len(l.above) == 0 || l.above[0].text != "|" {
		return nil
	}
	names := map[string]bool{}
	for _, w := range l.above[1:] {
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
	if len(l.above) < 3 || l.above[0].text != "|" || l.above[1].text != wordForbid {
		return
	}
	if _, fault := number(l.above[2].text); fault == "" {
		l.fault(l.above[1].at, "this nogood stands above the items; write it below the options that it names")
	}
}

func (l *wordReader) declareAll(line []word) {
	secondary := false
	for _, w := range line {
		switch {
		case w.text != "|":
			l.declare(w.at, w.text, secondary)
		case secondary:
			l.fault(w.at, "a second | stands here; one stands before the secondary items")
		default:
			secondary = true
		}
	}
	if l.short != nil && l.short.unused > 0 {
		l.fault(l.short.at, "of the short names %d are not names of items; mend the map, or take it out with its first line", l.short.unused)
	}
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
	var lowFault, highFault string
	b.Min, lowFault = number(low)
	b.Max, highFault = number(high)
	if fault := cmp.Or(lowFault, highFault, boundFault(b)); fault != "" {
		l.fault(at, "%s; bounds are written 1:2|item", fault)
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
		for at, text := range l.words() {
			n, fault := number(text)
			if fault != "" {
				l.fault(at, "%s; a nogood is written | %s 0 3 7", fault, wordForbid)
			}
			l.nogoodMember(at, n)
		}
		l.endNogood(at)
	case apart && kind == wordMatching:
		l.matching(at)
	}
	l.skipLine()
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
		default:
			side = rightSide
		}
	}
	if side == leftSide {
		l.fault(l.at, "this matching has no %s; one stands between its families", between)
	}
	l.endMatching(where, name)
}

// nameOfMatching is a name and the last colon of the line that a blank or the end of the
// line follows. The colon ends the name because the names of items have none.
var nameOfMatching = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(.*):([ \t\r\v\f]|$)`) })

// matchingName reads the blank in front of a name, the name, and the colon.
func (l *wordReader) matchingName() (name string, ok bool) {
	rest, err := l.in.Peek(1 + maxName + 1)
	if err != nil && err != io.EOF {
		l.failed(err)
	}
	rest, _, _ = bytes.Cut(rest, []byte("\n"))
	m := nameOfMatching().FindSubmatch(rest)
	if l.c != ' ' || m == nil {
		return "", false
	}
	name = string(m[1])
	for range len(name) + 2 {
		l.advance()
	}
	return name, true
}

// shortNames is the map that a dump has.
type shortNames struct {
	at     spot
	long   map[string]string        // by short name; those of colors begin with a colon
	taken  map[bool]map[string]bool // the long names, of colors if true
	unused int                      // so many names of items are not declared yet
}

// mapTitle tells whether a comment is the title of a map, and of how many
// names.
func mapTitle(line []word) (n int, ok bool) {
	if len(line) != 5 || line[0].text != "|" || line[1].text != "quadrille:" || line[3].text != "short" || line[4].text != "names" {
		return 0, false
	}
	count, fault := number(line[2].text)
	return int(count), fault == ""
}

func (l *wordReader) readMap(n int, at spot) {
	l.room(at, n-1, l.how.Items+4096, "there are more than %d short names") // items, and some colors
	l.short = &shortNames{at: at, long: map[string]string{}, taken: map[bool]map[string]bool{true: {}, false: {}}}
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
	if _, taken := l.short.long[short]; taken || l.short.taken[isColor][long] {
		l.fault(at, "the map has %s or %s twice", quote(short), quote(long))
	}
	l.short.long[short] = long
	l.short.taken[isColor][long] = true
	if isColor {
		l.newColor(at, key, long)
	} else {
		l.keep(at, long, "")
		l.short.unused++
	}
	l.endLine()
}

// longName returns the name of an item that options call key.
func (l *wordReader) longName(at spot, key string) string {
	if l.short == nil {
		return key
	}
	if long, ok := l.short.long[key]; ok {
		l.short.unused--
		return long
	}
	if l.short.taken[false][key] {
		l.fault(at, "the item %[1]s is called %[1]s, as another item is; names of items differ", quote(key))
	}
	return key
}
