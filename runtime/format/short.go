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

// shorten makes all names short, and writes the map. Names that are short already
// stay, but for the sign = where there are matchings.
func shorten(out *bufio.Writer, p *matrix.Problem, s *spelling) {
	const (
		longest = 8 // bytes of a short name of an item
		signs   = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&()*+,-./;<=>?@[]^_{}~\"'\\`:|"
	)
	item := func(name string) bool {
		sign := name == between && len(p.Matchings()) > 0
		return !sign && len(name) <= longest && dlxFault(name) == ""
	}
	color := func(name string) bool { return name == "" || len(name) == 1 && name[0] > ' ' && name[0] < 0x7f }
	changed := replace(s.items, "", item, func(n int) string {
		return "i" + strconv.FormatInt(int64(n), 36) // i0, i1, ..., ia, ..., i10
	})
	changed = append(changed, replace(s.colors, ":", color, func(n int) string {
		if n < len(signs) {
			return signs[n : n+1]
		}
		return "c" + strconv.FormatInt(int64(n-len(signs)+36), 36) // of three letters, unlike the signs
	})...)
	if len(changed) > 0 {
		fmt.Fprintf(out, "| quadrille: %d short names\n", len(changed))
	}
	for _, line := range changed {
		out.WriteString(line)
	}
}

// replace gives names that do not stay others, of a series of them. It returns the
// lines of the map, with a sign in front of the short names.
func replace(names []string, sign string, stays func(string) bool, series func(int) string) (changed []string) {
	taken := map[string]bool{}
	for _, name := range names {
		taken[name] = taken[name] || stays(name)
	}
	n := 0
	for i, long := range names {
		if taken[long] {
			continue
		}
		for taken[series(n)] {
			n++
		}
		names[i] = series(n)
		changed = append(changed, fmt.Sprintf("| %s%s = %s\n", sign, names[i], long))
		n++
	}
	return changed
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
