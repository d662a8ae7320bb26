package ask

import (
	"context"
	"errors"
	"slices"
	"unicode/utf16"

	"quadrille"
	"quadrille/editors/assist"
)

// assistText returns the text of the question, in the form that package assist needs.
func (a *questionRun) assistText() *assist.PuzzleText {
	t := assist.NewText(a.Name, a.Text, a.textFolder())
	context.AfterFunc(a.ctx, t.StopWork)
	return t
}

// sendDiagnostics sends the errors and warnings about the text.
func (a *questionRun) sendDiagnostics() error {
	found := a.assistText().Diagnostics()
	if err := a.ctx.Err(); err != nil {
		return err
	}
	return a.sendAnswer(Answer{Checked: &CheckResult{a.convertDiagnostics(found)}})
}

// sendErrors sends the errors that prevent the text from compiling. Errors about a part of the text are sent as the
// diagnostics of the editor. An error about the question itself, such as one about the value of a parameter, gets a
// place at the start of the text.
func (a *questionRun) sendErrors(list quadrille.Diagnostics) error {
	found := a.assistText().Diagnostics()
	if !slices.ContainsFunc(found, func(d assist.Diagnostic) bool { return d.Severity == assist.Error }) {
		for i, d := range list {
			found = slices.Insert(found, i, assist.Diagnostic{Severity: assist.Error, Code: string(d.Code),
				Summary: d.Summary, Hint: d.Hint})
		}
	}
	return a.sendAnswer(Answer{Checked: &CheckResult{a.convertDiagnostics(found)}})
}

func (a *questionRun) convertDiagnostics(list []assist.Diagnostic) []Diagnostic {
	p := newUnitOffsets(a.Text)
	out := make([]Diagnostic, 0, len(list))
	for _, d := range list {
		told := Diagnostic{
			Range: p.unitRange(d.Range), Severity: string(d.Severity), Code: d.Code, Summary: d.Summary, Hint: d.Hint,
		}
		for _, f := range d.Fixes {
			fix := Fix{Title: f.Title}
			for _, e := range f.Edits {
				fix.Edits = append(fix.Edits, p.unitEdit(e))
			}
			told.Fixes = append(told.Fixes, fix)
		}
		out = append(out, told)
	}
	return out
}

// sendHover sends the description of the word at a place.
func (a *questionRun) sendHover() error {
	p := newUnitOffsets(a.Text)
	if h, ok := a.assistText().Hover(p.byteOffset(a.Offset)); ok {
		return a.sendAnswer(Answer{Hover: &Hover{p.unitRange(h.Range), h.Markdown}})
	}
	return nil
}

// sendCompletions sends the words that can be inserted at a place.
func (a *questionRun) sendCompletions() error {
	p := newUnitOffsets(a.Text)
	words := []CompletionWord{}
	for _, c := range a.assistText().Complete(p.byteOffset(a.Offset)) {
		words = append(words, CompletionWord{Edit: p.unitEdit(c.Edit), Label: c.Label, Kind: c.Kind,
			Detail:   c.ShortDescription,
			Markdown: c.Markdown})
	}
	return a.sendAnswer(Answer{Completions: words})
}

// sendFormatted sends the text in its canonical spelling.
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

// sendCodePage sends the page on the code of a diagnostic.
func (a *questionRun) sendCodePage() error {
	page := assist.CodePage(a.Code)
	if page == "" {
		return errors.New("there is no such kind of mistake")
	}
	return a.sendAnswer(Answer{CodePage: &page})
}

// unitOffsets holds, for each offset of a text in bytes, the offset in UTF-16 code units, in which pages count.
type unitOffsets []int

func newUnitOffsets(text string) unitOffsets {
	p := make(unitOffsets, 0, len(text)+1)
	units := 0
	for i, r := range text {
		for len(p) <= i { // bytes inside a character have the offset of its end
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

func (p unitOffsets) unitRange(r assist.Range) Range {
	return Range{p.unitOffset(r.Start), p.unitOffset(r.End)}
}

func (p unitOffsets) unitEdit(e assist.Edit) Edit { return Edit{p.unitRange(e.Range), e.Text} }

// byteOffset returns the first offset in bytes that corresponds to an offset in UTF-16 code units, or the end of the
// text.
func (p unitOffsets) byteOffset(at int) int {
	i, _ := slices.BinarySearch(p, at)
	return min(i, len(p)-1)
}
