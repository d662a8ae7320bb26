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

// maxXML bounds the text of a file of BurrTools when it is decompressed, in bytes. The solutions that such a file keeps
// may be long.
const maxXML = 12 << 20

// maxVoxels bounds the places of a shape, in cells of its box, and maxPlaces those of all shapes of a file, also of the
// pictures that are drawn of them: the layers of balls lean, so their boxes are larger.
const (
	maxVoxels = 100_000
	maxPlaces = 1_000_000
)

// burrFile is what is read of a file of BurrTools.
type burrFile struct {
	Grid struct {
		Type int `xml:"type,attr"`
	} `xml:"gridType"`
	Colors   []struct{}    `xml:"colors>color"`
	Shapes   []burrShape   `xml:"shapes>voxel"`
	Problems []burrProblem `xml:"problems>problem"`
	Comment  string        `xml:"comment"`

	drawnPlaces int // places of the pictures that are drawn
}

// burrShape is a shape in a box. Its characters stand for places: x runs fastest, then y, then z. Digits behind a
// character are the color of the cell, from 1.
type burrShape struct {
	X    int    `xml:"x,attr"`
	Y    int    `xml:"y,attr"`
	Z    int    `xml:"z,attr"`
	Name string `xml:"name,attr"`
	Text string `xml:",chardata"`
}

// burrProblem is a shape that is to be made of others.
type burrProblem struct {
	Name   string       `xml:"name,attr"`
	Shapes []burrCopies `xml:"shapes>shape"`
	Result *struct {
		ID int `xml:"id,attr"`
	} `xml:"result"`
	Holes *int `xml:"maxHoles,attr"`
	// Pairs are the colors of pieces, from 0, and the colors of the result on which they may lie.
	Pairs []struct {
		Piece  int `xml:"piece,attr"`
		Result int `xml:"result,attr"`
	} `xml:"bitmap>pair"`
}

// burrCopies is how many copies of a shape a problem has: so many, or from the least number to the greatest.
type burrCopies struct {
	ID    int  `xml:"id,attr"`
	Count int  `xml:"count,attr"`
	Min   *int `xml:"min,attr"`
	Max   *int `xml:"max,attr"`
}

// burrGrids are the grids that are read, by their number: the lattice, and the cell at a place of the grid, if there is
// one.
var burrGrids = []struct {
	lattice *lattice.Lattice
	cellAt  func(x, y, z int) (c lattice.Cell, ok bool)
}{
	{lattice.Cube, cellAtPlace},
	{}, // triangular prisms
	{lattice.Balls, func(x, y, z int) (lattice.Cell, bool) {
		cube, _ := cellAtPlace(x, y, z)
		return lattice.CubeToBall(cube), (x+y+z)%2 == 0
	}},
}

func cellAtPlace(x, y, z int) (lattice.Cell, bool) {
	return lattice.Cell{int32(z), int32(y), int32(x)}, true
}

