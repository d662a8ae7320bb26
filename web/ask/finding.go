package ask

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"slices"
	"strings"

	"quadrille"
)

// why sends reasons why there is no solution: the simplest, and clues that clash.
func (a *asking) why() error {
	p, err := a.load()
	if err != nil {
		return err
	}
	s := a.search()
	defer a.done(s)
	n := 0
	for r, err := range p.Why(a.ctx, s) {
		if errors.Is(err, quadrille.ErrSolvable) {
			return a.say(Answer{Finding: &Finding{Words: "There is a solution."}})
		}
		if err != nil {
			return err
		}
		if n++; n > 1 && r.Kind != "conflict" {
			continue
		}
		found := &Finding{Words: r.Words}
		for _, span := range r.Spans {
			if span.Known() && span.File.Name == a.Name {
				found.Lines = append(found.Lines, span.File.LineOf(span.Start))
			}
		}
		slices.Sort(found.Lines)
		found.Lines = slices.Compact(found.Lines)
		if err := a.find(found, r.SVG); err != nil {
			return err
		}
	}
	return nil
}

// unique sends whether there is one solution, and what of the text makes it so. Two solutions are on one picture.
func (a *asking) unique() error {
	p, err := a.load()
	if err != nil {
		return err
	}
	s := a.search()
	defer a.done(s)
	u, err := p.Unique(a.ctx, s)
	found := &Finding{Words: u.Verdict() + "\nFrames show where these two differ.", None: u.Sure && len(u.Solutions) == 0}
	if len(u.Solutions) < 2 {
		found.Words = strings.TrimSpace(u.Text(quadrille.Style{}))
	}
	return cmp.Or(a.find(found, u.SVG), err)
}

// find sends what was found, with its picture if there is one.
func (a *asking) find(found *Finding, draw func(io.Writer) error) error {
	var svg strings.Builder
	if err := draw(&svg); err != nil && !errors.Is(err, quadrille.ErrNothingToDraw) {
		return err
	}
	found.SVG = svg.String()
	return a.say(Answer{Finding: found})
}

// paper sends pictures as a document of PDF.
func (a *asking) paper() error {
	var pdf bytes.Buffer
	if err := quadrille.Print(&pdf, a.Pictures...); err != nil {
		return err
	}
	return a.say(Answer{Paper: pdf.Bytes()})
}
