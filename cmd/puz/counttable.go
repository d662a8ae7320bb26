package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/console"
	"quadrille/lang/source"
)

// countFormats holds the names of the formats of counts, each with a description.
var countFormats = []string{"text: a number, or a table", "csv: a row a count", "json: an object a count",
	"oeis: the terms of a sequence on a line"}

// maxTableCounts is the largest number of counts in a table.
const maxTableCounts = 10_000

// nonTableFlags lists the flags that apply only to a single puzzle.
var nonTableFlags = []string{"job", "zdd", "tally"}

// countTable counts the solutions for each value of the parameters with ranges. Rows are the values of the first such
// parameter, and columns the values of the second. It prints each count as soon as the format allows that.
func (p *puz) countTable(c *cli.Context, o quadrille.Options, ranges []console.ParamRange) error {
	all := 1
	for _, r := range ranges { // the product of the ranges may exceed an integer
		all = min(maxTableCounts+1, all*int(min(maxTableCounts, uint64(r.Last)-uint64(r.First))+1))
	}
	if err := refuseFlags(c, "a table of counts", nonTableFlags...); err != nil {
		return err
	}
	switch {
	case len(ranges) > 2 || all > maxTableCounts:
		return fmt.Errorf("a table has one or two ranges, and at most %d counts", maxTableCounts)
	case c.String("format") == "oeis" && (len(ranges) > 1 || c.IsSet("limit")):
		return errors.New("--format oeis wants one range, and no --limit: a term is an exact number")
	}
	s, err := p.SearchOptions(c)
	if err != nil {
		return err
	}
	in, err := p.ReadOneFile(c)
	if err != nil {
		return err
	}
	table := newCountTable(p.Stdout, c.String("format"), ranges)
	known, err := 0, error(nil)
	for values := range combinationsOfRanges(ranges) {
		for k, r := range ranges {
			o.Params[r.Name] = values[k]
		}
		var n quadrille.Number
		n, err = p.countInput(c, in, o, s, known == 0)
		if _, exact := n.Exact(); exact || err == nil || c.Bool("partial") && c.Context.Err() != nil {
			err = errors.Join(err, table.addCount(values, n))
		}
		if err != nil {
			break
		}
		known++
	}
	if ended := table.endTable(); ended != nil {
		return ended
	}
	return p.StoppedError(c.Context, err, fmt.Sprintf("%d of %s", known, source.Plural(all, "count")))
}

// countInput counts the solutions of a text, with the parameters in the given options.
func (p *puz) countInput(c *cli.Context, in console.Input, o quadrille.Options, s quadrille.Search, warn bool) (
	quadrille.Number, error) {
	if err := c.Context.Err(); err != nil {
		return quadrille.Number{}, err
	}
	q, err := p.LoadInput(c, in, o)
	if err != nil {
		return quadrille.Number{}, err
	}
	if warn {
		source.PrintList(p.Stderr, q.Warnings())
	}
	s.Effort = &quadrille.Effort{}
	n, err := p.countSolutions(c, q, s)
	return n, errors.Join(err, console.PrintEffort(p.Stderr, c.String("stats"), s.Effort))
}

// combinationsOfRanges yields all combinations of values of the ranges. The last range varies fastest. Without a range
// there is one empty combination.
func combinationsOfRanges(ranges []console.ParamRange) func(yield func([]int64) bool) {
	return func(yield func([]int64) bool) {
		values := make([]int64, len(ranges))
		var choose func(k int) bool
		choose = func(k int) bool {
			if k == len(ranges) {
				return yield(values)
			}
			for v := ranges[k].First; v <= ranges[k].Last; v++ {
				if values[k] = v; !choose(k + 1) {
					return false
				}
			}
			return true
		}
		choose(0)
	}
}

// countTable prints a table of counts. The function addCount must be called for each count, in the order of the
// parameter values. Finally endTable must be called, even if counts are missing.
type countTable struct {
	addCount func(values []int64, n quadrille.Number) error
	endTable func() error
}

