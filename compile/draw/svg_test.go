package draw_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/runtime/matrix/matrixtest"
)

// document draws a picture as SVG.
func document(t *testing.T, p draw.Picture) string {
	t.Helper()
	var b bytes.Buffer
	if err := draw.WriteSVG(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// element is an element of a document that has been read: its attributes, the
// text in it, and where the groups around it put it.
type element struct {
	name, text string
	attributes map[string]string
	groups     []string // the classes of the groups around it
	place      transform
}

// transform is a shift and a scale.
type transform struct{ x, y, scale float64 }

func (t transform) apply(p xy) xy { return xy{t.x + t.scale*p.x, t.y + t.scale*p.y} }

type xy struct{ x, y float64 }

// read parses a document. It must be well formed.
func read(t *testing.T, document string) []*element {
	t.Helper()
	var all, open []*element
	root := &element{place: transform{scale: 1}}
	open = append(open, root)
	for d := xml.NewDecoder(strings.NewReader(document)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, document)
		}
		inner := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			e := newElement(t, inner, token)
			all, open = append(all, e), append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			inner.text += string(token)
		}
	}
}

func newElement(t *testing.T, around *element, start xml.StartElement) *element {
	t.Helper()
	e := &element{name: start.Name.Local, attributes: map[string]string{}, place: around.place}
	e.groups = append(e.groups, around.groups...)
	for _, a := range start.Attr {
		e.attributes[a.Name.Local] = a.Value
	}
	if class := e.attributes["class"]; class != "" {
		e.groups = append(e.groups, strings.Fields(class)...)
	}
	if s := e.attributes["transform"]; s != "" {
		var move transform
		if _, err := fmt.Sscanf(s, "translate(%f,%f) scale(%f)", &move.x, &move.y, &move.scale); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		corner := e.place.apply(xy{move.x, move.y})
		e.place = transform{corner.x, corner.y, e.place.scale * move.scale}
	}
	return e
}

func (e *element) number(t *testing.T, attribute string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(e.attributes[attribute], 64)
	if err != nil {
		t.Fatalf("%s of %s: %v", attribute, e.name, err)
	}
	return v
}

// within returns the elements inside groups of a class, or with that class.
func within(all []*element, name, class string) []*element {
	var out []*element
	for _, e := range all {
		if e.name == name && (class == "" || slices.Contains(e.groups, class)) {
			out = append(out, e)
		}
	}
	return out
}

var coordinates = regexp.MustCompile(`[ML](-?[0-9.]+),(-?[0-9.]+)`)

// points returns the points of a path, in the coordinates of its group.
func (e *element) points() []xy {
	var out []xy
	for _, m := range coordinates.FindAllStringSubmatch(e.attributes["d"], -1) {
		x, _ := strconv.ParseFloat(m[1], 64)
		y, _ := strconv.ParseFloat(m[2], 64)
		out = append(out, xy{x, y})
	}
	return out
}

// lines returns the total length of the lines of paths, in sides of the given length.
func lines(paths []*element, side float64) int {
	length := 0.0
	for _, e := range paths {
		points := e.points()
		for i := 0; i+1 < len(points); i += 2 {
			length += math.Hypot(points[i+1].x-points[i].x, points[i+1].y-points[i].y)
		}
	}
	return int(math.Round(length / side))
}

// TestWalls measures the lines of pictures: a wall for each side that divides two
// pieces or lies on the rim, a thin line for each other side of two cells.
func TestWalls(t *testing.T) {
	for _, board := range boards() {
		if board.lattice.StickEnds != nil || board.lattice == lattice.Balls {
			continue
		}
		for seed := range uint64(matrixtest.RandomRounds(5, 20)) {
			p := packing(board, seed)
			walls, thin := countSides(p)
			all := read(t, document(t, p))
			if uneven := []*lattice.Lattice{lattice.Tetrakis, lattice.Kite, lattice.Drafter,
				lattice.Cairo}; slices.Contains(uneven, board.lattice) {
				walls, thin := measureSides(p)
				n, m := float64(lines(within(all, "path", "walls"), 1)), float64(lines(within(all, "path", "thin"), 1))
				if math.Abs(n-walls) > 3 || math.Abs(m-thin) > 3 {
					t.Fatalf("%s: walls of %v and thin lines of %v, want %v and %v", p.Lattice.Name, n, m, walls, thin)
				}
				continue
			}
			side := 40.0 // of a square or a triangle
			if board.lattice == lattice.Hexagon {
				side /= math.Sqrt(3) // as wide as a square
			}
			if n := lines(within(all, "path", "walls"), side); n != walls {
				t.Fatalf("%s: %d walls, want %d", p.Lattice.Name, n, walls)
			}
			if n := lines(within(all, "path", "thin"), side); n != thin {
				t.Fatalf("%s: %d thin lines, want %d", p.Lattice.Name, n, thin)
			}
		}
	}
}

