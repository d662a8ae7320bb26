package format

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"quadrille/runtime/matrix"
)

// shortName is the length in bytes of the longest name of an item that
// Knuth's programs take. Their colors have one byte.
const shortName = 8

// WriteShortDLX is [WriteDLX] for programs with fixed limits: every name of an
// item has at most eight bytes, every color one (or a few, when there are more
// than 94). Comments at the head map a short name to a longer one:
//
//	| quadrille: 2 short names
//	| i0 = cell[10,10]
//	| :A = red
//
// [ReadDLX] gives the longer names back. Names that are short already stay, but
// for the sign = where there are matchings.
func WriteShortDLX(w io.Writer, p *matrix.Problem) error {
	if err := checkNames(p, noFault); err != nil {
		return err
	}
	s := &shortener{p: p, taken: map[string]bool{}}
	s.items()
	colors, err := s.colors()
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 1<<16)
	if len(s.pairs) > 0 {
		fmt.Fprintf(out, "| quadrille: %d short names\n", len(s.pairs))
	}
	for _, pair := range s.pairs {
		fmt.Fprintf(out, "| %s = %s\n", pair[0], pair[1])
	}
	d := &dlxWriter{out: out, p: p, name: s.name, colors: colors}
	if err := d.write(); err != nil {
		return err
	}
	return out.Flush() // the first error of any write
}

// shortener finds short names.
type shortener struct {
	p     *matrix.Problem
	taken map[string]bool
	names []string    // by item
	pairs [][2]string // short and long, of those that changed
	count int         // for the next name
}

func (s *shortener) name(i matrix.ItemID) string { return s.names[i] }

// items keeps the names that are short, and then makes others.
func (s *shortener) items() {
	for i := range matrix.ItemID(s.p.Items()) {
		name := s.p.Name(i)
		if sign := name == between && len(s.p.Matchings()) > 0; !sign && len(name) <= shortName && dlxFault(name) == "" {
			s.taken[name] = true
		}
	}
	for i := range matrix.ItemID(s.p.Items()) {
		name := s.p.Name(i)
		if !s.taken[name] {
			name = s.fresh()
			s.pairs = append(s.pairs, [2]string{name, s.p.Name(i)})
		}
		s.names = append(s.names, name)
	}
}

// fresh makes a name that no item has: i0, i1, ..., ia, ..., i10.
func (s *shortener) fresh() string {
	for {
		name := "i" + strconv.FormatInt(int64(s.count), 36)
		if s.count++; !s.taken[name] {
			return name
		}
	}
}

// colors keeps the colors of one byte, and then makes others.
func (s *shortener) colors() (*palette, error) {
	taken := map[string]bool{}
	note := func(name string) (string, error) {
		if oneByte(name) {
			taken[name] = true
		}
		return name, nil
	}
	if err := s.eachColor(&palette{p: s.p, make: note}); err != nil {
		return nil, err
	}
	free := freeColors(taken)
	short := &palette{p: s.p, make: func(name string) (string, error) {
		if oneByte(name) {
			return name, nil
		}
		text := free()
		s.pairs = append(s.pairs, [2]string{":" + text, name})
		return text, nil
	}}
	return short, s.eachColor(short)
}

// eachColor makes the text of every color that an option has.
func (s *shortener) eachColor(t *palette) error {
	for o := range matrix.OptionID(s.p.Options()) {
		for _, e := range s.p.Option(o) {
			if e.Color == matrix.NoColor {
				continue
			}
			if _, err := t.of(e.Color); err != nil {
				return err
			}
		}
	}
	return nil
}

func oneByte(color string) bool { return len(color) == 1 && color[0] > ' ' && color[0] < 0x7f }

// freeColors gives out colors: letters and digits, then signs, then words.
func freeColors(taken map[string]bool) func() string {
	var free []string
	for _, c := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&()*+,-./;<=>?@[]^_{}~\"'\\`:|" {
		if !taken[string(c)] {
			free = append(free, string(c))
		}
	}
	words := 0
	return func() string {
		if len(free) == 0 {
			words++
			return "c" + strconv.FormatInt(int64(words)+35, 36) // of two letters at least, unlike those above
		}
		c := free[0]
		free = free[1:]
		return c
	}
}

// shortNames is the map that a dump has.
type shortNames struct {
	at     spot
	items  map[string]string   // short to long
	colors map[string]struct{} // the long ones
	longs  map[string]struct{} // the names of the items declared so far
	used   int                 // so many of items are declared
}

// mapTitleWords is the number of words of the title: quadrille: 2 short names.
const mapTitleWords = 4

// mapTitle tells whether a comment is the title of a map, and of how many
// names.
func mapTitle(words []word) (n int, ok bool) {
	if len(words) != mapTitleWords || words[0].text != "quadrille:" || words[2].text != "short" || words[3].text != "names" {
		return 0, false
	}
	count, fault := number([]byte(words[1].text))
	return int(count), fault == ""
}

// readMap reads the lines of a map.
func (l *lineReader) readMap(n int, at spot) error {
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
func (l *lineReader) mapLine() error {
	l.blanks()
	at := l.at
	var words [3]string
	for k := range words {
		if _, _, err := l.next(); err != nil {
			return err
		}
		words[k] = string(l.word)
	}
	if words[0] != "|" || words[1] == "" || words[2] != "=" || !blank(l.c) {
		return l.fault(at, "this line of the map is not \"| short = long\"; mend it, or the number of short names above")
	}
	l.advance()
	long, err := l.rest()
	if err != nil {
		return err
	}
	if err := l.mapName(at, words[1], long); err != nil {
		return err
	}
	return l.endLine()
}

// rest reads the rest of a line, which is a name.
func (l *lineReader) rest() (string, error) {
	at := l.at
	var text []byte
	for l.c != end && l.c != '\n' {
		if text = append(text, byte(l.c)); len(text) > maxName {
			return "", l.fault(at, "the name %s has more than %d bytes", quote(text), maxName)
		}
		l.advance()
	}
	if l.scanner.err != nil {
		return "", l.fault(at, "")
	}
	return strings.TrimSuffix(string(text), "\r"), nil
}

func (l *lineReader) mapName(at spot, short, long string) error {
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
	return l.hold(at, long)
}
