package draw_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/runtime/matrix/matrixtest"
)

// named gives the pieces of a packing names of up to so many letters, no two alike.
func named(p draw.Picture, longest int, seed uint64) draw.Picture {
	r := rand.New(rand.NewPCG(seed, 7))
	for i := range p.Pieces {
		p.Pieces[i].Label += strings.Repeat("e", r.IntN(longest))
	}
	return p
}

// region is a part of the plane.
type region func(xy) bool

// outlines returns the cells of each piece as they are drawn, by the id of the piece. For balls it returns the circles,
// and the necks between them.
func outlines(t *testing.T, all []*element) map[string][]region {
	out := map[string][]region{}
	id := ""
	for _, e := range all {
		if e.name == "g" && slices.Contains(strings.Fields(e.attributes["class"]), "piece") {
			id = e.attributes["id"]
		}
		if slices.Contains(e.groups, "cell") && slices.Contains(e.groups, "piece") {
			var corners []xy
			for _, p := range e.points() {
				corners = append(corners, e.place.apply(p))
			}
			out[id] = append(out[id], func(p xy) bool { return contains(corners, p) || near(corners, p) })
		}
		if !slices.Contains(e.groups, "piece") {
			continue
		}
		switch e.attributes["class"] {
		case "ball":
			centre, radius := e.place.apply(xy{e.number(t, "cx"), e.number(t, "cy")}), e.place.scale*e.number(t, "r")
			out[id] = append(out[id], func(p xy) bool { return math.Hypot(p.x-centre.x, p.y-centre.y) < radius })
		case "necks":
			points, width := e.points(), e.place.scale*e.number(t, "stroke-width")
			for i := 0; i+1 < len(points); i += 2 {
				l := line{e.place.apply(points[i]), e.place.apply(points[i+1])}
				out[id] = append(out[id], func(p xy) bool { return p.to(l) < width/2 })
			}
		}
	}
	return out
}

// TestLabelsInside: on every lattice the labels of a picture have one size, and the letters of each label lie in the
// piece of the label. A letter takes 0.6 of its height in the fonts of screens, and a capital is 0.73 high.
func TestLabelsInside(t *testing.T) {
	for _, b := range boards() {
		for seed := range uint64(matrixtest.RandomRounds(4, 30)) {
			p := named(packing(b, seed), 1+int(seed%8), seed)
			document := document(t, p)
			all := read(t, document)
			sizes := map[string]bool{}
			for _, e := range all {
				if e.name == "g" && e.attributes["class"] == "labels" {
					sizes[e.attributes["font-size"]] = true
				}
			}
			if len(sizes) > 1 {
				t.Fatalf("%s: labels have the sizes %v", b.lattice.Name, sizes)
			}
			for size := range sizes {
				height := 0.0
				fmt.Sscan(size, &height)
				pieces := outlines(t, all)
				for _, e := range within(all, "text", "labels") {
					at, height := e.place.apply(xy{e.number(t, "x"), e.number(t, "y")}), e.place.scale*height
					if !hasLetters(pieces, e.text, at, height) {
						t.Fatalf("%s: the letters of %s at %v, %v high, are not in their piece:\n%s", b.lattice.Name,
							e.text, at, height, document)
					}
				}
			}
		}
	}
}

// hasLetters looks for the piece of a label and reports whether the label lies in it.
func hasLetters(pieces map[string][]region, label string, at xy, height float64) bool {
	for id, cells := range pieces {
		if name := regexp.MustCompile(`^piece-([A-Za-z]+)`).FindStringSubmatch(id); !strings.HasPrefix(name[1], label) {
			continue
		}
		inside := true
		for _, x := range []float64{-0.5, -0.25, 0, 0.25, 0.5} {
			for _, y := range []float64{0, -0.3, -0.73} {
				p := xy{at.x + x*0.6*height*float64(len(label)), at.y + y*height}
				inside = inside && slices.ContainsFunc(cells, func(is region) bool { return is(p) })
			}
		}
		if inside {
			return true
		}
	}
	return false
}

// near reports whether a point lies on the rim of a cell.
func near(corners []xy, p xy) bool {
	for i, a := range corners {
		if p.to(line{a, corners[(i+1)%len(corners)]}) < 0.05 {
			return true
		}
	}
	return false
}

// TestRoomiest: the label of a long bar stands in its middle. The label of an L stands where its arms meet or in the
// middle of the longer arm. No label stands across the hole of a ring.
func TestRoomiest(t *testing.T) {
	at := func(cells lattice.Shape) xy {
		p := draw.Picture{Lattice: lattice.Square, BoardCells: cells,
			Pieces: []draw.LabeledPiece{{Label: "H", Cells: cells}}}
		e := within(read(t, document(t, p)), "text", "labels")[0]
		return xy{e.number(t, "x"), e.number(t, "y")}
	}
	if got := at(lattice.Rectangle(1, 4)); math.Abs(got.x-80) > 0.1 || math.Abs(got.y-20) > 10 {
		t.Errorf("the label of a bar of 160 by 40 is at %v", got)
	}
	if got := at(lattice.Rectangle(5, 5)); math.Abs(got.x-100) > 0.1 || math.Abs(got.y-100) > 10 {
		t.Errorf("the label of a square of 200 is at %v", got)
	}
	ring := lattice.Rectangle(3, 3).Subtract(lattice.Shape{{1, 1}})
	if got := at(ring); got.x > 35 && got.x < 85 && got.y > 40 && got.y < 90 {
		t.Errorf("the label of a ring is in its hole: %v", got)
	}
}

