package convert

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// kakuroCells is the code of kakuro: the cells, walls with their clues among them, and then the clues above the board
// and to the left of it. In the grids across and down a wall has an entry, which is its clue or a question mark. Both
// have a row and a column more than the board, for the clues beside it.
func kakuroCells() codec {
	const digits = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ" // 0 to 45
	readClue := func(r *reader) int {
		c := r.nextByte("the clues")
		if k := strings.IndexByte(digits, c); k >= 0 && !r.isFailed() {
			return k
		}
		if c != '-' && !r.isFailed() {
			r.fail(r.at-1, 1, "copy the link again", "%q is no clue", string(c))
		}
		return unknown
	}
	clueText := func(v int) string {
		if v < 0 || v >= len(digits) {
			return "-"
		}
		return digits[v : v+1]
	}
	return codec{
		read: func(r *reader, s *sheet) {
			across, down := newGrid(s.rows+1, s.cols+1), newGrid(s.rows+1, s.cols+1)
			for k := range s.rows + s.cols + 1 {
				x, y := max(k-s.cols, 0), min(k, s.cols)
				if k > s.cols {
					y = 0
				}
				across[x][y], down[x][y] = unknown, unknown
			}
			s.grids["across"], s.grids["down"] = across, down
			for k := 0; k < s.rows*s.cols && !r.isFailed(); {
				x, y := k/s.cols+1, k%s.cols+1
				switch c := r.nextByte("the cells"); {
				case r.isFailed():
				case c >= 'k' && c <= 'z':
					if k += digitValue(c) - 19; k > s.rows*s.cols {
						r.fail(r.at-1, 1, "compare the size of the board with the link",
							"the cells go on beyond the board")
					}
				case c == '.':
					across[x][y], down[x][y] = unknown, unknown
					k++
				default:
					r.at--
					down[x][y] = readClue(r)
					across[x][y] = readClue(r)
					k++
				}
			}
			for y := 1; y <= s.cols && !r.isFailed(); y++ {
				if down[1][y] == noEntry {
					down[0][y] = readClue(r)
				}
			}
			for x := 1; x <= s.rows && !r.isFailed(); x++ {
				if across[x][1] == noEntry {
					across[x][0] = readClue(r)
				}
			}
		},
		write: func(w *strings.Builder, s *sheet) {
			across, down := s.grids["across"], s.grids["down"]
			var tokens []string
			for x := 1; x <= s.rows; x++ {
				for y := 1; y <= s.cols; y++ {
					a, d := across.at(x, y), down.at(x, y)
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
			writeRuns(w, places, 20, 16, func(i int) string { return tokens[i] })
			for y := 1; y <= s.cols; y++ {
				if down.at(1, y) == noEntry {
					w.WriteString(clueText(down.at(0, y)))
				}
			}
			for x := 1; x <= s.rows; x++ {
				if across.at(x, 1) == noEntry {
					w.WriteString(clueText(across.at(x, 0)))
				}
			}
		},
	}
}

// nonogramClues is the code of the clues of nonograms: (rows+1)/2 places for each column, and (cols+1)/2 for each row,
// with the number that stands next to the board first. The grids columns and rows have a row for each line.
func nonogramClues() codec {
	places := func(s *sheet) (all grid) {
		for range s.cols {
			all = append(all, newGrid(1, (s.rows+1)/2)[0])
		}
		for range s.rows {
			all = append(all, newGrid(1, (s.cols+1)/2)[0])
		}
		return all
	}
	return codec{
		read: func(r *reader, s *sheet) {
			all := places(s)
			var slots []*int
			for _, line := range all {
				for k := range line {
					slots = append(slots, &line[k])
				}
			}
			readRuns(r, slots, "the list of clues", nextNumber16)
			for k, line := range all {
				line = slices.DeleteFunc(line, func(v int) bool { return v == noEntry })
				slices.Reverse(line)
				all[k] = line
			}
			s.grids["columns"], s.grids["rows"] = all[:s.cols], all[s.cols:]
		},
		write: func(w *strings.Builder, s *sheet) {
			var values []int
			for k, line := range places(s) {
				clues, at := s.grids["columns"], k
				if k >= s.cols {
					clues, at = s.grids["rows"], k-s.cols
				}
				for i := range line {
					line[i] = clues.at(at, len(clues[at])-1-i)
				}
				values = append(values, line...)
			}
			writeRuns(w, values, 16, 20, number16Text)
		},
	}
}

// minarismSides is the code of signs and differences between cells. The grids right and below have 1 for a lesser
// number behind the side, and 2 for one before it; difference has a row for each difference.
func minarismSides() codec {
	const of = "the list of signs"
	return codec{
		read: func(r *reader, s *sheet) {
			slots := s.slots(rightSides, belowSides)
			readRuns(r, slots, of, func(r *reader) (int, int) {
				c := r.nextByte(of)
				switch {
				case c == 'g', c == 'h':
					return int(c-'g') + 1, 0
				case c >= 'i' && c <= 'z':
					return 0, digitValue(c) - 17
				case !r.isFailed():
					r.at--
					if v, skip := nextNumber16(r); skip == 0 && v >= 0 {
						return 10 + v, 0
					} else if v == unknown {
						r.fail(r.at-1, 1, "give the difference", "a difference that is not known cannot be said")
					}
				}
				return noEntry, 1
			})
			var rows grid
			for k, p := range slots {
				if *p >= 10 {
					x, y, u, v := s.sidePlaces(k)
					rows = append(rows, []int{x, y, u, v, *p - 10})
					*p = noEntry
				}
			}
			s.grids["difference"] = rows
		},
		write: func(w *strings.Builder, s *sheet) {
			values := s.valuesOf(rightSides, belowSides)
			for k := range values {
				x, y, u, v := s.sidePlaces(k)
				for _, row := range s.grids["difference"] {
					if len(row) == 5 && slices.Equal(row[:4], []int{x, y, u, v}) {
						values[k] = row[4] + 10
					}
				}
			}
			writeRuns(w, values, 18, 18, func(v int) string {
				switch {
				case v == 1:
					return "g"
				case v == 2:
					return "h"
				}
				return number16Text(max(v-10, noEntry))
			})
		},
	}
}

// sidePlaces returns the two cells beside the k-th side, where those between columns come first.
func (s *sheet) sidePlaces(k int) (x, y, u, v int) {
	if across := s.rows * (s.cols - 1); k >= across {
		x, y = (k-across)/s.cols, (k-across)%s.cols
		return x, y, x + 1, y
	}
	x, y = k/(s.cols-1), k%(s.cols-1)
	return x, y, x, y + 1
}

// hitoriNumbers is the code of one number for each cell, with 36 digits: - stands before two digits, @ is a question
// mark, and a dot is a cell without a number.
func hitoriNumbers() codec {
	const of = "the list of numbers"
	return codec{
		read: func(r *reader, s *sheet) {
			for _, p := range s.slots(clues) {
				switch c := r.nextByte(of); {
				case r.isFailed():
					return
				case c == '-':
					*p = r.nextDigits(2, 36, of)
				case c == '@' || c == '%':
					*p = unknown
				case c != '.':
					r.at--
					*p = r.nextDigits(1, 36, of)
				}
			}
		},
		write: func(w *strings.Builder, s *sheet) {
			for _, v := range s.valuesOf(clues) {
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

// Directions of arrows, by the numbers that links give them, from 1 on: up, down, left, right.
var arrowSteps = [][2]int{{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}}

// arrowNumbers is the code of numbers with arrows. An entry of the grid arrow is 8·(number+1) + direction; a number
// that is not known counts as -1.
func arrowNumbers() codec {
	const of = "the list of arrows"
	arrow := field{"arrow", ofCells}
	return codec{
		read: func(r *reader, s *sheet) {
			readRuns(r, s.slots(arrow), of, func(r *reader) (int, int) {
				at, c := r.at, r.nextByte(of)
				d := digitValue(c)
				switch {
				case r.isFailed():
				case c == '-':
					d = r.nextDigits(1, 5, of)
					return 8*(r.nextDigits(3, 16, of)+1) + d, 0
				case d >= 10:
					return 0, d - 9
				case d >= 5:
					return 8*(r.nextDigits(2, 16, of)+1) + d - 5, 0
				case d >= 0 && strings.HasPrefix(r.rest(), "."):
					r.at++
					return d, 0
				case d >= 0:
					return 8*(r.nextDigits(1, 16, of)+1) + d, 0
				default:
					r.fail(at, 1, "copy the link again", "%q does not stand in %s", string(c), of)
				}
				return noEntry, 1
			})
		},
		write: func(w *strings.Builder, s *sheet) {
			writeRuns(w, s.valuesOf(arrow), 10, 26, func(v int) string {
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

// ArrowTable returns a table with a row for each arrow: its place, the step of its direction, and its number, which is
// -1 if it is not known. It is "" without arrows.
func (d templateData) ArrowTable() string {
	var rows [][]string
	for x, row := range d.grids["arrow"] {
		for y, v := range row {
			if v >= 0 {
				step := arrowSteps[min(v%8, 4)]
				rows = append(rows, words(x, y, step[0], step[1], v/8-1))
			}
		}
	}
	if rows == nil {
		return ""
	}
	return tableText("arrow", rows)
}

// words returns numbers as words.
func words(numbers ...int) (all []string) {
	for _, n := range numbers {
		all = append(all, strconv.Itoa(n))
	}
	return all
}

// checkYajilin checks arrows.
func checkYajilin(s *sheet) string {
	for _, v := range s.entries("arrow") {
		if v%8 == 0 && v >= 8 {
			return "a number without an arrow"
		}
	}
	return checkLoop(s)
}

// boxNumbers is the code of one number for each column and each row, of 32 digits; - stands before two digits.
func boxNumbers() codec {
	const of = "the list of sums"
	return codec{
		read: func(r *reader, s *sheet) {
			for _, p := range s.slots(topClues, leftClues) {
				digits := 1
				if strings.HasPrefix(r.rest(), "-") {
					r.at++
					digits = 2
				}
				*p = r.nextDigits(digits, 32, of)
			}
		},
		write: func(w *strings.Builder, s *sheet) {
			for _, v := range s.valuesOf(topClues, leftClues) {
				if v >= 32 {
					w.WriteString("-")
				}
				w.WriteString(strconv.FormatInt(int64(v), 32))
			}
		},
	}
}

// BridgeTable returns a table with a row for each two islands that a bridge may join, or "".
func (d templateData) BridgeTable() string {
	island := d.grids["island"]
	var rows [][]string
	for x := range d.rows {
		for y := range d.cols {
			if island.at(x, y) == noEntry {
				continue
			}
			for _, step := range [][2]int{{0, 1}, {1, 0}} {
				u, v := x+step[0], y+step[1]
				for u < d.rows && v < d.cols && island.at(u, v) == noEntry {
					u, v = u+step[0], v+step[1]
				}
				if u < d.rows && v < d.cols {
					rows = append(rows, words(x, y, u, v))
				}
			}
		}
	}
	if rows == nil {
		return ""
	}
	return tableText("bridge", rows)
}

// HasBridges reports whether a bridge may join two islands.
func (d templateData) HasBridges() bool { return d.BridgeTable() != "" }

// abcLetters are the letters of the numbers from 1 on.
const abcLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// Letters returns the letters that stand in each line.
func (d templateData) Letters() string {
	return abcLetters[:min(max(d.At("letters"), 0), len(abcLetters))]
}

// LetterRules returns the rules on letters in lines.
func (d templateData) LetterRules() string {
	var out strings.Builder
	for _, letter := range d.Letters() {
		fmt.Fprintf(&out, "  exactly 1 \"%c\" on rows, columns\n", letter)
	}
	for _, edge := range abcEdges {
		for k, v := range d.roomNumbers(edge.name) {
			if v > 0 {
				form := strings.ReplaceAll(edge.form, "X", abcLetters[v-1:v])
				fmt.Fprintf(&out, "  matches \"%s\" on %s %d\n", form, edge.line, k)
			}
		}
	}
	if d.Has("given") {
		out.WriteString(givenRule(d.grids["given"], func(v int) string { return abcLetters[v-1 : v] }))
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// abcEdges are the edges at which letters stand, with the expression that says which letter is seen first.
var abcEdges = []struct{ name, form, line string }{
	{"top", "_*X.*", "column"}, {"bottom", ".*X_*", "column"}, {"left", "_*X.*", "row"}, {"right", ".*X_*", "row"},
}

// checkABC checks letters.
func checkABC(s *sheet) string {
	n := s.grids["letters"].at(0, 0)
	if n > min(len(abcLetters), s.rows, s.cols) {
		return fmt.Sprintf("%d letters in lines of %d cells", n, min(s.rows, s.cols))
	}
	for name := range s.grids {
		for _, v := range s.entries(name) {
			if name != "letters" && (v < 1 || v > n) {
				return "a mark that is no letter"
			}
		}
	}
	return ""
}

// WaterRules returns a rule for each two cells of a row between which water finds its level through lower rows of their
// room.
func (d templateData) WaterRules() string {
	var out strings.Builder
	for top := range d.rows {
		right, below := d.roomBorders(top)
		parts := roomsBetween(d.rows-top, d.cols, right, below)
		last := map[int]int{} // column of the last cell of each part in this row
		for c := range d.cols {
			part := parts[0][c]
			if before, met := last[part]; met && before < c-1 {
				fmt.Fprintf(&out, "  same on (%d, %d) (%d, %d)\n", top, before, top, c)
			}
			last[part] = c
		}
	}
	return out.String()
}

// RippleRules returns a rule for each number n: no two of them have fewer than n cells between them.
func (d templateData) RippleRules() string {
	rules := ""
	for n := 1; n <= min(d.LargestRoom(), len(numberSymbols)-1); n++ {
		var lines []string
		if d.cols > 1 {
			lines = append(lines, fmt.Sprintf("1x%d everywhere", min(n+1, d.cols)))
		}
		if d.rows > 1 {
			lines = append(lines, fmt.Sprintf("%dx1 everywhere", min(n+1, d.rows)))
		}
		if lines != nil {
			rules += fmt.Sprintf("  at most 1 \"%s\" on %s\n", symbolOf(n), strings.Join(lines, ", "))
		}
	}
	return rules
}

// RoomNumberRules returns two rules for each number: it stands once in rooms with at least so many cells, and in no
// others.
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

// roomRule returns a rule about a number in some rooms, or "".
func roomRule(count string, n int, rooms []string) string {
	if rooms == nil {
		return ""
	}
	return fmt.Sprintf("  %s \"%s\" on {(r, c) for r, c, k in room where k = x} for x in {%s}\n", count, symbolOf(n),
		strings.Join(rooms, ", "))
}

// UnknownEnds returns the statement that declares islands whose number is not known, or "".
func (d templateData) UnknownEnds() string {
	ends := ""
	for x, row := range d.grids["island"] {
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
	return slices.Contains(d.entries(name), 0)
}

// tapaClues is the code of the clues of tapa: up to four numbers on a cell. An entry of the grid clue has a decimal
// digit for each, behind a 1; 9 stands for a question mark.
func tapaClues() codec {
	const of = "the list of clues"
	return codec{
		read: func(r *reader, s *sheet) {
			readRuns(r, s.slots(clues), of, func(r *reader) (int, int) {
				at, c := r.at, r.nextByte(of)
				d := digitValue(c)
				switch {
				case r.isFailed():
				case c == '.':
					return 19, 0
				case d == 9:
					return 11111, 0
				case d >= 16:
					return 0, d - 15
				case d >= 10:
					r.at--
					n := r.nextDigits(2, 36, of) - 360
					switch {
					case r.isFailed():
					case n < 36:
						return tapaClue(n/6, n%6), 0
					case n < 100:
						n -= 36
						return tapaClue(n/16, n/4%4, n%4), 0
					case n < 116:
						n -= 100
						return tapaClue(n/8, n/4%2, n/2%2, n%2), 0
					default:
						r.fail(at, 2, "copy the link again", "%q is no clue", r.text[at:at+2])
					}
				case d >= 0:
					return tapaClue(d) + map[bool]int{true: -9}[d == 0], 0
				default:
					r.fail(at, 1, "copy the link again", "%q does not stand in %s", string(c), of)
				}
				return noEntry, 1
			})
		},
		write: func(w *strings.Builder, s *sheet) {
			writeRuns(w, s.valuesOf(clues), 16, 20, func(v int) string {
				if v < 0 {
					return ""
				}
				runs := tapaRuns(v)
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

// tapaClue returns the entry for some numbers, where 0 is a question mark.
func tapaClue(runs ...int) int {
	v := 1
	for _, n := range runs {
		if n == 0 {
			n = 9
		}
		v = 10*v + n
	}
	return v
}

// tapaRuns returns the numbers of an entry.
func tapaRuns(v int) (runs []int) {
	for ; v >= 10; v /= 10 {
		runs = append([]int{v % 10}, runs...)
	}
	return runs
}

// tapaWord returns an entry as a word, such as t1-3; x is a question mark.
func tapaWord(v int) string {
	var all []string
	for _, n := range tapaRuns(v) {
		all = append(all, strings.ReplaceAll(strconv.Itoa(n), "9", "x"))
	}
	return "t" + strings.Join(all, "-")
}

// tapaNumber returns the entry for a word.
func tapaNumber(word string) (int, bool) {
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

// checkTapa checks that the neighbours of each cell are a ring or a part of it.
func checkTapa(s *sheet) string {
	if s.rows < 2 || s.cols < 2 {
		return "a tapa of one line"
	}
	return ""
}

// TapaRules returns a rule for each clue: an expression for the cells around it, one after the other.
func (d templateData) TapaRules() string {
	var out strings.Builder
	for x, row := range d.grids["clue"] {
		for y, v := range row {
			if v < 0 {
				continue
			}
			ring := [][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}}
			isInside := func(k int) bool {
				u, w := x+ring[k%8][0], y+ring[k%8][1]
				return u >= 0 && u < d.rows && w >= 0 && w < d.cols
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
			fmt.Fprintf(&out, "  matches \"%s\" on%s\n", tapaExpression(tapaRuns(v), length == 8), cells)
		}
	}
	return out.String()
}

// tapaExpression returns an expression for cells with runs of these lengths in any order. On a closed ring a run may
// begin at the last cells and end at the first ones.
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

// permutations returns the different orders of some numbers.
func permutations(list []int) (all [][]int) {
	if len(list) == 0 {
		return [][]int{nil}
	}
	for k, first := range list {
		if slices.Contains(list[:k], first) {
			continue
		}
		for _, rest := range permutations(slices.Delete(slices.Clone(list), k, k+1)) {
			all = append(all, append([]int{first}, rest...))
		}
	}
	return all
}
