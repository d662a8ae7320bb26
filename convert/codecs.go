package convert

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// kakuroCodec encodes a kakuro: first the cells, walls with their clues among them, and then the clues above the board
// and to the left of it. In the grids called across and down each wall has an entry: its clue for that direction, or a
// question mark. Both grids have a row and a column more than the board, for the clues beside it.
func kakuroCodec() bodyCodec {
	const digits = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ" // digits of the sums 0 to 45
	readClue := func(r *textReader) int {
		c := r.nextByte("the clues")
		if k := strings.IndexByte(digits, c); k >= 0 && !r.hasFault() {
			return k
		}
		if c != '-' && !r.hasFault() {
			r.reportFault(r.offset-1, 1, "copy the link again", "%q is no clue", string(c))
		}
		return unknown
	}
	clueText := func(v int) string {
		if v < 0 || v >= len(digits) {
			return "-"
		}
		return digits[v : v+1]
	}
	return bodyCodec{
		readPart: func(r *textReader, s *linkContent) {
			across, down := newNumberGrid(s.rowCount+1, s.columnCount+1), newNumberGrid(s.rowCount+1, s.columnCount+1)
			for k := range s.rowCount + s.columnCount + 1 {
				x, y := max(k-s.columnCount, 0), min(k, s.columnCount)
				if k > s.columnCount {
					y = 0
				}
				across[x][y], down[x][y] = unknown, unknown
			}
			s.gridsByName["across"], s.gridsByName["down"] = across, down
			for k := 0; k < s.rowCount*s.columnCount && !r.hasFault(); {
				x, y := k/s.columnCount+1, k%s.columnCount+1
				switch c := r.nextByte("the cells"); {
				case r.hasFault():
				case c >= 'k' && c <= 'z':
					if k += digitValue(c) - 19; k > s.rowCount*s.columnCount {
						r.reportFault(r.offset-1, 1, "compare the size of the board with the link",
							"the cells go on beyond the board")
					}
				case c == '.':
					across[x][y], down[x][y] = unknown, unknown
					k++
				default:
					r.offset--
					down[x][y] = readClue(r)
					across[x][y] = readClue(r)
					k++
				}
			}
			for y := 1; y <= s.columnCount && !r.hasFault(); y++ {
				if down[1][y] == noEntry {
					down[0][y] = readClue(r)
				}
			}
			for x := 1; x <= s.rowCount && !r.hasFault(); x++ {
				if across[x][1] == noEntry {
					across[x][0] = readClue(r)
				}
			}
		},
		writePart: func(w *strings.Builder, s *linkContent) {
			across, down := s.gridsByName["across"], s.gridsByName["down"]
			var tokens []string
			for x := 1; x <= s.rowCount; x++ {
				for y := 1; y <= s.columnCount; y++ {
					a, d := across.numberAt(x, y), down.numberAt(x, y)
					switch {
					case a == noEntry:
						tokens = append(tokens, "")
					case a < 0 && d < 0:
						tokens = append(tokens, ".")
					default:
						tokens = append(tokens, clueText(d)+clueText(a))
					}
				}
			}
			places := make([]int, len(tokens))
			for i := range places {
				places[i] = i
			}
			writeEntries(w, places, 20, 16, func(i int) string { return tokens[i] })
			for y := 1; y <= s.columnCount; y++ {
				if down.numberAt(1, y) == noEntry {
					w.WriteString(clueText(down.numberAt(0, y)))
				}
			}
			for x := 1; x <= s.rowCount; x++ {
				if across.numberAt(x, 1) == noEntry {
					w.WriteString(clueText(across.numberAt(x, 0)))
				}
			}
		},
	}
}

