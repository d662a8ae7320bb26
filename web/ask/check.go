package ask

import (
	"errors"
	"unicode/utf16"

	"quadrille"
	"quadrille/lang/source"
)

// check tells what a text is, and what is wrong with it.
func (a *asking) check() error {
	p, err := a.load()
	if err != nil {
		return err
	}
	checked := &Checked{
		Diagnostics: a.diagnostics(p.Warnings()),
		Title:       p.Title(), About: p.Describe(),
		Params:   p.Params(),
		Drawable: p.Drawable(), Symmetric: p.HasGroup(),
	}
	for _, e := range p.Expectations() {
		checked.Expectations = append(checked.Expectations, Expectation{e.Line, e.Text})
	}
	return a.say(Answer{Checked: checked})
}

// load compiles the text. Mistakes are told, and are the error as well.
func (a *asking) load() (*quadrille.Puzzle, error) {
	p, err := quadrille.Load(a.Name, []byte(a.Text), a.options())
	var list quadrille.Diagnostics
	if errors.As(err, &list) {
		if gone := a.say(Answer{Checked: &Checked{Diagnostics: a.diagnostics(list)}}); gone != nil {
			return nil, gone
		}
	}
	return p, err
}

// diagnostics tells what is wrong with the text. What is wrong in another file is told at
// the top.
func (a *asking) diagnostics(list quadrille.Diagnostics) []Diagnostic {
	places := newPlaces(a.Text)
	out := make([]Diagnostic, 0, len(list))
	for _, d := range list {
		told := Diagnostic{Severity: d.Severity.String(), Code: string(d.Code), Summary: d.Summary, Hint: d.Hint}
		switch {
		case !d.Span.Known():
		case d.Span.File.Name == a.Name:
			told.From, told.To = places.at(d.Span.Start), places.at(d.Span.End)
		default:
			told.Summary = source.Printable(d.Span.Where()) + ": " + told.Summary
		}
		out = append(out, told)
	}
	return out
}

// places turns offsets in bytes into those that pages count, UTF-16 code units.
type places []int32

func newPlaces(text string) places {
	p := make(places, 0, len(text)+1)
	n := int32(0)
	for i, r := range text {
		for len(p) <= i { // the bytes inside of the character before
			p = append(p, n)
		}
		n += int32(utf16.RuneLen(r))
	}
	for len(p) <= len(text) {
		p = append(p, n)
	}
	return p
}

func (p places) at(offset int) int { return int(p[max(0, min(offset, len(p)-1))]) }
