package convert

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// pieceCell matches a cell in a list: two or three whole numbers in parentheses or brackets.
var pieceCell = lazyPattern(`[(\[]\s*(\d{1,4})\s*,\s*(\d{1,4})\s*(?:,\s*(\d{1,4})\s*)?[)\]]`)

// pieceName matches a line that begins with the name of a piece.
var pieceName = lazyPattern(`^([A-Za-z_][A-Za-z\d_]*)\s*[:=]?\s*(.*)$`)

// maxPieces bounds the pieces of a file.
const maxPieces = 1000

// drawnPiece is a piece as a file draws it: its name, or "", and either the rows of its picture or its cells.
type drawnPiece struct {
	pieceName       string
	pictureRows     []string
	cellCoordinates [][]string
}

// piecesPuzzle converts drawings of pieces, which have one of three forms. (1) Pictures with blank lines between them,
// each with an optional name above; every character but a dot and a blank is a cell. (2) A line for each piece with a
// list of its cells, and an optional name. (3) A single picture with several letters, which is a board: the cells with
// a letter are a piece, and the pieces are packed into the board.
func piecesPuzzle(r *textReader) (string, error) {
	var pieces []drawnPiece
	var block []textLine
	for _, l := range append(r.readLines(), textLine{}) {
		cells := pieceCell().FindAllStringSubmatch(l.lineText, -1)
		if strings.TrimSpace(l.lineText) != "" && cells == nil {
			block = append(block, l)
			continue
		}
		if block != nil {
			pieces, block = append(pieces, pieceOfLines(block)), nil
		}
		if cells != nil {
			pieces = append(pieces, pieceOfCellList(r, l, cells))
		}
		if len(pieces) > maxPieces {
			r.reportFault(l.startOffset, len(l.lineText), "split the file", "the file has more than %d pieces",
				maxPieces)
		}
	}
	if len(pieces) == 0 {
		r.reportFault(0, len(r.inputText), "draw pieces with # and dots, with blank lines between them",
			"the file has no pieces")
	}
	if r.hasFault() {
		return "", r.faultError()
	}
	if letters := lettersOf(pieces[0].pictureRows); len(pieces) == 1 && pieces[0].pieceName == "" && len(letters) > 1 {
		return packingOfPicture(pieces[0].pictureRows, letters), nil
	}
	var out strings.Builder
	var names []string
	for k, p := range pieces {
		name := p.pieceName
		if name == "" {
			name = fmt.Sprintf("P%d", k+1)
		}
		for slices.Contains(names, name) {
			name += "_"
		}
		names = append(names, name)
		out.WriteString(p.pieceStatement(name))
	}
	fmt.Fprintf(&out, "set pieces = {%s}\n", strings.Join(names, ", "))
	return out.String(), nil
}

// pieceOfLines returns the piece that some lines draw. The first line is a name if the others draw with # or asterisks.
func pieceOfLines(block []textLine) (p drawnPiece) {
	for _, l := range block {
		p.pictureRows = append(p.pictureRows, l.lineText)
	}
	m := pieceName().FindStringSubmatch(strings.TrimSpace(p.pictureRows[0]))
	if below := strings.Join(p.pictureRows[1:], ""); m != nil && m[2] == "" && strings.ContainsAny(below, "#*") {
		p.pieceName, p.pictureRows = m[1], p.pictureRows[1:]
	}
	return p
}

// pieceOfCellList returns the piece of a line with cells.
func pieceOfCellList(r *textReader, l textLine, cells [][]string) (p drawnPiece) {
	text := strings.TrimSpace(l.lineText)
	if m := pieceName().FindStringSubmatch(text); m != nil {
		p.pieceName, text = m[1], m[2]
	}
	if rest := strings.Trim(pieceCell().ReplaceAllString(text, ""), " \t,;[]{}()"); rest != "" {
		r.reportFault(l.startOffset, len(l.lineText), "a list of cells is (0, 0) (0, 1) (1, 1)",
			"%q stands among cells", rest)
	}
	for _, m := range cells {
		numbers := slices.DeleteFunc(m[1:], func(n string) bool { return n == "" })
		if len(p.cellCoordinates) > 0 && len(numbers) != len(p.cellCoordinates[0]) ||
			slices.ContainsFunc(p.cellCoordinates, func(other []string) bool { return slices.Equal(other, numbers) }) {
			r.reportFault(l.startOffset, len(l.lineText),
				"each cell stands once, and has as many numbers as the others",
				"the cell %s does not go with the others", m[0])
			break
		}
		p.cellCoordinates = append(p.cellCoordinates, numbers)
	}
	return p
}

// pieceStatement returns the statement that declares the piece by a name.
func (p drawnPiece) pieceStatement(name string) string {
	if p.cellCoordinates == nil {
		return fmt.Sprintf("piece %s = \"\"\"\n%s\"\"\"\n", name,
			pictureOf(p.pictureRows, func(rune) bool { return true }))
	}
	lattice, places := "", []string{}
	if len(p.cellCoordinates[0]) == 3 {
		lattice = " on cube"
	}
	for _, numbers := range p.cellCoordinates {
		places = append(places, "("+strings.Join(numbers, ", ")+")")
	}
	return fmt.Sprintf("piece %s%s = %s\n", name, lattice, strings.Join(places, " "))
}

// pictureOf returns a picture of the cells for whose characters the function isMeant returns true.
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

// lettersOf returns the different characters of the cells of a picture, in the order of their first cells.
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

// packingOfPicture returns the packing of a picture whose letters are pieces. A piece whose letter is no valid name
// gets a name with a number.
func packingOfPicture(rows []string, letters []rune) string {
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
