package compile

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"

	"quadrille/compile/latin"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/source"
)

// Describe returns a summary of the puzzle, with one line each for its title, parameters, board, pieces, lines and
// matrix.
func (p *Program) Describe() string {
	w, m := &strings.Builder{}, p.Puzzle
	if m.Title != "" {
		fmt.Fprintln(w, m.Title)
	}
	if m.AboutText != "" {
		fmt.Fprintln(w, strings.TrimSpace(m.AboutText))
	}
	for _, param := range m.Params {
		fmt.Fprintf(w, "parameter  %s = %d\n", param.Name, param.Value)
	}
	if m.Packing != nil {
		p.describePacking(w)
	}
	if m.Chessmen != nil {
		describeBoard(w, m.Chessmen.Board)
		describeChessmen(w, m.Chessmen)
	}
	switch {
	case m.Filling == nil:
	case m.Filling.LatinOrder > 0:
		describeLatin(w, m.Filling)
	default:
		describeBoard(w, m.Filling.Board)
		fmt.Fprintf(w, "symbols    %s\n", strings.Join(m.Filling.Symbols, ""))
	}
	if m.WordPuzzle != nil {
		fmt.Fprintf(w, "rectangle  %d by %d, %d lines, %d words\n", m.WordPuzzle.Rows, m.WordPuzzle.Columns,
			len(m.WordPuzzle.WordLines),
			len(m.WordPuzzle.WordList))
	}
	if d := m.Dissection; d != nil {
		fmt.Fprintf(w, "dissection %d cells into %d pieces, %s\n", len(d.SourceShape), d.PieceCount,
			source.Plural(len(d.AllowedMotions), "motion"))
	}
	if m, err := p.Candidates(); err == nil {
		fmt.Fprintf(w, "matrix     %d primary items, %d secondary, %d options, %d entries\n",
			m.PrimaryCount(), m.ItemCount()-m.PrimaryCount(), m.OptionCount(), m.EntryCount())
	}
	return w.String()
}

func describeBoard(w io.Writer, b *model.Board) {
	fmt.Fprintf(w, "board      %s: %s\n", b.Name, boardText(b))
}

func boardText(b *model.Board) string {
	w := &strings.Builder{}
	fmt.Fprintf(w, "%s on the lattice %s", source.Plural(len(b.Cells), "cell"), b.Lattice.Name)
	if n := len(b.OptionalCells); n > 0 {
		fmt.Fprintf(w, ", and %d optional", n)
	}
	if b.EdgeFlip != nil {
		fmt.Fprint(w, ", with edges that are joined upside down")
	}
	for _, period := range b.WrapPeriods.PeriodCells() {
		fmt.Fprintf(w, ", wrapped by %s", b.Lattice.FormatCell(period))
	}
	return w.String()
}

func describeChessmen(w io.Writer, m *model.ChessmenPlacement) {
	for _, f := range m.LineGroups {
		fmt.Fprintf(w, "lines      %s: %d, %s %s each\n", f.ItemFamily, len(f.CellLines), m.Chessman,
			copiesText(f.ChessmenPerLine))
	}
}

func (p *Program) describePacking(w io.Writer) {
	pack := p.Puzzle.Packing
	describeBoard(w, pack.Board)
	placements, cellByCell := p.CountPlacements(), map[string]bool{}
	for o := range p.lowered.OptionOrigins {
		if origin := &p.lowered.OptionOrigins[o]; origin.IsRegionCell() {
			cellByCell[origin.Piece.Name] = true
		}
	}
	for _, k := range pack.Pieces {
		if k.FoundRegion != nil {
			found := source.Plural(placements[k.Name], "placement")
			if cellByCell[k.Name] {
				found = source.Plural(placements[k.Name], "cell") + " in reach"
			}
			region := source.EscapeText(k.Name + ": " + regionText(k.FoundRegion, pack.Board.Lattice))
			fmt.Fprintf(w, "%s, %s\n", region, found)
			continue
		}
		fmt.Fprintf(w, "piece      %-4s %s\n", k.Name, packedPieceText(k, placements[k.Name]))
	}
}

// regionText describes a region by its number and the cell where the number stands.
func regionText(r *model.FoundRegion, l *lattice.Lattice) string {
	if r.CellCount == 0 {
		return "the region at " + l.FormatCell(r.ClueCell)
	}
	return fmt.Sprintf("the region of %d at %s", r.CellCount, l.FormatCell(r.ClueCell))
}

