package format

import (
	"bufio"
	"fmt"
	"io"

	"quadrille/runtime/matrix"
)

// WriteDIMACS writes a problem as a formula in CNF for SAT solvers and model
// counters: variable k+1 holds if option k is chosen. Every further variable
// is determined by these, so that the number of models is the number of
// solutions, whether they are projected on the options or not. Comments name
// the items of each option. A nogood is a clause; matchings say nothing new and
// are left out. Memory grows with the number of options.
//
// An item that must be covered by options that do not exist makes the formula
// unsatisfiable. It is an error if the formula has more than 2^31-1 variables,
// which needs multiplicities of many options.
func WriteDIMACS(w io.Writer, p *matrix.Problem) error {
	v := invert(p)
	count := &cnf{}
	count.problem(v)
	if count.overflows() {
		return fmt.Errorf("the multiplicities of this problem make more than %d variables in CNF; write opb or lp", maxVariables)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(out, "c variables 1 to %d are the options; they determine the others\n", p.Options())
	for o := range matrix.OptionID(p.Options()) {
		fmt.Fprintf(out, "c %d = %s\n", o+1, inComment(p, o))
	}
	fmt.Fprintf(out, "p cnf %d %d\n", count.variables, count.clauses)
	(&cnf{out: out}).problem(v)
	return out.Flush() // the first error of any write
}
