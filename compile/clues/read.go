package clues

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"quadrille/compile/lattice"
	"quadrille/lang/ast"
	"quadrille/lang/source"
)

// clueReader collects the clues of a file. A rule of which nothing is left goes as a whole.
type clueReader struct {
	*ClueList
	file *source.File
	grid *lattice.Grid // that is packed
}

func (r *clueReader) readStatement(s ast.Statement) {
	switch s := s.(type) {
	case *ast.Board:
		for _, op := range s.Shape.Rest {
			if places := op.Term.Atom.Cells; op.Op == "-" && places != nil && op.Term.Motions == nil {
				r.addPlaces(Hole, op, places)
			}
		}
	case *ast.Pack:
		r.grid = r.puzzle.Packing.Board.NewGrid()
		for _, rule := range s.Rules {
			r.readPackRule(rule)
		}
	case *ast.PlaceMan:
		r.readManRules(s.Rules, false)
	case *ast.Queens:
		r.readManRules(s.Rules, true)
	case *ast.Latin:
		r.readCellRules(s.Rules)
	case *ast.Fill:
		r.readCellRules(s.Rules)
	case *ast.Words:
		r.readWordRules(s.Rules)
	case *ast.Dissect:
		for _, rule := range s.Rules {
			if rule.Move == "" {
				r.addWhole(Rule, rule)
			}
		}
	case *ast.Forbid:
		r.addWhole(Statement, s)
	case *ast.Break:
		r.classStatements = append(r.classStatements, s.Range())
	}
}

// addClue enters a clue and returns its number.
func (r *clueReader) addClue(kind ClueKind, at source.Range, cells []lattice.Cell, text, format string,
	args ...any) int {
	r.Clues = append(r.Clues, Clue{Kind: kind, Name: "the " + fmt.Sprintf(format, args...), Span: r.file.Span(at),
		Cells: cells, Within: -1, text: text})
	return len(r.Clues) - 1
}

// addRule enters the parts of a rule, if some of them can be left out.
func (r *clueReader) addRule(n ast.Ranged, parts []textPart) {
	if slices.ContainsFunc(parts, func(p textPart) bool { return p.clue != staysAlways || p.parts != nil }) {
		r.parts = append(r.parts, textPart{at: n.Range(), parts: parts})
	}
}

// maxNameWidth is how much of a rule its name shows.
const maxNameWidth = 60

// addWhole enters a rule or a statement as one clue.
func (r *clueReader) addWhole(kind ClueKind, n ast.Ranged) int {
	text := strings.Join(strings.Fields(r.file.TextOf(n.Range())), " ")
	if utf8.RuneCountInString(text) > maxNameWidth {
		text = string([]rune(text)[:maxNameWidth]) + "…"
	}
	k := r.addClue(kind, n.Range(), nil, "", "%s `%s`", kind, text)
	r.parts = append(r.parts, textPart{at: n.Range(), clue: k})
	return k
}

// cellsText names cells: (0, 2).
func (r *clueReader) cellsText(cells []lattice.Cell) string {
	var names []string
	for _, c := range cells {
		names = append(names, r.puzzle.SolutionLattice().FormatCell(c))
	}
	return strings.Join(names, " ")
}

// addPlaces enters a clue for each place of a rule.
func (r *clueReader) addPlaces(kind ClueKind, rule ast.Ranged, places []*ast.Place) {
	r.addRule(rule, listPart(places, " ", func(p *ast.Place) int {
		cells, name := r.puzzle.Cells[p.Range()], r.file.TextOf(p.Range())
		if cells != nil {
			name = r.cellsText(cells)
		}
		return r.addClue(kind, p.Range(), cells, "", "%s at %s", kind, name)
	}))
}

// listPart makes a part of a list, of which each element is a clue.
func listPart[T ast.Ranged](elements []T, between string, enter func(T) int) []textPart {
	list := textPart{at: source.Range{Start: elements[0].Range().Start, End: elements[len(elements)-1].Range().End},
		between: between}
	for _, e := range elements {
		list.parts = append(list.parts, textPart{at: e.Range(), clue: enter(e)})
	}
	return []textPart{list}
}

func (r *clueReader) readPackRule(rule ast.Rule) {
	switch s := rule.(type) {
	case *ast.Fix:
		k := r.addWhole(Piece, s)
		r.Clues[k].text = s.Piece.Text
		if s.For == nil {
			r.recordFix(&r.Clues[k], s.Range())
		}
	case *ast.Keep, *ast.Separate, *ast.Match, *ast.Border:
		r.addWhole(Rule, s)
	}
}

// recordFix notes what a rule means that fixes one piece.
func (r *clueReader) recordFix(c *Clue, at source.Range) {
	for _, piece := range r.puzzle.Packing.Pieces {
		for k, f := range piece.Fix {
			if f.Span.Range == at {
				c.fixed, c.piece, c.grid = &piece.Fix[k], piece, r.grid
			}
		}
	}
}

