package craft

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/format"
	"quadrille/lang/parse"
	"quadrille/lang/source"
)

// draft is the text of a puzzle on which changes are written down.
type draft struct {
	file    *ast.File
	model   *model.Puzzle
	changes []change
}

// change puts a text in place of a part of another one.
type change struct {
	source.Range
	text string
}

func newDraft(name string, text []byte, m *model.Puzzle) (*draft, error) {
	f, err := parse.File(name, text)
	return &draft{file: f, model: m}, err
}

func (d *draft) replace(r source.Range, text string) { d.changes = append(d.changes, change{r, text}) }

// text returns the text with all changes, in its canonical spelling. It expects one solution,
// whatever it expected before.
func (d *draft) text() (string, error) {
	for _, s := range d.file.Statements {
		if _, ok := s.(*ast.Expect); ok {
			d.replace(d.line(s.Range()), "")
		}
	}
	slices.SortStableFunc(d.changes, func(a, b change) int { return cmp.Compare(a.Start, b.Start) })
	var b strings.Builder
	at := 0
	for _, c := range d.changes {
		b.WriteString(d.file.Source.Text[at:c.Start] + c.text)
		at = c.End
	}
	b.WriteString(strings.TrimRight(d.file.Source.Text[at:], " \t\r\n") + "\nexpect unique\n")
	return format.Text(d.file.Source.Name, []byte(b.String()))
}

// line extends a range to the end of its line.
func (d *draft) line(r source.Range) source.Range {
	if n := strings.IndexByte(d.file.Source.Text[r.End:], '\n'); n >= 0 && strings.TrimSpace(d.file.Source.Text[r.End:r.End+n]) == "" {
		r.End += n + 1
	}
	return r
}

// settle writes the values of parameters that replace those of the text.
func (d *draft) settle(params map[string]int64) {
	for _, s := range d.file.Statements {
		if p, ok := s.(*ast.Param); ok {
			if v, replaced := params[p.Name.Text]; replaced {
				d.replace(p.Value.Range(), fmt.Sprint(v))
			}
		}
	}
}

// rule adds a rule to a statement; braced tells whether that has braces.
func (d *draft) rule(s ast.Statement, braced bool, text string) {
	end := s.Range().End
	if !braced {
		d.replace(source.Range{Start: end, End: end}, " {\n"+text+"\n}")
		return
	}
	if line := d.file.Source.Text[:end-1]; !strings.HasSuffix(strings.TrimRight(line, " \t"), "\n") {
		text = "\n" + text
	}
	d.replace(source.Range{Start: end - 1, End: end - 1}, text+"\n")
}

// endsIn reports whether the text of a node ends in a closing brace.
func (d *draft) endsIn(n ast.Ranged) bool {
	return strings.HasSuffix(d.file.Source.Slice(n.Range()), "}")
}

// give writes clues into the statements that they are about.
func (d *draft) give(clues []clue) {
	for _, s := range d.file.Statements {
		switch s := s.(type) {
		case *ast.Pack:
			d.givePieces(s, clues)
		case *ast.PlaceMan, *ast.Queens:
			d.giveMen(s, clues)
		case *ast.Latin:
			if s.From != nil {
				d.replace(source.Range{Start: s.Range().Start, End: s.From.Range().End}, fmt.Sprint("latin ", d.model.Fill.Order))
			}
			d.giveSymbols(s, s.Rules, d.filled(clues))
		case *ast.Fill:
			d.giveSymbols(s, s.Rules, d.filled(clues))
		case *ast.Words:
			d.giveLetters(s, clues)
		}
	}
}

// only returns the clues of some kinds.
func only(clues []clue, kinds ...kind) []clue {
	return slices.DeleteFunc(slices.Clone(clues), func(c clue) bool { return !slices.Contains(kinds, c.kind) })
}

// hasRules reports whether a packing has rules: a set may end in a brace as well.
func (d *draft) hasRules(s *ast.Pack) bool {
	return d.endsIn(s) && s.Set.Range().End < s.Range().End
}

