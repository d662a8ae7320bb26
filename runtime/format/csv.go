package format

import (
	"encoding/csv"
	"io"

	"quadrille/runtime/matrix"
)

// WriteCSV writes the 0-1 matrix of a problem: a row with the names of the
// items, with a bar in front of the secondary ones, then a row for each
// option, with 1 for the items that it holds and 0 for the others. It is an
// error if the problem has colors, multiplicities or nogoods; matchings are left
// out. Quotes are those of RFC 4180, with lines that end in a newline.
func WriteCSV(w io.Writer, p *matrix.Problem) error {
	if err := onlyPlain(p, CSV); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	row := make([]string, p.Items())
	for i := range row {
		row[i] = p.Name(matrix.ItemID(i))
		if i >= p.Primary() {
			row[i] = "|" + row[i]
		}
	}
	if err := out.Write(row); err != nil {
		return err
	}
	for i := range row {
		row[i] = "0"
	}
	for o := range matrix.OptionID(p.Options()) {
		for _, e := range p.Option(o) {
			row[e.Item] = "1"
		}
		if err := out.Write(row); err != nil {
			return err
		}
		for _, e := range p.Option(o) {
			row[e.Item] = "0"
		}
	}
	out.Flush()
	return out.Error()
}
