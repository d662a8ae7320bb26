package format

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"quadrille/runtime/matrix"
)

// WriteDLX writes a problem in the format of Knuth's programs DLX1, DLX2 and
// DLX3: a line with the items, "|" before the secondary ones, then a line for
// each option. An item that is covered u to v times is written u:v|item, a
// secondary item of color c in an option item:c. An option without items is a
// bar alone, which other programs take for a comment. Memory does not grow
// with the number of options.
//
// Matchings and nogoods are comments, which [ReadDLX] understands:
//
//	| matching rows: a b c = x y z
//	| forbid 0 3 7
//
// Options are numbered from 0, those without items included. Other programs know
// nothing of nogoods: they find all solutions that the options make, and so more
// than the problem has. Where that matters, write dimacs, opb or lp.
//
// It is an error if a name has a blank in it, or the name of an item a colon
// or a bar; [WriteShortDLX] has no such trouble with items. A problem without
// primary items is written without matchings and nogoods, which say nothing of it.
func WriteDLX(w io.Writer, p *matrix.Problem) error {
	if err := checkNames(p, dlxFault); err != nil {
		return err
	}
	if err := sideFault(p); err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 1<<16)
	d := &dlxWriter{out: out, p: p, name: p.Name, colors: &palette{p: p, make: colorWord}}
	if err := d.write(); err != nil {
		return err
	}
	return out.Flush() // the first error of any write
}

// dlxFault says why a name does not fit into words of this format.
func dlxFault(name string) string {
	if i := strings.IndexAny(name, ":|"); i >= 0 {
		return fmt.Sprintf("the name %s has a %q in it; write json or yaml, or dlx with short names", quote(name), name[i])
	}
	return wordFault(name)
}

// colorWord checks the name of a color. It stands last in its word, so that
// only blanks are in the way.
func colorWord(name string) (string, error) {
	if fault := wordFault(name); fault != "" {
		return "", fmt.Errorf("a color cannot be written: %s", fault)
	}
	return name, nil
}

// dlxWriter writes a problem under names that may be shorter than its own.
type dlxWriter struct {
	out    *bufio.Writer
	p      *matrix.Problem
	name   func(matrix.ItemID) string
	colors *palette
}

func (d *dlxWriter) write() error {
	writeItems(d.out, d.p, d.name)
	if err := d.matchings(); err != nil {
		return err
	}
	for o := range matrix.OptionID(d.p.Options()) {
		if err := d.option(o); err != nil {
			return err
		}
	}
	d.nogoods()
	return nil
}

// writeItems writes the line of items, for dance too.
func writeItems(out *bufio.Writer, p *matrix.Problem, name func(matrix.ItemID) string) {
	for i := range matrix.ItemID(p.Items()) {
		switch {
		case int(i) == p.Primary() && i > 0:
			out.WriteString(" | ")
		case int(i) == p.Primary():
			out.WriteString("| ")
		case i > 0:
			out.WriteByte(' ')
		}
		if int(i) < p.Primary() {
			writeBound(out, p.Bound(i))
		}
		out.WriteString(name(i))
	}
	out.WriteByte('\n')
}

func writeBound(out *bufio.Writer, b matrix.Bound) {
	if b == matrix.Once {
		return
	}
	out.WriteString(strconv.Itoa(int(b.Min)))
	out.WriteByte(':')
	out.WriteString(strconv.Itoa(int(b.Max)))
	out.WriteByte('|')
}

func (d *dlxWriter) option(o matrix.OptionID) error {
	option := d.p.Option(o)
	if len(option) == 0 {
		d.out.WriteByte('|')
	}
	for k, e := range option {
		if k > 0 {
			d.out.WriteByte(' ')
		}
		d.out.WriteString(d.name(e.Item))
		if e.Color == matrix.NoColor {
			continue
		}
		color, err := d.colors.of(e.Color)
		if err != nil {
			return err
		}
		d.out.WriteByte(':')
		d.out.WriteString(color)
	}
	d.out.WriteByte('\n')
	return nil
}

// ReadDLX reads what [WriteDLX] and [WriteShortDLX] write, and gives back the
// names that the latter shortened. v|item stands for v:v|item. Lines that begin
// with a bar are comments, and blank lines are passed over, but:
//
//   - a bar alone on a line below the items is an option without items;
//   - a problem without primary items has a line of items that begins with a
//     bar, as WriteDLX writes it. The last line with a bar above the first
//     other line is taken for it if it holds nothing but names, and that other
//     line is an option of these.
//   - below the items, a bar, a blank and the word matching or forbid begin a
//     matching or a nogood, and it is an error if no such thing follows. The
//     matchings stand above the options, a nogood below the options that it
//     names, whose numbers rise.
func ReadDLX(name string, r io.Reader, how Reading) (*matrix.Problem, error) {
	l := newLineReader(name, r, how, false)
	return l.problem(l.read())
}
