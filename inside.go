package quadrille

import (
	"math/big"

	"quadrille/compile"
	"quadrille/runtime/matrix"
)

// What follows, with [Puzzle.PlanRequest] and [Solution.DecodePlacements], is the seam for packages of this module
// that stand on the door, such as explain, generate, render and job. Others need none of it, and it may change with
// any version.

// Input is what a puzzle was made of.
type Input struct {
	// Name is that of the text, and Text what was compiled. It is nil if the puzzle was made of a matrix in memory.
	Name string
	Text []byte
	// Options are those of [Load].
	Options Options
	// Files are those that the text uses, by their paths from its folder.
	Files map[string][]byte
	// IsDump reports whether the puzzle is a matrix, and not a text of the language.
	IsDump bool
}

// Input returns what the puzzle was made of, for packages of this module. Nobody may change it.
func (p *Puzzle) Input() Input { return Input{p.name, p.text, p.options, p.used, p.program.IsMatrix()} }

// Program returns what the puzzle was compiled to, for packages of this module.
func (p *Puzzle) Program() *compile.Program { return p.program }

// NewSolution makes a solution of options of the matrix, for packages of this module. Whether it is one has been
// checked.
func (p *Puzzle) NewSolution(options matrix.Solution) Solution {
	return Solution{puzzle: p, options: options}
}

// NewNumber makes a number of solutions of what was found, for packages of this module.
func NewNumber(found *big.Int, exact bool) Number { return Number{found, exact} }
