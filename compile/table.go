package compile

import (
	"cmp"
	"encoding/csv"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/mattn/go-runewidth"

	"quadrille/compile/model"
	"quadrille/lang/source"
	"quadrille/runtime/matrix"
)

// Table is one of the tables that a solution is printed as, see the statement `show`.
type Table struct {
	Columns []string // names of the columns; nil if the cells of a row have no columns
	Rows    []TableRow
}

// TableRow is a row of a table.
type TableRow struct {
	Name  string
	Cells []string
}

// tablePattern finds the options that a table shows.
type tablePattern struct {
	shownTable model.ShownTable
	problem    *matrix.Problem
	itemNames  []splitItemName // family and indices of each item of the problem
	rowNames   []string        // names of the rows, in the order of printing
	// columnNames are the names of the columns, in the order of printing.
	columnNames        []string
	comparedItems      int  // number of items compared so far
	comparedItemsBound int  // value of comparedItems at which the search for a match ends
	isTruncated        bool // whether a bound was reached, so that rows, columns or options are missing
}

// Bounds of a table: its rows and columns, the items compared for the whole table, and the items compared for one
// option. The last row of a table that is cut off is an ellipsis.
const (
	maxTableRows    = 10_000
	maxTableColumns = 500
	maxTableSteps   = 5_000_000
	maxOptionSteps  = 1_000
)

// splitItemName is the name of an item, split into its family and the texts of its indices.
type splitItemName struct {
	family     string
	indexTexts []string
}

// Tables returns the tables of a solution that the puzzle shows.
func (p *Program) Tables(s matrix.Solution) (tables []Table) {
	p.tablesOnce.Do(func() {
		for _, t := range p.Puzzle.ShownTables {
			p.tables = append(p.tables, p.newTablePattern(t))
		}
	})
	for _, t := range p.tables {
		own := *t // works on a copy of the pattern, as several solutions may be printed at once
		tables = append(tables, own.tableOfSolution(s))
	}
	return tables
}

func (p *Program) newTablePattern(shown model.ShownTable) *tablePattern {
	t := &tablePattern{shownTable: shown, problem: p.lowered.CandidateProblem}
	t.itemNames = make([]splitItemName, t.problem.ItemCount())
	for i := range t.itemNames {
		family, indices, _ := strings.Cut(strings.TrimSuffix(t.problem.Name(matrix.ItemID(i)), "]"), "[")
		if slices.ContainsFunc(t.shownTable.ShownItems, func(x model.ShownItem) bool { return x.Family == family }) {
			t.itemNames[i] = splitItemName{family, strings.FieldsFunc(indices, func(r rune) bool { return r == ',' })}
		}
	}
	rows, columns := map[string]bool{}, map[string]bool{}
	for o := range t.problem.OptionCount() {
		t.eachMatch(matrix.OptionID(o), func(values map[string]string) {
			rows[values[t.shownTable.RowIndexName]], columns[values[t.shownTable.ColumnIndexName]] = true, true
		})
	}
	t.rowNames, t.columnNames = p.sortValues(rows), p.sortValues(columns)
	if len(t.rowNames) > maxTableRows || len(t.columnNames) > maxTableColumns {
		t.isTruncated = true
		t.rowNames, t.columnNames = t.rowNames[:min(maxTableRows, len(t.rowNames))],
			t.columnNames[:min(maxTableColumns, len(t.columnNames))]
	}
	return t
}

// sortValues returns values in order: numbers, then words in the order of the text, then other texts.
func (p *Program) sortValues(values map[string]bool) (list []string) {
	for v := range values {
		list = append(list, v)
	}
	rank := func(v string) (kind int, number int64) {
		if n, err := strconv.ParseInt(v, 10, 64); err == nil {
			return 0, n
		}
		if n, known := p.Puzzle.Vocabulary.WordValue(v); known {
			return 1, n
		}
		return 2, 0
	}
	slices.SortFunc(list, func(a, b string) int {
		kindA, numberA := rank(a)
		kindB, numberB := rank(b)
		return cmp.Or(cmp.Compare(kindA, kindB), cmp.Compare(numberA, numberB), cmp.Compare(a, b))
	})
	return list
}

// eachMatch calls visit for each way in which items of an option match the items of the table. The argument of visit
// holds the value of each name.
func (t *tablePattern) eachMatch(o matrix.OptionID, visit func(values map[string]string)) {
	t.comparedItemsBound = min(t.comparedItems+maxOptionSteps, maxTableSteps)
	t.matchItems(t.problem.Option(o), nil, map[string]string{}, visit)
}

// matchItems extends a match of the first items of the table. The argument held holds the indices of the matched
// entries.
func (t *tablePattern) matchItems(entries []matrix.Entry, held []int, values map[string]string,
	visit func(map[string]string)) {
	if len(held) == len(t.shownTable.ShownItems) {
		visit(values)
		return
	}
	want := t.shownTable.ShownItems[len(held)]
	for k, e := range entries {
		if t.itemNames[e.Item].family != want.Family || slices.Contains(held, k) {
			continue
		}
		if t.comparedItems++; t.comparedItems > t.comparedItemsBound {
			t.isTruncated = true
			return
		}
		is := t.itemNames[e.Item].indexTexts
		if want.HasColor {
			if e.Color == matrix.NoColor {
				continue
			}
			is = append(slices.Clip(is), t.problem.ColorName(e.Color))
		}
		var bound []string
		fits := len(is) == len(want.ShownValues)
		for i := 0; i < len(is) && fits; i++ {
			name := want.ShownValues[i].Name
			old, known := values[name]
			switch {
			case name == "":
				fits = is[i] == want.ShownValues[i].RequiredText
			case known && name != "_":
				fits = is[i] == old
			default:
				values[name], bound = is[i], append(bound, name)
			}
		}
		if fits {
			t.matchItems(entries, append(held, k), values, visit)
		}
		for _, name := range bound {
			delete(values, name)
		}
	}
}

