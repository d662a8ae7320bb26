package format

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"strings"

	"quadrille/runtime/matrix"
)

// csvBar is the prefix of the names of secondary items.
const csvBar = "|"

// writeCSV writes the 0-1 matrix of a problem. The first row holds the names of the items, with a
// bar before the names of secondary items. Then each option has a row, with 1 for the items that it
// holds and 0 for the others. It quotes as RFC 4180 does, and ends lines with a newline.
func writeCSV(out *bufio.Writer, p *matrix.Problem, _ WriteOptions) error {
	s, err := spellNames(p, nameFault, nameFault)
	if err != nil {
		return err
	}
	for i := range s.items {
		switch {
		case i >= p.PrimaryCount():
			s.items[i] = csvBar + s.items[i]
		case strings.HasPrefix(s.items[i], csvBar):
			return fmt.Errorf("csv has a bar in front of secondary items, and the primary item %s begins with one; "+
				"write json or yaml", quoteName(s.items[i]))
		}
	}
	head := csv.NewWriter(out)
	if err := head.Write(s.items); err != nil {
		return err
	}
	head.Flush()
	row := []byte(strings.TrimPrefix(strings.Repeat(",0", p.ItemCount()), ",") + "\n")
	for o := range matrix.OptionID(p.OptionCount()) {
		for _, e := range p.Option(o) {
			row[2*e.Item] = '1'
		}
		out.Write(row)
		for _, e := range p.Option(o) {
			row[2*e.Item] = '0'
		}
	}
	return head.Error()
}

// readCSV reads the output of writeCSV, also with the line ends of other systems and with blanks
// around the numbers. Blank lines are skipped, except in a dump without items, where each of them
// is an option.
func readCSV(a *problemAssembly) {
	names := a.csvNames()
	for a.endLine(); a.c != endOfInput; a.endLine() {
		if a.skipBlanks(); a.c == '\n' && len(names) > 0 {
			continue
		}
		a.csvRow(names)
		a.endOption(a.at, "")
	}
}

func (a *problemAssembly) csvNames() (names [][]byte) {
	for a.c != '\n' {
		at, name := a.csvName()
		name, secondary := strings.CutPrefix(name, csvBar)
		a.declareItem(at, name, name, secondary, matrix.Once)
		names = append(names, []byte(name))
		if a.c != ',' {
			break
		}
		a.advanceByte()
	}
	return names
}

// csvName reads a name of the first row, up to its comma or the end of the line.
func (s *scanner) csvName() (at textSpot, name string) {
	at = s.at
	if s.c == '"' {
		return at, s.csvQuoted()
	}
	s.word = s.word[:0]
	for s.c != endOfInput && s.c != ',' && s.c != '\n' && len(s.word) <= maxName+1 {
		s.word = append(s.word, byte(s.c))
		s.advanceByte()
	}
	return at, strings.TrimSuffix(string(s.word), "\r")
}

// csvQuoted reads a name in quotes; two quotes in it stand for one.
func (s *scanner) csvQuoted() string {
	at := s.at
	s.word = s.word[:0]
	for s.advanceByte(); len(s.word) <= maxName+1; s.advanceByte() {
		if s.c == '"' {
			if s.advanceByte(); s.c != '"' {
				break
			}
		}
		if s.c == endOfInput || s.c == '\n' {
			s.reportFault(at, "this quote has no end; a name stands between two, and a quote in it twice")
			break
		}
		s.word = append(s.word, byte(s.c))
	}
	name := string(s.word)
	if s.skipBlanks(); s.c != ',' && s.c != '\n' && s.c != endOfInput && len(name) <= maxName {
		s.reportFault(s.at, "a comma or the end of the line belongs behind a name in quotes")
	}
	return name
}

func (a *problemAssembly) csvRow(names [][]byte) {
	for k, name := range names {
		if a.skipBlanks(); k > 0 {
			if a.c != ',' {
				a.reportFault(a.at, "this row has %d of %d numbers; write a 0 or a 1 for each item", k, len(names))
				return
			}
			a.advanceByte()
			a.skipBlanks()
		}
		switch a.c {
		case '1':
			a.addEntry(a.at, name, matrix.NoColor)
		case '0':
		default:
			a.reportFault(a.at, "the matrix has a 0 or a 1 for each item, and something else stands here")
		}
		a.advanceByte()
	}
	if a.skipBlanks(); a.c != '\n' && a.c != endOfInput {
		a.reportFault(a.at, "something stands behind the last of %d numbers of this row; separate them by commas, and "+
			"write one for each item", len(names))
	}
}
