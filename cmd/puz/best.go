package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"quadrille/compile"
	"quadrille/compile/lattice"
	"quadrille/runtime/matrix"
)

// best keeps the solutions with the best score so far.
type best struct {
	program *compile.Program
	scorer  *lattice.Scorer
	kept    []solution
}

// bestOf returns what keeps the best solutions, or nil if all are wanted.
func bestOf(c *cli.Context, program *compile.Program) (*best, error) {
	switch by := c.String("best"); {
	case by == "":
		return nil, nil
	case by != "symmetry":
		return nil, fmt.Errorf("--best knows symmetry, and no %q", by)
	}
	pack := program.Puzzle.Pack
	if pack == nil {
		return nil, errors.New("--best symmetry compares packings, and this puzzle packs no board")
	}
	if len(pack.Board.Wrap) > 0 {
		return nil, errors.New("--best symmetry compares packings of boards that are not wrapped")
	}
	scorer, ok := lattice.NewScorer(pack.Board.Lattice, pack.Board.All())
	if !ok {
		return nil, fmt.Errorf("--best symmetry compares edges between cells of the plane; the lattice %s has none", pack.Board.Lattice.Name)
	}
	return &best{program: program, scorer: scorer}, nil
}

// offer scores the n-th solution, and keeps it if none is better.
func (b *best) offer(n int, options matrix.Solution) {
	var pieces []lattice.Shape
	for _, pl := range b.program.Decode(options) {
		pieces = append(pieces, pl.Cells)
	}
	score, turned := b.scorer.Best(pieces)
	if len(b.kept) > 0 {
		switch d := score.Compare(*b.kept[0].score); {
		case d < 0:
			return
		case d > 0:
			b.kept = b.kept[:0]
		}
	}
	b.kept = append(b.kept, solution{n: n, program: b.program, options: slices.Clone(options), score: &score, turned: turned})
}
