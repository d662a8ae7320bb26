package clues

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"quadrille/compile/lattice"
	"quadrille/lang/ast"
	"quadrille/lang/source"
)

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

// dotted returns a part of the file with dots in place of some of its characters.
func (r *reader) dotted(part source.Range, gone []mark) string {
	var edits []edit
	for _, m := range gone {
		edits = append(edits, edit{source.Range{Start: m.at.Start - part.Start, End: m.at.End - part.Start}, "."})
	}
	return edited(r.file.Slice(part), edits)
}

// picture enters a clue for each character of a picture but for those that mean nothing, and
// those that stay. It returns what is left of a part of the text, as part wants it; nothing where
// only dots would be left.
func (r *reader) picture(kind Kind, part source.Range, p *ast.Lines, nothing, stay string) func(kept func(int) bool) string {
	since, stays := len(r.Clues), strings.ContainsAny(strings.Join(p.Rows, ""), stay)
	all := r.marks(p, nothing+stay)
	for _, m := range all {
		r.add(kind, m.at, m.cells, m.char, "%s %s at %s", kind, m.char, r.where(m.cells))
	}
	return func(kept func(int) bool) string {
		var gone []mark
		for k, m := range all {
			if !kept(since + k) {
				gone = append(gone, m)
			}
		}
		if !stays && len(gone) == len(all) {
			return ""
		}
		return r.dotted(part, gone)
	}
}

// between enters marks between cells. Where `every` says that a mark stands wherever it holds,
// none of those can be left out; but `every` can.
func (r *reader) between(s *ast.CellRule) {
	since, head := len(r.Clues), source.Range{Start: s.Range().Start, End: s.Between.Range().End}
	marks := r.picture(Mark, head, s.Between, ". ", string(s.Every))
	if s.Every == "" {
		r.part(s.Range(), since, marks)
		return
	}
	every := r.add(Rule, s.Range(), nil, "", "rule that %s stand wherever they hold", strings.Join(strings.Split(string(s.Every), ""), " and "))
	r.part(s.Range(), since, func(kept func(int) bool) string {
		if !kept(every) {
			return marks(kept)
		}
		return cmp.Or(marks(kept), r.dotted(head, r.marks(s.Between, ". "))) + " every " + quoted(s.Every)
	})
}

// cages enters the regions of a picture with their totals.
func (r *reader) cages(rule ast.Ranged, c *ast.Cages, before string) {
	since := len(r.Clues)
	marks := r.marks(c.Picture, ". ")
	var names []string
	cells := map[string][]lattice.Cell{}
	for _, m := range marks {
		if cells[m.char] == nil {
			names = append(names, m.char)
		}
		cells[m.char] = append(cells[m.char], m.cells...)
	}
	totals := map[string]string{}
	for _, t := range c.Totals {
		for name, total := range pairs(t) {
			totals[name] = strings.TrimSuffix(t.Op, "s") + " " + total
		}
	}
	for _, name := range names {
		first := marks[slices.IndexFunc(marks, func(m mark) bool { return m.char == name })]
		r.add(Cage, first.at, cells[name], "", "cage %s with %s at %s", name, totals[name], r.where(cells[name][:1]))
	}
	r.part(rule.Range(), since, func(kept func(int) bool) string {
		gone := map[string]bool{}
		for k, name := range names {
			gone[name] = !kept(since + k)
		}
		left := slices.DeleteFunc(slices.Clone(marks), func(m mark) bool { return !gone[m.char] })
		if len(left) == len(marks) {
			return ""
		}
		text := before + "cages " + r.dotted(c.Picture.Range(), left)
		for _, t := range c.Totals {
			var some []string
			for name, total := range pairs(t) {
				if !gone[name] {
					some = append(some, name, total)
				}
			}
			if some != nil {
				text += " " + t.Op + " " + quoted(ast.Text(strings.Join(some, " ")))
			}
		}
		return text
	})
}

// pairs runs over cages and their totals: "a 12 b 7".
func pairs(t *ast.CageTotals) func(yield func(name, total string) bool) {
	fields := strings.Fields(strings.ReplaceAll(string(t.Totals), ",", " "))
	return func(yield func(name, total string) bool) {
		for k := 0; k+1 < len(fields) && yield(fields[k], fields[k+1]); k += 2 {
		}
	}
}

// edges enters the clues at the edges of a board, a character each.
func (r *reader) edges(s *ast.CellRule) {
	var texts []lineText
	for _, e := range s.Sees {
		t := lineText{at: e.Range(), word: e.Edge}
		for _, char := range string(e.Clues) {
			t.clues = append(t.clues, string(char))
		}
		texts = append(texts, t)
	}
	r.lineTexts(s, EdgeClue, "sees", "", texts)
}

// lines enters the clues for the lines of a board.
func (r *reader) lines(s *ast.CellRule, word string, list []*ast.LineClues) {
	var texts []lineText
	for _, l := range list {
		t := lineText{at: l.Range(), word: l.Word}
		for clue := range strings.SplitSeq(string(l.Clues), ",") {
			t.clues = append(t.clues, strings.TrimSpace(clue))
		}
		texts = append(texts, t)
	}
	r.lineTexts(s, LineClue, word, ", ", texts)
}

// lineText is clues for all lines of a kind, in one text. A dot is none.
type lineText struct {
	at    source.Range
	word  string // top, rows …
	clues []string
}

// lineNames tells of which lines the clues behind a word speak.
var lineNames = map[string]string{"top": "column", "bottom": "column", "left": "row", "right": "row", "rows": "row", "columns": "column"}

func (r *reader) lineTexts(rule ast.Ranged, kind Kind, word, between string, texts []lineText) {
	since := len(r.Clues)
	for _, t := range texts {
		for k, clue := range t.clues {
			if clue == "." {
				continue
			}
			at := ""
			if kind == EdgeClue {
				at = " at the " + t.word
			}
			r.add(kind, t.at, nil, clue, "clue %s%s of %s %d", clue, at, lineNames[t.word], k)
		}
	}
	r.part(rule.Range(), since, func(kept func(int) bool) string {
		text, next := "", since
		for _, t := range texts {
			left, some := slices.Clone(t.clues), false
			for k, clue := range t.clues {
				if clue == "." {
					continue
				}
				if kept(next) {
					some = true
				} else {
					left[k] = "."
				}
				next++
			}
			if some {
				text += " " + t.word + " " + quoted(ast.Text(strings.Join(left, between)))
			}
		}
		if text == "" {
			return ""
		}
		return word + text
	})
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`)

// quoted writes a text as the language does.
func quoted(t ast.Text) string { return `"` + escapes.Replace(string(t)) + `"` }
