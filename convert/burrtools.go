package convert

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// maxXML bounds the text of a file of BurrTools when it is decompressed, in bytes. The solutions that such a file keeps
// may be long.
const maxXML = 12 << 20

// maxVoxels bounds the places of a shape, in cells of its box, and of all shapes of a file.
const maxVoxels = 100_000

// burrFile is what is read of a file of BurrTools.
type burrFile struct {
	Grid struct {
		Type int `xml:"type,attr"`
	} `xml:"gridType"`
	Shapes   []burrShape   `xml:"shapes>voxel"`
	Problems []burrProblem `xml:"problems>problem"`
	Comment  string        `xml:"comment"`
}

// burrShape is a shape in a box. Its characters stand for places: x runs fastest, then y, then z.
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
}

// burrCopies is how many copies of a shape a problem has: so many, or from the least number to the greatest.
type burrCopies struct {
	ID    int  `xml:"id,attr"`
	Count int  `xml:"count,attr"`
	Min   *int `xml:"min,attr"`
	Max   *int `xml:"max,attr"`
}

// burrPuzzle converts a file of BurrTools with problems on cubes: XML, compressed by gzip or not.
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
	switch {
	case limited.N <= 0:
		return fail("remove the solutions from the file", "the file has more than %d bytes when it is decompressed",
			maxXML)
	case err != nil:
		return fail("save the file again", "the file cannot be read as XML: %s", err)
	}
	grids := []string{"cubes", "triangular prisms", "balls", "rhombic tetrahedra", "tetrahedra and octahedra"}
	switch {
	case file.Grid.Type > 0 && file.Grid.Type < len(grids):
		return fail("puzzles of cubes can be read", "a puzzle of %s cannot be read", grids[file.Grid.Type])
	case file.Grid.Type != 0:
		return fail("puzzles of cubes can be read", "the grid of type %d is not known", file.Grid.Type)
	case len(file.Problems) == 0:
		return fail("add a problem to the file", "the file has shapes, and no problem")
	}
	for k, shape := range file.Shapes {
		if shape.X < 1 || shape.Y < 1 || shape.Z < 1 || shape.X > maxSide || shape.Y > maxSide || shape.Z > maxSide ||
			shape.X*shape.Y*shape.Z > maxVoxels {
			return fail(burrHint, "shape %d has %d by %d by %d cells, which are too many",
				k+1, shape.X, shape.Y, shape.Z)
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
		layers, what := f.Shapes[id].layers("#")
		if what != "" {
			return "", fmt.Sprintf("shape %d: %s", id+1, what)
		}
		fmt.Fprintf(&out, "piece %s on cube = \"\"\"\n%s\"\"\"\n", names[id], layers)
	}
	if used == nil {
		return "", "the problem has no pieces"
	}
	if len(f.Problems) > 1 {
		what = f.writeProblems(&out, names, used)
		return out.String(), what
	}
	board, what := f.Shapes[f.Problems[0].Result.ID].layers("#+")
	if what != "" {
		return "", "the result: " + what
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
	fmt.Fprintf(&out, "board result on cube = \"\"\"\n%s\"\"\"\npack result with %s\n", board, strings.Join(set, " + "))
	return out.String(), ""
}

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
		result := &f.Shapes[p.Result.ID]
		if _, what := result.layers("#"); what != "" {
			return fmt.Sprintf("the result of problem %d of several: %s", k+1, what)
		}
		for i, c := range strings.TrimSpace(result.Text) {
			if c == '#' {
				cells = append(cells, words(k+1, i/(result.X*result.Y), i/result.X%result.Y, i%result.X))
			}
		}
	}
	out.WriteString(tableText("least", least) + tableText("most", most) + tableText("cell", cells))
	var set []string
	for k, id := range used {
		set = append(set, fmt.Sprintf("(least[problem-1,%d])..(most[problem-1,%d]) of %s", k, k, names[id]))
	}
	out.WriteString("board result on cube = {(z, y, x) for p, z, y, x in rows of cell where p = problem}\n" +
		"pack result with " + strings.Join(set, " + ") + "\n")
	return ""
}

// layers returns the picture of a shape: its layers by z, with blank lines between them. A + is a cell that may stay
// empty. It says what cannot be drawn.
func (s *burrShape) layers(allowed string) (picture, what string) {
	text := []byte(strings.TrimSpace(s.Text))
	if bytes.ContainsAny(text, "0123456789") {
		return "", "cells with colors cannot be read"
	}
	if len(text) != s.X*s.Y*s.Z {
		return "", fmt.Sprintf("%d characters stand for %d cells", len(text), s.X*s.Y*s.Z)
	}
	var out strings.Builder
	for k, c := range text {
		switch {
		case c == '_':
			out.WriteByte('.')
		case strings.IndexByte(allowed, c) < 0:
			return "", fmt.Sprintf("a cell %q cannot be read", string(c))
		case c == '+':
			out.WriteByte('?')
		default:
			out.WriteByte('#')
		}
		if (k+1)%s.X == 0 {
			out.WriteByte('\n')
		}
		if (k+1)%(s.X*s.Y) == 0 && k+1 < len(text) {
			out.WriteByte('\n')
		}
	}
	if !bytes.ContainsAny(text, "#+") {
		return "", "the shape has no cells"
	}
	return out.String(), ""
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
