package clues

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/source"
)

// reader collects the clues of a file. A rule of which nothing is left goes as a whole.
type reader struct {
	*List
	file   *source.File
	puzzle *model.Puzzle
}

func (r *reader) statement(s ast.Statement) {
	switch s := s.(type) {
	case *ast.Board:
		r.holes(s)
	case *ast.Pack:
		for _, rule := range s.Rules {
			r.packRule(rule)
		}
	case *ast.PlaceMan:
		r.manRules(s.Rules, false)
	case *ast.Queens:
		r.manRules(s.Rules, true)
	case *ast.Latin:
		r.cellRules(s.Rules)
	case *ast.Fill:
		r.cellRules(s.Rules)
	case *ast.Words:
		r.wordRules(s.Rules)
	case *ast.Dissect:
		for _, rule := range s.Rules {
			if rule.Move == "" {
				r.whole(Rule, rule)
			}
		}
	case *ast.Forbid:
		r.whole(Statement, s)
	case *ast.Break:
		r.ways = append(r.ways, s.Range())
	}
}

// add enters a clue and returns its number.
func (r *reader) add(kind Kind, at source.Range, cells []lattice.Cell, text, format string, args ...any) int {
	r.Clues = append(r.Clues, Clue{Kind: kind, Name: "the " + fmt.Sprintf(format, args...), Span: r.file.Span(at), Cells: cells, text: text})
	return len(r.Clues) - 1
}

// part enters a part of the text with the clues added since there were so many.
func (r *reader) part(at source.Range, since int, write func(kept func(int) bool) string) {
	var own []int
	for k := since; k < len(r.Clues); k++ {
		own = append(own, k)
	}
	if len(own) > 0 {
		r.parts = append(r.parts, part{at, own, write})
	}
}

// widestName is how much of a rule its name shows.
const widestName = 60

// whole enters a rule or a statement as one clue.
func (r *reader) whole(kind Kind, n ast.Ranged) int {
	text := strings.Join(strings.Fields(r.file.Slice(n.Range())), " ")
	if utf8.RuneCountInString(text) > widestName {
		text = string([]rune(text)[:widestName]) + "…"
	}
	k := r.add(kind, n.Range(), nil, "", "%s `%s`", kind, text)
	r.part(n.Range(), k, func(func(int) bool) string { return "" })
	return k
}

// where names cells: (0,2).
func (r *reader) where(cells []lattice.Cell) string {
	var names []string
	for _, c := range cells {
		names = append(names, "("+r.puzzle.Lattice().CellName(c)+")")
	}
	return strings.Join(names, " ")
}

// holes enters the cells that a board does without: 8x8 - cells (0, 0) (7, 7).
func (r *reader) holes(s *ast.Board) {
	for _, op := range s.Shape.Rest {
		if places := op.Term.Atom.Cells; op.Op == "-" && places != nil && op.Term.Motions == nil {
			r.places(Hole, "- cells", op, places)
		}
	}
}

// places enters a clue for each place of a rule that begins with a word.
func (r *reader) places(kind Kind, word string, rule ast.Ranged, places []*ast.Place) {
	listed(r, rule, word, " ", places, func(p *ast.Place) {
		cells, name := r.puzzle.Cells[p.Range()], r.file.Slice(p.Range())
		if cells != nil {
			name = r.where(cells)
		}
		r.add(kind, p.Range(), cells, "", "%s at %s", kind, name)
	})
}

// listed enters a clue for each part that a rule lists behind a word.
func listed[T ast.Ranged](r *reader, rule ast.Ranged, word, between string, parts []T, enter func(T)) {
	since := len(r.Clues)
	for _, p := range parts {
		enter(p)
	}
	r.part(rule.Range(), since, func(kept func(int) bool) string {
		var left []string
		for k, p := range parts {
			if kept(since + k) {
				left = append(left, r.file.Slice(p.Range()))
			}
		}
		if left == nil {
			return ""
		}
		return word + " " + strings.Join(left, between)
	})
}

func (r *reader) packRule(rule ast.Rule) {
	switch s := rule.(type) {
	case *ast.Fix:
		k := r.whole(Piece, s)
		r.Clues[k].text, r.Clues[k].fixed = s.Piece.Text, r.fixOf(s)
	case *ast.Keep, *ast.Separate, *ast.Match, *ast.Border:
		r.whole(Rule, s)
	}
}

// fixOf returns what a rule means that fixes one piece, or nil if it is in a loop, or on a board with
// joined edges, where a corner does not tell where a piece is.
func (r *reader) fixOf(s *ast.Fix) *model.Fix {
	if s.For != nil || r.puzzle.Pack == nil || r.puzzle.Pack.Board.Wrapped() {
		return nil
	}
	for _, piece := range r.puzzle.Pack.Pieces {
		for k, f := range piece.Fix {
			if f.Span.Range == s.Range() {
				return &piece.Fix[k]
			}
		}
	}
	return nil
}

// manRules enters the rules about men. Queens have lines of their own where a rule says nothing
// of them, so what it says cannot be left out.
func (r *reader) manRules(rules []*ast.ManRule, queens bool) {
	for _, s := range rules {
		switch {
		case s.Fix != nil && s.For == nil:
			r.places(Man, "fix", s, s.Fix)
		case s.Bar != nil && s.For == nil:
			r.places(Bar, "bar", s, s.Bar)
		case !queens || !slices.ContainsFunc(s.Lines, func(f *ast.LineFamily) bool { return f.Word != "" && f.Word != "all" }):
			r.whole(Rule, s)
		}
	}
}

func (r *reader) wordRules(rules []*ast.WordRule) {
	straight := slices.ContainsFunc(rules, func(s *ast.WordRule) bool { return s.Word == "rows" || s.Word == "columns" })
	for _, s := range rules {
		switch {
		case s.Given != nil:
			r.givens(Letter, s, s.Given, ".", "#")
		case s.Word == "distinct", s.Word == "diagonals" && straight:
			r.whole(Rule, s)
		}
	}
}

func (r *reader) cellRules(rules []*ast.CellRule) {
	for _, s := range rules {
		switch {
		case s.Symbols != "":
		case s.For != nil:
			r.whole(Rule, s)
		case s.Given != nil:
			r.givens(Given, s, s.Given, ". ", "")
		case s.Between != nil:
			r.between(s)
		case s.Cages != nil:
			r.cages(s, s.Cages, "")
		case s.Distinct != nil && s.Distinct.Cages != nil:
			r.cages(s, s.Distinct.Cages, "distinct ")
		case s.Distinct != nil && len(s.Distinct.Groups) > 1:
			listed(r, s, "distinct", ", ", s.Distinct.Groups, func(g *ast.CellGroup) {
				r.add(Rule, g.Range(), nil, "", "rule `distinct %s`", r.file.Slice(g.Range()))
			})
		case s.Sees != nil:
			r.edges(s)
		case s.Runs != nil:
			r.lines(s, "runs", s.Runs)
		case s.Counted != nil && s.Counted.Lines != nil:
			r.lines(s, "count "+quoted(s.Counting), s.Counted.Lines)
		default:
			r.whole(Rule, s)
		}
	}
}

// givens enters the symbols or letters of a picture.
func (r *reader) givens(kind Kind, rule ast.Ranged, p *ast.Lines, nothing, stay string) {
	since := len(r.Clues)
	r.part(rule.Range(), since, r.picture(kind, rule.Range(), p, nothing, stay))
}
