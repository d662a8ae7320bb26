package draw_test

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"

	"quadrille/compile/draw"
	"quadrille/compile/lattice"
)

// TestIDs: no id is there twice, in a picture or on the pages of a sheet; ids and classes have
// letters that selectors need not escape; copies of a piece share a class; and a picture tells
// in words what it is.
func TestIDs(t *testing.T) {
	if testing.Short() {
		t.Skip("a tenth of a second or more")
	}
	var pictures []draw.Picture
	for i, b := range boards() {
		p := packing(b, uint64(i))
		for k := range p.Pieces {
			p.Pieces[k].Label = []string{"F'", "a b", "漢<", "x", "#\""}[k%5]
		}
		p.Title = "Boards & <pieces>"
		pictures = append(pictures, p)
		all := read(t, document(t, p))
		checkIDs(t, all, map[string]bool{})
		root := all[0].attributes
		if root["role"] != "img" || !strings.HasPrefix(root["aria-label"], p.Title+": ") || all[1].name != "title" {
			t.Errorf("the document is called %v", root)
		}
		if n := count(all, "piece-F_27_"); n == 0 {
			t.Errorf("%s: nothing has the class piece-F_27_", b.lattice.Name)
		}
	}
	seen := map[string]bool{}
	for first := 1; first <= len(pictures); first += 4 {
		var b bytes.Buffer
		if err := draw.WriteSheet(&b, first, pictures[first-1:min(first+3, len(pictures))]); err != nil {
			t.Fatal(err)
		}
		all := read(t, b.String())
		checkIDs(t, all, seen)
		if !seen[fmt.Sprintf("s%d-piece-F_27_", first)] {
			t.Errorf("picture %d has no id of its own: %v", first, seen)
		}
		for _, e := range all {
			if e.attributes["class"] == "tile" && (e.attributes["role"] != "img" || e.attributes["aria-label"] == "") {
				t.Errorf("a picture of a sheet is called %v", e.attributes)
			}
		}
	}
}

func checkIDs(t *testing.T, all []*element, seen map[string]bool) {
	t.Helper()
	for _, e := range all {
		if id := e.attributes["id"]; id != "" {
			if seen[id] {
				t.Fatalf("the id %s is there twice", id)
			}
			seen[id] = true
		}
		for _, name := range append(strings.Fields(e.attributes["class"]), e.attributes["id"]) {
			if !regexp.MustCompile(`^[A-Za-z0-9_-]*$`).MatchString(name) {
				t.Fatalf("%q has letters that are not safe", name)
			}
		}
	}
}

func count(all []*element, class string) (n int) {
	for _, e := range all {
		if slices.Contains(strings.Fields(e.attributes["class"]), class) {
			n++
		}
	}
	return n
}

// TestCells: each cell of a board is an element of a picture, inside its piece.
func TestCells(t *testing.T) {
	p := picture(lattice.Triangle, []draw.LabeledPiece{piece("A", lattice.Cell{0, 0}, lattice.Cell{0, 1})},
		lattice.Cell{1, 0})
	groups := map[string]string{}
	for _, e := range within(read(t, document(t, p)), "path", "cell") {
		groups[e.attributes["id"]] = strings.Join(e.groups[:len(e.groups)-2], " ")
	}
	want := map[string]string{"cell-0-0": "piece piece-A", "cell-0-1": "piece piece-A", "cell-1-0": "empty"}
	if fmt.Sprint(groups) != fmt.Sprint(want) {
		t.Errorf("the cells are %v, want %v", groups, want)
	}
}

// TestOutlines: on a sheet a piece is one outline, around an area as large as its cells, holes
// left out.
func TestOutlines(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for _, b := range boards() {
		if b.lattice.StickEnds != nil || b.lattice == lattice.Balls {
			continue
		}
		p := packing(b, 1)
		p.Pieces = append(p.Pieces, draw.LabeledPiece{Label: "rest", Cells: p.BoardCells})
		for _, piece := range p.Pieces[:len(p.Pieces)-1] {
			p.Pieces[len(p.Pieces)-1].Cells = p.Pieces[len(p.Pieces)-1].Cells.Subtract(piece.Cells)
		}
		areas := func(all []*element) map[string]float64 {
			out := map[string]float64{}
			for _, e := range within(all, "path", "piece") {
				if !slices.Contains(e.groups, "solid") {
					out[e.groups[slices.Index(e.groups, "piece")+1]] += area(e)
				}
			}
			return out
		}
		want, got := areas(read(t, document(t, p))), areas(read(t, sheet(t, []draw.Picture{p, {Lattice: b.lattice}})))
		for class := range want {
			if math.Abs(want[class]-got[class]) > 1 {
				t.Errorf("%s: %s has the area %.1f, and %.1f on a sheet", b.lattice.Name, class, want[class],
					got[class])
			}
		}
	}
}

