// Package puzzletest makes small random puzzles for tests, with their solutions, which it finds by trying everything.
// It imports no other package of Quadrille: the code that writes a text also computes the meaning of the text,
// following spec.md.
//
// Its input is a seed, its output a [Puzzle]. A puzzle consists of parts: one for each statement, and one for the core
// (items and options in the text). A part holds its choices, such as a piece on cells or a symbol on a cell; the items
// of each choice that the core can name; and conditions that no item expresses.
package puzzletest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing/fstest"
)

// Puzzle is a random puzzle with its solutions.
type Puzzle struct {
	Text           string
	Files          fstest.MapFS // modules and word lists that the text uses, by name
	StatementKinds []string     // kinds of its statements, as in the variable StatementKinds, and names of its rules
	// Solutions holds, for each solution, the sorted keys of its choices, joined by semicolons. The list is sorted. A
	// solution with one of several equal options occurs several times.
	Solutions      []string
	symmetriesFunc func() []Motion
	puzzleParts    []*puzzlePart
}

// SymmetryGroup returns the motions under which solutions are equivalent, as functions of keys. It returns nil if the
// symmetry is unknown.
func (p *Puzzle) SymmetryGroup() []Motion {
	if p.symmetriesFunc == nil {
		return nil
	}
	return p.symmetriesFunc()
}

// Motion is a symmetry of a puzzle: it maps keys of a solution to keys of its image.
type Motion struct {
	IsReflection bool
	imageOfKey   func(key string) string
}

// StatementKinds are the kinds of statements of which puzzles are made.
var StatementKinds = []string{"pack", "place", "fill", "latin", "words", "dissect", "core"}

const (
	maxSolutions = 2000    // greatest number of solutions of a puzzle
	maxSteps     = 100_000 // greatest number of steps of the search through all sets of choices
)

// heldItem is an item of a choice, with its color or with the number of times that the choice counts for it.
type heldItem struct {
	itemName, colorText string
	countTimes          int
}

// puzzleChoice is a possible element of a solution: a piece on cells, a symbol on a cell, or an option.
type puzzleChoice struct {
	solutionKey string
	heldItems   []heldItem
}

// itemBound says how often an item may be covered.
type itemBound struct {
	leastTimes, mostTimes int
	isSecondary           bool
}

var exactlyOnce, atMostOnce = itemBound{leastTimes: 1, mostTimes: 1}, itemBound{mostTimes: 1, isSecondary: true}

// nameableItem is an item of a statement that options of the core may name.
type nameableItem struct {
	itemName       string
	possibleColors []string // colors that the option may give to the item; nil if it has no color
}

// puzzlePart is a statement with its rules, or the core.
type puzzlePart struct {
	declarations  string // boards and pieces that the statement needs
	statementText string
	kindsOfRules  []string
	givenKeys     []string // keys that every solution contains
	choices       []puzzleChoice
	itemBounds    map[string]itemBound
	// allowsNoPrimary reports whether choices without a primary item may be in a solution.
	allowsNoPrimary bool
	// allowsChoices reports whether a set of choices, given by their indices, obeys the conditions that no item
	// expresses.
	allowsChoices func(chosen []int) bool
	// colorOfItem returns the color that an item has if the given choices are made. It serves for items that tell what
	// is on a cell, such as value[0,2].
	colorOfItem   func(chosen []int, item string) string
	nameableItems []nameableItem
	namedBoard    *latticeBoard     // board of chessmen or symbols, if it has a name
	boardName     string            // name of the board of chessmen or symbols in the text
	usedFiles     map[string]string // files that the text uses, by name
	// symmetriesFunc returns the symmetries of a puzzle that consists of this statement alone.
	symmetriesFunc func() []Motion
}

// RandomPuzzle returns the puzzle of a seed: a small puzzle with statements of the given kinds, or of any kinds if no
// kind is given.
func RandomPuzzle(seed uint64, kinds ...string) *Puzzle {
	if len(kinds) == 0 {
		kinds = StatementKinds
	}
	return RandomPuzzleWith(seed, kinds, func(*Puzzle) bool { return true })
}

