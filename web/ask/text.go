package ask

import (
	"context"
	"errors"
	"slices"
	"unicode/utf16"

	"quadrille"
	"quadrille/editors/assist"
)

// assistText is the text as an editor asks about it.
func (a *questionRun) assistText() *assist.Text {
	t := assist.NewText(a.Name, a.Text, a.textFolder())
	context.AfterFunc(a.ctx, t.Stop)
	return t
}

// sendDiagnostics tells what is wrong with a text.
func (a *questionRun) sendDiagnostics() error {
	found := a.assistText().Diagnostics()
	if err := a.ctx.Err(); err != nil {
		return err
	}
	return a.sendAnswer(Answer{Checked: &CheckResult{a.toDiagnostics(found)}})
}

// sendErrors tells what keeps a text from having a meaning. An error that is about a part of
// the text is among what an editor is told; if it is about the question, such as a value of
// a parameter, it stands at the top.
func (a *questionRun) sendErrors(list quadrille.Diagnostics) error {
	found := a.assistText().Diagnostics()
	if !slices.ContainsFunc(found, func(d assist.Diagnostic) bool { return d.Severity == assist.Error }) {
		for i, d := range list {
			found = slices.Insert(found, i, assist.Diagnostic{Severity: assist.Error, Code: string(d.Code),
				Summary: d.Summary, Hint: d.Hint})
		}
	}
	return a.sendAnswer(Answer{Checked: &CheckResult{a.toDiagnostics(found)}})
}

func (a *questionRun) toDiagnostics(list []assist.Diagnostic) []Diagnostic {
	p := newUnitOffsets(a.Text)
	out := make([]Diagnostic, 0, len(list))
	for _, d := range list {
		told := Diagnostic{
			Range: p.toRange(d.Range), Severity: string(d.Severity), Code: d.Code, Summary: d.Summary, Hint: d.Hint,
		}
		for _, f := range d.Fixes {
			fix := Fix{Title: f.Title}
			for _, e := range f.Edits {
				fix.Edits = append(fix.Edits, p.toEdit(e))
			}
			told.Fixes = append(told.Fixes, fix)
		}
		out = append(out, told)
	}
	return out
}

// sendHover tells what stands at a place.
func (a *questionRun) sendHover() error {
	p := newUnitOffsets(a.Text)
	if h, ok := a.assistText().Hover(p.byteOffset(a.At)); ok {
		return a.sendAnswer(Answer{Hover: &Hover{p.toRange(h.Range), h.Markdown}})
	}
	return nil
}

// sendCompletions tells what could stand at a place.
func (a *questionRun) sendCompletions() error {
	p := newUnitOffsets(a.Text)
	words := []CompletionWord{}
	for _, c := range a.assistText().Complete(p.byteOffset(a.At)) {
		words = append(words, CompletionWord{Edit: p.toEdit(c.Edit), Label: c.Label, Kind: c.Kind, Detail: c.Detail,
			Markdown: c.Markdown})
	}
	return a.sendAnswer(Answer{Words: words})
}

// sendFormatted tells how the text is spelled in the canonical way.
func (a *questionRun) sendFormatted() error {
	text, err := a.assistText().Format()
	var list quadrille.Diagnostics
	if errors.As(err, &list) {
		if gone := a.sendErrors(list); gone != nil {
			return gone
		}
	}
	if err != nil {
		return err
	}
	return a.sendAnswer(Answer{Formatted: &text})
}

// sendCodePage sends the page on a kind of mistake.
func (a *questionRun) sendCodePage() error {
	page := assist.CodePage(a.Code)
	if page == "" {
		return errors.New("there is no such kind of mistake")
	}
	return a.sendAnswer(Answer{Page: &page})
}

// unitOffsets turns offsets in bytes into those that pages count, UTF-16 code units.
type unitOffsets []int

func newUnitOffsets(text string) unitOffsets {
	p := make(unitOffsets, 0, len(text)+1)
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

func (p unitOffsets) unitOffset(offset int) int { return p[max(0, min(offset, len(p)-1))] }

func (p unitOffsets) toRange(r assist.Range) Range {
	return Range{p.unitOffset(r.Start), p.unitOffset(r.End)}
}

func (p unitOffsets) toEdit(e assist.Edit) Edit { return Edit{p.toRange(e.Range), e.Text} }

// byteOffset is the reverse of at: the first byte at a place, or the end.
func (p unitOffsets) byteOffset(at int) int {
	i, _ := slices.BinarySearch(p, at)
	return min(i, len(p)-1)
}
