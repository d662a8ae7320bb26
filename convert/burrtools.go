package convert

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"quadrille/compile/lattice"
)

// maxXML bounds the decompressed text of a BurrTools file, in bytes. The solutions that such a file stores may be long.
const maxXML = 12 << 20

// maxVoxels bounds the number of places in the box of one shape, and maxPlaces that of all shapes of a file together.
// maxPlaces also bounds the places in the drawn pictures, which are larger for balls since their layers lean.
const (
	maxVoxels = 100_000
	maxPlaces = 1_000_000
)

// burrFile holds the parts of a BurrTools file that are read.
type burrFile struct {
	CellGrid struct {
		Type int `xml:"type,attr"`
	} `xml:"gridType"`
	Colors   []struct{}    `xml:"colors>color"`
	Shapes   []burrShape   `xml:"shapes>voxel"`
	Problems []burrProblem `xml:"problems>problem"`
	Comment  string        `xml:"comment"`

	drawnPlaceCount int // number of places in the pictures that are drawn
}

// burrShape is a shape in a box of the given size. CellCharacters has a character for each cell of that box, in an
// order in which x varies fastest, then y, then z.
type burrShape struct {
	SizeX          int    `xml:"x,attr"`
	SizeY          int    `xml:"y,attr"`
	SizeZ          int    `xml:"z,attr"`
	Name           string `xml:"name,attr"`
	CellCharacters string `xml:",chardata"`
}

// burrProblem asks to build the target shape from copies of other shapes.
type burrProblem struct {
	Name        string       `xml:"name,attr"`
	PieceCopies []burrCopies `xml:"shapes>shape"`
	TargetShape *struct {
		ID int `xml:"id,attr"`
	} `xml:"result"`
	MaxHoles *int `xml:"maxHoles,attr"`
	// Pairs holds the colors of pieces, counted from 0, each with a color of the result on which it may lie.
	Pairs []struct {
		PieceColor  int `xml:"piece,attr"`
		ResultColor int `xml:"result,attr"`
	} `xml:"bitmap>pair"`
}

// burrCopies says how many copies of a shape a problem has: ExactCount, or between MinCount and MaxCount.
type burrCopies struct {
	ShapeID    int  `xml:"id,attr"`
	ExactCount int  `xml:"count,attr"`
	MinCount   *int `xml:"min,attr"`
	MaxCount   *int `xml:"max,attr"`
}

// burrGrids holds the grids of BurrTools that can be read, by the index that a file has for each: the lattice, and the
// function that returns the cell at a place of the grid, if there is one.
var burrGrids = []struct {
	lattice *lattice.Lattice
	cellAt  func(x, y, z int) (c lattice.Cell, ok bool)
}{
	{lattice.Cube, cellAtPlace},
	// in BurrTools, the prism at the origin points down
	{lattice.Prism, func(x, y, z int) (lattice.Cell, bool) { return cellAtPlace(x+1, y, z) }},
	{lattice.Balls, func(x, y, z int) (lattice.Cell, bool) {
		cube, _ := cellAtPlace(x, y, z)
		return lattice.CubeToBall(cube), (x+y+z)%2 == 0
	}},
}

func cellAtPlace(x, y, z int) (lattice.Cell, bool) {
	return lattice.Cell{int32(z), int32(y), int32(x)}, true
}