// RandomPuzzleWith returns the first puzzle of a seed for which isWanted is true. That function sees the puzzle before
// it is solved. The result is nil after maxAttempts attempts.
func RandomPuzzleWith(seed uint64, kinds []string, isWanted func(*Puzzle) bool) *Puzzle {
	r := rand.New(rand.NewPCG(seed, 16))
	for range maxAttempts {
		if p := attemptPuzzle(r, kinds, isWanted); p != nil {
			return p
		}
	}
	return nil
}

// maxAttempts bounds the number of puzzles that are made until isWanted accepts one.
const maxAttempts = 100_000

// partMakers maps a kind of statement to the function that makes a random part of this kind, or nil if it fails.
var partMakers = map[string]func(*rand.Rand) *puzzlePart{}

// attemptPuzzle returns a random puzzle, or nil if it is too large or isWanted is false for it.
func attemptPuzzle(r *rand.Rand, kinds []string, isWanted func(*Puzzle) bool) *Puzzle {
	p := &Puzzle{Files: fstest.MapFS{}}
	var statements []string
	for _, k := range r.Perm(len(kinds)) {
		if kinds[k] != "core" && (len(statements) == 0 || r.IntN(len(statements)+2) == 0) {
			statements = append(statements, kinds[k])
		}
	}
	if doStatementsClash(statements) {
		return nil
	}
	for _, kind := range statements {
		one := partMakers[kind](r)
		if one == nil {
			return nil
		}
		p.StatementKinds = append(append(p.StatementKinds, kind), one.kindsOfRules...)
		p.puzzleParts = append(p.puzzleParts, one)
		for name, text := range one.usedFiles {
			p.Files[name] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	if len(p.puzzleParts) == 1 {
		p.symmetriesFunc = p.puzzleParts[0].symmetriesFunc
	}
	if slices.Contains(kinds, "core") && (len(p.puzzleParts) == 0 || r.IntN(2) == 0) {
		core := randomCore(r, p.puzzleParts)
		p.StatementKinds = append(append(p.StatementKinds, "core"), core.kindsOfRules...)
		p.puzzleParts, p.symmetriesFunc = append(p.puzzleParts, core), nil
	}
	p.writeText(r)
	if !isWanted(p) {
		return nil
	}
	var ok bool
	if p.Solutions, ok = findSolutions(p.puzzleParts); !ok || len(p.Solutions) == 0 && r.IntN(4) > 0 {
		return nil
	}
	return p
}

// moduleName is the name of the module that declares names for a puzzle.
const moduleName = "mine.puz"

// moveToModule moves the declarations of boards and pieces into a module. Boards may get other names in the puzzle.
func (p *Puzzle) moveToModule(r *rand.Rand, one *puzzlePart) {
	if one.declarations == "" {
		return
	}
	use := fmt.Sprintf("use %q\n", moduleName)
	for _, statement := range []string{"fill f", "rook on p", "queens on p"} {
		if strings.Contains(one.statementText, statement) && r.IntN(2) == 0 {
			use = fmt.Sprintf("use %q as m\n", moduleName)
			k := strings.LastIndex(statement, " ") + 1
			board := statement[k:]
			one.statementText = strings.Replace(one.statementText, statement, statement[:k]+"m_"+board, 1)
			for _, part := range p.puzzleParts { // these parts may have loops over the board, by its name
				part.statementText = strings.ReplaceAll(part.statementText, " in "+board+" ", " in m_"+board+" ")
			}
		}
	}
	p.Files[moduleName] = &fstest.MapFile{Data: []byte("puz 1\n" + one.declarations)}
	p.StatementKinds = append(p.StatementKinds, "module")
	one.declarations = use
}

// doStatementsClash reports whether two statements cannot be in one puzzle, as only one of them is allowed.
func doStatementsClash(statements []string) bool {
	return slices.Contains(statements, "fill") && slices.Contains(statements, "latin")
}

// writeText writes the statements in random order.
func (p *Puzzle) writeText(r *rand.Rand) {
	if r.IntN(4) == 0 && len(p.puzzleParts) > 0 {
		p.moveToModule(r, p.puzzleParts[0])
	}
	var all []string
	for _, one := range p.puzzleParts {
		all = append(all, one.declarations, one.statementText)
	}
	if r.IntN(3) == 0 {
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	}
	p.Text = "puz 1\n" + strings.Join(slices.DeleteFunc(all, func(s string) bool { return s == "" }), "")
}

// CountClasses returns the number of classes of solutions: under rotations, or under rotations and reflections if
// mirrored is set.
func (p *Puzzle) CountClasses(mirrored bool) int {
	seen, classes, group := map[string]bool{}, 0, p.SymmetryGroup()
	for _, solution := range p.Solutions {
		if seen[solution] {
			continue
		}
		classes++
		for _, m := range group {
			if mirrored || !m.IsReflection {
				seen[m.imageOfSolution(solution)] = true
			}
		}
	}
	return classes
}

// imageOfSolution returns the image of a solution under the motion.
func (m Motion) imageOfSolution(solution string) string {
	keys := strings.Split(solution, ";")
	for i, key := range keys {
		if key != "" {
			keys[i] = m.imageOfKey(key)
		}
	}
	slices.Sort(keys)
	return strings.Join(keys, ";")
}

// keyOfThingOnCells returns the key of a thing on a set of cells.
func keyOfThingOnCells(what string, cells []string) string {
	cells = slices.Sorted(slices.Values(cells))
	return what + " " + strings.Join(cells, " ")
}

// cellName returns the coordinates of a cell as they stand in names of items.
func (g *geometry) cellName(at point) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(at[:g.axisCount]), " ", ","), "[]")
}

