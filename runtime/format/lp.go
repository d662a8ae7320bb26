package format

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"quadrille/runtime/matrix"
)

// WriteLP writes a problem as a 0-1 program in the LP format of CPLEX, which
// has nothing to minimize: variable xk+1 is 1 if option k is chosen. Every
// further variable is determined by these. Comments name the items of each
// option. Nogoods and matchings are as in [WriteOPB]. Memory grows with the
// number of options.
//
// Source: the file format reference of IBM ILOG CPLEX.
func WriteLP(w io.Writer, p *matrix.Problem) error {
	v := invert(p)
	out := bufio.NewWriterSize(w, 1<<16)
	l := &lpWriter{out: out, margin: "\\ "}
	for o := range matrix.OptionID(p.Options()) {
		l.word(fmt.Sprintf("\\ x%d =", o+1))
		for _, name := range strings.Fields(inComment(p, o)) {
			l.word(" " + name)
		}
		l.endLine()
	}
	l.margin = " "
	l.word("Minimize")
	l.endLine()
	l.word(" obj:")
	if p.Options() > 0 {
		l.word(" 0 x1") // some programs want a term
	}
	l.endLine()
	l.word("Subject To")
	l.endLine()
	made := &linear{visit: l.constraint}
	made.problem(v)
	l.word("Binary")
	l.endLine()
	for k := range made.variables {
		l.word(fmt.Sprintf(" x%d", k+1))
	}
	if made.variables > 0 {
		l.endLine()
	}
	l.word("End")
	l.endLine()
	return out.Flush() // the first error of any write
}

// maxWidth is where a line is broken. CPLEX takes 560 bytes at most.
const maxWidth = 100

// lpWriter breaks lines.
type lpWriter struct {
	out    *bufio.Writer
	margin string // of a line that goes on
	width  int    // of the line so far
	count  int    // of the constraints
}

// word writes a word that has a blank in front. A long line is broken there.
func (l *lpWriter) word(text string) {
	if l.width > 0 && l.width+len(text) > maxWidth {
		l.endLine()
		l.out.WriteString(l.margin)
		l.width = len(l.margin)
	}
	l.out.WriteString(text)
	l.width += len(text)
}

func (l *lpWriter) endLine() {
	l.out.WriteByte('\n')
	l.width = 0
}

func (l *lpWriter) constraint(c constraint) {
	l.count++
	l.word(fmt.Sprintf(" c%d:", l.count))
	for k, t := range c.terms {
		l.word(lpTerm(t, k == 0))
	}
	l.word(fmt.Sprintf(" %s %d", c.relation, c.bound))
	l.endLine()
}

// lpTerm is a term of coefficient 1 or -1.
func lpTerm(t term, first bool) string {
	switch {
	case t.coefficient < 0:
		return fmt.Sprintf(" - x%d", t.variable)
	case first:
		return fmt.Sprintf(" x%d", t.variable)
	default:
		return fmt.Sprintf(" + x%d", t.variable)
	}
}