func newCountTable(w io.Writer, format string, ranges []console.ParamRange) countTable {
	var names []string
	for _, r := range ranges {
		names = append(names, r.Name)
	}
	switch {
	case format == "json":
		return jsonCountTable(w, names)
	case format == "oeis":
		return sequenceCountTable(w)
	case format == "csv":
		return columnCountTable(w, ",", append(names, "count"), nil)
	case len(ranges) == 2:
		return gridCountTable(w, ranges)
	case len(ranges) == 0:
		return columnCountTable(w, "", nil, nil)
	}
	width := max(len(names[0]), len(strconv.FormatInt(ranges[0].First, 10)), len(strconv.FormatInt(ranges[0].Last, 10)))
	return columnCountTable(w, "  ", []string{names[0], "count"}, []int{width, 0})
}

// columnCountTable prints a line for each count: the parameter values and the count, in cells of the given widths in
// characters, with the text between two cells. If there is a heading, it is the first line.
func columnCountTable(w io.Writer, between string, heading []string, widths []int) countTable {
	printLine := func(cells []string) error {
		for k := range widths {
			cells[k] = fmt.Sprintf("%*s", widths[k], cells[k])
		}
		_, err := fmt.Fprintln(w, strings.Join(cells, between))
		return err
	}
	begun := heading == nil
	return countTable{addCount: func(values []int64, n quadrille.Number) error {
		if !begun {
			begun = true
			if err := printLine(heading); err != nil {
				return err
			}
		}
		return printLine(append(formatValues(values), n.String()))
	}, endTable: func() error { return nil }}
}

func formatValues(values []int64) (texts []string) {
	for _, v := range values {
		texts = append(texts, strconv.FormatInt(v, 10))
	}
	return texts
}

// jsonCountTable prints a JSON object for each count, such as {"params":{"n":8},"count":92}. A lower bound has the key
// atLeast in place of count.
func jsonCountTable(w io.Writer, names []string) countTable {
	return countTable{addCount: func(values []int64, n quadrille.Number) error {
		row := struct {
			Params  map[string]int64 `json:"params"`
			Count   *big.Int         `json:"count,omitempty"`
			AtLeast *big.Int         `json:"atLeast,omitempty"`
		}{Params: map[string]int64{}}
		for k, name := range names {
			row.Params[name] = values[k]
		}
		if found, exact := n.Exact(); exact {
			row.Count = found
		} else {
			row.AtLeast = found
		}
		return json.NewEncoder(w).Encode(row)
	}, endTable: func() error { return nil }}
}

// sequenceCountTable prints exact counts on one line, separated by commas.
func sequenceCountTable(w io.Writer) countTable {
	between := ""
	return countTable{addCount: func(_ []int64, n quadrille.Number) error {
		found, exact := n.Exact()
		if !exact {
			return nil
		}
		_, err := fmt.Fprint(w, between, found)
		between = ", "
		return err
	}, endTable: func() error {
		_, err := io.WriteString(w, strings.Repeat("\n", min(1, len(between))))
		return err
	}}
}

// gridCountTable prints, at the end, a row for each value of the first range and a column for each value of the second.
// A dash stands for an unknown count.
func gridCountTable(w io.Writer, ranges []console.ParamRange) countTable {
	rows, columns := ranges[0], ranges[1]
	cells := map[[2]int64]string{}
	add := func(values []int64, n quadrille.Number) error {
		cells[[2]int64(values)] = n.String()
		return nil
	}
	return countTable{addCount: add, endTable: func() error {
		if len(cells) == 0 {
			return nil
		}
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
		line := []string{rows.Name + `\` + columns.Name}
		for v := columns.First; v <= columns.Last; v++ {
			line = append(line, strconv.FormatInt(v, 10))
		}
		for row := rows.First - 1; row <= rows.Last; row++ {
			if row >= rows.First {
				line = slices.Replace(line, 0, len(line), strconv.FormatInt(row, 10))
				for v := columns.First; v <= columns.Last; v++ {
					text, known := cells[[2]int64{row, v}]
					if !known {
						text = "–"
					}
					line = append(line, text)
				}
			}
			fmt.Fprintln(t, strings.Join(line, "\t")+"\t")
		}
		return t.Flush()
	}}
}