// readManRules enters the rules about men. Queens have lines of their own where a rule says nothing
// of them, so what it says cannot be left out.
func (r *clueReader) readManRules(rules []*ast.ManRule, queens bool) {
	for _, s := range rules {
		switch {
		case s.Fix != nil && s.For == nil:
			r.addPlaces(Chessman, s, s.Fix)
		case s.Bar != nil && s.For == nil:
			r.addPlaces(Bar, s, s.Bar)
		case !queens || !slices.ContainsFunc(s.Lines, func(f *ast.LineFamily) bool {
			return f.Word != "" &&
				f.Word != "all"
		}):
			r.addWhole(Rule, s)
		}
	}
}

func (r *clueReader) readWordRules(rules []*ast.WordRule) {
	straight := slices.ContainsFunc(rules, func(s *ast.WordRule) bool {
		return s.Word == "rows" ||
			s.Word == "columns"
	})
	for _, s := range rules {
		switch {
		case s.Given != nil:
			r.addRule(s, r.readPicture(Letter, s.Given, ".", "#"))
		case s.Word == "distinct", s.Word == "diagonals" && straight:
			r.addWhole(Rule, s)
		}
	}
}

func (r *clueReader) readCellRules(rules []*ast.CellRule) {
	for _, s := range rules {
		switch {
		case s.Symbols != "":
		case s.For != nil:
			r.addWhole(Rule, s)
		case s.Given != nil:
			r.addRule(s, r.readPicture(Given, s.Given, ". ", ""))
		case s.Between != nil:
			r.readMarksBetween(s)
		case strings.Contains(r.file.TextOf(s.Range()), `\`): // where characters in quotes stand is not plain
			r.addWhole(Rule, s)
		case s.Cages != nil:
			r.readCages(s, s.Cages)
		case s.Distinct != nil && s.Distinct.Cages != nil:
			r.readCages(s, s.Distinct.Cages)
		case s.Distinct != nil && len(s.Distinct.Groups) > 1:
			r.addRule(s, listPart(s.Distinct.Groups, ", ", func(g *ast.CellGroup) int {
				return r.addClue(Rule, g.Range(), nil, "", "rule `distinct %s`", r.file.TextOf(g.Range()))
			}))
		case s.Sees != nil:
			r.addRule(s, r.readEdges(s.Sees))
		case s.Runs != nil:
			r.addRule(s, r.readLines(s.Runs))
		case s.Counted != nil && s.Counted.Lines != nil:
			r.addRule(s, r.readLines(s.Counted.Lines))
		default:
			r.addWhole(Rule, s)
		}
	}
}

// pictureMark is a character of a picture, with its place in the file.
type pictureMark struct {
	char  string
	at    source.Range
	cells []lattice.Cell // that it means
}

// pictureMarks returns the characters of a picture but for some that mean nothing.
func (r *clueReader) pictureMarks(p *ast.Lines, nothing string) (all []pictureMark) {
	_, offsets := ast.SplitLines(r.file.TextOf(p.Range()))
	for row, offset := range offsets {
		at := p.Range().Start + offset
		for _, char := range p.Rows[row] {
			size := utf8.RuneLen(char)
			if !strings.ContainsRune(nothing, char) {
				place := source.Range{Start: at, End: at + size}
				all = append(all, pictureMark{string(char), place, r.puzzle.Cells[place]})
			}
			at += size
		}
	}
	return all
}

// readPicture enters a clue for each character of a picture but for those that mean nothing, and
// those that stay.
func (r *clueReader) readPicture(kind ClueKind, p *ast.Lines, nothing, stay string) (parts []textPart) {
	for _, m := range r.pictureMarks(p, nothing) {
		k := staysAlways
		if !strings.Contains(stay, m.char) {
			k = r.addClue(kind, m.at, m.cells, m.char, "%s %s at %s", kind, m.char, r.cellsText(m.cells))
		}
		parts = append(parts, textPart{at: m.at, clue: k, instead: "."})
	}
	return parts
}

// readMarksBetween enters marks between cells. Where `every` says that a mark stands wherever it holds,
// one of those can be left out only if `every` is.
func (r *clueReader) readMarksBetween(s *ast.CellRule) {
	parts := r.readPicture(Mark, s.Between, ". ", "")
	if s.Every != "" {
		which := strings.Split(string(s.Every), "")
		words := "rule that " + which[0] + " stands wherever it holds"
		if len(which) > 1 {
			words = "rule that " + source.JoinWords(which) + " stand wherever they hold"
		}
		every := source.Range{Start: s.Between.Range().End, End: s.Range().End}
		said := strings.TrimLeft(r.file.TextOf(every), " \t\r\n")
		k := r.addClue(Rule, source.Range{Start: every.End - len(said), End: every.End}, nil, "", "%s", words)
		for _, p := range parts {
			if c := &r.Clues[p.clue]; strings.Contains(string(s.Every), c.text) {
				c.Within = k
			}
		}
		parts = append(parts, textPart{at: every, clue: k})
	}
	r.addRule(s, parts)
}

// readCages enters the regions of a picture with their totals.
func (r *clueReader) readCages(rule ast.Ranged, c *ast.Cages) {
	marks := r.pictureMarks(c.Picture, ". ")
	cells, totals, number := map[string][]lattice.Cell{}, map[string]string{}, map[string]int{}
	for _, m := range marks {
		cells[m.char] = append(cells[m.char], m.cells...)
	}
	for _, t := range c.Totals {
		for _, w := range r.quotedWords(t, cagePattern()) {
			totals[w.groups[0]] = strings.TrimSuffix(t.Op, "s") + " " + w.groups[1]
		}
	}
	var parts []textPart
	for _, m := range marks {
		k, known := number[m.char]
		if !known {
			k = r.addClue(Cage, m.at, cells[m.char], "", "cage %s with %s at %s", m.char, totals[m.char],
				r.cellsText(cells[m.char][:1]))
			number[m.char] = k
		}
		parts = append(parts, textPart{at: m.at, clue: k, instead: "."})
	}
	for _, t := range c.Totals {
		list := listPart(r.quotedWords(t, cagePattern()), " ", func(w quotedWord) int { return number[w.groups[0]] })
		parts = append(parts, textPart{at: t.Range(), parts: list})
	}
	r.addRule(rule, parts)
}

// quotedWord is a part of what stands in quotes.
type quotedWord struct {
	groups []string // of the pattern that it matches
	before string   // stands before it in the quotes
	at     source.Range
}

// Range implements [ast.Ranged].
func (w quotedWord) Range() source.Range { return w.at }

// What stands in quotes: cages with what their numbers come to, clues of a character each, clues with commas between
// them.
var (
	cagePattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([^\s,]+)[\s,]+([^\s,]+)`) })
	edgePattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?s)(.)`) })
	linePattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([^\s,](?:[^,]*[^\s,])?)`) })
)

