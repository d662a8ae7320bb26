// Package puzzletest writes small random puzzles for tests, with the solutions that
// trying everything finds. It imports nothing of Quadrille: what a text means is
// worked out a second time, from the sentences of spec.md, by those who write it.
//
// A puzzle is made of parts, one for each statement of a kind and one for the core. A
// part knows what may be chosen of it, such as a piece on cells or a symbol on a cell,
// which items each choice holds, as far as the core can name them, and conditions on
// the whole that are no matter of items.
package puzzletest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing/fstest"
)

// Puzzle is a random puzzle.
type Puzzle struct {
	Text  string
	Files fstest.MapFS // modules and lists of words that the text uses, by name
	Kinds []string     // of its statements: some of Kinds, and the names of rules
	// Solutions has the sorted keys of what each solution chooses, joined by semicolons, in order: a solution that
	// chooses options that are alike is there several times.
	Solutions []string
	// Group has the motions that make solutions alike, as functions of keys; nil where symmetry is not known.
	Group []Motion
	parts []*part
}

// Motion is a symmetry of a puzzle.
type Motion struct {
	Reflects bool
	image    func(key string) string
}

// Kinds lists the statements that puzzles are made of.
var Kinds = []string{"pack", "place", "fill", "latin", "words", "dissect", "core"}

const (
	maxSolutions = 2000    // of a puzzle
	maxSteps     = 100_000 // of the trying
)

// held is an item of a choice: with a color, or a number of times for which it counts.
type held struct {
	item, color string
	times       int
}

// choice is what may be chosen.
type choice struct {
	key   string
	holds []held
}

// bound is how often an item is covered.
type bound struct {
	low, high int
	secondary bool
}

var exactlyOnce, atMostOnce = bound{low: 1, high: 1}, bound{high: 1, secondary: true}

// link is an item that the core may name.
type link struct {
	item   string
	colors []string // that it may have there; nil for none
}

// part is a statement with all that it says, or the core.
type part struct {
	declared string // what other statements than its own say for it: boards, pieces
	text     string
	kinds    []string
	given    []string // keys of what is there from the beginning
	choices  []choice
	bounds   map[string]bound
	// free choices may be chosen although no item of theirs is primary here.
	free bool
	// allows says of the choices made, by their numbers, whether they obey what is no matter of items.
	allows func(chosen []int) bool
	// tells returns the color that an item of a family such as value has, if these choices are made.
	tells func(chosen []int, item string) string
	links []link
	files map[string]string // that the text uses, by name
	// group has the motions of a statement that stands alone.
	group []Motion
}

// Random returns the puzzle of a seed, which is made of some of the kinds, or of any. It looks for a small one.
func Random(seed uint64, kinds ...string) *Puzzle {
	if len(kinds) == 0 {
		kinds = Kinds
	}
	r := rand.New(rand.NewPCG(seed, 16))
	for {
		if p := attemptPuzzle(r, kinds); p != nil {
			return p
		}
	}
}

// makers write a part of a kind, or return nil if that came to nothing.
var makers = map[string]func(*rand.Rand) *part{}

