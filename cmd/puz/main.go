// Command puz solves, counts, checks and explains puzzles written in the
// language Quadrille.
package main

import "os"

func main() {
	os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr))
}
