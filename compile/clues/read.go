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

// reader collects the clues of a file. A rule of which nothing is left goes as a whole.
type reader struct {
	*List
	file *source.File
	grid *lattice.Grid // that is packed
}

func (r *reader) statement(s ast.Statement) {
	switch s := s.(type) {
	case *ast.Board:
		for _, op := range s.Shape.Rest {
			if places := op.Term.Atom.Cells; op.Op == "-" && places != nil && op.Term.Motions == nil {
				r.places(Hole, op, places)
			}
		}
	case *ast.Pack:
		r.grid = r.puzzle.Pack.Board.Grid()
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
	r.Clues = append(r.Clues, Clue{Kind: kind, Name: "the " + fmt.Sprintf(format, args...), Span: r.file.Span(at), Cells: cells, Within: -1, text: text})
	return len(r.Clues) - 1
}

// rule enters the parts of a rule, if some of them can be left out.
func (r *reader) rule(n ast.Ranged, parts []part) {
	if slices.ContainsFunc(parts, func(p part) bool { return p.clue != stays || p.parts != nil }) {
		r.parts = append(r.parts, part{at: n.Range(), parts: parts})
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
	r.parts = append(r.parts, part{at: n.Range(), clue: k})
	return k
}

// where names cells: (0, 2).
func (r *reader) where(cells []lattice.Cell) string {
	var names []string
	for _, c := range cells {
		names = append(names, r.puzzle.Lattice().At(c))
	}
	return strings.Join(names, " ")
}

// places enters a clue for each place of a rule.
func (r *reader) places(kind Kind, rule ast.Ranged, places []*ast.Place) {
	r.rule(rule, listed(places, " ", func(p *ast.Place) int {
		cells, name := r.puzzle.Cells[p.Range()], r.file.Slice(p.Range())
		if cells != nil {
			name = r.where(cells)
		}
		return r.add(kind, p.Range(), cells, "", "%s at %s", kind, name)
	}))
}

// listed makes a part of a list, of which each element is a clue.
func listed[T ast.Ranged](elements []T, between string, enter func(T) int) []part {
	list := part{at: source.Range{Start: elements[0].Range().Start, End: elements[len(elements)-1].Range().End}, between: between}
	for _, e := range elements {
		list.parts = append(list.parts, part{at: e.Range(), clue: enter(e)})
	}
	return []part{list}
}

func (r *reader) packRule(rule ast.Rule) {
	switch s := rule.(type) {
	case *ast.Fix:
		k := r.whole(Piece, s)
		r.Clues[k].text = s.Piece.Text
		if s.For == nil {
			r.fix(&r.Clues[k], s.Range())
		}
	case *ast.Keep, *ast.Separate, *ast.Match, *ast.Border:
		r.whole(Rule, s)
	}
}

// fix notes what a rule means that fixes one piece.
func (r *reader) fix(c *Clue, at source.Range) {
	for _, piece := range r.puzzle.Pack.Pieces {
		for k, f := range piece.Fix {
			if f.Span.Range == at {
				c.fixed, c.piece, c.grid = &piece.Fix[k], piece, r.grid
			}
		}
	}
}

// manRules enters the rules about men. Queens have lines of their own where a rule says nothing
// of them, so what it says cannot be left out.
func (r *reader) manRules(rules []*ast.ManRule, queens bool) {
	for _, s := range rules {
		switch {
		case s.Fix != nil && s.For == nil:
			r.places(Man, s, s.Fix)
		case s.Bar != nil && s.For == nil:
			r.places(Bar, s, s.Bar)
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
			r.rule(s, r.picture(Letter, s.Given, ".", "#"))
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
			r.rule(s, r.picture(Given, s.Given, ". ", ""))
		case s.Between != nil:
			r.between(s)
		case strings.Contains(r.file.Slice(s.Range()), `\`): // where characters in quotes stand is not plain
			r.whole(Rule, s)
		case s.Cages != nil:
			r.cages(s, s.Cages)
		case s.Distinct != nil && s.Distinct.Cages != nil:
			r.cages(s, s.Distinct.Cages)
		case s.Distinct != nil && len(s.Distinct.Groups) > 1:
			r.rule(s, listed(s.Distinct.Groups, ", ", func(g *ast.CellGroup) int {
				return r.add(Rule, g.Range(), nil, "", "rule `distinct %s`", r.file.Slice(g.Range()))
			}))
		case s.Sees != nil:
			r.rule(s, r.edges(s.Sees))
		case s.Runs != nil:
			r.rule(s, r.lines(s.Runs))
		case s.Counted != nil && s.Counted.Lines != nil:
			r.rule(s, r.lines(s.Counted.Lines))
		default:
			r.whole(Rule, s)
		}
	}
}

// mark is a character of a picture, with its place in the file.
type mark struct {
	char  string
	at    source.Range
	cells []lattice.Cell // that it means
}

// marks returns the characters of a picture but for some that mean nothing.
func (r *reader) marks(p *ast.Lines, nothing string) (all []mark) {
	_, offsets := ast.SplitLines(r.file.Slice(p.Range()))
	for row, offset := range offsets {
		at := p.Range().Start + offset
		for _, char := range p.Rows[row] {
			size := utf8.RuneLen(char)
			if !strings.ContainsRune(nothing, char) {
				place := source.Range{Start: at, End: at + size}
				all = append(all, mark{string(char), place, r.puzzle.Cells[place]})
			}
			at += size
		}
	}
	return all
}

// picture enters a clue for each character of a picture but for those that mean nothing, and
// those that stay.
func (r *reader) picture(kind Kind, p *ast.Lines, nothing, stay string) (parts []part) {
	for _, m := range r.marks(p, nothing) {
		k := stays
		if !strings.Contains(stay, m.char) {
			k = r.add(kind, m.at, m.cells, m.char, "%s %s at %s", kind, m.char, r.where(m.cells))
		}
		parts = append(parts, part{at: m.at, clue: k, instead: "."})
	}
	return parts
}

// between enters marks between cells. Where `every` says that a mark stands wherever it holds,
// one of those can be left out only if `every` is.
func (r *reader) between(s *ast.CellRule) {
	parts := r.picture(Mark, s.Between, ". ", "")
	if s.Every != "" {
		which := strings.Split(string(s.Every), "")
		words := "rule that " + which[0] + " stands wherever it holds"
		if len(which) > 1 {
			words = "rule that " + source.And(which) + " stand wherever they hold"
		}
		every := source.Range{Start: s.Between.Range().End, End: s.Range().End}
		said := strings.TrimLeft(r.file.Slice(every), " \t\r\n")
		k := r.add(Rule, source.Range{Start: every.End - len(said), End: every.End}, nil, "", "%s", words)
		for _, p := range parts {
			if c := &r.Clues[p.clue]; strings.Contains(string(s.Every), c.text) {
				c.Within = k
			}
		}
		parts = append(parts, part{at: every, clue: k})
	}
	r.rule(s, parts)
}

// cages enters the regions of a picture with their totals.
func (r *reader) cages(rule ast.Ranged, c *ast.Cages) {
	marks := r.marks(c.Picture, ". ")
	cells, totals, number := map[string][]lattice.Cell{}, map[string]string{}, map[string]int{}
	for _, m := range marks {
		cells[m.char] = append(cells[m.char], m.cells...)
	}
	for _, t := range c.Totals {
		for _, w := range r.quoted(t, ofCages()) {
			totals[w.groups[0]] = strings.TrimSuffix(t.Op, "s") + " " + w.groups[1]
		}
	}
	var parts []part
	for _, m := range marks {
		k, known := number[m.char]
		if !known {
			k = r.add(Cage, m.at, cells[m.char], "", "cage %s with %s at %s", m.char, totals[m.char], r.where(cells[m.char][:1]))
			number[m.char] = k
		}
		parts = append(parts, part{at: m.at, clue: k, instead: "."})
	}
	for _, t := range c.Totals {
		list := listed(r.quoted(t, ofCages()), " ", func(w word) int { return number[w.groups[0]] })
		parts = append(parts, part{at: t.Range(), parts: list})
	}
	r.rule(rule, parts)
}

// word is a part of what stands in quotes.
type word struct {
	groups []string // of the pattern that it matches
	before string   // stands before it in the quotes
	at     source.Range
}

// Range implements [ast.Ranged].
func (w word) Range() source.Range { return w.at }

// What stands in quotes: cages with what their numbers come to, clues of a character each, clues with commas between them.
var (
	ofCages = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([^\s,]+)[\s,]+([^\s,]+)`) })
	ofEdges = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?s)(.)`) })
	ofLines = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([^\s,](?:[^,]*[^\s,])?)`) })
)

