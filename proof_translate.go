package quadrille

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"quadrille/runtime/matrix"
	"quadrille/runtime/proof"
	"quadrille/runtime/proof/translate"
)

// ProofFormat is a format of proofs that programs of others check.
type ProofFormat string

// The formats of [Puzzle.TranslateProof].
const (
	ProofCPOG   ProofFormat = "cpog"   // a formula in DIMACS CNF, and a graph that counts its models
	ProofVeriPB ProofFormat = "veripb" // constraints in OPB, and a proof that has all solutions, or none better
)

// ErrProofTooLarge is the error for a translated proof that has more numbers than it may.
var ErrProofTooLarge = translate.ErrTooLarge

// maxProofSteps bounds the steps of a proof that is translated.
const maxProofSteps = 1 << 21

// TranslateProof writes the matrix of the puzzle, and a proof that a checker of another program reads. In ProofCPOG
// that is a proof of the number of all solutions. In ProofVeriPB it has all solutions, or the best one if the puzzle
// has a goal. It follows the steps of a certificate that [Puzzle.WriteProof] wrote, or makes one if that is nil. The
// proof has at most maxNumbers numbers; if it wants more, the error is [ErrProofTooLarge].
func (p *Puzzle) TranslateProof(ctx context.Context, certificate io.Reader, f ProofFormat, problem, out io.Writer,
	maxNumbers int) error {
	m, err := p.program.Candidates()
	switch {
	case err != nil:
		return err
	case !p.program.IsExact():
		return fmt.Errorf("no proof says %s, as this puzzle wants: %w", p.program.ConstraintsBeyondMatrix(),
			ErrNotExact)
	case p.HasGoal() && f == ProofCPOG:
		return errors.New("a CPOG counts all solutions, and this puzzle wants the best ones")
	case p.HasGoal() && certificate != nil:
		return errors.New("the proof of a best value is made anew, and not of another one")
	}
	digest, err := p.dumpDigest(DumpOptions{})
	if err != nil {
		return err
	}
	if certificate == nil {
		made, err := p.countSteps(ctx, m, digest, EngineMemo)
		if errors.Is(err, ErrUnfit) {
			made, err = p.countSteps(ctx, m, digest, EngineLinks)
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
	if f == ProofCPOG {
		return translate.CPOG(problem, out, m, tree, maxNumbers)
	}
	var opb bytes.Buffer
	if err := p.WriteMatrix(&opb, DumpOptions{Format: FormatOPB}); err != nil {
		return err
	}
	if _, err := problem.Write(opb.Bytes()); err != nil {
		return err
	}
	return translate.VeriPB(out, opb.Bytes(), m, tree, maxNumbers)
}

// countSteps returns a certificate of the number of all solutions with the steps of an engine: not of halves, whose
// tables no other checker has.
func (p *Puzzle) countSteps(ctx context.Context, m *matrix.Problem, digest []byte, e Engine) (*bytes.Buffer, error) {
	made := new(bytes.Buffer)
	w := &proofWriter{ctx: ctx, puzzle: p, search: Search{Engine: e}, out: proof.NewWriter(made, proof.ClaimCount,
		digest)}
	_, err := w.end(w.count(m))
	return made, err
}