// area returns twice the area inside a path, by the formula of Gauss: rings around holes run the other way.
func area(e *element) (twice float64) {
	for ring := range strings.SplitSeq(e.attributes["d"], "Z") {
		corners := (&element{attributes: map[string]string{"d": ring}}).points()
		for i, a := range corners {
			b := corners[(i+1)%len(corners)]
			twice += a.x*b.y - b.x*a.y
		}
	}
	return twice / 2
}

// TestWordsForAll: the words of a picture are its rows, its men or its pieces.
func TestWordsForAll(t *testing.T) {
	square := lattice.Rectangle(2, 2)
	tests := []struct {
		picture draw.Picture
		want    string
	}{
		{draw.Picture{DrawsPlainRegions: true, CellMarks: map[lattice.Cell]string{{0, 0}: "1", {0, 1}: "2",
			{1, 1}: "3"}},
			"4 cells: 1 2; - 3"},
		{draw.Picture{IsCheckered: true, CellMarks: map[lattice.Cell]string{{1, 0}: "Q"}}, "4 cells: Q at 1,0"},
		{draw.Picture{Pieces: []draw.LabeledPiece{{Label: "A", Cells: square[:1]}, {Label: "B", Cells: square[1:2]},
			{Label: "A", Cells: square[2:]}}}, "4 cells: 2 of A, B"},
		{draw.Picture{}, "4 cells"},
	}
	for _, test := range tests {
		test.picture.Lattice, test.picture.BoardCells = lattice.Square, square
		if got := read(t, document(t, test.picture))[0].attributes["aria-label"]; got != test.want {
			t.Errorf("a picture is described as %q, want %q", got, test.want)
		}
	}
}

// TestLongPages: a sheet with more pictures than a page is for has them in the same size, on
// a page that is longer, and does not become large.
func TestLongPages(t *testing.T) {
	if testing.Short() {
		t.Skip("it draws hundreds of pictures")
	}
	p := packing(boards()[0], 3)
	scale := func(n int) (scale, height float64, size int) {
		text := sheet(t, slices.Repeat([]draw.Picture{p}, n))
		all := read(t, text)
		for _, e := range all {
			if strings.Contains(e.attributes["transform"], "scale") {
				return e.place.scale, all[0].number(t, "height"), len(text)
			}
		}
		t.Fatal("no picture")
		return
	}
	full, high, size := scale(draw.MaxPagePictures)
	if draw.MaxPagePictures < 30 || size > 6000*draw.MaxPagePictures {
		t.Errorf("a page of %d has %d bytes", draw.MaxPagePictures, size)
	}
	longer, higher, _ := scale(3 * draw.MaxPagePictures)
	if longer != full || math.Abs(higher/high-3) > 0.4 {
		t.Errorf("thrice as many are %.3f as large on a page %.2f as high", longer/full, higher/high)
	}
}

// TestWays: no arrow of a dissection runs over a label, not even over the labels that it joins, and every arrow ends
// beside its label.
func TestWays(t *testing.T) {
	gap := lattice.Cell{0, 6}
	var p draw.Picture
	p.Lattice = lattice.Square
	from := lattice.Rectangle(3, 3)
	to := lattice.Shape{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}}.Shift(gap)
	p.BoardCells = from.Union(to)
	for i := range 3 { // columns: the middles of all are on one line
		column := func(c lattice.Cell) bool { return int(c[1])%6 == i }
		a, b := from.FilterCells(column), to.FilterCells(column)
		p.Pieces = append(p.Pieces, draw.LabeledPiece{Label: string(rune('1' + i)), Cells: a.Union(b)})
		p.Arrows = append(p.Arrows, draw.Arrow{FromCells: a, ToCells: b})
	}
	all := read(t, document(t, p))
	arrows := within(all, "path", "arrow")
	if len(arrows) != 3 {
		t.Fatalf("%d arrows", len(arrows))
	}
	for _, arrow := range arrows {
		var a, c, b xy
		if _, err := fmt.Sscanf(arrow.attributes["d"], "M%g,%gQ%g,%g %g,%g", &a.x, &a.y, &c.x, &c.y, &b.x,
			&b.y); err != nil {
			t.Fatal(err)
		}
		for k := 0.0; k <= 1; k += 0.005 {
			at := xy{(1-k)*(1-k)*a.x + 2*k*(1-k)*c.x + k*k*b.x, (1-k)*(1-k)*a.y + 2*k*(1-k)*c.y + k*k*b.y}
			for _, e := range within(all, "text", "labels") {
				x, y := e.number(t, "x"), e.number(t, "y")
				if math.Abs(at.x-x) < 6 && at.y < y && at.y > y-15 { // of a digit 20 high
					t.Errorf("the arrow %s runs over the label %s at %v,%v", arrow.attributes["d"], e.text, x, y)
				}
			}
		}
	}
}

