package latin

import (
	"fmt"
	"io"
	"math"
	"path"
	"strconv"
	"strings"
)

// IsTallyFile reports whether a file has the name of a tally file of partial-latin-gad, such as plgad48.tally.
//
// Source: partial-latin-gad-swap, section 73.
func IsTallyFile(name string) bool {
	ok, _ := path.Match("plgad*.tally", name[strings.LastIndexAny(name, `/\`)+1:])
	return ok
}

// TranslateTallyLine translates a line of a tally file, which is a number and a variable, to an item and a number, the
// order in other files of tallies. It returns other lines unchanged.
func TranslateTallyLine(line string) string {
	fields := strings.Fields(line)
	if len(fields) != 2 || ItemName(fields[1]) == "" {
		return line
	}
	if _, err := strconv.ParseUint(fields[0], 10, 64); err != nil {
		return line
	}
	return ItemName(fields[1]) + " " + fields[0]
}

// WriteTallies writes tallies in the format of the tally files of partial-latin-gad: sorted by variable, and rounded.
// An item that does not belong to a Latin square is an error.
func WriteTallies(w io.Writer, items []string, tallies map[string]float64) error {
	for _, item := range items {
		variable := VariableName(item)
		if variable == "" {
			return fmt.Errorf("tallies of partial-latin-gad are for Latin squares, and %s is no item of one: name the "+
				"file otherwise", item)
		}
		if _, err := fmt.Fprintf(w, "%20.0f %s\n", math.Round(tallies[item]), variable); err != nil {
			return err
		}
	}
	return nil
}
