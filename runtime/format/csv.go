package format

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"strings"

	"quadrille/runtime/matrix"
)

// csvSecondaryPrefix is the prefix of the names of secondary items.
const csvSecondaryPrefix = "|"

// writeCSV writes the 0-1 matrix of a problem. The first row holds the names of the items, with a
// bar before the names of secondary items. Then each option has a row, with 1 for the items that it
// holds and 0 for the others. It quotes as RFC 4180 does, and ends lines with a newline.
func writeCSV(out *bufio.Writer, p *matrix.Problem, _ WriteOptions) error {
	s, err := spellNames(p, faultOfName, faultOfName)
	if err != nil {
		return err
	}
	for i := range s.itemNames {
		switch {
		case i >= p.PrimaryCount():
			s.itemNames[i] = csvSecondaryPrefix + s.itemNames[i]
		case strings.HasPrefix(s.itemNames[i], csvSecondaryPrefix):
			return fmt.Errorf("csv has a bar in front of secondary items, and the primary item %s begins with one; "+
				"write json or yaml", quoteName(s.itemNames[i]))
		}
	}
	head := csv.NewWriter(out)
	if err := head.Write(s.itemNames); err != nil {
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

// readCSV reads what writeCSV writes. Lines may end as on other systems, and there may be blanks around the numbers.
// Blank lines are skipped, except in a dump without items, where each blank line is an option.
func readCSV(a *problemAssembly) {
	names := a.readCSVNames()
	for a.goToNextLine(); a.currentByte != endOfInput; a.goToNextLine() {
		if a.skipBlanks(); a.currentByte == '\n' && len(names) > 0 {
			continue
		}
		a.readCSVRow(names)
		a.endOption(a.currentSpot, "")
	}
}

func (a *problemAssembly) readCSVNames() (names [][]byte) {
	for a.currentByte != '\n' {
		at, name := a.readCSVName()
		name, secondary := strings.CutPrefix(name, csvSecondaryPrefix)
		a.declareItem(at, name, name, secondary, matrix.Once)
		names = append(names, []byte(name))
		if a.currentByte != ',' {
			break
		}
		a.advanceByte()
	}
	return names
}

// readCSVName reads a name of the first row, up to its comma or the end of the line.
func (s *scanner) readCSVName() (at textSpot, name string) {
	at = s.currentSpot
	if s.currentByte == '"' {
		return at, s.readCSVQuoted()
	}
	s.lastWord = s.lastWord[:0]
	for s.currentByte != endOfInput && s.currentByte != ',' && s.currentByte != '\n' && len(s.lastWord) <= maxName+1 {
		s.lastWord = append(s.lastWord, byte(s.currentByte))
		s.advanceByte()
	}
	return at, strings.TrimSuffix(string(s.lastWord), "\r")
}

// readCSVQuoted reads a name in quotes; two quotes in it stand for one.
func (s *scanner) readCSVQuoted() string {
	at := s.currentSpot
	s.lastWord = s.lastWord[:0]
	for s.advanceByte(); len(s.lastWord) <= maxName+1; s.advanceByte() {
		if s.currentByte == '"' {
			if s.advanceByte(); s.currentByte != '"' {
				break
			}
		}
		if s.currentByte == endOfInput || s.currentByte == '\n' {
			s.reportFault(at, "this quote has no end; a name stands between two, and a quote in it twice")
			break
		}
		s.lastWord = append(s.lastWord, byte(s.currentByte))
	}
	name := string(s.lastWord)
	if s.skipBlanks(); s.currentByte != ',' && s.currentByte != '\n' && s.currentByte != endOfInput &&
		len(name) <= maxName {
		s.reportFault(s.currentSpot, "a comma or the end of the line belongs behind a name in quotes")
	}
	return name
}

func (a *problemAssembly) readCSVRow(names [][]byte) {
	for k, name := range names {
		if a.skipBlanks(); k > 0 {
			if a.currentByte != ',' {
				a.reportFault(a.currentSpot, "this row has %d of %d numbers; write a 0 or a 1 for each item", k,
					len(names))
				return
			}
			a.advanceByte()
			a.skipBlanks()
		}
		switch a.currentByte {
		case '1':
			a.addEntry(a.currentSpot, name, matrix.NoColor)
		case '0':
		default:
			a.reportFault(a.currentSpot, "the matrix has a 0 or a 1 for each item, and something else stands here")
		}
		a.advanceByte()
	}
	if a.skipBlanks(); a.currentByte != '\n' && a.currentByte != endOfInput {
		a.reportFault(a.currentSpot,
			"something stands behind the last of %d numbers of this row; separate them by commas, and "+
				"write one for each item", len(names))
	}
}
