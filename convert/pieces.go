package convert

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// pieceCell is a cell in a list: two or three whole numbers in parentheses or brackets.
var pieceCell = lazyPattern(`[(\[]\s*(\d{1,4})\s*,\s*(\d{1,4})\s*(?:,\s*(\d{1,4})\s*)?[)\]]`)

// pieceName is a line that begins with the name of a piece.
var pieceName = lazyPattern(`^([A-Za-z_][A-Za-z\d_]*)\s*[:=]?\s*(.*)$`)

// maxPieces bounds the pieces of a file.
const maxPieces = 1000

// drawnPiece is a piece as a file draws it: its name, or "", and the rows of its picture, or its cells.
type drawnPiece struct {
	name  string
	rows  []string
	cells [][]string
}

// piecesPuzzle converts drawings of pieces. There are three forms. Pictures stand with blank lines between them, a name
// above each or not; any character but a dot and a blank is a cell. Lists of cells stand one to a line, with a name or
// not. A single picture with several letters is a board that is cut: each letter is a piece, and the pieces are packed
// into it.
func piecesPuzzle(r *reader) (string, error) {
	var pieces []drawnPiece
	var block []line
	for _, l := range append(r.lines(), line{}) {
		cells := pieceCell().FindAllStringSubmatch(l.text, -1)
		if strings.TrimSpace(l.text) != "" && cells == nil {
			block = append(block, l)
			continue
		}
		if block != nil {
			pieces, block = append(pieces, blockPiece(block)), nil
		}
		if cells != nil {
			pieces = append(pieces, listedPiece(r, l, cells))
		}
		if len(pieces) > maxPieces {
			r.fail(l.at, len(l.text), "split the file", "the file has more than %d pieces", maxPieces)
		}
	}
	if len(pieces) == 0 {
		r.fail(0, len(r.text), "draw pieces with # and dots, with blank lines between them", "the file has no pieces")
	}
	if r.isFailed() {
		return "", r.err()
	}
	if letters := lettersOf(pieces[0].rows); len(pieces) == 1 && pieces[0].name == "" && len(letters) > 1 {
		return cutBoard(pieces[0].rows, letters), nil
	}
	var out strings.Builder
	var names []string
	for k, p := range pieces {
		name := p.name
		if name == "" {
			name = fmt.Sprintf("P%d", k+1)
		}
		for slices.Contains(names, name) {
			name += "_"
		}
		names = append(names, name)
		out.WriteString(p.statement(name))
	}
	fmt.Fprintf(&out, "set pieces = {%s}\n", strings.Join(names, ", "))
	return out.String(), nil
}

// blockPiece returns the piece of some lines. The first line is a name if the others draw with # or asterisks.
func blockPiece(block []line) (p drawnPiece) {
	for _, l := range block {
		p.rows = append(p.rows, l.text)
	}
	m := pieceName().FindStringSubmatch(strings.TrimSpace(p.rows[0]))
	if below := strings.Join(p.rows[1:], ""); m != nil && m[2] == "" && strings.ContainsAny(below, "#*") {
		p.name, p.rows = m[1], p.rows[1:]
	}
	return p
}

// listedPiece returns the piece of a line with cells.
func listedPiece(r *reader, l line, cells [][]string) (p drawnPiece) {
	text := strings.TrimSpace(l.text)
	if m := pieceName().FindStringSubmatch(text); m != nil {
		p.name, text = m[1], m[2]
	}
	if rest := strings.Trim(pieceCell().ReplaceAllString(text, ""), " \t,;[]{}()"); rest != "" {
		r.fail(l.at, len(l.text), "a list of cells is (0, 0) (0, 1) (1, 1)", "%q stands among cells", rest)
	}
	for _, m := range cells {
		numbers := slices.DeleteFunc(m[1:], func(n string) bool { return n == "" })
		if len(p.cells) > 0 && len(numbers) != len(p.cells[0]) ||
			slices.ContainsFunc(p.cells, func(other []string) bool { return slices.Equal(other, numbers) }) {
			r.fail(l.at, len(l.text), "each cell stands once, and has as many numbers as the others",
				"the cell %s does not go with the others", m[0])
			break
		}
		p.cells = append(p.cells, numbers)
	}
	return p
}

// statement returns the statement that declares a piece.
func (p drawnPiece) statement(name string) string {
	if p.cells == nil {
		return fmt.Sprintf("piece %s = \"\"\"\n%s\"\"\"\n", name, pictureOf(p.rows, func(rune) bool { return true }))
	}
	lattice, places := "", []string{}
	if len(p.cells[0]) == 3 {
		lattice = " on cube"
	}
	for _, numbers := range p.cells {
		places = append(places, "("+strings.Join(numbers, ", ")+")")
	}
	return fmt.Sprintf("piece %s%s = %s\n", name, lattice, strings.Join(places, " "))
}

// pictureOf returns a picture of the cells whose characters are meant.
func pictureOf(rows []string, isMeant func(rune) bool) string {
	var out strings.Builder
	for _, row := range rows {
		out.WriteString("  ")
		for _, c := range row {
			if c != '.' && !unicode.IsSpace(c) && isMeant(c) {
				out.WriteByte('#')
			} else {
				out.WriteByte('.')
			}
		}
		out.WriteString("\n")
	}
	return out.String()
}

// lettersOf returns the characters of the cells of a picture, in order.
func lettersOf(rows []string) (letters []rune) {
	for _, row := range rows {
		for _, c := range row {
			if c != '.' && !unicode.IsSpace(c) && !slices.Contains(letters, c) {
				letters = append(letters, c)
			}
		}
	}
	return letters
}

// cutBoard returns the packing of a picture whose letters are pieces. A letter that is no name becomes a number.
func cutBoard(rows []string, letters []rune) string {
	var out strings.Builder
	var names []string
	for k, letter := range letters {
		name := string(letter)
		if letter > unicode.MaxASCII || !unicode.IsLetter(letter) {
			name = fmt.Sprintf("P%d", k+1)
		}
		names = append(names, name)
		picture := pictureOf(rows, func(c rune) bool { return c == letter })
		fmt.Fprintf(&out, "piece %s = \"\"\"\n%s\"\"\"\n", name, picture)
	}
	fmt.Fprintf(&out, "board box = \"\"\"\n%s\"\"\"\n", pictureOf(rows, func(rune) bool { return true }))
	fmt.Fprintf(&out, "pack box with {%s}\n", strings.Join(names, ", "))
	return out.String()
}