// nonogramCodec encodes the clues of nonograms: (rows+1)/2 places for each column, and (cols+1)/2 for each row, each
// list from the number next to the board outward. In the grids called columns and rows, each row holds the clue of one
// line.
func nonogramCodec() bodyCodec {
	places := func(s *linkContent) (all numberGrid) {
		for range s.columnCount {
			all = append(all, newNumberGrid(1, (s.rowCount+1)/2)[0])
		}
		for range s.rowCount {
			all = append(all, newNumberGrid(1, (s.columnCount+1)/2)[0])
		}
		return all
	}
	return bodyCodec{
		readPart: func(r *textReader, s *linkContent) {
			all := places(s)
			var slots []*int
			for _, line := range all {
				for k := range line {
					slots = append(slots, &line[k])
				}
			}
			readEntries(r, slots, "the list of clues", readHexNumber)
			for k, line := range all {
				line = slices.DeleteFunc(line, func(v int) bool { return v == noEntry })
				slices.Reverse(line)
				all[k] = line
			}
			s.gridsByName["columns"], s.gridsByName["rows"] = all[:s.columnCount], all[s.columnCount:]
		},
		writePart: func(w *strings.Builder, s *linkContent) {
			var values []int
			for k, line := range places(s) {
				clues, at := s.gridsByName["columns"], k
				if k >= s.columnCount {
					clues, at = s.gridsByName["rows"], k-s.columnCount
				}
				for i := range line {
					line[i] = clues.numberAt(at, len(clues[at])-1-i)
				}
				values = append(values, line...)
			}
			writeEntries(w, values, 16, 20, hexNumberText)
		},
	}
}

// minarismCodec encodes signs and differences between cells. The grids called right and below have, for each side, 1 if
// the number behind the side is less than the one before it, and 2 if it is greater. The grid called difference has a
// row for each difference.
func minarismCodec() bodyCodec {
	const of = "the list of signs"
	return bodyCodec{
		readPart: func(r *textReader, s *linkContent) {
			slots := s.numberPointers(rightSides, belowSides)
			readEntries(r, slots, of, func(r *textReader) (int, int) {
				c := r.nextByte(of)
				switch {
				case c == 'g', c == 'h':
					return int(c-'g') + 1, 0
				case c >= 'i' && c <= 'z':
					return 0, digitValue(c) - 17
				case !r.hasFault():
					r.offset--
					if v, skip := readHexNumber(r); skip == 0 && v >= 0 {
						return 10 + v, 0
					} else if v == unknown {
						r.reportFault(r.offset-1, 1, "give the difference",
							"a difference that is not known cannot be said")
					}
				}
				return noEntry, 1
			})
			var rows numberGrid
			for k, p := range slots {
				if *p >= 10 {
					x, y, u, v := s.cellsBesideSide(k)
					rows = append(rows, []int{x, y, u, v, *p - 10})
					*p = noEntry
				}
			}
			s.gridsByName["difference"] = rows
		},
		writePart: func(w *strings.Builder, s *linkContent) {
			values := s.numbersOfGrids(rightSides, belowSides)
			for k := range values {
				x, y, u, v := s.cellsBesideSide(k)
				for _, row := range s.gridsByName["difference"] {
					if len(row) == 5 && slices.Equal(row[:4], []int{x, y, u, v}) {
						values[k] = row[4] + 10
					}
				}
			}
			writeEntries(w, values, 18, 18, func(v int) string {
				switch {
				case v == 1:
					return "g"
				case v == 2:
					return "h"
				}
				return hexNumberText(max(v-10, noEntry))
			})
		},
	}
}

// cellsBesideSide returns the two cells beside the k-th side, where sides between columns come first.
func (s *linkContent) cellsBesideSide(k int) (x, y, u, v int) {
	if across := s.rowCount * (s.columnCount - 1); k >= across {
		x, y = (k-across)/s.columnCount, (k-across)%s.columnCount
		return x, y, x + 1, y
	}
	x, y = k/(s.columnCount-1), k%(s.columnCount-1)
	return x, y, x, y + 1
}

// hitoriCodec encodes one number for each cell, with 36 digits: - stands before two digits, @ is a question mark, and a
// dot is a cell without a number.
func hitoriCodec() bodyCodec {
	const of = "the list of numbers"
	return bodyCodec{
		readPart: func(r *textReader, s *linkContent) {
			for _, p := range s.numberPointers(clues) {
				switch c := r.nextByte(of); {
				case r.hasFault():
					return
				case c == '-':
					*p = r.nextDigits(2, 36, of)
				case c == '@' || c == '%':
					*p = unknown
				case c != '.':
					r.offset--
					*p = r.nextDigits(1, 36, of)
				}
			}
		},
		writePart: func(w *strings.Builder, s *linkContent) {
			for _, v := range s.numbersOfGrids(clues) {
				text := strconv.FormatInt(int64(v), 36)
				switch {
				case v == unknown:
					text = "@"
				case v < 0:
					text = "."
				case v >= 36:
					text = "-" + text
				}
				w.WriteString(text)
			}
		},
	}
}