// attemptPuzzle returns nil if the puzzle is too large.
func attemptPuzzle(r *rand.Rand, kinds []string) *Puzzle {
	p := &Puzzle{Files: fstest.MapFS{}}
	var statements []string
	for _, k := range r.Perm(len(kinds)) {
		if kinds[k] != "core" && (len(statements) == 0 || r.IntN(len(statements)+2) == 0) {
			statements = append(statements, kinds[k])
		}
	}
	if clash(statements) {
		return nil
	}
	for _, kind := range statements {
		one := makers[kind](r)
		if one == nil {
			return nil
		}
		p.Kinds = append(append(p.Kinds, kind), one.kinds...)
		p.parts = append(p.parts, one)
		for name, text := range one.files {
			p.Files[name] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	if len(p.parts) == 1 {
		p.Group = p.parts[0].group
	}
	if slices.Contains(kinds, "core") && (len(p.parts) == 0 || r.IntN(2) == 0) {
		core := randomCore(r, p.parts)
		p.Kinds = append(append(p.Kinds, "core"), core.kinds...)
		p.parts, p.Group = append(p.parts, core), nil
	}
	var ok bool
	if p.Solutions, ok = solve(p.parts); !ok || len(p.Solutions) == 0 && r.IntN(4) > 0 {
		return nil
	}
	p.write(r)
	return p
}

// moduleName is the name of the file that declares what a puzzle uses.
const moduleName = "mine.puz"

// move declares boards and pieces in a module, in place of the puzzle: under their names or, of boards, others.
func (p *Puzzle) move(r *rand.Rand, one *part) {
	if one.declared == "" {
		return
	}
	use := fmt.Sprintf("use %q\n", moduleName)
	for _, statement := range []string{"fill f", "rook on p", "queens on p"} {
		if strings.Contains(one.text, statement) && r.IntN(2) == 0 {
			use = fmt.Sprintf("use %q as m\n", moduleName)
			k := strings.LastIndex(statement, " ") + 1
			one.text = strings.Replace(one.text, statement, statement[:k]+"m_"+statement[k:], 1)
		}
	}
	p.Files[moduleName] = &fstest.MapFile{Data: []byte("puz 1\n" + one.declared)}
	p.Kinds = append(p.Kinds, "module")
	one.declared = use
}

// clash reports whether two statements make items of one name, or there may be only one of them.
func clash(statements []string) bool {
	has := func(kind string) bool { return slices.Contains(statements, kind) }
	return has("fill") && has("latin") || has("words") && (has("fill") || has("latin") || has("place"))
}

// write writes the statements in any order.
func (p *Puzzle) write(r *rand.Rand) {
	if r.IntN(4) == 0 && len(p.parts) > 0 {
		p.move(r, p.parts[0])
	}
	var all []string
	for _, one := range p.parts {
		all = append(all, one.declared, one.text)
	}
	if r.IntN(3) == 0 {
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	}
	p.Text = "puz 1\n" + strings.Join(slices.DeleteFunc(all, func(s string) bool { return s == "" }), "")
}

// Classes returns how many classes the solutions fall into, under all motions of the group or under rotations alone.
func (p *Puzzle) Classes(mirrored bool) int {
	seen, classes := map[string]bool{}, 0
	for _, solution := range p.Solutions {
		if seen[solution] {
			continue
		}
		classes++
		for _, m := range p.Group {
			if mirrored || !m.Reflects {
				seen[m.of(solution)] = true
			}
		}
	}
	return classes
}

// of returns the image of a solution.
func (m Motion) of(solution string) string {
	keys := strings.Split(solution, ";")
	for i, key := range keys {
		if key != "" {
			keys[i] = m.image(key)
		}
	}
	slices.Sort(keys)
	return strings.Join(keys, ";")
}

// onCells writes what lies on cells, which stand in any order, as a key.
func onCells(what string, cells []string) string {
	cells = slices.Sorted(slices.Values(cells))
	return what + " " + strings.Join(cells, " ")
}

// cellName writes coordinates as items do.
func (g *geometry) cellName(at point) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(at[:g.axes]), " ", ","), "[]")
}

// anyOf returns one of some values.
func anyOf[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

// someOf returns up to n of some values, in any order.
func someOf[T any](r *rand.Rand, n int, from []T) []T {
	mixed := slices.Clone(from)
	r.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
	return mixed[:min(n, len(mixed))]
}

// Placed is what a solution puts somewhere, as those tell who are tested.
type Placed struct {
	Piece   string
	Cells   [][]int32
	Letters []string
	Items   []string
}

// Key writes a solution as Solutions have it.
func Key(placed []Placed) string {
	var keys []string
	for _, one := range placed {
		var cells []string
		for _, c := range one.Cells {
			cells = append(cells, strings.Trim(strings.ReplaceAll(fmt.Sprint(c), " ", ","), "[]"))
		}
		switch {
		case one.Piece != "":
			keys = append(keys, onCells("piece "+one.Piece, cells))
		case len(one.Letters) > 0 && (len(one.Items) == 0 || strings.HasPrefix(one.Items[0],
			"cell[")): // all that is given, or one
			for i, symbol := range one.Letters {
				keys = append(keys, onCells("symbol "+symbol, cells[i:i+1]))
			}
		case len(one.Letters) > 0:
			keys = append(keys, "word "+strings.Join(one.Letters, "")+" "+strings.Join(cells, " "))
		default:
			items := slices.DeleteFunc(slices.Clone(one.Items), func(item string) bool {
				cell, ok := strings.CutSuffix(item, ":none")
				left := ok && slices.Contains(one.Items, "cell"+strings.TrimPrefix(cell,
					"value")) // the option leaves the cell empty, and says so
				return left || isCounting(item)
			})
			if len(items) > 0 {
				keys = append(keys, onCells("option", items))
			}
		}
	}
	slices.Sort(keys)
	return strings.Join(keys, ";")
}

// isCounting reports whether an item is w, for which options count several times, or one of those in its place.
func isCounting(item string) bool {
	return item == "w" || strings.HasPrefix(item, "read[") || strings.HasPrefix(item, "take[")
}
