// Package puzzletest makes small random puzzles for tests, with their solutions by trying everything. It
// imports no other package of Quadrille: the meaning of a text is computed a second time, from the sentences of
// spec.md, by the code that writes the text.
//
// Its input is a seed, its output a [Puzzle]. A puzzle consists of parts, one for each statement and one for
// the core. A part holds its choices, such as a piece on cells or a symbol on a cell, the items of each choice
// that the core can name, and conditions that no item expresses.
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
	Files fstest.MapFS // modules and word lists that the text uses, by name
	Kinds []string     // kinds of its statements, as in Kinds, and the names of rules
	// Solutions holds for each solution the sorted keys of its choices, joined by semicolons. It is sorted. A
	// solution with equal options has several entries.
	Solutions []string
	group     func() []Motion
	parts     []*part
}

// Group returns the motions under which solutions are equivalent, as functions of keys; nil if the symmetry is unknown.
func (p *Puzzle) Group() []Motion {
	if p.group == nil {
		return nil
	}
	return p.group()
}

// Motion is a symmetry of a puzzle.
type Motion struct {
	Reflects bool
	image    func(key string) string
}

// Kinds are the statements that puzzles are made of.
var Kinds = []string{"pack", "place", "fill", "latin", "words", "dissect", "core"}

const (
	maxSolutions = 2000    // bound on the solutions of a puzzle
	maxSteps     = 100_000 // bound on the steps of trying
)

// held is an item of a choice: with a color, or the number of times that it counts.
type held struct {
	item, color string
	times       int
}

// choice is an alternative that may be chosen.
type choice struct {
	key   string
	holds []held
}

// bound is a range for the number of times that an item is covered.
type bound struct {
	low, high int
	secondary bool
}

var exactlyOnce, atMostOnce = bound{low: 1, high: 1}, bound{high: 1, secondary: true}

// link is an item that the core may name.
type link struct {
	item   string
	colors []string // colors that it may have there; nil for none
}

// part is a statement with its rules, or the core.
type part struct {
	declared string // declarations for it in other statements: boards, pieces
	text     string
	kinds    []string
	given    []string // keys that every solution contains
	choices  []choice
	bounds   map[string]bound
	// free reports whether choices without a primary item may be chosen.
	free bool
	// allows reports whether choices, given by their numbers, obey the conditions that no item expresses.
	allows func(chosen []int) bool
	// tells returns the color that an item of a family such as value has if these choices are made.
	tells func(chosen []int, item string) string
	links []link
	board *field            // the board of men or symbols, if it has a name
	name  string            // its name
	files map[string]string // files that the text uses, by name
	// group holds the motions of a puzzle of this statement alone.
	group func() []Motion
}

// Random returns the puzzle of a seed. It consists of statements of the given kinds, or of any. It is small.
func Random(seed uint64, kinds ...string) *Puzzle {
	if len(kinds) == 0 {
		kinds = Kinds
	}
	return RandomWanted(seed, kinds, func(*Puzzle) bool { return true })
}

// RandomWanted returns the first puzzle of a seed that is wanted, judged without its solutions; nil if it takes too
// long.
func RandomWanted(seed uint64, kinds []string, isWanted func(*Puzzle) bool) *Puzzle {
	r := rand.New(rand.NewPCG(seed, 16))
	for range maxAttempts {
		if p := attemptPuzzle(r, kinds, isWanted); p != nil {
			return p
		}
	}
	return nil
}

// maxAttempts bounds the attempts to make a puzzle.
const maxAttempts = 100_000

// makers make a random part of a kind, or return nil if they fail.
var makers = map[string]func(*rand.Rand) *part{}

