package assist

import (
	"slices"
	"strings"

	"quadrille/lang/ast"
	"quadrille/lang/parse"
	"quadrille/lang/source"
)

// Hint is a text that an editor shows at an offset, as if it stood there.
type Hint struct {
	Offset int    `json:"offset"`
	Label  string `json:"label"`
	Detail string `json:"detail,omitempty"`
}

// Hints says of each piece its symmetry class, unless the file does.
func (t *Text) Hints() []Hint {
	out := []Hint{}
	for _, s := range t.parsed().file.Statements {
		p, ok := s.(*ast.Piece)
		if !ok || p.Class != nil {
			continue
		}
		n, ok := t.findNamed(p.Name.Text, func(kind string) bool { return kind == "piece" })
		if ok && n.Piece != nil && t.isInText(n.Span) {
			out = append(out, Hint{p.Name.Range().End, "symmetry " + n.Piece.Lattice.ClassOf(n.Piece.Shape).Name,
				headlineOf(n)})
		}
	}
	return out
}

// CountHints says of each statement how many items and options it makes. For that they are made, which may take long.
func (t *Text) CountHints() []Hint {
	program := t.lowered().program
	if program == nil {
		return nil
	}
	if _, err := program.Candidates(); err != nil {
		return nil // that of a dissection is too large
	}
	out := []Hint{}
	for _, m := range program.StatementSizes() {
		if !t.isInText(m.Span) || m.Items+m.Options == 0 {
			continue
		}
		var parts []string
		if m.Items > 0 {
			parts = append(parts, source.Plural(m.Items, "item"))
		}
		if m.Options > 0 {
			parts = append(parts, source.Plural(m.Options, "option"))
		}
		line, _, _ := strings.Cut(t.text[m.Span.Start:m.Span.End], "\n")
		out = append(out, Hint{Offset: m.Span.Start + len(strings.TrimRight(line, " \t\r")),
			Label: strings.Join(parts, ", ")})
	}
	slices.SortStableFunc(out, func(a, b Hint) int { return a.Offset - b.Offset })
	return out
}

// Lens is a question that can be asked about a statement.
type Lens struct {
	Range
	Ask string `json:"ask"` // draw, count, why or test
}

// Lenses lists the questions that can be asked: to draw and to count where the file asks for
// solutions, and why there are none if that is known, and to test where it expects some.
func (t *Text) Lenses(empty bool) []Lens {
	out := []Lens{}
	asked := false
	for _, s := range t.parsed().file.Statements {
		r := toRange(s.Range())
		switch s.(type) {
		case *ast.Pack, *ast.PlaceMan, *ast.Queens, *ast.Latin, *ast.Fill, *ast.Words, *ast.Dissect, *ast.Option:
			if !asked {
				out = append(out, Lens{r, "draw"}, Lens{r, "count"})
				if empty {
					out = append(out, Lens{r, "why"})
				}
			}
			asked = true
		case *ast.Expect:
			out = append(out, Lens{r, "test"})
		}
	}
	return out
}

// statementAt returns the first token of the statement that a token is in or behind, by index, or
// -1 if there is none. Keywords are reserved, so that the last one begins it.
func (t *Text) statementAt(token int) int {
	tokens := t.tokens()
	for i := min(token, len(tokens)-1); i >= 0; i-- {
		if tokens[i].Kind != parse.Keyword {
			continue
		}
		if i > 0 && tokens[i].Text == "items" && tokens[i-1].Text == "secondary" {
			i--
		}
		return i
	}
	return -1
}