// TestKey: names too long for their pieces get different short names, the key lists all of these, and names that fit
// stay as they are.
func TestKey(t *testing.T) {
	row := lattice.Rectangle(1, 4)
	p := draw.Picture{Lattice: lattice.Square, BoardCells: row}
	names := []string{"Wohnzimmerfenster", "Wohnzimmerfenster'", "Waschkueche", "x"}
	for i, name := range names {
		p.Pieces = append(p.Pieces, draw.LabeledPiece{Label: name, Cells: row[i : i+1]})
	}
	var labels, key []string
	all := read(t, document(t, p))
	for _, e := range within(all, "text", "labels") {
		labels = append(labels, e.text)
	}
	for _, e := range within(all, "text", "key") {
		key = append(key, e.text)
	}
	if want := []string{"Wo", "Wo'", "Wa", "x"}; !slices.Equal(labels, want) {
		t.Errorf("the labels are %q, want %q", labels, want)
	}
	want := []string{"Wa = Waschkueche", "Wo = Wohnzimmerfenster", "Wo' = Wohnzimmerfenster'"}
	if !slices.Equal(key, want) {
		t.Errorf("the key is %q, want %q", key, want)
	}
	inside(t, document(t, p))
	text := draw.RenderText(p, draw.TextStyle{})
	if !strings.HasSuffix(text, strings.Join(want, ", ")+"\n") || !strings.Contains(text, "│ Wo│ Wo'│") &&
		!strings.Contains(text, "│ Wo│Wo'│ Wa│ x │") {
		t.Errorf("the text is\n%s", text)
	}
	for i := range p.Pieces {
		p.Pieces[i].Label = []string{"A", "B'", "C", "D"}[i]
	}
	if text := draw.RenderText(p, draw.TextStyle{}); strings.Contains(text, "=") ||
		len(within(read(t, document(t, p)), "text", "key")) > 0 {
		t.Errorf("short names have a key:\n%s", text)
	}
}

// TestKeyInColumns: entries below one another in the key begin at one place, however long the entries are; and the key
// uses the width of the picture.
func TestKeyInColumns(t *testing.T) {
	row := lattice.Rectangle(1, 12)
	p := draw.Picture{Lattice: lattice.Square, BoardCells: row}
	for i, name := range []string{"will", "Wohnzimmer", "illinium", "Waschkueche", "Mammutbaum", "ameise",
		"kilikilik"} {
		p.Pieces = append(p.Pieces, draw.LabeledPiece{Label: name, Cells: row[i : i+1]})
	}
	key := within(read(t, document(t, p)), "text", "key")
	columns, lines := map[string]int{}, map[string]int{}
	for _, e := range key {
		columns[e.attributes["x"]]++
		lines[e.attributes["y"]]++
	}
	if n := len(columns); n < 2 || n != lines[key[0].attributes["y"]] || len(lines) != (len(key)+n-1)/n {
		t.Errorf("of %d entries there are %d columns, %v, in %d lines", len(key), n, columns, len(lines))
	}
}

// TestNamesOfAnyScript: accents stay with their letters when a name is shortened, and lines of a
// picture are equally wide whatever is written in it. Hebrew and Arabic are kept in their cells
// by marks that take no room.
func TestNamesOfAnyScript(t *testing.T) {
	const accented = "e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301"
	for _, name := range []string{accented, "居間居間居間居間居間", "שלום", "سلام", "नमस्ते", "a\u0301b"} {
		row := lattice.Rectangle(2, 2)
		p := draw.Picture{Lattice: lattice.Square, BoardCells: row, Pieces: []draw.LabeledPiece{
			{Label: name, Cells: row[:1]}, {Label: "B", Cells: row[1:2]}, {Label: name, Cells: row[2:3]},
			{Label: "B", Cells: row[3:]},
		}}
		text := draw.RenderText(p, draw.TextStyle{})
		lines := strings.Split(strings.TrimSpace(text), "\n")
		for _, line := range lines[:5] {
			if terminalColumns(line) != terminalColumns(lines[0]) {
				t.Errorf("a line with %q is %d columns wide, the others %d:\n%s", name, terminalColumns(line),
					terminalColumns(lines[0]), text)
			}
		}
		if strings.ContainsAny(name, "שס") && !strings.Contains(text, "\u200e"+name+"\u200e") {
			t.Errorf("%q is not kept apart: %q", name, text)
		}
		if name == accented && !strings.Contains(text, "│ e\u0301 │") {
			t.Errorf("the short name has lost its accent:\n%s", text)
		}
		for _, s := range []string{text, document(t, p)} {
			if regexp.MustCompile("[^\\pL\\pM]\u0301").MatchString(s) {
				t.Errorf("an accent of %q is without its letter: %q", name, s)
			}
		}
	}
}
