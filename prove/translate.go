package prove

import (
	"bytes"
	"context"
	"errors"
	"io"

	"quadrille"
	"quadrille/runtime/matrix"
	"quadrille/runtime/proof"
)

// Format is a format of proofs that programs of others check.
type Format string

// The formats of [Translate], and of [NoOtherSolution].
const (
	CPOG   Format = "cpog"   // a formula in DIMACS CNF, and a graph that counts its models
	VeriPB Format = "veripb" // constraints in OPB, and a proof that has all solutions, or none better
	DRAT   Format = "drat"   // a formula in DIMACS CNF, and a proof that it has no model: see [NoOtherSolution]
)

// ErrTooLarge is the error for a translated proof that has more numbers than it may.
var ErrTooLarge = proof.ErrTooLarge

// maxProofSteps bounds the steps of a proof that is translated.
const maxProofSteps = 1 << 21

// Translate writes the matrix of the puzzle, and a proof that a checker of another program reads. In CPOG
// that is a proof of the number of all solutions. In VeriPB it has all solutions, or the best one if the puzzle
// has a goal. It follows the steps of a certificate that [Count] wrote, or makes one if that is nil. The
// proof has at most maxNumbers numbers; if it wants more, the error is [ErrTooLarge].
func Translate(ctx context.Context, p *quadrille.Puzzle, certificate io.Reader, f Format, problem, out io.Writer,
	maxNumbers int) error {
	m, err := exactMatrix(p)
	switch {
	case err != nil:
		return err
	case p.HasGoal() && f == CPOG:
		return errors.New("a CPOG counts all solutions, and this puzzle wants the best ones")
	case p.HasGoal() && certificate != nil:
		return errors.New("the proof of a best value is made anew, and not of another one")
	}
	digest, err := dumpDigest(p, quadrille.DumpOptions{})
	if err != nil {
		return err
	}
	if certificate == nil {
		made, err := countSteps(ctx, p, m, digest, quadrille.EngineMemo)
		if errors.Is(err, quadrille.ErrUnfit) {
			made, err = countSteps(ctx, p, m, digest, quadrille.EngineLinks)
		}
		if err != nil {
			return err
		}
		certificate = made
	}
	tree, err := proof.Read(m, digest, certificate, maxProofSteps)
	if err != nil {
		return err
	}
	if f == CPOG {
		return proof.WriteCPOG(problem, out, m, tree, maxNumbers)
	}
	var opb bytes.Buffer
	if err := p.WriteMatrix(&opb, quadrille.DumpOptions{Format: quadrille.FormatOPB}); err != nil {
		return err
	}
	if _, err := problem.Write(opb.Bytes()); err != nil {
		return err
	}
	return proof.WriteVeriPB(out, opb.Bytes(), m, tree, maxNumbers)
}

// countSteps returns a certificate of the number of all solutions with the steps of an engine: not of halves, whose
// tables no other checker has.
func countSteps(ctx context.Context, p *quadrille.Puzzle, m *matrix.Problem, digest []byte,
	e quadrille.Engine) (*bytes.Buffer, error) {
	made := new(bytes.Buffer)
	w := &proofWriter{ctx: ctx, puzzle: p, search: quadrille.Search{Engine: e},
		out: proof.NewWriter(made, proof.ClaimCount,
			digest)}
	_, err := w.finishProof(w.countProblem(m))
	return made, err
}