// TestBalls: each ball is drawn in ink and in color. A neck, also drawn in both, joins each two balls of a piece that
// touch in a layer.
func TestBalls(t *testing.T) {
	for _, board := range boards() {
		if board.lattice != lattice.Balls {
			continue
		}
		for seed := range uint64(matrixtest.RandomRounds(5, 20)) {
			p := packing(board, seed)
			necks := 0
			for _, piece := range p.Pieces {
				for _, c := range piece.Cells {
					for _, d := range piece.Cells {
						if step := d.Minus(c); step == (lattice.Cell{0, 0, 1}) || step == (lattice.Cell{0, 1, 0}) {
							necks++
						}
					}
				}
			}
			all := read(t, document(t, p))
			if n := len(within(all, "circle", "ball")); n != 2*len(p.BoardCells) {
				t.Errorf("%d circles for %d balls", n, len(p.BoardCells))
			}
			n := 0
			for _, e := range within(all, "path", "necks") {
				n += strings.Count(e.attributes["d"], "M")
			}
			if n != 2*necks {
				t.Errorf("%d lines for %d necks", n, necks)
			}
		}
	}
}

// measureSides adds up the lengths of sides that differ from cell to cell. Each side of two cells is met twice.
func measureSides(p draw.Picture) (walls, thin float64) {
	on := map[lattice.Cell]int{}
	for i, piece := range p.Pieces {
		for _, c := range piece.Cells {
			on[c] = i + 1
		}
	}
	for _, c := range p.BoardCells {
		corners := p.Lattice.CellOutline(c)
		for i, from := range corners {
			to := corners[(i+1)%len(corners)]
			length := 40 * math.Hypot(float64(to.X-from.X)*p.Lattice.PlaneScale[0],
				float64(to.Y-from.Y)*p.Lattice.PlaneScale[1])
			beside := slices.IndexFunc(p.BoardCells, func(d lattice.Cell) bool {
				outline := p.Lattice.CellOutline(d)
				return d != c && slices.Contains(outline, from) && slices.Contains(outline, to)
			})
			switch {
			case beside < 0:
				walls += length
			case on[p.BoardCells[beside]] != on[c]:
				walls += length / 2
			default:
				thin += length / 2
			}
		}
	}
	return walls, thin
}

// countSides counts the sides by neighbours: each side of two cells is met
// twice. The faces of cells that lie on other layers are no sides.
func countSides(p draw.Picture) (walls, thin int) {
	on := map[lattice.Cell]int{}
	for _, c := range p.BoardCells {
		on[c] = 0
	}
	for i, piece := range p.Pieces {
		for _, c := range piece.Cells {
			on[c] = i + 1
		}
	}
	for _, c := range p.BoardCells {
		for _, next := range p.Lattice.Neighbours(c) {
			other, there := on[next]
			switch {
			case p.Lattice.IsSolid() && next[0] != c[0]:
			case !there:
				walls += 2
			case other != on[c]:
				walls++
			default:
				thin++
			}
		}
	}
	return walls / 2, thin / 2
}

// every returns all lattices.
func every() (all []*lattice.Lattice) {
	for _, name := range lattice.Names() {
		l, _ := lattice.ByName(name)
		all = append(all, l)
	}
	return all
}

