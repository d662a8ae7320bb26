package format

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"

	"quadrille/runtime/matrix"
)

// Knuth's programs take names of items of at most eight bytes, and colors of one.
// A dump with such names has a map of the others above its items:
//
//	| quadrille: 2 short names
//	| i0 = cell[10,10]
//	| :A = red

// shortName is the length in bytes of the longest short name of an item.
const shortName = 8

// shortening is a short name, with a colon in front if it is of a color, and what it
// stands for.
type shortening struct{ short, long string }

// shorten makes all names short. Those that are short already stay, but for the
// sign = where there are matchings. It returns the others.
func shorten(p *matrix.Problem, s *spelling) []shortening {
	var changed []shortening
	stays := func(name string) bool {
		sign := name == between && len(p.Matchings()) > 0
		return !sign && len(name) <= shortName && dlxFault(name) == ""
	}
	next := freshNames(s.items, stays)
	for i, name := range s.items {
		if !stays(name) {
			s.items[i] = next()
			changed = append(changed, shortening{s.items[i], name})
		}
	}
	next = freshColors(s.colors)
	for c, name := range s.colors {
		if name != "" && !oneByte(name) {
			s.colors[c] = next()
			changed = append(changed, shortening{":" + s.colors[c], name})
		}
	}
	return changed
}

// freshNames makes names that no item has that stays: i0, i1, ..., ia, ..., i10.
func freshNames(names []string, stays func(string) bool) func() string {
	taken := map[string]bool{}
	for _, name := range names {
		if stays(name) {
			taken[name] = true
		}
	}
	count := int64(-1)
	return func() string {
		for {
			count++
			if name := "i" + strconv.FormatInt(count, 36); !taken[name] {
				return name
			}
		}
	}
}

func oneByte(color string) bool { return len(color) == 1 && color[0] > ' ' && color[0] < 0x7f }

// freshColors makes colors that are not among the names: letters and digits, then
// signs, then words.
func freshColors(names []string) func() string {
	const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&()*+,-./;<=>?@[]^_{}~\"'\\`:|"
	taken := map[string]bool{}
	for _, name := range names {
		taken[name] = true
	}
	free, words := signs, int64(35) // the words have two letters at least, unlike the signs
	return func() string {
		for free != "" {
			sign := free[:1]
			if free = free[1:]; !taken[sign] {
				return sign
			}
		}
		words++
		return "c" + strconv.FormatInt(words, 36)
	}
}

func writeShortNames(out *bufio.Writer, changed []shortening) {
	if len(changed) > 0 {
		fmt.Fprintf(out, "| quadrille: %d short names\n", len(changed))
	}
	for _, c := range changed {
		fmt.Fprintf(out, "| %s = %s\n", c.short, c.long)
	}
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