// quotedWords returns what matches a pattern in the quotes at the end of a part.
func (r *clueReader) quotedWords(n ast.Ranged, pattern *regexp.Regexp) (words []quotedWord) {
	text := strings.TrimSuffix(r.file.TextOf(n.Range()), `"`)
	from := strings.Index(text, `"`) + 1
	for _, at := range pattern.FindAllStringSubmatchIndex(text[from:], -1) {
		w := quotedWord{before: text[from : from+at[0]], at: source.Range{Start: n.Range().Start + from + at[0],
			End: n.Range().Start + from + at[1]}}
		for k := 2; k < len(at); k += 2 {
			w.groups = append(w.groups, text[from+at[k]:from+at[k+1]])
		}
		words = append(words, w)
	}
	return words
}

// readEdges enters the clues at the edges of a board, a character each.
func (r *clueReader) readEdges(all []*ast.EdgeClues) (parts []textPart) {
	for _, e := range all {
		parts = append(parts, r.readLineClues(e, edgePattern(), func(w quotedWord) int {
			return r.addClue(EdgeClue, e.Range(), nil, w.groups[0], "clue %s at the %s of %s %d", w.groups[0], e.Edge,
				lineNames[e.Edge], utf8.RuneCountInString(w.before))
		})...)
	}
	return parts
}

// readLines enters the clues for the lines of a board.
func (r *clueReader) readLines(all []*ast.LineClues) (parts []textPart) {
	for _, l := range all {
		parts = append(parts, r.readLineClues(l, linePattern(), func(w quotedWord) int {
			return r.addClue(LineClue, l.Range(), nil, w.groups[0], "clue %s of %s %d", w.groups[0], lineNames[l.Word],
				strings.Count(w.before, ","))
		})...)
	}
	return parts
}

// lineNames tells of which lines the clues behind a word speak.
var lineNames = map[string]string{"top": "column", "bottom": "column", "left": "row", "right": "row", "rows": "row",
	"columns": "column"}

// readLineClues makes a part of the clues for all lines of a kind, if there are some. A dot is none.
func (r *clueReader) readLineClues(n ast.Ranged, pattern *regexp.Regexp, enter func(quotedWord) int) []textPart {
	all := textPart{at: n.Range()}
	for _, w := range r.quotedWords(n, pattern) {
		if w.groups[0] != "." {
			all.parts = append(all.parts, textPart{at: w.at, clue: enter(w), instead: "."})
		}
	}
	if all.parts == nil {
		return nil
	}
	return []textPart{all}
}
