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

func readDLX(a *problemAssembly) { (&wordReader{problemAssembly: a}).readWords() }

func readDance(a *problemAssembly) { (&wordReader{problemAssembly: a, isDance: true}).readWords() }

// wordReader reads the formats of words, dance and dlx.
type wordReader struct {
	*problemAssembly
	isDance bool // reads dance, which has no colors, multiplicities or comments
	// The following fields are used for dlx only. itemLineWords holds the words of a line that may be the line of
	// items: the last line above the items that begins with a bar and has words.
	itemLineWords        []placedWord
	areItemLinesComplete bool        // whether itemLineWords holds all words of its line
	loneBarCount         int         // number of lines after the line of itemLineWords that hold only a bar
	shortNames           *shortNames // map of short names, or nil
}

// placedWord is a word with its place in the dump.
type placedWord struct {
	wordText string
	wordSpot textSpot
}

func (l *wordReader) readWords() {
	l.readItems()
	for l.currentByte != endOfInput {
		l.readBodyLine()
	}
}

// readItems reads up to the end of the line of items. In general that is the first line that is not blank and, in dlx,
// not a comment. But if all words of that line are names in itemLineWords, that line is an option, and itemLineWords is
// the line of items. A dump with only blank lines and bars has no items.
func (l *wordReader) readItems() {
	for l.skipBlanks(); l.currentByte == '\n' || l.currentByte == '|' && !l.isDance; l.skipBlanks() {
		if l.currentByte == '|' {
			l.readBar()
		} else {
			l.advanceByte()
		}
	}
	line, whole := l.readLineWords()
	names := l.namesInItemLines()
	option := whole && len(line) <= len(names) && !slices.ContainsFunc(line, func(w placedWord) bool {
		name, _, _ := strings.Cut(w.wordText, ":")
		return !names[name]
	})
	switch {
	case len(line) > 0 && !option:
		l.reportStrayNogood()
		if l.declareItems(line); !whole {
			l.reportFault(l.currentSpot, "the line of items is too long")
		}
		l.goToNextLine()
		return
	case names != nil:
		l.declareItems(l.itemLineWords)
	case l.itemLineWords != nil || l.shortNames != nil || l.currentSpot.line == 1:
		l.reportFault(l.currentSpot, "no line names the items; the first line does")
	}
	for range l.loneBarCount {
		l.endOption(l.currentSpot, "")
	}
	for _, w := range line {
		l.readMember(w.wordSpot, []byte(w.wordText))
	}
	if len(line) > 0 {
		l.endOption(l.currentSpot, "")
		l.goToNextLine()
	}
}

// readLineWords reads the words of a line, and stops when they exceed the limits of items or names. The result whole is
// true if it has read all words of the line.
func (l *wordReader) readLineWords() (line []placedWord, whole bool) {
	size := 0
	for at, text := range l.eachWord() {
		line = append(line, placedWord{string(text), at})
		if size += len(text); size > l.maxNameBytes() || len(line) > l.readLimits.MaxItems+1 {
			return line, false
		}
	}
	return line, true
}

// readBar reads a line above the items that begins with a bar. The line is a comment, or the line of items of a
// problem without primary items. Which of the two it is depends on the next line that is not a comment.
func (l *wordReader) readBar() {
	line, whole := l.readLineWords()
	l.skipRestOfLine()
	switch {
	case l.firstError != nil:
	case len(line) == 1 && line[0].wordText == "|":
		l.checkLimit(line[0].wordSpot, l.loneBarCount, l.readLimits.MaxOptions, "there are more than %d options")
		l.loneBarCount++
	default:
		l.reportStrayNogood()
		l.itemLineWords, l.areItemLinesComplete, l.loneBarCount = line, whole, 0
		if n, ok := parseTitleOfNameMap(line); ok {
			l.itemLineWords = nil
			l.readNameMap(n, line[1].wordSpot)
		}
	}
}

// namesInItemLines returns the set of names in itemLineWords, or nil if the line of these words can only be a comment.
func (l *wordReader) namesInItemLines() map[string]bool {
	if !l.areItemLinesComplete || len(l.itemLineWords) == 0 || l.itemLineWords[0].wordText != "|" {
		return nil
	}
	names := map[string]bool{}
	for _, w := range l.itemLineWords[1:] {
		if names[w.wordText] || faultOfDLXName(w.wordText) != "" {
			return nil
		}
		names[w.wordText] = true
	}
	return names
}

// reportStrayNogood reports a fault if itemLineWords, which has turned out to be a comment, has the form of a nogood.
// Nogoods above the options would be lost without a message.
func (l *wordReader) reportStrayNogood() {
	if len(l.itemLineWords) < 3 || l.itemLineWords[0].wordText != "|" || l.itemLineWords[1].wordText != wordForbid {
		return
	}
	if _, fault := parseNumber(l.itemLineWords[2].wordText); fault == "" {
		l.reportFault(l.itemLineWords[1].wordSpot,
			"this nogood stands above the items; write it below the options that it names")
	}
}