// burrPuzzle converts a file of BurrTools: XML, compressed by gzip or not.
func burrPuzzle(r *textReader) (string, error) {
	fail := func(hint, format string, args ...any) (string, error) {
		r.reportFault(0, 0, hint, format, args...)
		return "", r.faultError()
	}
	text := io.Reader(strings.NewReader(r.inputText))
	if strings.HasPrefix(r.inputText, "\x1f\x8b") {
		unzipped, err := gzip.NewReader(text)
		if err != nil {
			return fail("copy the file again", "the compressed file is damaged: %s", err)
		}
		text = unzipped
	}
	var file burrFile
	limited := &io.LimitedReader{R: text, N: maxXML}
	err := xml.NewDecoder(limited).Decode(&file)
	if err == nil {
		_, err = io.Copy(io.Discard, limited) // also checks the checksum at the end of the compressed data
	}
	switch {
	case limited.N <= 0:
		return fail("remove the solutions from the file", "the file has more than %d bytes when it is decompressed",
			maxXML)
	case err != nil:
		return fail("save the file again", "the file cannot be read as XML: %s", err)
	}
	const known = "puzzles of cubes, triangular prisms and balls can be read"
	switch others := []string{"rhombic tetrahedra", "tetrahedra and octahedra"}; {
	case file.CellGrid.Type < 0 || file.CellGrid.Type >= len(burrGrids)+len(others):
		return fail(known, "the grid of type %d is not known", file.CellGrid.Type)
	case file.CellGrid.Type >= len(burrGrids):
		return fail(known, "a puzzle of %s cannot be read", others[file.CellGrid.Type-len(burrGrids)])
	case len(file.Problems) == 0:
		return fail("add a problem to the file", "the file has shapes, and no problem")
	}
	places := 0
	for k, shape := range file.Shapes {
		if shape.SizeX < 1 || shape.SizeY < 1 || shape.SizeZ < 1 || shape.SizeX > maxSide || shape.SizeY > maxSide ||
			shape.SizeZ > maxSide ||
			shape.SizeX*shape.SizeY*shape.SizeZ > maxVoxels {
			return fail(burrHint, "shape %d has %d by %d by %d cells, which are too many",
				k+1, shape.SizeX, shape.SizeY, shape.SizeZ)
		}
		if places += shape.SizeX * shape.SizeY * shape.SizeZ; places > maxPlaces {
			return fail(burrHint, "the shapes have more than %d places in all", maxPlaces)
		}
	}
	for k := range file.Problems {
		if what := file.checkProblem(&file.Problems[k]); what != "" {
			return fail(burrHint, "problem %d: %s", k+1, what)
		}
	}
	puzzle, what := file.puzzleText()
	if what != "" {
		return fail(burrHint, "%s", what)
	}
	return puzzle, nil
}

const burrHint = "see docs/formats.md, which says what can be read"

// checkProblem describes what is wrong with a problem, or returns "".
func (f *burrFile) checkProblem(p *burrProblem) string {
	isShape := func(id int) bool { return id >= 0 && id < len(f.Shapes) }
	switch {
	case p.TargetShape == nil || !isShape(p.TargetShape.ID):
		return "there is no result"
	case p.MaxHoles != nil:
		return "a largest number of holes cannot be read"
	}
	for k := range p.PieceCopies {
		low, high := p.PieceCopies[k].copyRange()
		if !isShape(p.PieceCopies[k].ShapeID) || low < 0 || high > maxVoxels {
			return fmt.Sprintf("%d to %d copies of shape %d", low, high, p.PieceCopies[k].ShapeID+1)
		}
	}
	return ""
}

// copyRange returns the least and the greatest number of copies of the shape.
func (s *burrCopies) copyRange() (low, high int) {
	low, high = s.ExactCount, s.ExactCount
	if s.MinCount != nil {
		low = *s.MinCount
	}
	if s.MaxCount != nil {
		high = *s.MaxCount
	}
	return low, max(low, high)
}

