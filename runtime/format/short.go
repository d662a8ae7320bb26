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
	items  map[string]string   // short to long
	colors map[string]struct{} // the long ones
	longs  map[string]struct{} // the names of the items declared so far
	unused int                 // so many of items are not declared yet
}

// titleWords is the number of words of the title: quadrille: 2 short names.
const titleWords = 4

// mapTitle tells whether a comment is the title of a map, and of how many
// names.
func mapTitle(words []word) (n int, ok bool) {
	if len(words) != titleWords || words[0].text != "quadrille:" || words[2].text != "short" || words[3].text != "names" {
		return 0, false
	}
	count, fault := number([]byte(words[1].text))
	return int(count), fault == ""
}

// readMap reads the lines of a map.
func (l *wordReader) readMap(n int, at spot) error {
	if most := l.how.Items + 4096; n > most { // items, and some colors
		return l.fault(at, "there are more than %d short names, which is the limit for a dump", most)
	}
	l.short = &shortNames{
		at: at, items: map[string]string{}, colors: map[string]struct{}{}, longs: map[string]struct{}{},
	}
	for range n {
		if err := l.mapLine(); err != nil {
			return err
		}
	}
	return nil
}

// mapLine reads "| short = long". The long name is the rest of the line, with
// its blanks.
func (l *wordReader) mapLine() error {
	l.blanks()
	at := l.at
	var line []byte
	for ; l.c != end && l.c != '\n'; l.advance() {
		if line = append(line, byte(l.c)); len(line) > 2*maxName {
			return l.fault(at, "this line of the map has more than %d bytes", 2*maxName)
		}
	}
	pair, barred := strings.CutPrefix(strings.TrimSuffix(string(line), "\r"), "| ")
	short, long, ok := strings.Cut(pair, " = ")
	if !barred || !ok || short == "" || wordFault(short) != "" {
		return l.fault(at, "this line of the map is not \"| short = long\"; mend it, or the number of short names above")
	}
	if err := l.mapName(at, short, long); err != nil {
		return err
	}
	return l.endLine()
}

func (l *wordReader) mapName(at spot, short, long string) error {
	color, isColor := strings.CutPrefix(short, ":")
	_, takenColor := l.colors[color]
	_, takenLong := l.short.colors[long]
	_, takenItem := l.short.items[short]
	switch {
	case takenItem || isColor && (takenColor || takenLong):
		return l.fault(at, "the map has %s or %s twice", quote(short), quote(long))
	case isColor:
		l.short.colors[long] = struct{}{}
		_, err := l.newColor(at, color, long)
		return err
	}
	l.short.items[short] = long
	l.short.unused++
	return l.hold(at, long)
}

// longName returns the name of an item that options call key.
func (l *wordReader) longName(at spot, key string) (string, error) {
	if l.short == nil {
		return key, nil
	}
	long, ok := l.short.items[key]
	if ok {
		l.short.unused--
	} else {
		long = key
	}
	if _, taken := l.short.longs[long]; taken {
		return "", l.fault(at, "the item %s is called %s, as another item is; names of items differ", quote(key), quote(long))
	}
	l.short.longs[long] = struct{}{}
	return long, nil
}

// endItems is for the end of the line of items.
func (l *wordReader) endItems() error {
	if l.short != nil && l.short.unused > 0 {
		return l.fault(l.short.at, "of the short names %d are not names of items; mend the map, or take it out with its first line", l.short.unused)
	}
	return nil
}