// CountPlacements returns the number of placements of each piece in a packing, by the name of the piece. For a region
// that is found cell by cell it is the number of cells that the region may contain.
func (p *Program) CountPlacements() map[string]int {
	placements := map[string]int{}
	for _, o := range p.lowered.OptionOrigins {
		if o.Piece != nil {
			placements[o.Piece.Name]++
		}
	}
	return placements
}

func packedPieceText(k *model.PackedPiece, placements int) string {
	return fmt.Sprintf("%s, %s, %s", copiesText(k.Copies), pieceText(k.Piece), source.Plural(placements, "placement"))
}

func pieceText(k *model.Piece) string {
	return fmt.Sprintf("%s, %s, class %s, %s", k.MotionFreedom, source.Plural(len(k.Shape), "cell"),
		k.Lattice.SymmetryClassOf(k.Shape).Name, source.Plural(len(k.Orientations), "orientation"))
}

func copiesText(n model.CountRange) string {
	switch {
	case n.Max == model.Unlimited && n.Min == 0:
		return "any number"
	case n.Max == model.Unlimited:
		return fmt.Sprintf("%d or more", n.Min)
	case n.Min == n.Max && n.Min == 1:
		return "once"
	case n.Min == n.Max:
		return fmt.Sprintf("%d times", n.Min)
	}
	return fmt.Sprintf("%d to %d times", n.Min, n.Max)
}

// describeLatin writes the size of a Latin square as a graph. The vertices of the graph are the rows, columns and
// values; its edges are the empty cells and missing values. A completion divides the edges into triangles.
func describeLatin(w io.Writer, m *model.Filling) {
	fmt.Fprintf(w, "square     %d by %d, symbols %s\n", m.LatinOrder, m.LatinOrder,
		strings.Join(m.Symbols, ""))
	s := latin.NewSquare(m.LatinOrder)
	for cell, v := range m.GivenSymbols {
		s.Cells[cell[0]][cell[1]] = v + 1
	}
	g := s.Graph()
	d := g.Degrees()
	fmt.Fprintf(w, "graph      %d edges of each kind, %d triangles\n", s.CountHoles(), g.CountTriangles())
	for _, part := range []struct {
		name    string
		degrees []int
	}{{"rows", d.RowDegrees}, {"columns", d.ColumnDegrees}, {"values", d.ValueDegrees}} {
		fmt.Fprintf(w, "degrees    %-8s %s\n", part.name, strings.Trim(fmt.Sprint(part.degrees), "[]"))
	}
	sizes := map[int]int{}
	for _, pairs := range slices.Concat(d.RowDegrees, d.ColumnDegrees, d.ValueDegrees) {
		sizes[pairs]++
	}
	var list []string
	for _, n := range slices.Sorted(maps.Keys(sizes)) {
		list = append(list, fmt.Sprintf("%d of %s", sizes[n], source.Plural(n, "pair")))
	}
	fmt.Fprintf(w, "matchings  %s\n", strings.Join(list, ", "))
}

// maxStatementWidth is the largest number of characters of a statement that the table shows.
const maxStatementWidth = 48

// DescribeLowering returns a table of the items and options that each statement became.
func (p *Program) DescribeLowering() (string, error) {
	m, err := p.Candidates()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	row := func(what string, items, options any) {
		fmt.Fprintf(&b, "%-*s %10v %10v\n", maxStatementWidth, what, items, options)
	}
	row("statement", "items", "options")
	for _, made := range p.StatementSizes() {
		at := made.Span.File.Position(made.Span.Start)
		text := strings.Join(strings.Fields(made.Span.File.TextOf(made.Span.Range)), " ")
		row(runewidth.Truncate(fmt.Sprintf("%d: %s", at.Line, text), maxStatementWidth, "…"), made.ItemCount,
			made.OptionCount)
	}
	row("all", m.ItemCount(), m.OptionCount())
	if wants := p.ConstraintsBeyondMatrix(); wants != "" {
		fmt.Fprintf(&b, "The matrix has more solutions than the puzzle, which wants %s.\n", wants)
	}
	if g := p.Symmetry(); g != nil {
		fmt.Fprintln(&b, g)
	}
	return b.String(), nil
}