// puzzleText returns the puzzle of all problems, and a description (what) of a part that the language cannot express,
// or "". Several problems become one puzzle with the parameter `problem`.
func (f *burrFile) puzzleText() (text, what string) {
	names := f.pieceNames()
	var out strings.Builder
	if title := f.Problems[0].Name; title != "" && len(f.Problems) == 1 {
		fmt.Fprintf(&out, "puzzle %s\n", quotedText(title))
	}
	if comment := strings.TrimSpace(f.Comment); comment != "" {
		fmt.Fprintf(&out, "about %s\n", quotedText(comment))
	}
	colors := &burrColors{}
	if len(f.Problems) == 1 {
		if colors, what = f.colorsOfProblem(&f.Problems[0]); what != "" {
			return "", what
		}
	}
	most := make([]int, len(f.Shapes)) // for each shape, its largest number of copies in any problem
	for k := range f.Problems {
		for i := range f.Problems[k].PieceCopies {
			s := &f.Problems[k].PieceCopies[i]
			_, high := s.copyRange()
			most[s.ShapeID] = max(most[s.ShapeID], high)
		}
	}
	var used []int
	for id, n := range most {
		if n == 0 {
			continue
		}
		used = append(used, id)
		cells, what := f.cellsOfShape(id)
		if what != "" {
			return "", what
		}
		for _, c := range cells {
			if c.isOptional {
				return "", fmt.Sprintf("shape %d is a piece, and has a cell that may be empty", id+1)
			}
		}
		if len(f.Problems) > 1 && hasColor(cells) {
			return "", severalWithColors
		}
		fmt.Fprintf(&out, "piece %s on %s = %s\n", names[id], f.lattice().Name, f.drawBurr(cells, colors.pieceColors))
	}
	if used == nil {
		return "", "the problem has no pieces"
	}
	if len(f.Problems) > 1 {
		what = f.writeProblems(&out, names, used)
		return out.String(), cmp.Or(what, f.describeLargePictures())
	}
	board, what := f.cellsOfShape(f.Problems[0].TargetShape.ID)
	if what != "" {
		return "", what
	}
	var set []string
	for _, id := range used {
		low, high := f.Problems[0].copyRangeOf(id)
		copies := ""
		if low < high {
			copies = fmt.Sprintf("%d..%d of ", low, high)
		} else if low > 1 {
			copies = fmt.Sprintf("%d of ", low)
		}
		set = append(set, copies+names[id])
	}
	fmt.Fprintf(&out, "board result on %s = %s\npack result with %s", f.lattice().Name,
		f.drawBurr(board, colors.resultColors), strings.Join(set, " + "))
	if len(colors.resultColors) > 0 {
		out.WriteString(" {\n  match colors\n}")
	}
	return out.String() + "\n", f.describeLargePictures()
}

// describeLargePictures describes the fault that the drawn pictures are too large together, or returns "".
func (f *burrFile) describeLargePictures() string {
	if f.drawnPlaceCount > maxPlaces {
		return fmt.Sprintf("the pictures of the shapes have more than %d places", maxPlaces)
	}
	return ""
}

const severalWithColors = "several problems and colors in one file cannot be read"

// burrColors are the characters that draw the colors of pieces and of the result. A color of pieces without a character
// may lie on every color of the result; on a color of the result without a character, every color of pieces may lie.
type burrColors struct{ pieceColors, resultColors map[int]byte }

// maxColors is the largest number of colors, as each color needs a character of colorSigns.
const (
	colorSigns = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	maxColors  = len(colorSigns) - 1
)

// colorsOfProblem returns the colors of a problem, as the language has them. Colors of the result that take the same
// colors of pieces become one color. In the language, a colored cell of a piece lies on one color of the result or on
// all colors. The returned description (what) names a color for which this does not hold.
func (f *burrFile) colorsOfProblem(p *burrProblem) (colors *burrColors, what string) {
	colors = &burrColors{map[int]byte{}, map[int]byte{}}
	result, what := f.cellsOfShape(p.TargetShape.ID)
	if what != "" || len(f.Colors) > maxColors {
		return nil, cmp.Or(what, "there are too many colors")
	}
	taken := map[int]string{} // for each color of the result, the colors of pieces that may lie on it
	for _, c := range result {
		if c.color > 0 && taken[c.color] == "" {
			takes := make([]byte, len(f.Colors))
			for _, pair := range p.Pairs {
				if pair.ResultColor == c.color-1 && pair.PieceColor >= 0 && pair.PieceColor < len(takes) {
					takes[pair.PieceColor] = 1
				}
			}
			taken[c.color] = string(takes)
		}
	}
	signs, takers := map[string]byte{}, []string{}
	for color := range len(f.Colors) {
		takes := taken[color+1]
		if strings.Contains(takes, "\x00") {
			if _, known := signs[takes]; !known {
				signs[takes] = colorSigns[len(takers)]
				takers = append(takers, takes)
			}
			colors.resultColors[color+1] = signs[takes]
		}
	}
	for color := range len(f.Colors) {
		var on []string
		for _, takes := range takers {
			if takes[color] == 1 {
				on = append(on, takes)
			}
		}
		switch len(on) {
		case len(takers): // lies on each color
		case 0:
			colors.pieceColors[color+1] = colorSigns[len(takers)]
		case 1:
			colors.pieceColors[color+1] = signs[on[0]]
		default:
			return nil, fmt.Sprintf("color %d of pieces lies on several colors of the result, and not on all", color+1)
		}
	}
	return colors, ""
}