// namesShownInCells returns the names whose values are written into cells, as they name neither the row nor the column.
func (t *tablePattern) namesShownInCells() (names []string) {
	for _, item := range t.shownTable.ShownItems {
		for _, v := range item.ShownValues {
			if !slices.Contains([]string{"", "_", t.shownTable.RowIndexName, t.shownTable.ColumnIndexName}, v.Name) &&
				!slices.Contains(names, v.Name) {
				names = append(names, v.Name)
			}
		}
	}
	return names
}

// markWithoutNames is written into a cell for an option if namesShownInCells returns no names.
const markWithoutNames = "x"

// tableOfSolution returns the table of a solution.
func (t *tablePattern) tableOfSolution(s matrix.Solution) Table {
	names := t.namesShownInCells()
	t.comparedItems = 0
	cells := make([][][]string, len(t.rowNames))
	for r := range cells {
		cells[r] = make([][]string, len(t.columnNames))
	}
	for _, o := range slices.Sorted(slices.Values(s)) {
		texts := map[[2]int][]string{} // for each row and column, texts of the option in this cell of the table
		var order [][2]int
		t.eachMatch(o, func(values map[string]string) {
			var words []string
			for _, name := range names {
				words = append(words, values[name])
			}
			at := [2]int{slices.Index(t.rowNames, values[t.shownTable.RowIndexName]),
				slices.Index(t.columnNames, values[t.shownTable.ColumnIndexName])}
			if at[0] < 0 || at[1] < 0 {
				return
			}
			if texts[at] == nil {
				order = append(order, at)
			}
			if text := cmp.Or(strings.Join(words, " "), markWithoutNames); !slices.Contains(texts[at], text) {
				texts[at] = append(texts[at], text)
			}
		})
		for _, at := range order {
			cell := &cells[at[0]][at[1]]
			if text := strings.Join(texts[at], " "); !slices.Contains(*cell, text) {
				*cell = append(*cell, text)
			}
		}
	}
	table := Table{}
	if t.shownTable.ColumnIndexName != "" {
		table.Columns = t.columnNames
	}
	for r, name := range t.rowNames {
		row := TableRow{Name: name}
		for _, cell := range cells[r] {
			if table.Columns == nil {
				row.Cells = append(row.Cells, cell...)
			} else {
				row.Cells = append(row.Cells, strings.Join(cell, ", "))
			}
		}
		table.Rows = append(table.Rows, row)
	}
	if t.isTruncated {
		table.Rows = append(table.Rows, TableRow{Name: "…"})
	}
	return table
}

// tableLines returns the table as lines of fields, with the names of rows and columns.
func (t *Table) tableLines() (lines [][]string) {
	if t.Columns != nil {
		lines = append(lines, append([]string{""}, t.Columns...))
	}
	for _, row := range t.Rows {
		lines = append(lines, append([]string{row.Name}, row.Cells...))
	}
	return lines
}

// Text returns the table as text in columns, with a dash in empty cells.
func (t *Table) Text() string {
	lines := t.tableLines()
	var widths []int
	for _, line := range lines {
		for k, cell := range line {
			if k == len(widths) {
				widths = append(widths, 0)
			}
			line[k] = source.EscapeText(cell)
			widths[k] = max(widths[k], runewidth.StringWidth(line[k]), 1)
		}
	}
	var b strings.Builder
	for n, line := range lines {
		text := ""
		for k, cell := range line {
			if cell == "" && k > 0 && (n > 0 || t.Columns == nil) {
				cell = "-"
			}
			text += "  " + runewidth.FillRight(cell, widths[k])
		}
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
	return b.String()
}

// WriteCSV writes the table in the format CSV.
func (t *Table) WriteCSV(w io.Writer) error { return csv.NewWriter(w).WriteAll(t.tableLines()) }

// SuggestTable returns a `show` statement for the first option of the core that has indices, or "" if there is none.
func (p *Program) SuggestTable() string {
	m, err := p.Candidates()
	if err != nil {
		return ""
	}
	for o := range p.lowered.OptionOrigins {
		if p.lowered.OptionOrigins[o].OptionStatement == nil {
			continue
		}
		var items, names []string
		for _, e := range m.Option(matrix.OptionID(o)) {
			family, indices, _ := strings.Cut(m.Name(e.Item), "[")
			var own []string
			for range strings.FieldsFunc(indices, func(r rune) bool { return r == ',' }) {
				own = append(own, string(rune('a'+len(names))))
				names = append(names, own[len(own)-1])
			}
			if own != nil && len(names) <= 26 {
				items = append(items, family+"["+strings.Join(own, ",")+"]")
			}
			if len(names) >= 3 {
				break
			}
		}
		switch {
		case len(names) == 1:
			return "show " + strings.Join(items, " ") + " by " + names[0]
		case len(names) > 1:
			return "show " + strings.Join(items, " ") + " by " + names[0] + ", " + names[len(names)-1]
		}
	}
	return ""
}