// burrPuzzle converts a file of BurrTools: XML, compressed by gzip or not.
func burrPuzzle(r *reader) (string, error) {
	fail := func(hint, format string, args ...any) (string, error) {
		r.fail(0, 0, hint, format, args...)
		return "", r.err()
	}
	text := io.Reader(strings.NewReader(r.text))
	if strings.HasPrefix(r.text, "\x1f\x8b") {
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
		_, err = io.Copy(io.Discard, limited) // the sum at the end of what is compressed is checked as well
	}
	switch {
	case limited.N <= 0:
		return fail("remove the solutions from the file", "the file has more than %d bytes when it is decompressed",
			maxXML)
	case err != nil:
		return fail("save the file again", "the file cannot be read as XML: %s", err)
	}
	grids := []string{"cubes", "triangular prisms", "balls", "rhombic tetrahedra", "tetrahedra and octahedra"}
	const known = "puzzles of cubes and of balls can be read"
	switch {
	case file.Grid.Type < 0 || file.Grid.Type >= len(grids):
		return fail(known, "the grid of type %d is not known", file.Grid.Type)
	case file.Grid.Type >= len(burrGrids) || burrGrids[file.Grid.Type].lattice == nil:
		return fail(known, "a puzzle of %s cannot be read", grids[file.Grid.Type])
	case len(file.Problems) == 0:
		return fail("add a problem to the file", "the file has shapes, and no problem")
	}
	places := 0
	for k, shape := range file.Shapes {
		if shape.X < 1 || shape.Y < 1 || shape.Z < 1 || shape.X > maxSide || shape.Y > maxSide || shape.Z > maxSide ||
			shape.X*shape.Y*shape.Z > maxVoxels {
			return fail(burrHint, "shape %d has %d by %d by %d cells, which are too many",
				k+1, shape.X, shape.Y, shape.Z)
		}
		if places += shape.X * shape.Y * shape.Z; places > maxPlaces {
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

// checkProblem returns what is wrong with a problem, or "".
func (f *burrFile) checkProblem(p *burrProblem) string {
	isShape := func(id int) bool { return id >= 0 && id < len(f.Shapes) }
	switch {
	case p.Result == nil || !isShape(p.Result.ID):
		return "there is no result"
	case p.Holes != nil:
		return "a largest number of holes cannot be read"
	}
	for k := range p.Shapes {
		low, high := p.Shapes[k].copies()
		if !isShape(p.Shapes[k].ID) || low < 0 || high > maxVoxels {
			return fmt.Sprintf("%d to %d copies of shape %d", low, high, p.Shapes[k].ID+1)
		}
	}
	return ""
}

// copies returns how many copies of a shape there may be.
func (s *burrCopies) copies() (low, high int) {
	low, high = s.Count, s.Count
	if s.Min != nil {
		low = *s.Min
	}
	if s.Max != nil {
		high = *s.Max
	}
	return low, max(low, high)
}

// puzzleText returns the puzzle of all problems, and says what cannot be said. Several problems become one with the
// parameter problem.
func (f *burrFile) puzzleText() (text, what string) {
	names := f.pieceNames()
	var out strings.Builder
	if title := f.Problems[0].Name; title != "" && len(f.Problems) == 1 {
		fmt.Fprintf(&out, "puzzle %s\n", quoted(title))
	}
	if comment := strings.TrimSpace(f.Comment); comment != "" {
		fmt.Fprintf(&out, "about %s\n", quoted(comment))
	}
	colors := &burrColors{}
	if len(f.Problems) == 1 {
		if colors, what = f.colorsOf(&f.Problems[0]); what != "" {
			return "", what
		}
	}
	most := make([]int, len(f.Shapes)) // copies of each shape in any problem
	for k := range f.Problems {
		for i := range f.Problems[k].Shapes {
			s := &f.Problems[k].Shapes[i]
			_, high := s.copies()
			most[s.ID] = max(most[s.ID], high)
		}
	}
	var used []int
	for id, n := range most {
		if n == 0 {
			continue
		}
		used = append(used, id)
		cells, what := f.cellsOf(id)
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
	board, what := f.cellsOf(f.Problems[0].Result.ID)
	if what != "" {
		return "", what
	}
	var set []string
	for _, id := range used {
		low, high := f.Problems[0].copiesOf(id)
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

// describeLargePictures returns what is wrong if the pictures that were drawn are too large.
func (f *burrFile) describeLargePictures() string {
	if f.drawnPlaces > maxPlaces {
		return fmt.Sprintf("the pictures of the shapes have more than %d places", maxPlaces)
	}
	return ""
}

const severalWithColors = "several problems and colors in one file cannot be read"

// burrColors are the characters that draw the colors of pieces and of the result. A color without one lies on each
// color, or each color lies on it.
type burrColors struct{ pieceColors, resultColors map[int]byte }

// maxColors is the largest number of colors, each of which is drawn by a character.
const (
	colorSigns = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	maxColors  = len(colorSigns) - 1
)

// colorsOf returns the colors of a problem. Colors of the result that take the same colors of pieces are one color of
// the language. There a cell with a color lies on one color alone, or on all, and what differs from that is returned.
func (f *burrFile) colorsOf(p *burrProblem) (colors *burrColors, what string) {
	colors = &burrColors{map[int]byte{}, map[int]byte{}}
	result, what := f.cellsOf(p.Result.ID)
	if what != "" || len(f.Colors) > maxColors {
		return nil, cmp.Or(what, "there are too many colors")
	}
	taken := map[int]string{} // by color of the result: the colors of pieces that it takes
	for _, c := range result {
		if c.color > 0 && taken[c.color] == "" {
			takes := make([]byte, len(f.Colors))
			for _, pair := range p.Pairs {
				if pair.Result == c.color-1 && pair.Piece >= 0 && pair.Piece < len(takes) {
					takes[pair.Piece] = 1
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

func (f *burrFile) lattice() *lattice.Lattice { return burrGrids[f.Grid.Type].lattice }

// copiesOf returns how many copies of a shape a problem has.
func (p *burrProblem) copiesOf(id int) (low, high int) {
	for k := range p.Shapes {
		if p.Shapes[k].ID == id {
			l, h := p.Shapes[k].copies()
			low, high = low+l, high+h
		}
	}
	return low, high
}

// writeProblems writes tables with the copies of the pieces and the cells of several problems, and the packing of the
// problem that the parameter `problem` selects.
func (f *burrFile) writeProblems(out *strings.Builder, names []string, used []int) (what string) {
	out.WriteString("param problem = 1\n")
	var least, most, cells [][]string
	for k := range f.Problems {
		p := &f.Problems[k]
		fmt.Fprintf(out, "// problem %d: %s\n", k+1, strings.Trim(quoted(p.Name), `"`))
		var low, high []int
		for _, id := range used {
			l, h := p.copiesOf(id)
			low, high = append(low, l), append(high, h)
		}
		least, most = append(least, words(low...)), append(most, words(high...))
		result, what := f.cellsOf(p.Result.ID)
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
			cells = append(cells, words(k+1, int(c.at[0]), int(c.at[1]), int(c.at[2])))
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

// burrCell is a cell of a shape: whether it may stay empty, and its color, from 1; 0 for none.
type burrCell struct {
	at         lattice.Cell
	isOptional bool
	color      int
}

func hasColor(cells []burrCell) bool {
	return slices.ContainsFunc(cells, func(c burrCell) bool { return c.color > 0 })
}

// cellsOf returns the cells of a shape, with its corner at the origin, and says what cannot be read.
func (f *burrFile) cellsOf(id int) (cells []burrCell, what string) {
	s, text := &f.Shapes[id], strings.TrimSpace(f.Shapes[id].Text)
	places := 0
	var all lattice.Shape
	for at := 0; at < len(text); places++ {
		c := burrCell{isOptional: text[at] == '+'}
		mark := text[at]
		for at++; at < len(text) && '0' <= text[at] && text[at] <= '9' && c.color <= maxColors; at++ {
			c.color = 10*c.color + int(text[at]-'0')
		}
		place, isCell := burrGrids[f.Grid.Type].cellAt(places%s.X, places/s.X%s.Y, places/(s.X*s.Y))
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
	case places != s.X*s.Y*s.Z:
		return nil, fmt.Sprintf("shape %d: %d characters stand for %d cells", id+1, places, s.X*s.Y*s.Z)
	case len(cells) == 0:
		return nil, fmt.Sprintf("shape %d has no cells", id+1)
	}
	shift := f.lattice().ShiftToOrigin(all)[0].Minus(all[0])
	for k := range cells {
		cells[k].at = cells[k].at.Plus(shift)
	}
	return cells, ""
}

// drawBurr returns the pictures of a shape, layer by layer. A color is drawn by its character; so cells with a color
// that may stay empty have a picture of their own. It returns "" if the pictures of the file are too large.
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
		if f.drawnPlaces += layers * rows * columns; f.drawnPlaces > maxPlaces {
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
				legend += fmt.Sprintf("%q %s ", string(sign), map[bool]string{false: "cell", true: "optional"}[isOptional])
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

// pieceNames returns names of the language for all shapes: their own as far as they are such names, or their numbers.
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