func (f *burrFile) lattice() *lattice.Lattice { return burrGrids[f.CellGrid.Type].lattice }

// copyRangeOf returns the least and the greatest number of copies of a shape in a problem.
func (p *burrProblem) copyRangeOf(id int) (low, high int) {
	for k := range p.PieceCopies {
		if p.PieceCopies[k].ShapeID == id {
			l, h := p.PieceCopies[k].copyRange()
			low, high = low+l, high+h
		}
	}
	return low, high
}

// writeProblems writes several problems as one puzzle: tables with the copies and the cells of each problem, and a
// packing for the problem that the parameter `problem` selects.
func (f *burrFile) writeProblems(out *strings.Builder, names []string, used []int) (what string) {
	out.WriteString("param problem = 1\n")
	var least, most, cells [][]string
	for k := range f.Problems {
		p := &f.Problems[k]
		fmt.Fprintf(out, "// problem %d: %s\n", k+1, strings.Trim(quotedText(p.Name), `"`))
		var low, high []int
		for _, id := range used {
			l, h := p.copyRangeOf(id)
			low, high = append(low, l), append(high, h)
		}
		least, most = append(least, numbersAsWords(low...)), append(most, numbersAsWords(high...))
		result, what := f.cellsOfShape(p.TargetShape.ID)
		if what != "" {
			return what
		}
		if hasColor(result) {
			return severalWithColors
		}
		for _, c := range result {
			if c.isOptional {
				return fmt.Sprintf("the result of problem %d of several has a cell that may be empty", k+1)
			}
			cells = append(cells, numbersAsWords(k+1, int(c.at[0]), int(c.at[1]), int(c.at[2])))
		}
	}
	out.WriteString(tableText("least", least) + tableText("most", most) + tableText("cell", cells))
	var set []string
	for k, id := range used {
		set = append(set, fmt.Sprintf("(least[problem-1,%d])..(most[problem-1,%d]) of %s", k, k, names[id]))
	}
	out.WriteString("board result on " + f.lattice().Name +
		" = {(z, y, x) for p, z, y, x in rows of cell where p = problem}\n" +
		"pack result with " + strings.Join(set, " + ") + "\n")
	return ""
}

// burrCell is a cell of a shape: whether it may stay empty, and the index of its color, from 1, or 0 without a color.
type burrCell struct {
	at         lattice.Cell
	isOptional bool
	color      int
}

func hasColor(cells []burrCell) bool {
	return slices.ContainsFunc(cells, func(c burrCell) bool { return c.color > 0 })
}