// randomValueOf returns one of some values at random.
func randomValueOf[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

// someRandomValues returns up to n of some values at random.
func someRandomValues[T any](r *rand.Rand, n int, from []T) []T {
	mixed := slices.Clone(from)
	r.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
	return mixed[:min(n, len(mixed))]
}

// PlacedThing is an element of a solution, as the program under test reports it.
type PlacedThing struct {
	PieceName string
	Cells     [][]int32
	Letters   []string
	Items     []string
}

// SolutionKey returns the key of a solution, in the form of Puzzle.Solutions.
func SolutionKey(placed []PlacedThing) string {
	var keys []string
	for _, one := range placed {
		var cells []string
		for _, c := range one.Cells {
			cells = append(cells, strings.Trim(strings.ReplaceAll(fmt.Sprint(c), " ", ","), "[]"))
		}
		switch {
		case one.PieceName != "":
			keys = append(keys, keyOfThingOnCells("piece "+one.PieceName, cells))
		case len(one.Letters) > 0 && (len(one.Items) == 0 || strings.HasPrefix(one.Items[0],
			"cell[")): // all givens together, or one given
			for i, symbol := range one.Letters {
				keys = append(keys, keyOfThingOnCells("symbol "+symbol, cells[i:i+1]))
			}
		case len(one.Letters) > 0:
			keys = append(keys, "word "+strings.Join(one.Letters, "")+" "+strings.Join(cells, " "))
		default:
			items := slices.DeleteFunc(slices.Clone(one.Items), func(item string) bool {
				cell, ok := strings.CutSuffix(item, ":none")
				left := ok && slices.Contains(one.Items, "cell"+strings.TrimPrefix(cell,
					"value")) // the option leaves a cell empty, and holds only the value item of that cell
				return left || isCountingItem(item)
			})
			if len(items) > 0 {
				keys = append(keys, keyOfThingOnCells("option", items))
			}
		}
	}
	slices.Sort(keys)
	return strings.Join(keys, ";")
}

// isCountingItem reports whether an item is w, for which options count several times, or an item that lowering makes in
// place of w.
func isCountingItem(item string) bool {
	return item == "w" || strings.HasPrefix(item, "read[") || strings.HasPrefix(item, "take[")
}
