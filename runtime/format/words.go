package format

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"

	"quadrille/runtime/matrix"
)

// writeDance writes the format of Knuth's program DANCE.
//
// Source: the output of the program POLYOMINOES.
func writeDance(out *bufio.Writer, p *matrix.Problem, _ Writing) error {
	if err := onlyPlain(p, Dance); err != nil {
		return err
	}
	s, err := spell(p, danceFault, nameFault)
	if err != nil {
		return err
	}
	for o := range matrix.OptionID(p.Options()) {
		if len(p.Option(o)) == 0 {
			return fmt.Errorf("dance has no options without items, and option %d is one; it is never chosen, so leave it out", o)
		}
	}
	s.writeItems(out, p)
	s.writeOptions(out, p)
	return nil
}

const (
	wordMatching = "matching"
	wordForbid   = "forbid"
	between      = "=" // the families of a matching
)

// writeDLX writes the format of Knuth's programs DLX1, DLX2 and DLX3, with matchings
// and nogoods in comments. There are none of these in a problem without primary
// items, where the next line with a bar could be taken for the items: its matchings
// have no left, and its options, which are never chosen, no nogood that could be
// whole.
func writeDLX(out *bufio.Writer, p *matrix.Problem, how Writing) error {
	itemFault, colorFault := dlxFault, wordFault
	if how.ShortNames {
		itemFault, colorFault = nameFault, nameFault
	}
	s, err := spell(p, itemFault, colorFault)
	if err != nil {
		return err
	}
	if how.ShortNames {
		shorten(out, p, s)
	}
	s.writeItems(out, p)
	for _, m := range p.Matchings() {
		left, right := s.named(m.Left), s.named(m.Right)
		if slices.Contains(left, between) || slices.Contains(right, between) {
			return fmt.Errorf("an item cannot be written: %q stands between the families of a matching; write json or yaml, or dlx with short names", between)
		}
		if p.Primary() > 0 {
			writeWords(out, "| "+wordMatching+" "+m.Name+":", slices.Concat(left, []string{between}, right))
		}
	}
	s.writeOptions(out, p)
	for _, together := range p.Nogoods() {
		if p.Primary() > 0 {
			writeWords(out, "| "+wordForbid, numbered(together))
		}
	}
	return nil
}

// writeWords writes a line.
func writeWords(out *bufio.Writer, first string, words []string) {
	out.WriteString(first)
	for _, w := range words {
		out.WriteByte(' ')
		out.WriteString(w)
	}
	out.WriteByte('\n')
}

func (s *spelling) writeItems(out *bufio.Writer, p *matrix.Problem) {
	for i, name := range s.items {
		if i > 0 {
			out.WriteByte(' ')
		}
		if i == p.Primary() {
			out.WriteString("| ")
		}
		if i < p.Primary() && p.Bound(matrix.ItemID(i)) != matrix.Once {
			b := p.Bound(matrix.ItemID(i))
			fmt.Fprintf(out, "%d:%d|", b.Min, b.Max)
		}
		out.WriteString(name)
	}
	out.WriteByte('\n')
}

func (s *spelling) writeOptions(out *bufio.Writer, p *matrix.Problem) {
	for o := range matrix.OptionID(p.Options()) {
		option := p.Option(o)
		if len(option) == 0 {
			out.WriteByte('|')
		}
		for k, e := range option {
			if k > 0 {
				out.WriteByte(' ')
			}
			out.WriteString(s.items[e.Item])
			if e.Color != matrix.NoColor {
				out.WriteByte(':')
				out.WriteString(s.colors[e.Color])
			}
		}
		out.WriteByte('\n')
	}
}

// writeCSV writes the 0-1 matrix of a problem: a row with the names of the
// items, with a bar in front of the secondary ones, then a row for each
// option, with 1 for the items that it holds and 0 for the others. Quotes are
// those of RFC 4180, with lines that end in a newline.
func writeCSV(out *bufio.Writer, p *matrix.Problem, _ Writing) error {
	if err := onlyPlain(p, CSV); err != nil {
		return err
	}
	names := make([]string, p.Items())
	for i := range names {
		names[i] = p.Name(matrix.ItemID(i))
		if i >= p.Primary() {
			names[i] = "|" + names[i]
		}
	}
	head := csv.NewWriter(out)
	if err := head.Write(names); err != nil {
		return err
	}
	head.Flush()
	row := []byte(strings.TrimPrefix(strings.Repeat(",0", p.Items()), ",") + "\n")
	for o := range matrix.OptionID(p.Options()) {
		for _, e := range p.Option(o) {
			row[2*e.Item] = '1'
		}
		out.Write(row)
		for _, e := range p.Option(o) {
			row[2*e.Item] = '0'
		}
	}
	return head.Error()
}
