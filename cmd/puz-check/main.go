// Command puz-check checks proofs of numbers of solutions, of classes and of best values, and lists of solutions. It
// shares no code with what made them. docs/proof.md describes the format, and why a checked proof is right.
package main

import (
	"fmt"
	"io"
	"os"
)

const usage = `usage: puz-check DUMP FILE...

DUMP is an exact cover matrix in dlx, as "puz compile" writes it. Each FILE is a proof of the
number of its solutions, of their classes or of the best value, as "puz count --proof" writes it,
or a list of solutions, as "puz solve --all --format rows" writes it.

   puz compile scott.puz -o scott.dlx
   puz count scott.puz --proof scott.proof
   puz-check scott.dlx scott.proof               follows each step, and counts anew
   puz solve scott.puz --all --format rows -o scott.rows
   puz-check scott.dlx scott.proof scott.rows    each solution is right, none comes twice, all are there

Exit codes: 0 yes; 1 no, with the place; 2 a file cannot be read, or bad usage.
`

func main() { os.Exit(runMain(os.Args[1:], os.Stdout, os.Stderr)) }

// runMain checks the files of the arguments and returns the exit code. It prints a line for each proof and list that
// passes.
func runMain(args []string, stdout, stderr io.Writer) int {
	if len(args) == 1 && args[0] == "--help" {
		io.WriteString(stdout, usage)
		return 0
	} else if len(args) < 2 {
		io.WriteString(stderr, usage)
		return 2
	}
	p, number := (*problem)(nil), "" // number that the previous file shows
	for k, name := range args {
		f, err := os.Open(name)
		if err != nil {
			fmt.Fprintf(stderr, "puz-check: %v\n", err)
			return 2
		}
		how := ""
		err = readFrom(f, func(r *reader) {
			if k == 0 {
				p = readDump(r)
				return
			}
			before := number
			number, how = checkAnswer(p, r)
			require(k == 1 || number == before, "it has %s, and the file before has %s", number, before)
		})
		f.Close()
		if wrong, isRefusal := err.(refusal); isRefusal && wrong.exitCode == 1 && k > 0 {
			fmt.Fprintf(stdout, "no: %s: %v\n", name, err)
			return 1
		} else if err != nil {
			fmt.Fprintf(stderr, "puz-check: %s: %v\n", name, err)
			return 2
		} else if k > 0 {
			fmt.Fprintf(stdout, "yes: %s has %s, %s\n", name, number, how)
		}
	}
	return 0
}

// checkAnswer checks a proof or a list. It returns the number that the file shows, and how that was checked.
func checkAnswer(p *problem, r *reader) (number, how string) {
	if head, _ := r.input.Peek(len("quadrille proof")); string(head) == "quadrille proof" {
		return (&checker{problem: p, reader: r}).checkProof()
	}
	return checkList(p, r)
}
