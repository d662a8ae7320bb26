package convert

import (
	"fmt"
	"strconv"
	"strings"
)

// grid holds numbers by rows. Rows may differ in length.
type grid [][]int

// newGrid returns a grid of so many rows and columns without entries.
func newGrid(rows, cols int) grid {
	g := make(grid, max(rows, 0))
	for r := range g {
		g[r] = make([]int, max(cols, 0))
		for c := range g[r] {
			g[r][c] = noEntry
		}
	}
	return g
}

// at returns the number at a place; there is none beside the grid.
func (g grid) at(r, c int) int {
	if r < 0 || r >= len(g) || c < 0 || c >= len(g[r]) {
		return noEntry
	}
	return g[r][c]
}

// sheet is what a link says: the size of the board, and grids of numbers by name. A grid without entries may be
// missing.
type sheet struct {
	rows, cols int
	grids      map[string]grid
}

// codec reads a part of the body of a link into grids of a sheet, and writes it.
type codec struct {
	read  func(*reader, *sheet)
	write func(*strings.Builder, *sheet)
}

// shapeOf returns the numbers of rows and columns of a grid for a board.
type shapeOf func(s *sheet) (rows, cols int)

func ofCells(s *sheet) (rows, cols int)   { return s.rows, s.cols }
func ofCorners(s *sheet) (rows, cols int) { return s.rows + 1, s.cols + 1 }
func ofColumns(s *sheet) (rows, cols int) { return 1, s.cols }
func ofRows(s *sheet) (rows, cols int)    { return 1, s.rows }
func ofRight(s *sheet) (rows, cols int)   { return s.rows, s.cols - 1 }
func ofBelow(s *sheet) (rows, cols int)   { return s.rows - 1, s.cols }

// ofRooms returns the shape of a grid with a number for each room.
func ofRooms(s *sheet) (rows, cols int) {
	return 1, roomCount(s.grids["room"])
}

// field is a grid by its name.
type field struct {
	name  string
	shape shapeOf
}

// slots returns pointers to all numbers of fields, row by row, one field after the other. Missing grids are made.
func (s *sheet) slots(fields ...field) (all []*int) {
	for _, f := range fields {
		rows, cols := f.shape(s)
		g := s.grids[f.name]
		if len(g) != rows || rows > 0 && len(g[0]) != cols {
			kept := g
			g = newGrid(rows, cols)
			for r := range g {
				for c := range g[r] {
					g[r][c] = kept.at(r, c)
				}
			}
			s.grids[f.name] = g
		}
		for r := range g {
			for c := range g[r] {
				all = append(all, &g[r][c])
			}
		}
	}
	return all
}

// valuesOf returns the numbers of fields in the order of slots.
func (s *sheet) valuesOf(fields ...field) []int {
	slots := s.slots(fields...)
	values := make([]int, len(slots))
	for i, p := range slots {
		values[i] = *p
	}
	return values
}

// tokenReader reads one entry, or returns the number of entries to pass over, which is then positive.
type tokenReader func(r *reader) (value, skip int)

// readRuns reads a text that alternates entries and numbers of entries that are passed over.
func readRuns(r *reader, slots []*int, of string, next tokenReader) {
	for i := 0; i < len(slots); {
		at := r.at
		value, skip := next(r)
		if r.isFailed() {
			return
		}
		if skip == 0 {
			*slots[i], skip = value, 1
		}
		if i += skip; i > len(slots) {
			r.failBeyond(at, of, len(slots))
		}
	}
}

// writeRuns writes entries and, as digits from the given one on, the numbers of places without one.
func writeRuns(w *strings.Builder, values []int, first, longest int, token func(value int) string) {
	count := 0
	flush := func() {
		if count > 0 {
			w.WriteString(strconv.FormatInt(int64(first-1+count), 36))
			count = 0
		}
	}
	for _, v := range values {
		if text := token(v); text != "" {
			flush()
			w.WriteString(text)
		} else if count++; count == longest {
			flush()
		}
	}
	flush()
}

// numbers16 is the code of hexadecimal numbers: - stands before two digits and + before three, a dot is a question
// mark, and g to z pass over 1 to 20 places.
func numbers16(fields ...field) codec {
	return codec{
		read: func(r *reader, s *sheet) {
			readRuns(r, s.slots(fields...), "the list of numbers", nextNumber16)
		},
		write: func(w *strings.Builder, s *sheet) {
			writeRuns(w, s.valuesOf(fields...), 16, 20, number16Text)
		},
	}
}

// optionalPart is a code that is left out where the sheet has no entries of its fields.
func optionalPart(of codec, fields ...field) codec {
	return codec{
		read: func(r *reader, s *sheet) {
			if !r.isAtEnd() {
				of.read(r, s)
			}
		},
		write: func(w *strings.Builder, s *sheet) {
			for _, v := range s.valuesOf(fields...) {
				if v != noEntry {
					of.write(w, s)
					return
				}
			}
		},
	}
}

