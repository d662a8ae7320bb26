package draw_test

import (
	"cmp"
	"encoding/xml"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quadrille"
)

// pageShape is an element of a picture, where it lies on the page.
type pageShape struct {
	tag, class, fill, text, anchor string
	x, y                           float64 // of texts and circles
	points                         [][2]float64
}

var numbers = regexp.MustCompile(`-?[0-9.]+`)

// seenCells lists what a reader sees of a picture: elements with their places on the page.
func seenCells(t *testing.T, name string) (all []pageShape, width, height float64) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../examples", name))
	if err != nil {
		t.Fatal(err)
	}
	return shownText(t, string(text))
}

// firstSolution returns a solution of a puzzle.
func firstSolution(t *testing.T, text string) quadrille.Solution {
	t.Helper()
	p, err := quadrille.Load("test.puz", []byte(text), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.First(t.Context(), quadrille.Search{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func shownText(t *testing.T, text string) (all []pageShape, width, height float64) {
	t.Helper()
	var svg strings.Builder
	if err := firstSolution(t, text).SVG(&svg); err != nil {
		t.Fatal(err)
	}
	shifts := [][2]float64{{}}
	decoder := xml.NewDecoder(strings.NewReader(svg.String()))
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return all, width, height
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			shift, s := shifts[len(shifts)-1], pageShape{tag: e.Name.Local}
			value := map[string]string{}
			for _, a := range e.Attr {
				value[a.Name.Local] = a.Value
			}
			number := func(key string) float64 { v, _ := strconv.ParseFloat(value[key], 64); return v }
			if s.tag == "svg" {
				width, height = number("width"), number("height")
			}
			if moved := numbers.FindAllString(value["transform"], 2); moved != nil {
				x, _ := strconv.ParseFloat(moved[0], 64)
				y, _ := strconv.ParseFloat(moved[1], 64)
				shift = [2]float64{shift[0] + x, shift[1] + y}
			}
			s.class, s.fill, s.anchor = value["class"], value["fill"], value["text-anchor"]
			s.x, s.y = shift[0]+number("x")+number("cx"), shift[1]+number("y")+number("cy")
			pairs := numbers.FindAllString(value["d"], -1)
			for k := 0; k+1 < len(pairs); k += 2 {
				x, _ := strconv.ParseFloat(pairs[k], 64)
				y, _ := strconv.ParseFloat(pairs[k+1], 64)
				s.points = append(s.points, [2]float64{shift[0] + x, shift[1] + y})
			}
			shifts, all = append(shifts, shift), append(all, s)
		case xml.EndElement:
			shifts = shifts[:len(shifts)-1]
		case xml.CharData:
			if text := strings.TrimSpace(string(e)); text != "" {
				all[len(all)-1].text = text
			}
		}
	}
}

// digitShapes are the numbers in cells, with their places.
func digitShapes(all []pageShape) (out []pageShape) {
	for _, s := range all {
		if s.tag == "text" && (s.class == "" || s.class == "given") {
			out = append(out, s)
		}
	}
	return out
}

func digitValue(s pageShape) int { n, _ := strconv.Atoi(s.text); return n }

// besideText returns the two digits that are nearest to a point.
func besideText(all []pageShape, x, y float64) (a, b pageShape) {
	list := digitShapes(all)
	// letters stand on a line below their middle
	away := func(s pageShape) float64 { return math.Hypot(s.x-x, s.y-7-y) }
	slices.SortFunc(list, func(a, b pageShape) int { return cmp.Compare(away(a), away(b)) })
	return list[0], list[1]
}

// insideText reports whether a point lies inside of a path of corners, if a ray meets it an odd number
// of times.
func insideText(points [][2]float64, x, y float64) (in bool) {
	for k, a := range points {
		b := points[(k+1)%len(points)]
		if (a[1] > y) != (b[1] > y) && x < a[0]+(y-a[1])*(b[0]-a[0])/(b[1]-a[1]) {
			in = !in
		}
	}
	return in
}

// TestCages: the text in the corner of a cage is the total of the digits inside the line of the cage, as a reader of
// the picture finds them.
func TestCages(t *testing.T) {
	for name, want := range map[string]int{"sudoku-variants/killer.puz": 29, "logic/kenken.puz": 13} {
		all, _, _ := seenCells(t, name)
		cages := 0
		for i, cage := range all {
			if cage.class != "cage" {
				continue
			}
			cages++
			var in []int
			for _, d := range digitShapes(all) {
				if insideText(cage.points, d.x, d.y-7) {
					in = append(in, digitValue(d))
				}
			}
			for k, other := range all {
				if k != i && other.class == "cage" && slices.ContainsFunc(cage.points,
					func(p [2]float64) bool { return insideText(other.points, p[0], p[1]) }) {
					t.Errorf("%s: the cage around %v goes into another one", name, in)
				}
			}
			k := slices.IndexFunc(all, func(s pageShape) bool {
				return s.class == "total" &&
					insideText(cage.points, s.x+4, s.y-2)
			})
			if k < 0 || !checkCount(all[k].text, in) {
				t.Errorf("%s: the cage around %v says %q", name, in, all[max(k, 0)].text)
			}
		}
		if cages != want {
			t.Errorf("%s has %d cages, want %d", name, cages, want)
		}
	}
}

// checkCount checks a total as kenken writes it.
func checkCount(total string, digits []int) bool {
	sum, product, most := 0, 1, 0
	for _, d := range digits {
		sum, product, most = sum+d, product*d, max(most, d)
	}
	want, _ := strconv.Atoi(strings.TrimRight(total, "×−÷"))
	switch {
	case len(digits) == 0:
		return false
	case strings.HasSuffix(total, "×"):
		return product == want
	case strings.HasSuffix(total, "−"):
		return most-(sum-most) == want
	case strings.HasSuffix(total, "÷"):
		return most*most == want*product
	}
	return sum == want
}

// TestMarksBetween: discs, letters and signs stand between digits that have the relation of the mark.
func TestMarksBetween(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for name, want := range map[string]int{"sudoku-variants/kropki.puz": 28, "sudoku-variants/greater-than.puz": 42,
		"logic/futoshiki.puz": 12, "sudoku-variants/xv.puz": 9} {
		all, _, _ := seenCells(t, name)
		marks := 0
		for _, m := range all {
			if m.class != "mark" {
				continue
			}
			marks++
			var holds bool
			switch {
			case m.points != nil: // the corner in the middle points at the lesser digit
				a, b := besideText(all, m.points[1][0], m.points[1][1])
				holds = digitValue(a) < digitValue(b)
			case m.text != "":
				a, b := besideText(all, m.x, m.y-5)
				holds = digitValue(a)+digitValue(b) == map[string]int{"X": 10, "V": 5}[m.text]
			default:
				a, b := besideText(all, m.x, m.y)
				p, q := digitValue(a), digitValue(b)
				holds = m.fill == "white" && max(p-q, q-p) == 1 || m.fill != "white" && (p == 2*q || q == 2*p)
			}
			if !holds {
				a, b := besideText(all, m.x, m.y)
				t.Errorf("%s: %q, %s, stands between %s and %s", name, m.text, m.fill, a.text, b.text)
			}
		}
		if marks != want {
			t.Errorf("%s has %d marks, want %d", name, marks, want)
		}
	}
}

// TestFigures: the digits below a thermometer ascend from its bulb, and those below an arrow add up to
// the one in its circle.
func TestFigures(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	along := func(all []pageShape, points [][2]float64) (found []int) {
		for _, p := range points {
			d, _ := besideText(all, p[0], p[1])
			found = append(found, digitValue(d))
		}
		return found
	}
	all, _, _ := seenCells(t, "sudoku-variants/thermo.puz")
	tubes := 0
	for i, s := range all {
		if s.class != "thermometer" || s.tag != "path" {
			continue
		}
		tubes++
		read := along(all, s.points)
		bulb := all[i+1]
		if !slices.IsSorted(read) || len(read) < 4 || bulb.class != s.class || bulb.x != s.points[0][0] ||
			bulb.y != s.points[0][1] {
			t.Errorf("a thermometer has %v, and its bulb is at %g, %g", read, bulb.x, bulb.y)
		}
	}
	all, _, _ = seenCells(t, "sudoku-variants/arrow.puz")
	arrows := 0
	for i, s := range all {
		if s.class != "arrow" || s.tag != "circle" {
			continue
		}
		arrows++
		sum := 0
		shaft := all[i+1].points
		for _, d := range along(all, shaft[1:len(shaft)-3]) { // without the end at the circle, and the tip
			sum += d
		}
		if total, _ := besideText(all, s.x, s.y); sum != digitValue(total) {
			t.Errorf("an arrow to %s has the sum %d", total.text, sum)
		}
	}
	if tubes != 7 || arrows != 7 {
		t.Errorf("%d thermometers and %d arrows, want 7 of each", tubes, arrows)
	}
}

// TestClues: clues stand in front of their lines, on the page, and are true of the digits there.
func TestClues(t *testing.T) {
	for _, name := range []string{"logic/nonogram.puz", "logic/kakuro.puz", "logic/skyscrapers.puz"} {
		all, width, height := seenCells(t, name)
		across, down := 0, 0 // sums of the digits to the left and above
		for _, s := range all {
			if s.class != "clue" {
				continue
			}
			if s.x < 0 || s.x > width || s.y-10 < 0 || s.y > height {
				t.Errorf("%s: %q at %g, %g is off a page of %g by %g", name, s.text, s.x, s.y, width, height)
			}
			for word := range strings.FieldsSeq(s.text) {
				n, _ := strconv.Atoi(word)
				if s.anchor == "end" {
					across += n
				} else {
					down += n
				}
			}
		}
		sum := 0
		for _, s := range all {
			if s.class == "black" {
				sum++
			}
		}
		for _, d := range digitShapes(all) {
			sum += digitValue(d)
		}
		if name == "logic/skyscrapers.puz" {
			if across+down != 5+3+1+3+3+3 {
				t.Errorf("%s has clues of %d", name, across+down)
			}
		} else if across != sum || down != sum {
			t.Errorf("%s: clues of %d across and %d down, and the cells have %d", name, across, down, sum)
		}
	}
}

// TestCluesSideBySide: where several rules have clues at one edge, no clue covers another one, and each is on the page.
func TestCluesSideBySide(t *testing.T) {
	for text, want := range map[string]int{
		`board b on square = 1x3
		fill b with "_a" { runs rows "1 1" count "a" rows "2" }`: 2,
		`latin 3 {
			sees left "2, ., ." right "2, ., 2" top "2, ., 2" bottom "1, ., 2"
			count "1" rows "1,1,1" columns "1,1,1"
			count "2" rows "1,.,1" columns "1,1,1"
			sees right "., ., 2"
		}`: 19,
	} {
		all, width, height := shownText(t, text)
		var boxes [][4]float64
		for _, s := range all {
			if s.class != "clue" {
				continue
			}
			wide := 8 * float64(len([]rune(s.text)))
			left := s.x - map[string]float64{"start": 0, "middle": wide / 2, "end": wide}[s.anchor]
			boxes = append(boxes, [4]float64{left, s.y - 10, left + wide, s.y})
		}
		for i, a := range boxes {
			if a[0] < 0 || a[1] < 0 || a[2] > width || a[3] > height {
				t.Errorf("a clue at %v is off a page of %g by %g", a, width, height)
			}
			for _, b := range boxes[:i] {
				if a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3] {
					t.Errorf("a clue at %v covers one at %v", a, b)
				}
			}
		}
		if len(boxes) != want {
			t.Errorf("%d clues, want %d: %s", len(boxes), want, text)
		}
	}
}

// TestCluesBesideHoles: a clue stands directly in front of its line, even if the second cell of the line is a hole.
func TestCluesBesideHoles(t *testing.T) {
	all, _, _ := shownText(t, `board b on square = 3x3 - (0, 1) - (1, 2)
		fill b with "_a" { count "a" rows "1, 1, 1" columns "1, 1, 1" }`)
	beside, above := map[float64]int{}, map[float64]int{}
	for _, s := range all {
		if s.class == "clue" && s.anchor == "end" {
			beside[s.x]++
		} else if s.class == "clue" {
			above[s.y]++
		}
	}
	if len(beside) != 1 || len(above) != 2 { // the clue of the second column stands in the hole
		t.Errorf("clues stand at %v at the left, and at %v above", beside, above)
	}
}

// TestNumbersInLoops: in a slitherlink, each number is the number of sticks of the loop around it.
func TestNumbersInLoops(t *testing.T) {
	all, _, _ := seenCells(t, "logic/slitherlink.puz")
	var loop pageShape
	clues := 0
	for _, s := range all {
		if s.tag == "path" && len(s.points) > len(loop.points) && s.class == "" {
			loop = s
		}
	}
	for _, s := range all {
		if s.class != "clue" {
			continue
		}
		clues++
		sticks := 0
		for k := 0; k+1 < len(loop.points); k += 2 {
			a, b := loop.points[k], loop.points[k+1]
			if math.Hypot((a[0]+b[0])/2-s.x, (a[1]+b[1])/2-(s.y-7)) < 21 {
				sticks++
			}
		}
		if strconv.Itoa(sticks) != s.text {
			t.Errorf("around the number %s at %g, %g run %d sticks", s.text, s.x, s.y, sticks)
		}
	}
	if clues != 15 {
		t.Errorf("%d numbers, want 15", clues)
	}
}

// TestMarksInText: marks stand between digits that have the relation of the mark, in characters as well.
func TestMarksInText(t *testing.T) {
	holds := map[rune]func(a, b int) bool{
		'o': func(a, b int) bool { return max(a-b, b-a) == 1 },
		'*': func(a, b int) bool { return a == 2*b || b == 2*a },
		'<': func(a, b int) bool { return a < b }, '^': func(a, b int) bool { return a < b },
		'>': func(a, b int) bool { return a > b }, 'v': func(a, b int) bool { return a > b },
	}
	for name, want := range map[string]int{"sudoku-variants/kropki.puz": 28, "sudoku-variants/greater-than.puz": 42,
		"logic/futoshiki.puz": 12} {
		text, err := os.ReadFile(filepath.Join("../../examples", name))
		if err != nil {
			t.Fatal(err)
		}
		var lines [][]rune
		for line := range strings.Lines(firstSolution(t, string(text)).String()) {
			lines = append(lines, []rune(line))
		}
		at := func(line, column int) int { n, _ := strconv.Atoi(string(lines[line][column])); return n }
		marks := 0
		for i, line := range lines {
			for k, char := range line {
				if holds[char] == nil {
					continue
				}
				marks++
				a, b := at(i, k-2), at(i, k+2)
				if i%2 == 0 { // between two lines of digits
					a, b = at(i-1, k), at(i+1, k)
				}
				if a == 0 || b == 0 || !holds[char](a, b) {
					t.Errorf("%s: %c stands between %d and %d", name, char, a, b)
				}
			}
		}
		if marks != want {
			t.Errorf("%s has %d marks, want %d", name, marks, want)
		}
	}
}

// TestRegionsOfMen: the walls of a star battle part the board into regions, each with a star, in
// characters and in a picture.
func TestRegionsOfMen(t *testing.T) {
	text, err := os.ReadFile("../../examples/logic/star-battle.puz")
	if err != nil {
		t.Fatal(err)
	}
	var lines [][]rune
	for line := range strings.Lines(firstSolution(t, string(text)).String()) {
		lines = append(lines, []rune(line))
	}
	region := map[[2]int]int{} // of cells, and blanks between them
	var fill func(line, column, n int)
	fill = func(line, column, n int) {
		if region[[2]int{line, column}] > 0 || strings.ContainsRune("─│┌┐└┘├┤┬┴┼", lines[line][column]) {
			return
		}
		region[[2]int{line, column}] = n
		for _, step := range [][2]int{{0, 2}, {0, -2}, {1, 0}, {-1, 0}} {
			fill(line+step[0], column+step[1], n)
		}
	}
	stars := map[int]int{}
	regions := 0
	for i := 1; i < 17; i += 2 {
		for k := 2; k < 33; k += 4 {
			if region[[2]int{i, k}] == 0 {
				regions++
				fill(i, k, regions)
			}
			if lines[i][k] == 'S' {
				stars[region[[2]int{i, k}]]++
			}
		}
	}
	if regions != 8 || len(stars) != 8 {
		t.Errorf("%d regions, stars %v", regions, stars)
	}
	all, _, _ := seenCells(t, "logic/star-battle.puz")
	if n := len(slices.DeleteFunc(all, func(s pageShape) bool { return s.text != "S" || s.fill != "white" })); n != 8 {
		t.Errorf("%d stars are drawn", n)
	}
}
