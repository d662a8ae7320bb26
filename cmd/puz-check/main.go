// Command puz-check checks proofs of numbers of solutions, of classes and of best values, and lists of solutions. It
// shares no code with what made them. docs/proof.md describes the format, and why a checked proof is right.
package main

import (
	"bufio"
	"errors"
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

// refusedAnswer is the error of a proof or a list that is not accepted.
type refusedAnswer struct{ error }

func refusef(format string, args ...any) error { return refusedAnswer{fmt.Errorf(format, args...)} }

func main() { os.Exit(runMain(os.Args[1:], os.Stdout, os.Stderr)) }

// runMain checks the files of the arguments and returns the exit code.
func runMain(args []string, stdout, stderr io.Writer) int {
	if len(args) == 1 && args[0] == "--help" {
		io.WriteString(stdout, usage)
		return 0
	} else if len(args) < 2 {
		io.WriteString(stderr, usage)
		return 2
	}
	err := checkFiles(args, stdout)
	if errors.As(err, &refusedAnswer{}) {
		fmt.Fprintln(stdout, "no:", err)
		return 1
	} else if err != nil {
		fmt.Fprintln(stderr, "puz-check:", err)
		return 2
	}
	return 0
}

// checkFiles reads the dump and checks the other files. It prints a line for each proof and list that passes.
func checkFiles(names []string, stdout io.Writer) error {
	var p *problem
	number := "" // number that the previous file shows
	for k, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		in, n, how := bufio.NewReaderSize(f, 1<<16), "", ""
		if head, _ := in.Peek(len(fileMagic)); k == 0 {
			p, err = readDump(in)
		} else if string(head) == fileMagic {
			n, how, err = checkProof(p, in)
		} else {
			n, how, err = checkList(p, in)
		}
		f.Close()
		if err == nil && k > 1 && n != number {
			err = refusef("it has %s, and the file before has %s", n, number)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if number = n; k > 0 {
			fmt.Fprintf(stdout, "yes: %s has %s, %s\n", name, n, how)
		}
	}
	return nil
}