// number16Prefixes are the signs before longer numbers: how many digits follow, and what is added to them.
var number16Prefixes = map[byte]struct{ digits, offset int }{
	'-': {2, 0}, '+': {3, 0}, '=': {3, 4096}, '@': {3, 8192}, '%': {3, 8192}, '*': {4, 12240}, '$': {5, 77776},
}

// nextNumber16 reads an entry of numbers16.
func nextNumber16(r *reader) (value, skip int) {
	const of = "the list of numbers"
	c := r.nextByte(of)
	d := digitValue(c)
	prefix, isPrefix := number16Prefixes[c]
	switch {
	case r.isFailed():
	case c == '.':
		return unknown, 0
	case isPrefix:
		return r.nextDigits(prefix.digits, 16, of) + prefix.offset, 0
	case d >= 16:
		return 0, d - 15
	case d >= 0:
		return d, 0
	default:
		r.fail(r.at-1, 1, "copy the link again", "%q does not stand in a list of numbers", string(c))
	}
	return noEntry, 1
}

// number16Text writes an entry of numbers16, or "" for none.
func number16Text(v int) string {
	switch {
	case v == unknown:
		return "."
	case v < 0:
		return ""
	case v < 16:
		return fmt.Sprintf("%x", v)
	case v < 256:
		return fmt.Sprintf("-%02x", v)
	case v < 4096:
		return fmt.Sprintf("+%03x", v)
	case v < 8192:
		return fmt.Sprintf("=%03x", v-4096)
	case v < 12240:
		return fmt.Sprintf("@%03x", v-8192)
	case v < 77776:
		return fmt.Sprintf("*%04x", v-12240)
	}
	return fmt.Sprintf("$%05x", v-77776)
}

// numbers4 is the code of numbers from 0 to 4 with the places behind them: 5 to 9 pass over one more place, a to e over
// two.
func numbers4(f field) codec {
	const of = "the list of numbers from 0 to 4"
	return codec{
		read: func(r *reader, s *sheet) {
			slots := s.slots(f)
			for i := 0; i < len(slots) && !r.isFailed(); {
				at, c := r.at, r.nextByte(of)
				switch d := digitValue(c); {
				case r.isFailed():
				case c == '.':
					*slots[i] = unknown
					i++
				case d >= 0 && d < 15:
					*slots[i] = d % 5
					i += 1 + d/5 // beyond the board are places without a number
				case d >= 16:
					if i += d - 15; i > len(slots) {
						r.failBeyond(at, of, len(slots))
					}
				default:
					r.fail(at, 1, "copy the link again", "%q does not stand in %s", string(c), of)
				}
			}
		},
		write: func(w *strings.Builder, s *sheet) {
			values := s.valuesOf(f)
			isOpen := func(i int) bool { return i >= len(values) || values[i] == noEntry }
			var tokens []int // a number with the places behind it, or a place alone
			for i := 0; i < len(values); i++ {
				v := values[i]
				if v >= 0 {
					switch {
					case !isOpen(i + 1):
					case !isOpen(i + 2):
						v, i = v+5, i+1
					default:
						v, i = v+10, i+2
					}
				}
				tokens = append(tokens, v)
			}
			writeRuns(w, tokens, 16, 20, number16Text)
		},
	}
}

// flags1 is the code of single marks, which have the number 1: 0 to h are a mark and the places behind it, i to z are
// places alone.
func flags1(f field) codec {
	const of = "the list of marks"
	return codec{
		read: func(r *reader, s *sheet) {
			slots := s.slots(f)
			for i := 0; i < len(slots) && !r.isFailed(); i++ {
				d := r.nextDigits(1, 36, of)
				if r.isFailed() {
					return
				}
				if d < 18 {
					*slots[i] = 1
				}
				if i += d % 18; i >= len(slots) {
					r.failBeyond(r.at-1, of, len(slots))
				}
			}
		},
		write: func(w *strings.Builder, s *sheet) {
			count, behindMark := -1, false
			flush := func() {
				if !behindMark {
					count += 18
				}
				w.WriteString(strconv.FormatInt(int64(count), 36))
			}
			for _, v := range s.valuesOf(f) {
				if v == 1 {
					if count >= 0 {
						flush()
					}
					count, behindMark = 0, true
				} else if count++; count == 17 {
					flush()
					count, behindMark = -1, false
				}
			}
			if count >= 0 {
				flush()
			}
		},
	}
}

// triples is the code of numbers from 0 to 2, three to a digit of base 27. A place with 0 has no entry.
func triples(fields ...field) codec { return packed(3, 27, fields...) }

// bits is the code of marks, five to a digit of base 32.
func bits(fields ...field) codec { return packed(2, 32, fields...) }