func (l *wordReader) declareItems(line []placedWord) {
	secondary := false
	for _, w := range line {
		switch {
		case w.wordText != "|":
			l.declareWord(w.wordSpot, w.wordText, secondary)
		case secondary:
			l.reportFault(w.wordSpot, "a second | stands here; one stands before the secondary items")
		default:
			secondary = true
		}
	}
	if l.shortNames != nil && l.shortNames.undeclaredItems > 0 {
		l.reportFault(l.shortNames.mapSpot,
			"of the short names %d are not names of items; mend the map, or take it out with its first line",
			l.shortNames.undeclaredItems)
	}
}

// declareWord declares an item from a word of the form name, u:v|name or v|name, in which u and v are the bounds of the
// item.
func (l *wordReader) declareWord(at textSpot, text string, secondary bool) {
	bound := matrix.Once
	if times, name, bounded := strings.Cut(text, "|"); bounded && !l.isDance {
		if secondary {
			l.reportFault(at, "%s is a secondary item and has no bounds; items with bounds stand before the |",
				quoteName(name))
		}
		text, bound = name, l.readBound(at, times)
	}
	if i := strings.IndexAny(text, ":|"); i >= 0 && !l.isDance {
		l.reportFault(at, "the name %s has a %q, which stands only before a color and after bounds", quoteName(text),
			text[i])
	}
	l.problemAssembly.declareItem(at, text, l.longName(at, text), secondary, bound)
}

// readBound parses the bounds u:v, or v for v:v.
func (l *wordReader) readBound(at textSpot, text string) (b matrix.Bound) {
	low, high, both := strings.Cut(text, ":")
	if !both {
		high = low
	}
	var lowFault, highFault string
	b.Min, lowFault = parseNumber(low)
	b.Max, highFault = parseNumber(high)
	if fault := cmp.Or(lowFault, highFault, faultOfBound(b)); fault != "" {
		l.reportFault(at, "%s; bounds are written 1:2|item", fault)
	}
	return b
}

// readBodyLine reads a line below the items: an option, a comment, a matching, a nogood or a blank line.
func (l *wordReader) readBodyLine() {
	l.skipBlanks()
	switch {
	case l.currentByte == endOfInput:
	case l.currentByte == '\n':
		l.advanceByte()
	case l.currentByte == '|' && !l.isDance:
		l.readComment()
	default:
		for at, text := range l.eachWord() {
			l.readMember(at, text)
		}
		l.endOption(l.currentSpot, "")
		l.goToNextLine()
	}
}

// readMember adds an item to the option, with its color if the word has one.
func (l *wordReader) readMember(at textSpot, text []byte) {
	color := matrix.NoColor
	if name, cost, ok := splitCost(text); ok && !l.isDance {
		if text = name; l.problemGoal != nil && l.problemGoal.Maximize {
			cost = -cost
		}
		l.addValue(at, cost)
	}
	if name, key, colored := bytes.Cut(text, []byte(":")); colored && !l.isDance {
		text, color = name, l.colorOf(at, key)
	}
	l.addEntry(at, text, color)
}

// readComment reads a line below the items that begins with a bar. If the line has only a bar, it is an option
// without items; for other programs it is a comment.
func (l *wordReader) readComment() {
	bar := l.currentSpot
	l.advanceByte()
	apart := isBlankByte(l.currentByte)
	at, ok := l.nextWord()
	switch kind := string(l.lastWord); {
	case !ok && l.currentByte == '\n':
		l.endOption(bar, "")
	case apart && kind == wordForbid:
		for at, text := range l.eachWord() {
			n, fault := parseNumber(text)
			if fault != "" {
				l.reportFault(at, "%s; a nogood is written | %s 0 3 7", fault, wordForbid)
			}
			l.addNogoodMember(at, n)
		}
		l.endNogood(at)
	case apart && kind == wordMatching:
		l.readMatching(at)
	case apart && (kind == wordMinimize || kind == wordMaximize):
		l.readGoal(at, kind == wordMaximize)
	}
	l.skipRestOfLine()
}

// readGoal reads the rest of a line behind the word minimize or maximize: the value of a solution without options. If
// other words stand there, the line is a comment.
func (l *wordReader) readGoal(at textSpot, maximize bool) {
	if _, ok := l.nextWord(); !ok {
		return
	}
	base, fault := parseInteger(l.lastWord)
	if _, more := l.nextWord(); !more && fault == "" {
		l.setGoal(at, maximize, base)
	}
}

