package assist

import (
	"slices"
	"strings"

	"quadrille/lang/ast"
	"quadrille/lang/parse"
	"quadrille/lang/source"
)

// Hint is a short text that an editor displays at an offset, between the characters of the text.
type Hint struct {
	Offset int    `json:"offset"`
	Label  string `json:"label"`
	Detail string `json:"detail,omitempty"`
}

// Hints returns a hint with the symmetry class of each piece whose class the file does not state.
func (t *PuzzleText) Hints() []Hint {
	out := []Hint{}
	for _, s := range t.parseResult().file.Statements {
		p, ok := s.(*ast.Piece)
		if !ok || p.SymmetryClass != nil {
			continue
		}
		n, ok := t.findNamed(p.Name.Text, func(kind string) bool { return kind == "piece" })
		if ok && n.Piece != nil && t.isSpanInText(n.Span) {
			out = append(out, Hint{p.Name.Range().End,
				"symmetry " + n.Piece.Lattice.SymmetryClassOf(n.Piece.Shape).Name,
				headlineOfName(n)})
		}
	}
	return out
}

// CountHints returns a hint for each statement, with the numbers of its items and options. It makes the items and
// options, which may take long.
func (t *PuzzleText) CountHints() []Hint {
	program := t.lowerResult().program
	if program == nil {
		return nil
	}
	if _, err := program.Candidates(); err != nil {
		return nil // a dissection has too many items
	}
	out := []Hint{}
	for _, m := range program.StatementSizes() {
		if !t.isSpanInText(m.Span) || m.ItemCount+m.OptionCount == 0 {
			continue
		}
		var parts []string
		if m.ItemCount > 0 {
			parts = append(parts, source.Plural(m.ItemCount, "item"))
		}
		if m.OptionCount > 0 {
			parts = append(parts, source.Plural(m.OptionCount, "option"))
		}
		line, _, _ := strings.Cut(t.puzzleText[m.Span.Start:m.Span.End], "\n")
		out = append(out, Hint{Offset: m.Span.Start + len(strings.TrimRight(line, " \t\r")),
			Label: strings.Join(parts, ", ")})
	}
	slices.SortStableFunc(out, func(a, b Hint) int { return a.Offset - b.Offset })
	return out
}

// Lens is a command about a statement, which an editor displays above it.
type Lens struct {
	Range
	Command string `json:"ask"` // name of the command: draw, count, why or test
}

// StatementLenses returns the commands for the statements: draw and count for statements that ask for solutions, also
// why if the argument empty is true, and test for expectations.
func (t *PuzzleText) StatementLenses(empty bool) []Lens {
	out := []Lens{}
	asked := false
	for _, s := range t.parseResult().file.Statements {
		r := toRange(s.Range())
		switch s.(type) {
		case *ast.Pack, *ast.PlaceMan, *ast.Queens, *ast.Latin, *ast.Fill, *ast.Words, *ast.Dissect, *ast.Option,
			*ast.Choose:
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

// statementAt returns the index of the first token of the statement that contains a token or precedes it, or -1. As
// keywords are reserved, that token is the last keyword up to the given token.
func (t *PuzzleText) statementAt(token int) int {
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
