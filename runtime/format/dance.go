package format

import (
	"bufio"
	"fmt"
	"io"

	"quadrille/runtime/matrix"
)

// WriteDance writes a problem in the format of Knuth's program DANCE: a line
// with the items, "|" before the secondary ones, then a line for each option.
// It is an error if the problem has colors, multiplicities or nogoods, an option
// without items, or names with blanks. Matchings are left out.
//
// Source: the output of the program POLYOMINOES.
func WriteDance(w io.Writer, p *matrix.Problem) error {
	if err := onlyPlain(p, Dance); err != nil {
		return err
	}
	if err := checkNames(p, danceFault); err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 1<<16)
	writeItems(out, p, p.Name)
	for o := range matrix.OptionID(p.Options()) {
		option := p.Option(o)
		if len(option) == 0 {
			return fmt.Errorf("dance has no options without items, and option %d is one; it is never chosen, so leave it out", o)
		}
		for k, e := range option {
			if k > 0 {
				out.WriteByte(' ')
			}
			out.WriteString(p.Name(e.Item))
		}
		out.WriteByte('\n')
	}
	return out.Flush() // the first error of any write
}

// danceFault says why a name does not fit into words of this format.
func danceFault(name string) string {
	if name == "|" {
		return "the name | stands for the beginning of the secondary items"
	}
	return wordFault(name)
}

// ReadDance reads what [WriteDance] writes. Blank lines are passed over. Every
// name is taken as it stands, with the colons and bars in it.
func ReadDance(name string, r io.Reader, how Reading) (*matrix.Problem, error) {
	l := newLineReader(name, r, how, true)
	return l.problem(l.read())
}
