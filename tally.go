package quadrille

import (
	"fmt"
	"io"
	"math"
	"path"
	"strconv"
	"strings"

	"quadrille/compile/latin"
	"quadrille/runtime/matrix"
)

// IsTallyFile reports whether a file is named as partial-latin-gad names its tallies: plgad48.tally.
//
// Source: partial-latin-gad-swap, section 73.
func IsTallyFile(name string) bool {
	ok, _ := path.Match("plgad*.tally", name[strings.LastIndexAny(name, `/\`)+1:])
	return ok
}

// TallyLine turns a line of such a file, a number and a variable, into an item and a number, as
// tallies stand elsewhere. Other lines stay.
func TallyLine(line string) string {
	fields := strings.Fields(line)
	if len(fields) != 2 || latin.ItemName(fields[1]) == "" {
		return line
	}
	if _, err := strconv.ParseUint(fields[0], 10, 64); err != nil {
		return line
	}
	return latin.ItemName(fields[1]) + " " + fields[0]
}

// WriteTally writes tallies as such a file has them: of each variable in order, rounded. An error says
// that an item is none of a Latin square.
func (p *Puzzle) WriteTally(w io.Writer, tally map[string]float64) error {
	m, err := p.program.Candidates()
	if err != nil {
		return err
	}
	for i := range m.PrimaryCount() {
		item := m.Name(matrix.ItemID(i))
		variable := latin.VariableName(item)
		if variable == "" {
			return fmt.Errorf("tallies of partial-latin-gad are for Latin squares, and %s is no item of one: name the "+
				"file otherwise", item)
		}
		if _, err := fmt.Fprintf(w, "%20.0f %s\n", math.Round(tally[item]), variable); err != nil {
			return err
		}
	}
	return nil
}