// TestWords: every label is in the document, whatever its letters are; and so
// is the title.
func TestWords(t *testing.T) {
	labels := []string{"F'", "<", "&", `"`, "]]>", "漢"}
	for _, l := range every() {
		p := draw.Picture{Lattice: l, BoardCells: figure(l, "", []int{1, 6, 1}[:len(l.AxisNames)]...)[:6],
			Title: `<a> & "b"`}
		for i, c := range p.BoardCells {
			p.Pieces = append(p.Pieces, draw.LabeledPiece{Label: labels[i], Cells: lattice.Shape{c}})
		}
		all := read(t, document(t, p))
		var texts []string
		for _, e := range within(all, "text", "") {
			texts = append(texts, e.text)
		}
		for _, label := range labels {
			if !slices.ContainsFunc(texts, func(text string) bool {
				return text == label ||
					strings.HasSuffix(text, " = "+label)
			}) {
				t.Errorf("%s: the label %q is not there: %q", l.Name, label, texts)
			}
		}
		if titles := within(all, "title", ""); len(titles) == 0 || titles[0].text != p.Title {
			t.Errorf("%s: the title is not there", l.Name)
		}
	}
}

// TestPrintable: what would change how a terminal or a page shows the rest is escaped,
// in labels, marks, titles and the words for those who see nothing.
func TestPrintable(t *testing.T) {
	const nasty, shown = "\x1b[31mא\u202e", `\x1b[31mא\u202e`
	// a mark keeps Hebrew in its place
	bad := func(r rune) bool { return r != '\n' && r != '\u200e' && !unicode.IsGraphic(r) }
	for _, l := range []*lattice.Lattice{lattice.Square, lattice.Triangle, lattice.Hexagon, lattice.Cube,
		lattice.Sticks} {
		board := figure(l, "", []int{1, 2, 2}[:len(l.AxisNames)]...)
		p := draw.Picture{
			Lattice: l, BoardCells: board, Title: nasty,
			Pieces:    []draw.LabeledPiece{{Label: nasty, Cells: board[:1]}},
			CellMarks: map[lattice.Cell]string{board[1]: nasty},
		}
		text := draw.RenderText(p, draw.TextStyle{})
		if strings.ContainsFunc(text, bad) || strings.Count(text, shown[:5]) != 2 {
			t.Errorf("%s: the text is\n%q", l.Name, text)
		}
		for _, svg := range []string{document(t, p), sheet(t, []draw.Picture{p})} {
			if strings.ContainsFunc(svg, bad) {
				t.Errorf("%s: the document is\n%q", l.Name, svg)
			}
			shownAs := map[string]bool{}
			for _, e := range read(t, svg) {
				shownAs[e.name+" "+e.text] = true
				if label := e.attributes["aria-label"]; strings.HasPrefix(label, shown) ||
					strings.HasPrefix(label, "1: "+shown) {
					shownAs["aria-label"] = true
				}
			}
			for _, want := range []string{"title " + shown, "text " + shown, "text \\ = " + shown, "aria-label"} {
				if !shownAs[want] {
					t.Errorf("%s: there is no %s: %v", l.Name, want, shownAs)
				}
			}
		}
	}
}

// TestInside: everything that is drawn lies on the page, in pictures on every
// lattice and on sheets; and a document is always the same.
func TestInside(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	var pictures []draw.Picture
	for i, board := range boards() {
		p := packing(board, uint64(i))
		pictures = append(pictures, p)
		first := document(t, p)
		inside(t, first)
		if again := document(t, p); again != first {
			t.Errorf("%s: a document is not the same again", p.Lattice.Name)
		}
	}
	for n := range min(6, len(pictures)) { // rows that are full, and not
		inside(t, sheet(t, pictures[:n]))
	}
	first := sheet(t, pictures)
	inside(t, first)
	if again := sheet(t, pictures); again != first {
		t.Error("a sheet is not the same again")
	}
}

func inside(t *testing.T, document string) {
	t.Helper()
	all := read(t, document)
	var x, y, width, height float64
	if _, err := fmt.Sscan(all[0].attributes["viewBox"], &x, &y, &width, &height); err != nil {
		t.Fatal(err)
	}
	if paper := within(all, "rect", "")[0]; paper.attributes["fill"] != "white" || paper.number(t, "width") != width {
		t.Errorf("the page is %v", paper.attributes)
	}
	for _, e := range all {
		for _, p := range e.extent(t) {
			p = e.place.apply(p)
			if !(p.x >= x && p.x <= x+width && p.y >= y && p.y <= y+height) {
				t.Fatalf("a %s reaches out to %v, and the page is %s", e.name, p, all[0].attributes["viewBox"])
			}
		}
	}
}

