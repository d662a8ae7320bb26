// Package format writes problems as text that other solvers read. Each
// format has a file of its own.
//
// Its input is a [matrix.Problem], its output bytes that are the same at
// every run. It knows nothing of where a problem comes from.
package format

import (
	"bufio"
	"io"
	"strconv"

	"quadrille/runtime/matrix"
)

// WriteDLX writes a problem in the format of Knuth's programs DLX1, DLX2 and
// DLX3: a line with the items, "|" before the secondary ones, then a line for
// each option. An item that is covered u to v times is written u:v|item, a
// secondary item of color c in an option item:c. Memory does not grow with the
// number of options.
func WriteDLX(w io.Writer, p *matrix.Problem) error {
	out := bufio.NewWriterSize(w, 1<<16)
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
		out.WriteString(p.Name(i))
	}
	out.WriteByte('\n')
	for o := range matrix.OptionID(p.Options()) {
		writeOption(out, p, o)
	}
	return out.Flush() // the first error of any write
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

func writeOption(out *bufio.Writer, p *matrix.Problem, o matrix.OptionID) {
	for k, e := range p.Option(o) {
		if k > 0 {
			out.WriteByte(' ')
		}
		out.WriteString(p.Name(e.Item))
		if e.Color != matrix.NoColor {
			out.WriteByte(':')
			out.WriteString(p.ColorName(e.Color))
		}
	}
	out.WriteByte('\n')
}
