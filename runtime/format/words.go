package format

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"strconv"

	"quadrille/runtime/matrix"
)

// writeDance writes the format of Knuth's program DANCE.
//
// Source: the output of the program POLYOMINOES.
func writeDance(out *bufio.Writer, p *matrix.Problem, _ Writing) error {
	if err := onlyPlain(p, Dance); err != nil {
		return err
	}
	s, err := spell(p, danceFault, noFault)
	if err != nil {
		return err
	}
	for o := range matrix.OptionID(p.Options()) {
		if len(p.Option(o)) == 0 {
			return fmt.Errorf("dance has no options without items, and option %d is one; it is never chosen, so leave it out", o)
		}
	}
	w := &wordWriter{out, p, s}
	w.items()
	w.options()
	return nil
}

// writeDLX writes the format of Knuth's programs DLX1, DLX2 and DLX3, with matchings
// and nogoods in comments. There are none of these in a problem without primary
// items, where the next line with a bar could be taken for the items: its matchings
// have no left, and its options, which are never chosen, no nogood that could be
// whole.
func writeDLX(out *bufio.Writer, p *matrix.Problem, how Writing) error {
	itemFault, colorFault := dlxFault, wordFault
	if how.ShortNames {
		itemFault, colorFault = noFault, noFault
	}
	s, err := spell(p, itemFault, colorFault)
	if err != nil {
		return err
	}
	if how.ShortNames {
		writeShortNames(out, shorten(p, s))
	}
	w := &wordWriter{out, p, s}
	w.items()
	if p.Primary() == 0 {
		w.options()
		return nil
	}
	if err := w.matchings(); err != nil {
		return err
	}
	w.options()
	w.nogoods()
	return nil
}

// wordWriter writes lines of words.
type wordWriter struct {
	out *bufio.Writer
	p   *matrix.Problem
	*spelling
}

func (w *wordWriter) items() {
	primary := w.p.Primary()
	for i, name := range w.spelling.items {
		if i > 0 {
			w.out.WriteByte(' ')
		}
		if i == primary {
			w.out.WriteString("| ")
		}
		if i < primary {
			if b := w.p.Bound(matrix.ItemID(i)); b != matrix.Once {
				fmt.Fprintf(w.out, "%d:%d|", b.Min, b.Max)
			}
		}
		w.out.WriteString(name)
	}
	w.out.WriteByte('\n')
}

func (w *wordWriter) options() {
	for o := range matrix.OptionID(w.p.Options()) {
		option := w.p.Option(o)
		if len(option) == 0 {
			w.out.WriteByte('|')
		}
		for k, e := range option {
			if k > 0 {
				w.out.WriteByte(' ')
			}
			w.out.WriteString(w.spelling.items[e.Item])
			if e.Color != matrix.NoColor {
				w.out.WriteByte(':')
				w.out.WriteString(w.colors[e.Color])
			}
		}
		w.out.WriteByte('\n')
	}
}

const (
	wordMatching = "matching"
	wordForbid   = "forbid"
	between      = "=" // the families of a matching
)

func (w *wordWriter) matchings() error {
	for _, m := range w.p.Matchings() {
		w.out.WriteString("| " + wordMatching + " " + m.Name + ":")
		for side, family := range [][]matrix.ItemID{m.Left, m.Right} {
			if side == rightSide {
				w.out.WriteString(" " + between)
			}
			for _, i := range family {
				if w.spelling.items[i] == between {
					return fmt.Errorf("item %d cannot be written: %q stands between the families of a matching; write json or yaml, or dlx with short names", i, between)
				}
				w.out.WriteByte(' ')
				w.out.WriteString(w.spelling.items[i])
			}
		}
		w.out.WriteByte('\n')
	}
	return nil
}

func (w *wordWriter) nogoods() {
	for _, together := range w.p.Nogoods() {
		w.out.WriteString("| " + wordForbid)
		for _, o := range together {
			w.out.WriteByte(' ')
			w.out.WriteString(strconv.Itoa(int(o)))
		}
		w.out.WriteByte('\n')
	}
}

// writeCSV writes the 0-1 matrix of a problem: a row with the names of the
// items, with a bar in front of the secondary ones, then a row for each
// option, with 1 for the items that it holds and 0 for the others. Quotes are
// those of RFC 4180, with lines that end in a newline.
func writeCSV(w *bufio.Writer, p *matrix.Problem, _ Writing) error {
	if err := onlyPlain(p, CSV); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	cells := make([]string, p.Items())
	for i := range cells {
		cells[i] = p.Name(matrix.ItemID(i))
		if i >= p.Primary() {
			cells[i] = "|" + cells[i]
		}
	}
	if err := out.Write(cells); err != nil {
		return err
	}
	for i := range cells {
		cells[i] = "0"
	}
	for o := range matrix.OptionID(p.Options()) {
		for _, e := range p.Option(o) {
			cells[e.Item] = "1"
		}
		if err := out.Write(cells); err != nil {
			return err
		}
		for _, e := range p.Option(o) {
			cells[e.Item] = "0"
		}
	}
	out.Flush()
	return out.Error()
}
