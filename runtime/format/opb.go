package format

import (
	"bufio"
	"fmt"
	"io"

	"quadrille/runtime/matrix"
)

// WriteOPB writes a problem as constraints over 0-1 variables, in the format
// of the pseudo-boolean competitions: variable xk+1 is 1 if option k is
// chosen. Every further variable is determined by these. Comments name the
// items of each option. A nogood of k options has a sum of k-1 at most; matchings
// say nothing new and are left out. Memory grows with the number of options.
//
// Source: O. Roussel and V. Manquinho, Input/Output Format and Solver
// Requirements for the Competitions of Pseudo-Boolean Solvers, 2012.
func WriteOPB(w io.Writer, p *matrix.Problem) error {
	v := invert(p)
	constraints := 0
	count := &linear{visit: func(constraint) { constraints++ }}
	count.problem(v)
	out := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(out, "* #variable= %d #constraint= %d\n", count.variables, constraints)
	for o := range matrix.OptionID(p.Options()) {
		fmt.Fprintf(out, "* x%d = %s\n", o+1, inComment(p, o))
	}
	write := &linear{visit: func(c constraint) { writeOPB(out, c) }}
	write.problem(v)
	return out.Flush() // the first error of any write
}

// writeOPB writes a constraint. The format has no "<=", so the signs change.
func writeOPB(out *bufio.Writer, c constraint) {
	sign := 1
	if c.relation == "<=" {
		sign, c.relation = -1, ">="
	}
	for _, t := range c.terms {
		fmt.Fprintf(out, "%+d x%d ", sign*t.coefficient, t.variable)
	}
	fmt.Fprintf(out, "%s %d ;\n", c.relation, sign*c.bound)
}
