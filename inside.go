package quadrille

import (
	"math/big"

	"quadrille/compile"
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// This file, with [Puzzle.PlanRequest] and [Solution.DecodePlacements], is the interface for packages of this
// module that build on quadrille, such as explain, generate, render and job. Other code does not need it, and
// it may change with any version.

// Input is the source from which a puzzle was compiled.
type Input struct {
	// Name is the name of the text, and Text the text that was compiled. Text is nil if the puzzle was made from a
	// matrix in memory.
	Name string
	Text []byte
	// Options are the options with which [Load] compiled that text.
	Options Options
	// Files holds the contents of the files that the text uses, by their paths from the folder of the text.
	Files map[string][]byte
	// IsDump reports whether the text is a matrix in some format, and not a puzzle in the language.
	IsDump bool
}

// Input returns the source of the puzzle, for packages of this module. The result must not be changed.
func (p *Puzzle) Input() Input {
	return Input{p.name, p.text, p.options, p.usedFiles, p.program.IsMadeFromMatrix()}
}

// Program returns the compiled program of the puzzle, for packages of this module.
func (p *Puzzle) Program() *compile.Program { return p.program }

// NewSolution returns the solution that consists of the given options of the matrix, for packages of this module. The
// caller must have verified that it is a solution.
func (p *Puzzle) NewSolution(options matrix.Solution) Solution {
	return Solution{puzzle: p, options: options}
}

// NewProgress returns the progress report p of an engine, which searches the matrix m, as a report of this package, for
// packages of this module.
func NewProgress(p search.Progress, m *matrix.Problem) Progress {
	return Progress{Progress: p, problem: m}
}

// NewNumber returns a number of solutions for packages of this module. The argument exact tells whether it is exact or
// a lower bound.
func NewNumber(found *big.Int, exact bool) Number { return Number{found, exact} }
