package clues

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"quadrille/compile/lattice"
	"quadrille/compile/rule"
	"quadrille/lang/ast"
	"quadrille/lang/parse"
	"quadrille/lang/source"
)

// clueReader collects the clues of a file. If all parts of a rule are left out, the rule is removed as a whole.
type clueReader struct {
	*ClueList
	file *source.File
	grid *lattice.Grid // grid of the board of the packing
}

func (r *clueReader) readStatement(s ast.Statement) {
	switch s := s.(type) {
	case *ast.Board:
		if s.Shape == nil || s.CellLabels != nil {
			return // without the hole, the new cell would have no label
		}
		end := s.Shape.FirstTerm.Range().End
		for k, t := range s.Shape.OtherTerms {
			if places := t.Atom.Cells; s.Shape.Operators[k] == "-" && places != nil && t.Motions == nil {
				r.addPlaceClues(Hole, signedTerm{r.file, end, t}, places, " ")
			}
			end = t.Range().End
		}
	case *ast.Pack:
		r.grid = r.puzzle.Packing.Board.NewGrid()
		r.addRectangleClues()
		for _, p := range s.Rules {
			r.readPackRule(p)
		}
	case *ast.PlaceMan:
		r.readChessmanRules(s.Rules, false)
	case *ast.Queens:
		r.readChessmanRules(s.Rules, true)
	case *ast.Latin:
		r.readCellRules(s.Rules)
	case *ast.Fill:
		r.readCellRules(s.Rules)
	case *ast.Words:
		r.readWordRules(s.Rules)
	case *ast.Dissect:
		for _, cut := range s.Rules {
			if cut.AllowedMotion == "" {
				r.addWholeRule(Rule, cut)
			}
		}
	case *ast.Forbid, *ast.Choose:
		r.addWholeRule(Statement, s)
	case *ast.Break:
		r.symmetryStatements = append(r.symmetryStatements, s.Range())
	}
}

// AddClue implements [rule.ClueCollector].
func (r *clueReader) AddClue(kind ClueKind, at source.Range, cells []lattice.Cell, text, format string,
	args ...any) int {
	r.Clues = append(r.Clues, Clue{Kind: kind, Name: "the " + fmt.Sprintf(format, args...), Span: r.file.Span(at),
		Cells: cells, EnclosingClue: -1, symbolOrPieceName: text})
	return len(r.Clues) - 1
}

// addRuleClues records the parts of a rule, if some part can be left out.
func (r *clueReader) addRuleClues(n ast.Ranged, parts []rule.RemovablePart) {
	if slices.ContainsFunc(parts, func(p rule.RemovablePart) bool {
		return p.ClueNumber != rule.NeverLeftOut ||
			p.SubParts != nil
	}) {
		r.removableParts = append(r.removableParts, rule.RemovablePart{TextRange: n.Range(), SubParts: parts})
	}
}

// maxNameWidth is the length, in characters, of the longest part of a rule that the name of a clue contains.
const maxNameWidth = 60

// addWholeRule adds a rule or a statement as one clue.
func (r *clueReader) addWholeRule(kind ClueKind, n ast.Ranged) int {
	text := strings.Join(strings.Fields(r.file.TextOf(n.Range())), " ")
	if utf8.RuneCountInString(text) > maxNameWidth {
		text = string([]rune(text)[:maxNameWidth]) + "…"
	}
	k := r.AddClue(kind, n.Range(), nil, "", "%s `%s`", kind, text)
	r.removableParts = append(r.removableParts, rule.RemovablePart{TextRange: n.Range(), ClueNumber: k})
	return k
}

// NameCells implements [rule.ClueCollector]. It writes a cell as in (0, 2).
func (r *clueReader) NameCells(cells []lattice.Cell) string {
	var names []string
	for _, c := range cells {
		names = append(names, r.puzzle.SolutionLattice().FormatCell(c))
	}
	return strings.Join(names, " ")
}

// addPlaceClues adds a clue for each place in a list of places. The text between two places is between.
func (r *clueReader) addPlaceClues(kind ClueKind, n ast.Ranged, places []*ast.Place, between string) {
	r.addRuleClues(n, rule.RemovableList(places, between, func(p *ast.Place) int {
		cells, name := r.puzzle.CellsByPlace[p.Range()], r.file.TextOf(p.Range())
		if cells != nil {
			name = r.NameCells(cells)
		}
		return r.AddClue(kind, p.Range(), cells, "", "%s at %s", kind, name)
	}))
}

// signedTerm is a term of a shape with the sign before it, and any blanks before that sign.
type signedTerm struct {
	file        *source.File
	previousEnd int
	shapeTerm   ast.Ranged
}

// Range implements [ast.Ranged].
func (b signedTerm) Range() source.Range {
	text := b.file.Text[b.previousEnd:b.shapeTerm.Range().End]
	for at := range parse.Words(text) {
		return source.Range{Start: b.previousEnd + at, End: b.shapeTerm.Range().End}
	}
	return b.shapeTerm.Range()
}

