package ask

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"slices"
	"strings"

	"quadrille/explain"
	"quadrille/render"

	"quadrille"
)

// sendReasons sends why there is no solution: the simplest reason, and a set of clues that contradict one another, if
// there is one.
func (a *questionRun) sendReasons() error {
	p, err := a.loadPuzzle()
	if err != nil {
		return err
	}
	s := a.searchOptions()
	defer a.recordEffort(s)
	n := 0
	for r, err := range explain.Reasons(a.ctx, p, s) {
		if errors.Is(err, explain.ErrSolvable) {
			return a.sendAnswer(Answer{Finding: &Finding{Sentences: "There is a solution."}})
		}
		if err != nil {
			return err
		}
		if n++; n > 1 && r.Kind != "conflict" {
			continue
		}
		found := &Finding{Sentences: r.Sentences}
		for _, span := range r.TextSpans {
			if span.IsKnown() && span.File.Name == a.Name {
				found.Lines = append(found.Lines, span.File.LineOf(span.Start))
			}
		}
		slices.Sort(found.Lines)
		found.Lines = slices.Compact(found.Lines)
		if err := a.sendTextAndPicture(found, r.SVG); err != nil {
			return err
		}
	}
	return nil
}

// sendUniqueness sends whether there is exactly one solution, and which clues are needed for that. If there are
// several, one picture shows two of them.
func (a *questionRun) sendUniqueness() error {
	p, err := a.loadPuzzle()
	if err != nil {
		return err
	}
	s := a.searchOptions()
	defer a.recordEffort(s)
	u, err := explain.CheckUniqueness(a.ctx, p, s, explain.ClueOptions{})
	found := &Finding{Sentences: u.Verdict() + "\nFrames show where these two differ.",
		NoSolution: u.IsKnown && len(u.Solutions) == 0}
	if len(u.Solutions) < 2 {
		found.Sentences = strings.TrimSpace(u.Text(quadrille.TextStyle{}))
	}
	return cmp.Or(a.sendTextAndPicture(found, u.SVG), err)
}

// sendTextAndPicture sends a finding, with its picture if there is one.
func (a *questionRun) sendTextAndPicture(found *Finding, draw func(io.Writer) error) error {
	var svg strings.Builder
	if err := draw(&svg); err != nil && !errors.Is(err, quadrille.ErrNothingToDraw) {
		return err
	}
	found.SVG = svg.String()
	return a.sendAnswer(Answer{Finding: found})
}

// sendPDF sends the pictures of the question as a PDF document.
func (a *questionRun) sendPDF() error {
	var pdf bytes.Buffer
	if err := render.PicturesPDF(&pdf, a.Pictures...); err != nil {
		return err
	}
	return a.sendAnswer(Answer{PDF: pdf.Bytes()})
}