// cellsOfShape returns the cells of a shape, with the corner of the shape at the origin. If the shape cannot be read,
// it returns a description of the reason (what).
func (f *burrFile) cellsOfShape(id int) (cells []burrCell, what string) {
	s, text := &f.Shapes[id], strings.TrimSpace(f.Shapes[id].CellCharacters)
	places := 0
	var all lattice.Shape
	for at := 0; at < len(text); places++ {
		c := burrCell{isOptional: text[at] == '+'}
		mark := text[at]
		for at++; at < len(text) && '0' <= text[at] && text[at] <= '9' && c.color <= maxColors; at++ {
			c.color = 10*c.color + int(text[at]-'0')
		}
		place, isCell := burrGrids[f.CellGrid.Type].cellAt(places%s.SizeX, places/s.SizeX%s.SizeY,
			places/(s.SizeX*s.SizeY))
		switch {
		case mark == '_':
			continue
		case mark != '#' && mark != '+':
			return nil, fmt.Sprintf("shape %d: a cell %q cannot be read", id+1, string(mark))
		case !isCell:
			return nil, fmt.Sprintf("shape %d: no cell of the grid is at place %d", id+1, places+1)
		case c.color > min(len(f.Colors), maxColors):
			return nil, fmt.Sprintf("shape %d: there is no color %d", id+1, c.color)
		}
		c.at = place
		cells, all = append(cells, c), append(all, place)
	}
	switch {
	case places != s.SizeX*s.SizeY*s.SizeZ:
		return nil, fmt.Sprintf("shape %d: %d characters stand for %d cells", id+1, places, s.SizeX*s.SizeY*s.SizeZ)
	case len(cells) == 0:
		return nil, fmt.Sprintf("shape %d has no cells", id+1)
	}
	shift := f.lattice().ShiftToOrigin(all)[0].Minus(all[0])
	for k := range cells {
		cells[k].at = cells[k].at.Plus(shift)
	}
	return cells, ""
}

// drawBurr returns the pictures of a shape, layer by layer. A character of the legend stands for a color, and either
// for cells or for optional cells, so colored cells that may stay empty have a picture of their own. It returns "" if
// the pictures of the file are too large.
func (f *burrFile) drawBurr(cells []burrCell, colors map[int]byte) string {
	var pictures []string
	for _, isOptional := range []bool{false, true} {
		part := slices.DeleteFunc(slices.Clone(cells), func(c burrCell) bool {
			return (c.isOptional && colors[c.color] != 0) != isOptional
		})
		if len(part) == 0 {
			continue
		}
		all := make(lattice.Shape, len(part))
		for k, c := range part {
			all[k] = c.at
		}
		_, last := all.BoundingBox()
		layers, rows, columns := int(last[0])+1, int(last[1])+1, int(last[2])+1
		if f.drawnPlaceCount += layers * rows * columns; f.drawnPlaceCount > maxPlaces {
			return ""
		}
		row := strings.Repeat(".", columns) + "\n"
		picture := []byte(strings.Repeat(strings.Repeat(row, rows)+"\n", layers))
		legend, seen := "", map[byte]bool{}
		for _, c := range part {
			sign := colors[c.color]
			switch {
			case sign != 0 && !seen[sign]:
				seen[sign] = true
				legend += fmt.Sprintf("%q %s ", string(sign),
					map[bool]string{false: "cell", true: "optional"}[isOptional])
			case sign != 0:
			case c.isOptional:
				sign = '?'
			default:
				sign = '#'
			}
			picture[int(c.at[0])*(rows*len(row)+1)+int(c.at[1])*len(row)+int(c.at[2])] = sign
		}
		if legend != "" {
			legend = "legend " + legend
		}
		pictures = append(pictures, fmt.Sprintf("%s\"\"\"\n%s\"\"\"", legend, bytes.TrimSuffix(picture, []byte("\n"))))
	}
	return strings.Join(pictures, " + ")
}

// pieceNames returns names of the language for all shapes: the name in the file if it is valid, or else one made of the
// shape's index.
func (f *burrFile) pieceNames() (names []string) {
	seen := map[string]bool{"result": true}
	for k, s := range f.Shapes {
		name := ""
		for _, c := range s.Name {
			if c == '_' || c < 128 && (unicode.IsLetter(c) || unicode.IsDigit(c)) {
				name += string(c)
			}
		}
		if name == "" || !unicode.IsUpper(rune(name[0])) || seen[name] {
			name = fmt.Sprintf("S%d", k+1)
		}
		for seen[name] {
			name += "_"
		}
		seen[name] = true
		names = append(names, name)
	}
	return names
}