// TestWidth: however narrow a terminal is, no line of a picture is wider, unless it is too
// narrow for a cell; and parts that are put together again are the picture.
func TestWidth(t *testing.T) {
	if testing.Short() {
		t.Skip("a tenth of a second or more")
	}
	for i, b := range boards() {
		p := named(packing(b, uint64(i)), 4, uint64(i))
		for width := 24; width < 110; width += 7 {
			text := draw.RenderText(p, draw.TextStyle{Width: width})
			for line := range strings.Lines(text) {
				if n := terminalColumns(strings.TrimSuffix(line, "\n")); n > width {
					t.Fatalf("%s: a line of %d columns on a terminal of %d:\n%s", b.lattice.Name, n, width, text)
				}
			}
			if regexp.MustCompile(`(?m) $`).MatchString(text) {
				t.Fatalf("a line ends in a blank:\n%s", text)
			}
		}
	}
	bar := lattice.Rectangle(1, 8)
	name := picture(lattice.Square, []draw.LabeledPiece{piece("abcdefghijklmno", bar...)})
	for line := range strings.Lines(draw.RenderText(name, draw.TextStyle{Width: 12})) {
		if n := terminalColumns(strings.TrimSuffix(line, "\n")); n > 12 {
			t.Errorf("a name that is cut makes a line of %d columns: %s", n, line)
		}
	}
	long := picture(lattice.Square, nil, lattice.Rectangle(1, 30)...)
	parts := regexp.MustCompile(`(?m)^part.*\n`).Split(draw.RenderText(long, draw.TextStyle{Width: 40, ASCII: true}),
		-1)[1:]
	got := []string{"", "", ""}
	for _, part := range parts {
		for i, line := range strings.Split(strings.TrimSuffix(part, "\n"), "\n") {
			got[i] += line[min(1, len(got[i])):] // both parts have the column where they are cut
		}
	}
	if want := draw.RenderText(long, draw.TextStyle{Width: 61, ASCII: true}); strings.Join(got, "\n")+"\n" != want ||
		len(parts) != 2 {
		t.Errorf("%d parts together are\n%s\nwant\n%s", len(parts), strings.Join(got, "\n"), want)
	}
}

// terminalColumns returns the width of a line on a terminal.
func terminalColumns(line string) int { return runewidth.StringWidth(line) }

// TestShelf: texts stand side by side as far as the width goes, none is lost, and colors take no
// room.
func TestShelf(t *testing.T) {
	s := draw.TextShelf{Width: 17}
	var got string
	for _, text := range []string{"one\n+-+\n+-+\n\n", "two\n\x1b[48;5;215m+---+\x1b[0m\n", "three\n1\n2\n3\n4\n",
		"a text that is wider than that\n", "x\n"} {
		got += s.AddText(text)
	}
	got += s.TakeText() + s.TakeText()
	want := "one   two     \n+-+   \x1b[48;5;215m+---+\x1b[0m\n+-+\n\n" +
		"three\n1\n2\n3\n4\n\na text that is wider than that\n\nx\n\n"
	want = strings.ReplaceAll(want, "two     \n", "two\n")
	if got != want {
		t.Errorf("the shelf is\n%q, want\n%q", got, want)
	}
}

// TestSmallAndLarge draws what is least and most: nothing, one cell, and very much.
func TestSmallAndLarge(t *testing.T) {
	for _, b := range boards() {
		for _, cells := range []lattice.Shape{nil, b.cells[:1]} {
			p := draw.Picture{Lattice: b.lattice, BoardCells: cells}
			if len(cells) > 0 {
				p.Pieces = []draw.LabeledPiece{{Label: "I", Cells: cells}}
			}
			inside(t, document(t, p))
			inside(t, sheet(t, []draw.Picture{p, p}))
			if text := draw.RenderText(p, draw.TextStyle{Color: true, Width: 40}); strings.Contains(text,
				"I") != (len(cells) > 0) {
				t.Errorf("%s: %d cells are drawn as %q", b.lattice.Name, len(cells), text)
			}
		}
	}
	if testing.Short() {
		return
	}
	huge := draw.Picture{Lattice: lattice.Square, BoardCells: lattice.Rectangle(60, 60)}
	for i := 0; i < len(huge.BoardCells); i += 2 {
		huge.Pieces = append(huge.Pieces, draw.LabeledPiece{Label: "I2", Cells: huge.BoardCells[i : i+2]})
	}
	if n := len(within(read(t, document(t, huge)), "text", "labels")); n != 1800 {
		t.Errorf("%d labels", n)
	}
}