// attemptPuzzle returns a random puzzle, or nil if it is too large or not wanted.
func attemptPuzzle(r *rand.Rand, kinds []string, isWanted func(*Puzzle) bool) *Puzzle {
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
		p.group = p.parts[0].group
	}
	if slices.Contains(kinds, "core") && (len(p.parts) == 0 || r.IntN(2) == 0) {
		core := randomCore(r, p.parts)
		p.Kinds = append(append(p.Kinds, "core"), core.kinds...)
		p.parts, p.group = append(p.parts, core), nil
	}
	p.write(r)
	if !isWanted(p) {
		return nil
	}
	var ok bool
	if p.Solutions, ok = solve(p.parts); !ok || len(p.Solutions) == 0 && r.IntN(4) > 0 {
		return nil
	}
	return p
}

// moduleName is the name of the module that declares names for a puzzle.
const moduleName = "mine.puz"

// move moves the declarations of boards and pieces to a module. Boards may get other names there.
func (p *Puzzle) move(r *rand.Rand, one *part) {
	if one.declared == "" {
		return
	}
	use := fmt.Sprintf("use %q\n", moduleName)
	for _, statement := range []string{"fill f", "rook on p", "queens on p"} {
		if strings.Contains(one.text, statement) && r.IntN(2) == 0 {
			use = fmt.Sprintf("use %q as m\n", moduleName)
			k := strings.LastIndex(statement, " ") + 1
			board := statement[k:]
			one.text = strings.Replace(one.text, statement, statement[:k]+"m_"+board, 1)
			for _, part := range p.parts { // loops over its cells
				part.text = strings.ReplaceAll(part.text, " in "+board+" ", " in m_"+board+" ")
			}
		}
	}
	p.Files[moduleName] = &fstest.MapFile{Data: []byte("puz 1\n" + one.declared)}
	p.Kinds = append(p.Kinds, "module")
	one.declared = use
}

// clash reports whether two statements cannot be in one puzzle: they make items of one name, or only one may
// occur.
func clash(statements []string) bool {
	has := func(kind string) bool { return slices.Contains(statements, kind) }
	return has("fill") && has("latin") || has("words") && (has("fill") || has("latin") || has("place"))
}

// write writes the statements in random order.
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

// Classes returns the number of classes of solutions, under all motions of the group or under rotations alone.
func (p *Puzzle) Classes(mirrored bool) int {
	seen, classes, group := map[string]bool{}, 0, p.Group()
	for _, solution := range p.Solutions {
		if seen[solution] {
			continue
		}
		classes++
		for _, m := range group {
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

// onCells returns the key of something on a set of cells.
func onCells(what string, cells []string) string {
	cells = slices.Sorted(slices.Values(cells))
	return what + " " + strings.Join(cells, " ")
}

// cellName returns coordinates as in the names of items.
func (g *geometry) cellName(at point) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(at[:g.axes]), " ", ","), "[]")
}

// anyOf returns a random one of some values.
func anyOf[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

// someOf returns up to n random values.
func someOf[T any](r *rand.Rand, n int, from []T) []T {
	mixed := slices.Clone(from)
	r.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
	return mixed[:min(n, len(mixed))]
}

// Placed is a placement of a solution, as the program under test reports it.
type Placed struct {
	Piece   string
	Cells   [][]int32
	Letters []string
	Items   []string
}

// Key returns the key of a solution, as in Solutions.
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
			"cell[")): // all givens, or one
			for i, symbol := range one.Letters {
				keys = append(keys, onCells("symbol "+symbol, cells[i:i+1]))
			}
		case len(one.Letters) > 0:
			keys = append(keys, "word "+strings.Join(one.Letters, "")+" "+strings.Join(cells, " "))
		default:
			items := slices.DeleteFunc(slices.Clone(one.Items), func(item string) bool {
				cell, ok := strings.CutSuffix(item, ":none")
				left := ok && slices.Contains(one.Items, "cell"+strings.TrimPrefix(cell,
					"value")) // the option leaves the cell empty, and holds its value item
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

// isCounting reports whether an item is w, for which options count several times, or one of the items that
// replace it.
func isCounting(item string) bool {
	return item == "w" || strings.HasPrefix(item, "read[") || strings.HasPrefix(item, "take[")
}