// extent returns points between which an element lies, including half the width of its line.
func (e *element) extent(t *testing.T) []xy {
	switch e.name {
	case "path":
		width := 0.0
		if e.attributes["stroke-width"] != "" {
			width = e.number(t, "stroke-width") / 2
		}
		var out []xy
		for _, p := range e.points() {
			out = append(out, xy{p.x - width, p.y - width}, xy{p.x + width, p.y + width})
		}
		return out
	case "circle":
		x, y, r := e.number(t, "cx"), e.number(t, "cy"), e.number(t, "r")
		return []xy{{x - r, y - r}, {x + r, y + r}}
	case "rect":
		x, y := e.number(t, "x"), e.number(t, "y")
		return []xy{{x, y}, {x + e.number(t, "width"), y + e.number(t, "height")}}
	case "text":
		return []xy{{e.number(t, "x"), e.number(t, "y")}}
	}
	return nil
}

// TestNoReferences: a document needs nothing from elsewhere.
func TestNoReferences(t *testing.T) {
	for _, board := range boards() {
		text := document(t, packing(board, 0))
		if regexp.MustCompile(`href=|url\(|<style|<script|<image`).MatchString(text) {
			t.Errorf("%s: the document refers to something:\n%s", board.lattice.Name, text)
		}
	}
}

// TestMen: a crown for each queen, a disc with its letter for any other man,
// and as many light squares as dark ones.
func TestMen(t *testing.T) {
	p := draw.Picture{
		Lattice: lattice.Square, BoardCells: lattice.Rectangle(8, 8), IsCheckered: true,
		CellMarks: map[lattice.Cell]string{{0, 0}: "Q", {1, 4}: "Q", {2, 2}: "N"},
	}
	all := read(t, document(t, p))
	crowns, discs := 0, 0
	for _, e := range all {
		switch {
		case e.name == "g" && e.attributes["class"] == "queen":
			crowns++
		case e.name == "circle" && !slices.Contains(e.groups, "queen"):
			discs++
		}
	}
	texts := within(all, "text", "")
	if crowns != 2 || discs != 1 || len(texts) != 1 || texts[0].text != "N" {
		t.Errorf("%d crowns, %d discs and %d letters", crowns, discs, len(texts))
	}
	fill, squares := "", map[string]int{}
	for _, e := range all {
		switch {
		case e.name == "g":
			fill = e.attributes["fill"]
		case slices.Contains(e.groups, "cell"):
			squares[fill]++
		}
	}
	if len(squares) != 2 || slices.Max(slices.Collect(maps.Values(squares))) != 32 {
		t.Errorf("the squares have the colors %v", squares)
	}
}

// TestSheet: pictures are numbered in order, and the tiles do not overlap.
func TestSheet(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for _, n := range []int{0, 1, 2, 7, 30} {
		var pictures []draw.Picture
		for i := range n {
			pictures = append(pictures, packing(boards()[i%len(boards())], uint64(i)))
		}
		all := read(t, sheet(t, pictures))
		var numbers []string
		var boxes [][2]xy
		for _, e := range within(all, "text", "tile") {
			if len(e.groups) == 1 && e.place.scale == 1 {
				numbers = append(numbers, e.text)
				boxes = append(boxes, [2]xy{{math.Inf(1), math.Inf(1)}, {math.Inf(-1), math.Inf(-1)}})
			}
		}
		if len(numbers) != n {
			t.Fatalf("%d numbers for %d pictures", len(numbers), n)
		}
		for i, number := range numbers {
			if number != strconv.Itoa(i+1) {
				t.Errorf("picture %d has the number %s", i+1, number)
			}
		}
		checkApart(t, all, boxes)
	}
}