// arrowSteps holds the step of each direction of an arrow, by the index of the direction in links: 1 is up, 2 down, 3
// left and 4 right.
var arrowSteps = [][2]int{{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}}

// arrowsCodec encodes numbers with arrows. An entry of the grid called arrow is 8·(number+1) + direction, where number
// is -1 if it is unknown, and direction an index in arrowSteps.
func arrowsCodec() bodyCodec {
	const of = "the list of arrows"
	arrow := namedGrid{"arrow", shapeOfCells}
	return bodyCodec{
		readPart: func(r *textReader, s *linkContent) {
			readEntries(r, s.numberPointers(arrow), of, func(r *textReader) (int, int) {
				at, c := r.offset, r.nextByte(of)
				d := digitValue(c)
				switch {
				case r.hasFault():
				case c == '-':
					d = r.nextDigits(1, 5, of)
					return 8*(r.nextDigits(3, 16, of)+1) + d, 0
				case d >= 10:
					return 0, d - 9
				case d >= 5:
					return 8*(r.nextDigits(2, 16, of)+1) + d - 5, 0
				case d >= 0 && strings.HasPrefix(r.unreadText(), "."):
					r.offset++
					return d, 0
				case d >= 0:
					return 8*(r.nextDigits(1, 16, of)+1) + d, 0
				default:
					r.reportFault(at, 1, "copy the link again", "%q does not stand in %s", string(c), of)
				}
				return noEntry, 1
			})
		},
		writePart: func(w *strings.Builder, s *linkContent) {
			writeEntries(w, s.numbersOfGrids(arrow), 10, 26, func(v int) string {
				switch n, d := v/8-1, v%8; {
				case v < 0:
					return ""
				case n < 0:
					return fmt.Sprintf("%d.", d)
				case n < 16:
					return fmt.Sprintf("%d%x", d, n)
				case n < 256:
					return fmt.Sprintf("%d%02x", d+5, n)
				default:
					return fmt.Sprintf("-%d%03x", d, n)
				}
			})
		},
	}
}

// ArrowTable returns a table with a row for each arrow: the place, the step of the direction, and the number, which is
// -1 if it is unknown. It returns "" if there are no arrows.
func (d templateData) ArrowTable() string {
	var rows [][]string
	for x, row := range d.gridsByName["arrow"] {
		for y, v := range row {
			if v >= 0 {
				step := arrowSteps[min(v%8, 4)]
				rows = append(rows, numbersAsWords(x, y, step[0], step[1], v/8-1))
			}
		}
	}
	if rows == nil {
		return ""
	}
	return tableText("arrow", rows)
}

// numbersAsWords returns numbers in decimal.
func numbersAsWords(numbers ...int) (all []string) {
	for _, n := range numbers {
		all = append(all, strconv.Itoa(n))
	}
	return all
}

// checkYajilin describes what is wrong with the arrows of a yajilin, or returns "".
func checkYajilin(s *linkContent) string {
	for _, v := range s.gridEntries("arrow") {
		if v%8 == 0 && v >= 8 {
			return "a number without an arrow"
		}
	}
	return checkRoomForLoop(s)
}

// lineSumsCodec encodes one number for each column and each row, with 32 digits; - stands before two digits.
func lineSumsCodec() bodyCodec {
	const of = "the list of sums"
	return bodyCodec{
		readPart: func(r *textReader, s *linkContent) {
			for _, p := range s.numberPointers(topClues, leftClues) {
				digits := 1
				if strings.HasPrefix(r.unreadText(), "-") {
					r.offset++
					digits = 2
				}
				*p = r.nextDigits(digits, 32, of)
			}
		},
		writePart: func(w *strings.Builder, s *linkContent) {
			for _, v := range s.numbersOfGrids(topClues, leftClues) {
				if v >= 32 {
					w.WriteString("-")
				}
				w.WriteString(strconv.FormatInt(int64(v), 32))
			}
		},
	}
}

