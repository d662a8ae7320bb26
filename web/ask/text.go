package ask

import (
	"context"
	"errors"
	"slices"
	"unicode/utf16"

	"quadrille"
	"quadrille/editors/assist"
)

// text is the text as an editor asks about it.
func (a *asking) text() *assist.Text {
	t := assist.New(a.Name, a.Text, a.folder())
	context.AfterFunc(a.ctx, t.Stop)
	return t
}

// check tells what is wrong with a text.
func (a *asking) check() error {
	found := a.text().Diagnostics()
	if err := a.ctx.Err(); err != nil {
		return err
	}
	return a.say(Answer{Checked: &Checked{a.told(found)}})
}

// mistakes tells what keeps a text from having a meaning. An error that is about a part of
// the text is among what an editor is told; if it is about the question, such as a value of
// a parameter, it stands at the top.
func (a *asking) mistakes(list quadrille.Diagnostics) error {
	found := a.text().Diagnostics()
	if len(found) == 0 {
		for _, d := range list {
			found = append(found, assist.Diagnostic{Severity: assist.Error, Code: string(d.Code), Summary: d.Summary, Hint: d.Hint})
		}
	}
	return a.say(Answer{Checked: &Checked{a.told(found)}})
}

func (a *asking) told(list []assist.Diagnostic) []Diagnostic {
	p := newPlaces(a.Text)
	out := make([]Diagnostic, 0, len(list))
	for _, d := range list {
		told := Diagnostic{
			Range: p.rangeOf(d.Range), Severity: string(d.Severity), Code: d.Code, Summary: d.Summary, Hint: d.Hint,
		}
		for _, f := range d.Fixes {
			fix := Fix{Title: f.Title}
			for _, e := range f.Edits {
				fix.Edits = append(fix.Edits, p.edit(e))
			}
			told.Fixes = append(told.Fixes, fix)
		}
		out = append(out, told)
	}
	return out
}

// hover tells what stands at a place.
func (a *asking) hover() error {
	p := newPlaces(a.Text)
	if h, ok := a.text().Hover(p.offset(a.At)); ok {
		return a.say(Answer{Hover: &Hover{p.rangeOf(h.Range), h.Markdown}})
	}
	return nil
}

// complete tells what could stand at a place.
func (a *asking) complete() error {
	p := newPlaces(a.Text)
	words := []Word{}
	for _, c := range a.text().Complete(p.offset(a.At)) {
		words = append(words, Word{Edit: p.edit(c.Edit), Label: c.Label, Kind: c.Kind, Detail: c.Detail, Markdown: c.Markdown})
	}
	return a.say(Answer{Words: words})
}

// format tells how the text is spelled in the canonical way.
func (a *asking) format() error {
	text, err := a.text().Format()
	var list quadrille.Diagnostics
	if errors.As(err, &list) {
		if gone := a.mistakes(list); gone != nil {
			return gone
		}
	}
	if err != nil {
		return err
	}
	return a.say(Answer{Formatted: &text})
}

// explain sends the page on a kind of mistake.
func (a *asking) explain() error {
	page := assist.CodePage(a.Code)
	if page == "" {
		return errors.New("there is no such kind of mistake")
	}
	return a.say(Answer{Page: &page})
}

// places turns offsets in bytes into those that pages count, UTF-16 code units.
type places []int

func newPlaces(text string) places {
	p := make(places, 0, len(text)+1)
	units := 0
	for i, r := range text {
		for len(p) <= i { // bytes inside of the character before count as its end
			p = append(p, units)
		}
		units += utf16.RuneLen(r)
	}
	for len(p) <= len(text) {
		p = append(p, units)
	}
	return p
}

func (p places) at(offset int) int { return p[max(0, min(offset, len(p)-1))] }

func (p places) rangeOf(r assist.Range) Range { return Range{p.at(r.Start), p.at(r.End)} }

func (p places) edit(e assist.Edit) Edit { return Edit{p.rangeOf(e.Range), e.Text} }

// offset is the reverse of at: the first byte at a place, or the end.
func (p places) offset(at int) int {
	i, _ := slices.BinarySearch(p, at)
	return min(i, len(p)-1)
}