// quoted returns what matches a pattern in the quotes at the end of a part.
func (r *reader) quoted(n ast.Ranged, pattern *regexp.Regexp) (words []word) {
	text := strings.TrimSuffix(r.file.Slice(n.Range()), `"`)
	from := strings.Index(text, `"`) + 1
	for _, at := range pattern.FindAllStringSubmatchIndex(text[from:], -1) {
		w := word{before: text[from : from+at[0]], at: source.Range{Start: n.Range().Start + from + at[0], End: n.Range().Start + from + at[1]}}
		for k := 2; k < len(at); k += 2 {
			w.groups = append(w.groups, text[from+at[k]:from+at[k+1]])
		}
		words = append(words, w)
	}
	return words
}

// edges enters the clues at the edges of a board, a character each.
func (r *reader) edges(all []*ast.EdgeClues) (parts []part) {
	for _, e := range all {
		parts = append(parts, r.inLines(e, ofEdges(), func(w word) int {
			return r.add(EdgeClue, e.Range(), nil, w.groups[0], "clue %s at the %s of %s %d", w.groups[0], e.Edge, lineNames[e.Edge], utf8.RuneCountInString(w.before))
		})...)
	}
	return parts
}

// lines enters the clues for the lines of a board.
func (r *reader) lines(all []*ast.LineClues) (parts []part) {
	for _, l := range all {
		parts = append(parts, r.inLines(l, ofLines(), func(w word) int {
			return r.add(LineClue, l.Range(), nil, w.groups[0], "clue %s of %s %d", w.groups[0], lineNames[l.Word], strings.Count(w.before, ","))
		})...)
	}
	return parts
}

// lineNames tells of which lines the clues behind a word speak.
var lineNames = map[string]string{"top": "column", "bottom": "column", "left": "row", "right": "row", "rows": "row", "columns": "column"}

// inLines makes a part of the clues for all lines of a kind, if there are some. A dot is none.
func (r *reader) inLines(n ast.Ranged, pattern *regexp.Regexp, enter func(word) int) []part {
	all := part{at: n.Range()}
	for _, w := range r.quoted(n, pattern) {
		if w.groups[0] != "." {
			all.parts = append(all.parts, part{at: w.at, clue: enter(w), instead: "."})
		}
	}
	if all.parts == nil {
		return nil
	}
	return []part{all}
}