// BridgeTable returns a table with a row for each two islands that a bridge can join, or "" if there are none.
func (d templateData) BridgeTable() string {
	island := d.gridsByName["island"]
	var rows [][]string
	for x := range d.rowCount {
		for y := range d.columnCount {
			if island.numberAt(x, y) == noEntry {
				continue
			}
			for _, step := range [][2]int{{0, 1}, {1, 0}} {
				u, v := x+step[0], y+step[1]
				for u < d.rowCount && v < d.columnCount && island.numberAt(u, v) == noEntry {
					u, v = u+step[0], v+step[1]
				}
				if u < d.rowCount && v < d.columnCount {
					rows = append(rows, numbersAsWords(x, y, u, v))
				}
			}
		}
	}
	if rows == nil {
		return ""
	}
	return tableText("bridge", rows)
}

// HasBridges reports whether a bridge can join two islands.
func (d templateData) HasBridges() bool { return d.BridgeTable() != "" }

// abcLetters holds the letter for each number, from 1 on.
const abcLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// Letters returns the letters that each line must contain.
func (d templateData) Letters() string {
	return abcLetters[:min(max(d.FirstNumber("letters"), 0), len(abcLetters))]
}

// LetterRules returns the rules on letters in lines.
func (d templateData) LetterRules() string {
	var out strings.Builder
	for _, letter := range d.Letters() {
		fmt.Fprintf(&out, "  exactly 1 \"%c\" on rows, columns\n", letter)
	}
	for _, edge := range abcEdges {
		for k, v := range d.numbersOfRooms(edge.edgeName) {
			if v > 0 {
				form := strings.ReplaceAll(edge.formName, "X", abcLetters[v-1:v])
				fmt.Fprintf(&out, "  matches \"%s\" on %s %d\n", form, edge.lineExpression, k)
			}
		}
	}
	if d.HasEntries("given") {
		out.WriteString(givenRule(d.gridsByName["given"], func(v int) string { return abcLetters[v-1 : v] }))
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// abcEdges holds, for each edge of the board, the expression for a line in which X is the first letter seen from that
// edge, and the word for the line.
var abcEdges = []struct{ edgeName, formName, lineExpression string }{
	{"top", "_*X.*", "column"}, {"bottom", ".*X_*", "column"}, {"left", "_*X.*", "row"}, {"right", ".*X_*", "row"},
}

// checkABC describes what is wrong with the letters of an easy-as-abc, or returns "".
func checkABC(s *linkContent) string {
	n := s.gridsByName["letters"].numberAt(0, 0)
	if n > min(len(abcLetters), s.rowCount, s.columnCount) {
		return fmt.Sprintf("%d letters in lines of %d cells", n, min(s.rowCount, s.columnCount))
	}
	for name := range s.gridsByName {
		for _, v := range s.gridEntries(name) {
			if name != "letters" && (v < 1 || v > n) {
				return "a mark that is no letter"
			}
		}
	}
	return ""
}

// WaterRules returns a rule for each two cells of a row that are connected through lower rows of their room, so that
// water has the same level in both.
func (d templateData) WaterRules() string {
	var out strings.Builder
	for top := range d.rowCount {
		right, below := d.bordersOfRooms(top)
		parts := roomsFromBorders(d.rowCount-top, d.columnCount, right, below)
		last := map[int]int{} // for each part of the room, the column of its last cell so far in this row
		for c := range d.columnCount {
			part := parts[0][c]
			if before, met := last[part]; met && before < c-1 {
				fmt.Fprintf(&out, "  same on (%d, %d) (%d, %d)\n", top, before, top, c)
			}
			last[part] = c
		}
	}
	return out.String()
}

// RippleRules returns a rule for each number n: two cells of a line with n have at least n cells between them.
func (d templateData) RippleRules() string {
	rules := ""
	for n := 1; n <= min(d.LargestRoom(), len(numberSymbols)-1); n++ {
		var lines []string
		if d.columnCount > 1 {
			lines = append(lines, fmt.Sprintf("1x%d everywhere", min(n+1, d.columnCount)))
		}
		if d.rowCount > 1 {
			lines = append(lines, fmt.Sprintf("%dx1 everywhere", min(n+1, d.rowCount)))
		}
		if lines != nil {
			rules += fmt.Sprintf("  at most 1 \"%s\" on %s\n", symbolOf(n), strings.Join(lines, ", "))
		}
	}
	return rules
}

// RoomNumberRules returns two rules for each number n: n stands once in each room with at least n cells, and in no
// other room.
func (d templateData) RoomNumberRules() string {
	sizes := d.roomSizes()
	rules := ""
	for n := 1; n <= min(d.LargestRoom(), len(numberSymbols)-1); n++ {
		var large, small []string
		for room := range len(sizes) {
			if sizes[room] >= n {
				large = append(large, roomName(room))
			} else {
				small = append(small, roomName(room))
			}
		}
		rules += roomRule("exactly 1", n, large) + roomRule("none", n, small)
	}
	return rules
}

// roomRule returns the rule that the number n stands in each of the given rooms as often as count says; "" without
// rooms.
func roomRule(count string, n int, rooms []string) string {
	if rooms == nil {
		return ""
	}
	return fmt.Sprintf("  %s \"%s\" on {(r, c) for r, c, k in room where k = x} for x in {%s}\n", count, symbolOf(n),
		strings.Join(rooms, ", "))
}

// UnknownIslands returns the statement that declares islands whose number is unknown, or "".
func (d templateData) UnknownIslands() string {
	ends := ""
	for x, row := range d.gridsByName["island"] {
		for y, v := range row {
			if v == unknown {
				ends += fmt.Sprintf(" end[%d,%d]", x, y)
			}
		}
	}
	if ends == "" {
		return ""
	}
	return "items" + ends + " at least 1\n"
}

// HasZeros reports whether a grid has the number 0.
func (d templateData) HasZeros(name string) bool {
	return slices.Contains(d.gridEntries(name), 0)
}

// tapaCodec encodes the clues of tapa: up to four numbers on a cell. An entry of the grid clue has a decimal digit for
// each number, behind a leading 1. The digit 9 stands for a question mark.
func tapaCodec() bodyCodec {
	const of = "the list of clues"
	return bodyCodec{
		readPart: func(r *textReader, s *linkContent) {
			readEntries(r, s.numberPointers(clues), of, func(r *textReader) (int, int) {
				at, c := r.offset, r.nextByte(of)
				d := digitValue(c)
				switch {
				case r.hasFault():
				case c == '.':
					return 19, 0
				case d == 9:
					return 11111, 0
				case d >= 16:
					return 0, d - 15
				case d >= 10:
					r.offset--
					n := r.nextDigits(2, 36, of) - 360
					switch {
					case r.hasFault():
					case n < 36:
						return tapaEntry(n/6, n%6), 0
					case n < 100:
						n -= 36
						return tapaEntry(n/16, n/4%4, n%4), 0
					case n < 116:
						n -= 100
						return tapaEntry(n/8, n/4%2, n/2%2, n%2), 0
					default:
						r.reportFault(at, 2, "copy the link again", "%q is no clue", r.inputText[at:at+2])
					}
				case d >= 0:
					return tapaEntry(d) + map[bool]int{true: -9}[d == 0], 0
				default:
					r.reportFault(at, 1, "copy the link again", "%q does not stand in %s", string(c), of)
				}
				return noEntry, 1
			})
		},
		writePart: func(w *strings.Builder, s *linkContent) {
			writeEntries(w, s.numbersOfGrids(clues), 16, 20, func(v int) string {
				if v < 0 {
					return ""
				}
				runs := runsOfTapaEntry(v)
				bases, offsets := []int{0, 0, 6, 4, 2}, []int{0, 0, 360, 396, 460}
				if v == 19 {
					return "."
				}
				if v == 11111 {
					return "9"
				}
				if len(runs) == 1 {
					return strconv.Itoa(runs[0])
				}
				n := 0
				for _, k := range runs {
					n = n*bases[len(runs)] + k%9
				}
				return strconv.FormatInt(int64(n+offsets[len(runs)]), 36)
			})
		},
	}
}

// tapaEntry returns the entry of the grid for the numbers of a clue. The number 0 stands for a question mark.
func tapaEntry(runs ...int) int {
	v := 1
	for _, n := range runs {
		if n == 0 {
			n = 9
		}
		v = 10*v + n
	}
	return v
}

// runsOfTapaEntry returns the numbers of the clue that an entry holds, with 9 for a question mark.
func runsOfTapaEntry(v int) (runs []int) {
	for ; v >= 10; v /= 10 {
		runs = append([]int{v % 10}, runs...)
	}
	return runs
}

// tapaEntryWord returns the word for an entry, such as t1-3, where x stands for a question mark.
func tapaEntryWord(v int) string {
	var all []string
	for _, n := range runsOfTapaEntry(v) {
		all = append(all, strings.ReplaceAll(strconv.Itoa(n), "9", "x"))
	}
	return "t" + strings.Join(all, "-")
}

// tapaEntryOfWord returns the entry for a word, and whether the word is valid.
func tapaEntryOfWord(word string) (int, bool) {
	v := 1
	for n := range strings.SplitSeq(strings.TrimPrefix(word, "t"), "-") {
		if len(n) != 1 || n != "x" && (n[0] < '0' || n[0] > '8') || v > 9999 {
			return 0, false
		}
		k := 9
		if n != "x" {
			k = int(n[0] - '0')
		}
		v = 10*v + k
	}
	return v, strings.HasPrefix(word, "t")
}

// checkTapa returns a description of the fault, unless the cells around each clue form a ring or a connected part of a
// ring.
func checkTapa(s *linkContent) string {
	if s.rowCount < 2 || s.columnCount < 2 {
		return "a tapa of one line"
	}
	return ""
}

// TapaRules returns a rule for each clue: a regular expression for the surrounding cells in circular order.
func (d templateData) TapaRules() string {
	var out strings.Builder
	for x, row := range d.gridsByName["clue"] {
		for y, v := range row {
			if v < 0 {
				continue
			}
			ring := [][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}}
			isInside := func(k int) bool {
				u, w := x+ring[k%8][0], y+ring[k%8][1]
				return u >= 0 && u < d.rowCount && w >= 0 && w < d.columnCount
			}
			first, length := 0, 0
			for k := range 8 {
				if isInside(k) {
					length++
				}
				if isInside(k) && !isInside(k+7) {
					first = k
				}
			}
			cells := ""
			for k := first; k < first+length; k++ {
				cells += fmt.Sprintf(" (%d, %d)", x+ring[k%8][0], y+ring[k%8][1])
			}
			fmt.Fprintf(&out, "  matches \"%s\" on%s\n", tapaExpression(runsOfTapaEntry(v), length == 8), cells)
		}
	}
	return out.String()
}

// tapaExpression returns a regular expression for a sequence of cells that has runs of these lengths in any order. If
// the sequence is a closed ring, a run may continue from the last cells to the first cells.
func tapaExpression(runs []int, isClosed bool) string {
	if len(runs) == 1 && runs[0] == 0 {
		return "_*"
	}
	if len(runs) == 1 && runs[0] == 8 {
		return "#{8}"
	}
	run := func(n int) string {
		if n == 9 {
			return "#+"
		}
		return "#{" + strconv.Itoa(n) + "}"
	}
	var all []string
	for _, order := range permutations(runs) {
		var parts []string
		for _, n := range order {
			parts = append(parts, run(n))
		}
		line := strings.Join(parts, "_+")
		if !isClosed {
			all = append(all, "_*"+line+"_*")
			continue
		}
		all = append(all, "_+"+line+"_*", "_*"+line+"_+")
		rest := strings.Join(append(append([]string{""}, parts[1:]...), ""), "_+")
		if len(parts) == 1 {
			rest = "_+"
		}
		if order[0] == 9 {
			all = append(all, "#+"+rest+"#+")
			if len(order) == 1 {
				all = append(all, "#+")
			}
		}
		for k := 1; k < order[0] && order[0] < 9; k++ {
			all = append(all, run(k)+rest+run(order[0]-k))
		}
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), "|")
}

// permutations returns the orders of some numbers. Equal numbers have equal orders.
func permutations(list []int) (all [][]int) {
	if len(list) == 0 {
		return [][]int{nil}
	}
	for k, first := range list {
		for _, rest := range permutations(slices.Delete(slices.Clone(list), k, k+1)) {
			all = append(all, append([]int{first}, rest...))
		}
	}
	return all
}