// packed is a code of small numbers, as many of them to a digit as fit. A place with 0 has no entry.
func packed(kinds, base int, fields ...field) codec {
	return codec{
		read: func(r *reader, s *sheet) {
			slots := s.slots(fields...)
			for i := 0; i < len(slots) && !r.isFailed(); {
				at, d := r.at, r.nextDigits(1, base, "the packed entries")
				for unit := base / kinds; unit > 0; unit /= kinds {
					v := d / unit % kinds
					if v > 0 && i >= len(slots) {
						r.fail(at, 1, "compare the size of the board with the link", "an entry stands beyond the board")
						return
					}
					if v > 0 {
						*slots[i] = v
					}
					i++
				}
			}
		},
		write: func(w *strings.Builder, s *sheet) {
			values := s.valuesOf(fields...)
			for i := 0; i < len(values); {
				d := 0
				for unit := base / kinds; unit > 0; unit /= kinds {
					if i < len(values) {
						d += max(values[i], 0) * unit
					}
					i++
				}
				w.WriteString(strconv.FormatInt(int64(d), base))
			}
		},
	}
}

// Grids with a mark on each side between two cells.
var (
	rightSides = field{"right", ofRight}
	belowSides = field{"below", ofBelow}
)

// rooms is the code of rooms, by the borders between them: first those between columns, then those between rows. The
// grid room numbers the rooms, in the order of their first cells.
func rooms() codec {
	across, down := bits(rightSides), bits(belowSides)
	return codec{
		read: func(r *reader, s *sheet) {
			across.read(r, s)
			down.read(r, s)
			s.grids["room"] = roomsBetween(s.rows, s.cols, s.grids["right"], s.grids["below"])
			delete(s.grids, "right")
			delete(s.grids, "below")
		},
		write: func(w *strings.Builder, s *sheet) {
			right, below := s.roomBorders(0)
			sides := &sheet{rows: s.rows, cols: s.cols, grids: map[string]grid{"right": right, "below": below}}
			across.write(w, sides)
			down.write(w, sides)
		},
	}
}

// roomBorders returns grids with 1 on each side between two cells of different rooms, for the rows from top on.
func (s *sheet) roomBorders(top int) (right, below grid) {
	room := s.grids["room"]
	right, below = newGrid(s.rows-top, s.cols-1), newGrid(s.rows-top-1, s.cols)
	for r := top; r < s.rows; r++ {
		for c := range s.cols {
			if c+1 < s.cols && room.at(r, c) != room.at(r, c+1) {
				right[r-top][c] = 1
			}
			if r+1 < s.rows && room.at(r, c) != room.at(r+1, c) {
				below[r-top][c] = 1
			}
		}
	}
	return right, below
}

// roomsBetween numbers the parts into which borders cut a board.
func roomsBetween(rows, cols int, right, below grid) grid {
	room := newGrid(rows, cols)
	next := 0
	for r := range rows {
		for c := range cols {
			if room[r][c] != noEntry {
				continue
			}
			room[r][c] = next
			open := [][2]int{{r, c}}
			for len(open) > 0 {
				x, y := open[len(open)-1][0], open[len(open)-1][1]
				open = open[:len(open)-1]
				visit := func(x, y int, border int) {
					if border != 1 && room.at(x, y) == noEntry && x >= 0 && x < rows && y >= 0 && y < cols {
						room[x][y] = next
						open = append(open, [2]int{x, y})
					}
				}
				visit(x, y+1, right.at(x, y))
				visit(x, y-1, right.at(x, y-1))
				visit(x+1, y, below.at(x, y))
				visit(x-1, y, below.at(x-1, y))
			}
			next++
		}
	}
	return room
}

// roomCount returns the number of rooms of a grid that numbers them.
func roomCount(room grid) (n int) {
	for _, row := range room {
		for _, v := range row {
			n = max(n, v+1)
		}
	}
	return n
}

// roomNumbers is the code of one number for each room.
func roomNumbers() codec { return numbers16(field{"number", ofRooms}) }

// slash is the code of a slash, which holds nothing.
func slash() codec {
	return codec{
		read: func(r *reader, _ *sheet) {
			if c := r.nextByte("the rooms"); c != '/' && !r.isFailed() {
				r.fail(r.at-1, 1, "compare the size of the board with the link",
					"a slash stands behind the rooms, and no %q", string(c))
			}
		},
		write: func(w *strings.Builder, _ *sheet) { w.WriteByte('/') },
	}
}

// plainNumber is the code of a decimal number before a slash.
func plainNumber(name string) codec {
	return codec{
		read: func(r *reader, s *sheet) {
			part, at := r.nextPart()
			n, err := strconv.Atoi(part)
			if !r.isFailed() && (err != nil || n < 1 || n > maxSide) {
				r.fail(at, len(part), "write digits alone", "%q is no number from 1 to %d", part, maxSide)
			}
			s.grids[name] = grid{{n}}
		},
		write: func(w *strings.Builder, s *sheet) { fmt.Fprintf(w, "%d/", s.grids[name].at(0, 0)) },
	}
}