// addRectangleClues adds a clue for each number of a rectangle. Without that clue the rectangle may have any number of
// cells.
func (r *clueReader) addRectangleClues() {
	for _, k := range r.puzzle.Packing.Pieces {
		if f := k.FoundRegion; f != nil && f.MustBeRectangle && f.CellCount > 0 && f.Span.File == r.file {
			n := r.AddClue(Rule, f.Span.Range, []lattice.Cell{f.ClueCell}, "", "number %d at %s", f.CellCount,
				r.NameCells([]lattice.Cell{f.ClueCell}))
			r.removableParts = append(r.removableParts,
				rule.RemovablePart{TextRange: f.Span.Range, ClueNumber: n, Replacement: "#"})
		}
	}
}

func (r *clueReader) readPackRule(p ast.Rule) {
	switch s := p.(type) {
	case *ast.Fix:
		k := r.addWholeRule(Piece, s)
		r.Clues[k].symbolOrPieceName = s.Piece.Text
		if s.For == nil {
			r.recordFixedPiece(&r.Clues[k], s.Range())
		}
	case *ast.Keep, *ast.Apart, *ast.Border:
		r.addWholeRule(Rule, s)
	case *ast.PlainRule:
		if !s.AllowsCrossing { // without `crossing`, fewer solutions would be left
			r.addWholeRule(Rule, s)
		}
	}
}

// recordFixedPiece records, in a clue, the piece that a rule fixes and its place.
func (r *clueReader) recordFixedPiece(c *Clue, at source.Range) {
	for _, piece := range r.puzzle.Packing.Pieces {
		for k, f := range piece.FixedPlaces {
			if f.Span.Range == at {
				c.fixedPlace, c.fixedPiece, c.grid = &piece.FixedPlaces[k], piece, r.grid
			}
		}
	}
}

// readChessmanRules adds clues for the rules about chessmen. The argument queens tells whether these are queens, for
// which rules about lines cannot be left out.
func (r *clueReader) readChessmanRules(rules []*ast.ManRule, queens bool) {
	for _, s := range rules {
		switch {
		case placesOfSingleCellRule(s) == nil:
			r.addChessmanLineRule(s, queens)
		case s.Count.None && len(s.On) == 1:
			r.addPlaceClues(Bar, s, placesOfSingleCellRule(s), " ")
		case !s.Count.None && len(s.On) == len(placesOfSingleCellRule(s)):
			r.addPlaceClues(Chessman, s, placesOfSingleCellRule(s), ", ")
		default:
			r.addWholeRule(Rule, s)
		}
	}
}

// addChessmanLineRule adds a rule about lines as a clue, but not for queens. For queens, leaving the rule out would not
// free the line, as a default rule applies to lines without a rule.
func (r *clueReader) addChessmanLineRule(s *ast.ManRule, queens bool) {
	if !queens || !slices.ContainsFunc(s.On, func(l *ast.Line) bool { return l.Word != "" && l.Word != "all" }) {
		r.addWholeRule(Rule, s)
	}
}

// placesOfSingleCellRule returns the places of a rule that only says that some cells all have a chessman, or that none
// of them has one. For any other rule it returns nil.
func placesOfSingleCellRule(s *ast.ManRule) (places []*ast.Place) {
	isOne := func(a *ast.Amount) bool { return a != nil && a.Int != nil && a.Int.Text == "1" }
	if s.For != nil || s.Count == nil || !s.Count.None && !isOne(s.Count.Exactly) &&
		(s.Count.Low == nil || s.Count.High != nil || !isOne(s.Count.Low.Amount())) {
		return nil
	}
	for _, l := range s.On {
		if l.Shape == nil || l.Everywhere || len(l.Shape.OtherTerms) > 0 || len(l.Shape.FirstTerm.Motions) > 0 ||
			l.Shape.FirstTerm.Atom.Cells == nil {
			return nil
		}
		places = append(places, l.Shape.FirstTerm.Atom.Cells...)
	}
	return places
}

func (r *clueReader) readWordRules(rules []*ast.WordRule) {
	straight := slices.ContainsFunc(rules, func(s *ast.WordRule) bool {
		return s.Word == "rows" ||
			s.Word == "columns"
	})
	for _, s := range rules {
		switch {
		case s.GivenLetters != nil:
			r.addRuleClues(s, rule.ReadPictureClues(r, Letter, s.GivenLetters, ".", "#"))
		case s.Word == "distinct", s.MainDiagonals && straight:
			r.addWholeRule(Rule, s)
		}
	}
}

func (r *clueReader) readCellRules(rules []ast.CellRule) {
	for _, s := range rules {
		if parts, apart := rule.HandlerOf(s).ReadClues(r, s); apart {
			r.addRuleClues(s, parts)
		} else {
			r.addWholeRule(Rule, s)
		}
	}
}

// Source implements [rule.ClueCollector].
func (r *clueReader) Source() *source.File { return r.file }

// CellsAt implements [rule.ClueCollector].
func (r *clueReader) CellsAt(at source.Range) []lattice.Cell { return r.puzzle.CellsByPlace[at] }

// SetEnclosingClue implements [rule.ClueCollector].
func (r *clueReader) SetEnclosingClue(clue, within int) { r.Clues[clue].EnclosingClue = within }
