package assist

import (
	"errors"
	"slices"
	"strings"

	"quadrille"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// foreignFormats are the formats of links and files of other programs that people paste into an editor.
var foreignFormats = []quadrille.Format{quadrille.FormatPuzzLink, quadrille.FormatFPuzzles, quadrille.FormatIPuz,
	quadrille.FormatNon, quadrille.FormatGrid, quadrille.FormatBurrTools}

const blanks = " \t\r\n"

// foreignDiagnostics returns diagnostics for a text that is a link to a puzzle, or a file of another program. They are
// a diagnostic whose fix replaces the text by the puzzle, or, if that fails, the errors in the text. It returns nil for
// any other text.
func (t *PuzzleText) foreignDiagnostics() []Diagnostic {
	f := quadrille.DetectFormat("", []byte(t.puzzleText), quadrille.Options{})
	if !slices.Contains(foreignFormats, f) {
		return nil
	}
	whole, shift := Range{0, len(strings.TrimRight(t.puzzleText, blanks))}, 0
	if quadrille.IsLink(f) {
		// offsets in a link do not include the blanks before the link
		shift = len(t.puzzleText) - len(strings.TrimLeft(t.puzzleText, blanks))
	}
	p, err := quadrille.Load(t.fileName, []byte(t.puzzleText), quadrille.Options{Format: f, Stop: t.stopError})
	var list source.DiagnosticList
	if errors.As(err, &list) && errors.Is(err, codes.BadLink) {
		var out []Diagnostic
		for _, d := range list {
			out = append(out, Diagnostic{Range: Range{d.Span.Start + shift, d.Span.End + shift}, Severity: Error,
				Code: string(d.Code), Summary: source.EscapeText(d.Summary), Hint: source.EscapeText(d.Hint)})
		}
		return out
	}
	if err != nil {
		return nil
	}
	text, err := p.Source()
	if err == nil {
		text, err = quadrille.CanonicalText(t.fileName, []byte(text))
	}
	if err != nil {
		return nil
	}
	return []Diagnostic{{Range: whole, Severity: Error, Code: string(codes.BadLink),
		Summary: "this is no text of the language, but it holds a puzzle", Hint: "`puz import` writes its text",
		Fixes: []Fix{{"Write the puzzle as text", []Edit{{Range{0, len(t.puzzleText)}, text}}}}}}
}
