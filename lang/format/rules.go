package format

import (
	"fmt"
	"strings"

	"quadrille/lang/ast"
)

// rule is a rule between braces with its print.
type rule struct {
	ast.Ranged
	text string
}

// rulesOf prints the rules of a statement, if it has any.
func rulesOf(s ast.Statement) []rule {
	switch s := s.(type) {
	case *ast.Pack:
		return printed(s.Rules, packRule)
	case *ast.PlaceMan:
		return printed(s.Rules, manRule)
	case *ast.Queens:
		return printed(s.Rules, manRule)
	case *ast.Latin:
		return printed(s.Rules, latinRule)
	case *ast.Words:
		return printed(s.Rules, wordRule)
	case *ast.Dissect:
		return printed(s.Rules, cutRule)
	}
	return nil
}

func printed[R ast.Ranged](rules []R, text func(R) string) []rule {
	out := make([]rule, len(rules))
	for i, r := range rules {
		out[i] = rule{r, text(r)}
	}
	return out
}

// indented sets the further lines of a rule, which are those of a picture, in.
func indented(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines[1:] {
		if line != "" {
			lines[i+1] = indent + line
		}
	}
	return strings.Join(lines, "\n")
}

func packRule(r ast.Rule) string {
	switch r := r.(type) {
	case *ast.Fix:
		text := "fix " + r.Piece.Text + " at " + place(r.At)
		if r.Orientation != nil {
			text += " orientation " + amount(r.Orientation)
		}
		return text
	case *ast.Keep:
		if r.In != nil {
			return "keep " + r.Piece.Text + " in " + shape(r.In)
		}
		return "keep " + r.Piece.Text + " to orientations " + list(r.Orientations, count, ", ")
	case *ast.Leave:
		return "leave " + count(r.Count) + " empty"
	case *ast.Allow:
		return "allow crossing"
	}
	panic(fmt.Sprintf("a rule without a print: %T", r))
}

func queens(s *ast.Queens) string {
	switch {
	case s.Board != nil:
		return "queens on " + s.Board.Text
	case s.Torus:
		return "queens " + side(s.Size) + " torus"
	}
	return "queens " + side(s.Size)
}

func manRule(r *ast.ManRule) string {
	switch {
	case r.Fix != nil:
		return "fix " + list(r.Fix, place, " ")
	case r.Bar != nil:
		return "bar " + list(r.Bar, place, " ")
	}
	return list(r.Lines, lineFamily, ", ") + " " + many(r.Many)
}

func lineFamily(f *ast.LineFamily) string {
	switch {
	case f.Regions != nil:
		return "regions " + lines(f.Regions)
	case f.Line != nil:
		return "line " + shapeAtom(f.Line)
	}
	return f.Word
}

func many(m *ast.Many) string {
	switch {
	case m.Exactly != nil:
		return "exactly " + amount(m.Exactly)
	case m.AtMost != nil:
		return "at most " + amount(m.AtMost)
	}
	return count(m.Between)
}

func latinRule(r *ast.LatinRule) string {
	switch {
	case r.Given != nil:
		return "given " + lines(r.Given)
	case r.Regions != nil:
		return "regions " + lines(r.Regions)
	case r.Diagonals:
		return "diagonals"
	case r.Orthogonal != nil:
		return "orthogonal to " + lines(r.Orthogonal)
	case r.Boxes != nil:
		return "boxes " + box(r.Boxes)
	}
	return "symbols " + quoted(r.Symbols)
}

func words(s *ast.Words) string {
	text := "words " + box(s.Box) + " from "
	if s.List.Name != nil {
		return text + s.List.Name.Text
	}
	return text + quoted(s.List.Path)
}

func wordRule(r *ast.WordRule) string {
	if r.Given != nil {
		return "given " + lines(r.Given)
	}
	return r.Word
}

func cutRule(r *ast.CutRule) string {
	switch {
	case r.Sizes != nil:
		return "sizes " + count(r.Sizes)
	case r.Like != "":
		return "pieces " + r.Like
	}
	return r.Move
}