func (d *draft) givePieces(s *ast.Pack, clues []clue) {
	var b strings.Builder
	for _, c := range only(clues, aPiece) {
		fmt.Fprintf(&b, "fix %s at %s", c.symbol, place(d.model.Pack.Board.Lattice, c.at))
		if i := slices.IndexFunc(d.model.Pack.Pieces, func(p *model.Packed) bool { return p.Name == c.symbol }); len(d.model.Pack.Pieces[i].Orientations) > 1 {
			fmt.Fprintf(&b, " orientation %d", c.orientation)
		}
		b.WriteString("\n")
	}
	if b.Len() > 0 {
		d.rule(s, d.hasRules(s), b.String())
	}
}

// place writes the coordinates of a cell.
func place(l *lattice.Lattice, c lattice.Cell) string {
	var parts []string
	for _, x := range c[:len(l.Axes)] {
		parts = append(parts, fmt.Sprint(x))
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func (d *draft) giveMen(s ast.Statement, clues []clue) {
	text := ""
	for _, c := range only(clues, aMan) {
		text += " " + place(d.model.Place.Board.Lattice, c.at)
	}
	if text != "" {
		d.rule(s, d.endsIn(s), "fix"+text)
	}
}

// filled returns the symbols that are given, with those of the text.
func (d *draft) filled(clues []clue) map[lattice.Cell]string {
	symbols := map[lattice.Cell]string{}
	if f := d.model.Fill; f != nil {
		for c, v := range f.Given {
			symbols[c] = f.Symbols[v]
		}
	}
	for _, c := range only(clues, aSymbol) {
		symbols[c.at] = c.symbol
	}
	return symbols
}

// giveSymbols writes the rule about what is given, in place of one that is there.
func (d *draft) giveSymbols(s ast.Statement, rules []*ast.CellRule, symbols map[lattice.Cell]string) {
	if len(symbols) == 0 {
		return
	}
	b := d.model.Fill.Board
	text := "given " + picture(b.Lattice, b.All(), symbols, ".")
	for _, r := range rules {
		if r.Given != nil {
			d.replace(r.Range(), text)
			return
		}
	}
	d.rule(s, d.endsIn(s), text)
}

func (d *draft) giveLetters(s *ast.Words, clues []clue) {
	letters, w := map[lattice.Cell]string{}, d.model.Words
	for c, letter := range w.Given {
		letters[c] = letter
	}
	for c := range w.Blocks {
		letters[c] = "#"
	}
	for _, c := range only(clues, aLetter) {
		letters[c.at] = c.symbol
	}
	if len(letters) == 0 {
		return
	}
	text := "given " + picture(lattice.Square, lattice.Rectangle(w.Rows, w.Columns), letters, ".")
	for _, r := range s.Rules {
		if r.Given != nil {
			d.replace(r.Range(), text)
			return
		}
	}
	d.rule(s, d.endsIn(s), text)
}

// picture draws characters on cells as the language reads them: row by row from (0, 0) on, with
// blank lines between layers.
func picture(l *lattice.Lattice, cells lattice.Shape, chars map[lattice.Cell]string, other string) string {
	_, most := cells.Corner()
	axes := len(l.Axes)
	layers, rows, columns := int32(1), most[axes-2]+1, most[axes-1]+1
	if axes == 3 {
		layers = most[0] + 1
	}
	var b strings.Builder
	b.WriteString("\"\"\"\n")
	for layer := range layers {
		if layer > 0 {
			b.WriteString("\n")
		}
		for row := range rows {
			for column := range columns {
				at := lattice.Cell{row, column}
				if axes == 3 {
					at = lattice.Cell{layer, row, column}
				}
				b.WriteString(cmp.Or(chars[at], other))
			}
			b.WriteString("\n")
		}
	}
	b.WriteString("\"\"\"")
	return b.String()
}
