package convert

import (
	"fmt"
	"strconv"
	"strings"
)

// numberGrid holds numbers by rows. Rows may differ in length.
type numberGrid [][]int

// newNumberGrid returns a grid with the given numbers of rows and columns, without entries.
func newNumberGrid(rows, cols int) numberGrid {
	g := make(numberGrid, max(rows, 0))
	for r := range g {
		g[r] = make([]int, max(cols, 0))
		for c := range g[r] {
			g[r][c] = noEntry
		}
	}
	return g
}

// numberAt returns the number in row r and column c, or noEntry outside the grid.
func (g numberGrid) numberAt(r, c int) int {
	if r < 0 || r >= len(g) || c < 0 || c >= len(g[r]) {
		return noEntry
	}
	return g[r][c]
}

// linkContent is the decoded content of a link: the size of the board, and grids of numbers by name. A grid without
// entries may be missing.
type linkContent struct {
	rowCount, columnCount int
	gridsByName           map[string]numberGrid
}

// bodyCodec decodes a part of the body of a link into the grids of a linkContent, and encodes these grids.
type bodyCodec struct {
	readPart  func(*textReader, *linkContent)
	writePart func(*strings.Builder, *linkContent)
}

// gridShape returns how many rows and columns a grid has, for the board of a given size.
type gridShape func(s *linkContent) (rows, cols int)

func shapeOfCells(s *linkContent) (rows, cols int)       { return s.rowCount, s.columnCount }
func shapeOfCorners(s *linkContent) (rows, cols int)     { return s.rowCount + 1, s.columnCount + 1 }
func shapeOfColumnClues(s *linkContent) (rows, cols int) { return 1, s.columnCount }
func shapeOfRowClues(s *linkContent) (rows, cols int)    { return 1, s.rowCount }
func shapeOfRightSides(s *linkContent) (rows, cols int)  { return s.rowCount, s.columnCount - 1 }
func shapeOfLowerSides(s *linkContent) (rows, cols int)  { return s.rowCount - 1, s.columnCount }

// shapeOfRoomNumbers returns the shape of a grid with one row, which has a number for each room.
func shapeOfRoomNumbers(s *linkContent) (rows, cols int) {
	return 1, roomCount(s.gridsByName["room"])
}

// namedGrid is the name of a grid, with its shape.
type namedGrid struct {
	gridName  string
	gridShape gridShape
}

// numberPointers returns pointers to all numbers of some grids, row by row, one grid after the other. Missing grids are
// added without entries.
func (s *linkContent) numberPointers(fields ...namedGrid) (all []*int) {
	for _, f := range fields {
		rows, cols := f.gridShape(s)
		g := s.gridsByName[f.gridName]
		if len(g) != rows || rows > 0 && len(g[0]) != cols {
			kept := g
			g = newNumberGrid(rows, cols)
			for r := range g {
				for c := range g[r] {
					g[r][c] = kept.numberAt(r, c)
				}
			}
			s.gridsByName[f.gridName] = g
		}
		for r := range g {
			for c := range g[r] {
				all = append(all, &g[r][c])
			}
		}
	}
	return all
}

// numbersOfGrids returns the numbers of some grids in the order of numberPointers.
func (s *linkContent) numbersOfGrids(fields ...namedGrid) []int {
	slots := s.numberPointers(fields...)
	values := make([]int, len(slots))
	for i, p := range slots {
		values[i] = *p
	}
	return values
}

// entryReader reads one entry, or the number of places without an entry (skip). If skip is positive, there is no entry.
type entryReader func(r *textReader) (value, skip int)

// readEntries reads a text in which entries alternate with counts of places that have no entry. It stores entries in
// the slots. The argument of names the text in errors.
func readEntries(r *textReader, slots []*int, of string, next entryReader) {
	for i := 0; i < len(slots); {
		at := r.offset
		value, skip := next(r)
		if r.hasFault() {
			return
		}
		if skip == 0 {
			*slots[i], skip = value, 1
		}
		if i += skip; i > len(slots) {
			r.reportBeyondBoard(at, of, len(slots))
		}
	}
}