// TestSheetTitle: a title that all pictures share stands once above them, and is no wider than the page.
func TestSheetTitle(t *testing.T) {
	titled := func(titles ...string) (above []string) {
		var pictures []draw.Picture
		for _, title := range titles {
			pictures = append(pictures, draw.Picture{Lattice: lattice.Square, BoardCells: lattice.Rectangle(3, 3),
				Title: title})
		}
		for _, e := range read(t, sheet(t, pictures)) {
			size, _ := strconv.ParseFloat(e.attributes["font-size"], 64)
			if slices.Contains(titles, e.text) && e.name == "text" {
				above = append(above, e.text)
				if width := 0.6 * size * float64(len(e.text)); width > 1188 {
					t.Errorf("a title of %d letters is %v wide", len(e.text), width)
				}
			}
		}
		return above
	}
	long := strings.Repeat("A long title ", 30) + "ends"
	for _, title := range []string{"A box", long} {
		if got := titled(title, title, title); len(got) != 1 {
			t.Errorf("the titles are %q", got)
		}
	}
	if got := titled("A box", "A square"); len(got) != 0 {
		t.Errorf("pictures of two puzzles have the titles %q", got)
	}
}

// TestTiles: a page is wider than it is high by a root of two, so twelve squares
// are largest in three rows of four.
func TestTiles(t *testing.T) {
	square := draw.Picture{Lattice: lattice.Square, BoardCells: lattice.Rectangle(3, 3)}
	rows := map[string]int{}
	for _, e := range within(read(t, sheet(t, slices.Repeat([]draw.Picture{square}, 12))), "text", "tile") {
		rows[e.attributes["y"]]++
	}
	if len(rows) != 3 {
		t.Errorf("twelve squares are in rows of %v", rows)
	}
}

// checkApart finds what each tile takes up, and checks that no two meet.
func checkApart(t *testing.T, all []*element, boxes [][2]xy) {
	t.Helper()
	tile := -1
	for _, e := range all {
		if e.name == "g" && e.attributes["class"] == "tile" {
			tile++
		}
		if tile < 0 {
			continue // the page itself
		}
		for _, p := range e.extent(t) {
			p = e.place.apply(p)
			b := &boxes[tile]
			b[0] = xy{min(b[0].x, p.x), min(b[0].y, p.y)}
			b[1] = xy{max(b[1].x, p.x), max(b[1].y, p.y)}
		}
	}
	for i, a := range boxes {
		for k, b := range boxes[:i] {
			if a[0].x < b[1].x && b[0].x < a[1].x && a[0].y < b[1].y && b[0].y < a[1].y {
				t.Errorf("the pictures %d and %d overlap: %v and %v", k+1, i+1, b, a)
			}
		}
	}
}

func sheet(t *testing.T, pictures []draw.Picture) string {
	t.Helper()
	var b bytes.Buffer
	if err := draw.WriteSheet(&b, 1, pictures); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// broken is a writer that always fails.
type broken struct{}

var errBroken = errors.New("broken")

func (broken) Write([]byte) (int, error) { return 0, errBroken }

// TestWriteError: an error of the writer is returned.
func TestWriteError(t *testing.T) {
	p := packing(boards()[0], 0)
	if err := draw.WriteSVG(broken{}, p); !errors.Is(err, errBroken) {
		t.Errorf("SVG returns %v", err)
	}
	if err := draw.WriteSheet(broken{}, 1, []draw.Picture{p}); !errors.Is(err, errBroken) {
		t.Errorf("Sheet returns %v", err)
	}
}

// An arrow leads from the middle of some cells to the middle of others. An arrow without cells is not drawn.
func TestArrows(t *testing.T) {
	var b strings.Builder
	p := draw.Picture{Lattice: lattice.Square, BoardCells: lattice.Rectangle(1, 5), Arrows: []draw.Arrow{
		{FromCells: lattice.Shape{{0, 0}}, ToCells: lattice.Shape{{0, 3}, {0, 4}}},
		{},
	}}
	if err := draw.WriteSVG(&b, p); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), `class="arrow"`); n != 1 {
		t.Errorf("%d arrows are drawn", n)
	}
	// Squares have sides of 40. The arrow leads from the middle of the first square to the middle of the last two.
	if !strings.Contains(b.String(), `d="M20,20Q`) || !strings.Contains(b.String(), ` 160,20"`) {
		t.Errorf("the arrow goes another way:\n%s", b.String())
	}
}