func (l *wordReader) readMatching(at textSpot) {
	l.beginMatching(at)
	where := textSpot{l.currentSpot.line, l.currentSpot.column + 1}
	name, ok := l.readMatchingName()
	if !ok {
		l.reportFault(at, "this matching has no name; a matching is written | %s name: items %s items", wordMatching,
			familySeparator)
	}
	side := int8(leftSideNumber)
	for at, text := range l.eachWord() {
		switch {
		case string(text) != familySeparator:
			l.addMatchingMember(at, text, side)
		case side == rightSideNumber:
			l.reportFault(at, "a second %s stands here; one stands between the families of a matching", familySeparator)
		default:
			side = rightSideNumber
		}
	}
	if side == leftSideNumber {
		l.reportFault(l.currentSpot, "this matching has no %s; one stands between its families", familySeparator)
	}
	l.endMatching(where, name)
}

// matchingNamePattern matches the name of a matching, up to the last colon before a blank or the end of the line. The
// names of items that follow contain no such colon.
var matchingNamePattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(.*):([ \t\r\v\f]|$)`) })

// readMatchingName reads a blank, the name of a matching, and the colon.
func (l *wordReader) readMatchingName() (name string, ok bool) {
	rest, err := l.input.Peek(1 + maxName + 1)
	if err != nil && err != io.EOF {
		l.failReading(err)
	}
	rest, _, _ = bytes.Cut(rest, []byte("\n"))
	m := matchingNamePattern().FindSubmatch(rest)
	if l.currentByte != ' ' || m == nil {
		return "", false
	}
	name = string(m[1])
	for range len(name) + 2 {
		l.advanceByte()
	}
	return name, true
}

// shortNames is the map of short names at the head of a dump.
type shortNames struct {
	mapSpot textSpot // place of the title of the map
	// for each short name, the long name; short names of colors begin with a colon
	longNames       map[string]string
	takenNames      map[bool]map[string]bool // long names in use: at true those of colors, at false those of items
	undeclaredItems int                      // number of items in the map that are not declared yet
}

// parseTitleOfNameMap parses the title of a map of short names, such as "| quadrille: 2 short names". It returns the
// number of names, and whether the line is such a title.
func parseTitleOfNameMap(line []placedWord) (n int, ok bool) {
	if len(line) != 5 || line[0].wordText != "|" || line[1].wordText != "quadrille:" || line[3].wordText != "short" ||
		line[4].wordText != "names" {
		return 0, false
	}
	count, fault := parseNumber(line[2].wordText)
	return int(count), fault == ""
}

func (l *wordReader) readNameMap(n int, at textSpot) {
	l.checkLimit(at, n-1, l.readLimits.MaxItems+4096, "there are more than %d short names") // for items and some colors
	l.shortNames = &shortNames{mapSpot: at, longNames: map[string]string{},
		takenNames: map[bool]map[string]bool{true: {},
			false: {}}}
	for k := 0; k < n && l.firstError == nil; k++ {
		l.readNameMapLine()
	}
}

// readNameMapLine reads a line "| short = long" of the map of short names. The long name is the rest of the line, with
// its blanks.
func (l *wordReader) readNameMapLine() {
	l.skipBlanks()
	at := l.currentSpot
	var line []byte
	for l.currentByte != endOfInput && l.currentByte != '\n' && len(line) <= 2*maxName {
		line = append(line, byte(l.currentByte))
		l.advanceByte()
	}
	pair, barred := strings.CutPrefix(strings.TrimSuffix(string(line), "\r"), "| ")
	short, long, ok := strings.Cut(pair, " = ")
	if !barred || !ok || faultOfWord(short) != "" || len(line) > 2*maxName {
		l.reportFault(at, "this line of the map is not \"| short = long\"; mend it, or the number of short names above")
	}
	key, isColor := strings.CutPrefix(short, ":")
	if _, taken := l.shortNames.longNames[short]; taken || l.shortNames.takenNames[isColor][long] {
		l.reportFault(at, "the map has %s or %s twice", quoteName(short), quoteName(long))
	}
	l.shortNames.longNames[short] = long
	l.shortNames.takenNames[isColor][long] = true
	if isColor {
		l.newColor(at, key, long)
	} else {
		l.checkName(at, long, "")
		l.shortNames.undeclaredItems++
	}
	l.goToNextLine()
}

// longName returns the name of the item with the given key: the long name if there is a map of short names.
func (l *wordReader) longName(at textSpot, key string) string {
	if l.shortNames == nil {
		return key
	}
	if long, ok := l.shortNames.longNames[key]; ok {
		l.shortNames.undeclaredItems--
		return long
	}
	if l.shortNames.takenNames[false][key] {
		l.reportFault(at, "the item %[1]s is called %[1]s, as another item is; names of items differ", quoteName(key))
	}
	return key
}