// writeEntries writes entries, and counts of successive places without an entry. A count from 1 to
// longest is one digit; the digit with the value first stands for 1.
func writeEntries(w *strings.Builder, values []int, first, longest int, token func(value int) string) {
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

// hexNumbersCodec encodes hexadecimal numbers: - stands before two digits and + before three, a dot is a question mark,
// and g to z skip 1 to 20 places.
func hexNumbersCodec(fields ...namedGrid) bodyCodec {
	return bodyCodec{
		readPart: func(r *textReader, s *linkContent) {
			readEntries(r, s.numberPointers(fields...), "the list of numbers", readHexNumber)
		},
		writePart: func(w *strings.Builder, s *linkContent) {
			writeEntries(w, s.numbersOfGrids(fields...), 16, 20, hexNumberText)
		},
	}
}

// optionalCodec encodes nothing if the content has no entry in any of the given grids, and otherwise as the given codec
// does.
func optionalCodec(of bodyCodec, fields ...namedGrid) bodyCodec {
	return bodyCodec{
		readPart: func(r *textReader, s *linkContent) {
			if !r.isAtEnd() {
				of.readPart(r, s)
			}
		},
		writePart: func(w *strings.Builder, s *linkContent) {
			for _, v := range s.numbersOfGrids(fields...) {
				if v != noEntry {
					of.writePart(w, s)
					return
				}
			}
		},
	}
}

// hexNumberPrefixes holds, for each sign before a number of several digits, how many hexadecimal digits follow, and the
// offset to add to them.
var hexNumberPrefixes = map[byte]struct{ digits, offset int }{
	'-': {2, 0}, '+': {3, 0}, '=': {3, 4096}, '@': {3, 8192}, '%': {3, 8192}, '*': {4, 12240}, '$': {5, 77776},
}

// readHexNumber reads an entry of hexNumbersCodec.
func readHexNumber(r *textReader) (value, skip int) {
	const of = "the list of numbers"
	c := r.nextByte(of)
	d := digitValue(c)
	prefix, isPrefix := hexNumberPrefixes[c]
	switch {
	case r.hasFault():
	case c == '.':
		return unknown, 0
	case isPrefix:
		return r.nextDigits(prefix.digits, 16, of) + prefix.offset, 0
	case d >= 16:
		return 0, d - 15
	case d >= 0:
		return d, 0
	default:
		r.reportFault(r.offset-1, 1, "copy the link again", "%q does not stand in a list of numbers", string(c))
	}
	return noEntry, 1
}

// hexNumberText writes an entry of hexNumbersCodec, or "" for none.
func hexNumberText(v int) string {
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

// smallNumbersCodec encodes numbers from 0 to 4, each together with the empty places behind it: a digit from 0 to 4
// stands for a number alone, 5 to 9 for one with one empty place, a to e for one with two.
func smallNumbersCodec(f namedGrid) bodyCodec {
	const of = "the list of numbers from 0 to 4"
	return bodyCodec{
		readPart: func(r *textReader, s *linkContent) {
			slots := s.numberPointers(f)
			for i := 0; i < len(slots) && !r.hasFault(); {
				at, c := r.offset, r.nextByte(of)
				switch d := digitValue(c); {
				case r.hasFault():
				case c == '.':
					*slots[i] = unknown
					i++
				case d >= 0 && d < 15:
					*slots[i] = d % 5
					i += 1 + d/5 // places beyond the board are skipped without an error
				case d >= 16:
					if i += d - 15; i > len(slots) {
						r.reportBeyondBoard(at, of, len(slots))
					}
				default:
					r.reportFault(at, 1, "copy the link again", "%q does not stand in %s", string(c), of)
				}
			}
		},
		writePart: func(w *strings.Builder, s *linkContent) {
			values := s.numbersOfGrids(f)
			isOpen := func(i int) bool { return i >= len(values) || values[i] == noEntry }
			var tokens []int // a number with the empty places behind it, or a single place
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
			writeEntries(w, tokens, 16, 20, hexNumberText)
		},
	}
}

// marksCodec encodes a grid in which a place has a mark, the number 1, or nothing. A digit from 0 to h stands for a
// mark with 0 to 17 empty places behind it, and one from i to z for 1 to 18 empty places without a mark.
func marksCodec(f namedGrid) bodyCodec {
	const of = "the list of marks"
	return bodyCodec{
		readPart: func(r *textReader, s *linkContent) {
			slots := s.numberPointers(f)
			for i := 0; i < len(slots) && !r.hasFault(); i++ {
				d := r.nextDigits(1, 36, of)
				if r.hasFault() {
					return
				}
				if d < 18 {
					*slots[i] = 1
				}
				if i += d % 18; i >= len(slots) {
					r.reportBeyondBoard(r.offset-1, of, len(slots))
				}
			}
		},
		writePart: func(w *strings.Builder, s *linkContent) {
			count, behindMark := -1, false
			flush := func() {
				if !behindMark {
					count += 18
				}
				w.WriteString(strconv.FormatInt(int64(count), 36))
			}
			for _, v := range s.numbersOfGrids(f) {
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

// base3Codec encodes numbers from 0 to 2. Each digit of base 27 holds three of them. A place with 0 has no entry.
func base3Codec(fields ...namedGrid) bodyCodec { return packedCodec(3, 27, fields...) }

// bitsCodec encodes marks. Each digit of base 32 holds five of them, as bits.
func bitsCodec(fields ...namedGrid) bodyCodec { return packedCodec(2, 32, fields...) }

// packedCodec encodes numbers from 0 to kinds-1. Each digit of the given base holds as many of them as fit. A place
// with 0 has no entry.
func packedCodec(kinds, base int, fields ...namedGrid) bodyCodec {
	return bodyCodec{
		readPart: func(r *textReader, s *linkContent) {
			slots := s.numberPointers(fields...)
			for i := 0; i < len(slots) && !r.hasFault(); {
				at, d := r.offset, r.nextDigits(1, base, "the packed entries")
				for unit := base / kinds; unit > 0; unit /= kinds {
					v := d / unit % kinds
					if v > 0 && i >= len(slots) {
						r.reportFault(at, 1, "compare the size of the board with the link",
							"an entry stands beyond the board")
						return
					}
					if v > 0 {
						*slots[i] = v
					}
					i++
				}
			}
		},
		writePart: func(w *strings.Builder, s *linkContent) {
			values := s.numbersOfGrids(fields...)
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

// Grids with an entry for each side between two cells.
var (
	rightSides = namedGrid{"right", shapeOfRightSides}
	belowSides = namedGrid{"below", shapeOfLowerSides}
)

// roomsCodec encodes rooms by the borders between them: first those between columns, then those between rows. The grid
// called room has, for each cell, the index of its room; rooms are in the order of their first cells.
func roomsCodec() bodyCodec {
	across, down := bitsCodec(rightSides), bitsCodec(belowSides)
	return bodyCodec{
		readPart: func(r *textReader, s *linkContent) {
			across.readPart(r, s)
			down.readPart(r, s)
			s.gridsByName["room"] = roomsFromBorders(s.rowCount, s.columnCount, s.gridsByName["right"],
				s.gridsByName["below"])
			delete(s.gridsByName, "right")
			delete(s.gridsByName, "below")
		},
		writePart: func(w *strings.Builder, s *linkContent) {
			right, below := s.bordersOfRooms(0)
			sides := &linkContent{rowCount: s.rowCount, columnCount: s.columnCount,
				gridsByName: map[string]numberGrid{"right": right, "below": below}}
			across.writePart(w, sides)
			down.writePart(w, sides)
		},
	}
}

// bordersOfRooms returns grids with 1 on each side between two cells of different rooms, for the rows of the board from
// row top on.
func (s *linkContent) bordersOfRooms(top int) (right, below numberGrid) {
	room := s.gridsByName["room"]
	right, below = newNumberGrid(s.rowCount-top, s.columnCount-1), newNumberGrid(s.rowCount-top-1, s.columnCount)
	for r := top; r < s.rowCount; r++ {
		for c := range s.columnCount {
			if c+1 < s.columnCount && room.numberAt(r, c) != room.numberAt(r, c+1) {
				right[r-top][c] = 1
			}
			if r+1 < s.rowCount && room.numberAt(r, c) != room.numberAt(r+1, c) {
				below[r-top][c] = 1
			}
		}
	}
	return right, below
}

// roomsFromBorders returns, for each cell, the index of the connected part that borders separate from the rest of the
// board.
func roomsFromBorders(rows, cols int, right, below numberGrid) numberGrid {
	room := newNumberGrid(rows, cols)
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
					if border != 1 && room.numberAt(x, y) == noEntry && x >= 0 && x < rows && y >= 0 && y < cols {
						room[x][y] = next
						open = append(open, [2]int{x, y})
					}
				}
				visit(x, y+1, right.numberAt(x, y))
				visit(x, y-1, right.numberAt(x, y-1))
				visit(x+1, y, below.numberAt(x, y))
				visit(x-1, y, below.numberAt(x-1, y))
			}
			next++
		}
	}
	return room
}

// roomCount returns the number of rooms of a grid that holds, for each cell, the index of its room.
func roomCount(room numberGrid) (n int) {
	for _, row := range room {
		for _, v := range row {
			n = max(n, v+1)
		}
	}
	return n
}

// roomNumbersCodec encodes one number for each room.
func roomNumbersCodec() bodyCodec { return hexNumbersCodec(namedGrid{"number", shapeOfRoomNumbers}) }

// slashCodec encodes a slash, which separates parts of the body.
func slashCodec() bodyCodec {
	return bodyCodec{
		readPart: func(r *textReader, _ *linkContent) {
			if c := r.nextByte("the rooms"); c != '/' && !r.hasFault() {
				r.reportFault(r.offset-1, 1, "compare the size of the board with the link",
					"a slash stands behind the rooms, and no %q", string(c))
			}
		},
		writePart: func(w *strings.Builder, _ *linkContent) { w.WriteByte('/') },
	}
}

// decimalCodec encodes a decimal number that ends before a slash.
func decimalCodec(name string) bodyCodec {
	return bodyCodec{
		readPart: func(r *textReader, s *linkContent) {
			part, at := r.nextPart()
			n, err := strconv.Atoi(part)
			if !r.hasFault() && (err != nil || n < 1 || n > maxSide) {
				r.reportFault(at, len(part), "write digits alone", "%q is no number from 1 to %d", part, maxSide)
			}
			s.gridsByName[name] = numberGrid{{n}}
		},
		writePart: func(w *strings.Builder, s *linkContent) {
			fmt.Fprintf(w, "%d/",
				s.gridsByName[name].numberAt(0, 0))
		},
	}
}
