package compile

// This file converts matrices, and the boards and pieces of Knuth's program polyominoes, to text of the language, and
// packings to such boards.

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/parse"
	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
)

// CorePuzzle returns a matrix as text of the language, with its items and options. Names that the language does not
// allow become x[0], x[1] and so on, and comments list the original names. In forbidden combinations (nogoods) an
// option is identified by its items. If another option has the same items, the option gets an additional item.
func CorePuzzle(p *matrix.Problem) string {
	var b strings.Builder
	b.WriteString("puz 1\n")
	names, renamed := itemNames(p)
	for _, line := range renamed {
		b.WriteString("// " + line + "\n")
	}
	writeItems(&b, p, names)
	options := optionTexts(p, names)
	for _, o := range ambiguousOptions(p) {
		own := fmt.Sprintf("y[%d]", p.ItemCount()+int(o))
		fmt.Fprintf(&b, "secondary items %s // of one option alone\n", own)
		options[o] += " " + own
	}
	options = append(options, writeGoal(&b, p, names, options)...)
	for _, text := range options {
		if text != "" { // an option without items would never be chosen
			b.WriteString("option" + text + "\n")
		}
	}
	for _, m := range p.Matchings() {
		for k, side := range [][]matrix.ItemID{m.LeftItems, m.RightItems} {
			b.WriteString([]string{"matching", " with"}[k])
			for _, i := range side {
				b.WriteString(" " + names[i])
			}
		}
		b.WriteString("\n")
	}
	for _, together := range nogoodsWithinSolutions(p) {
		var texts []string
		for _, o := range together {
			texts = append(texts, options[o])
		}
		b.WriteString("forbid together" + strings.Join(texts, ",") + "\n")
	}
	return b.String()
}

// writeGoal writes the goal, and declares the items from which its value is read. It adds to each option what it is
// worth. It returns further options: one that is always chosen, if a solution without options has a value.
func writeGoal(b *strings.Builder, p *matrix.Problem, names, options []string) (further []string) {
	g := p.Goal()
	if g == nil {
		return nil
	}
	worth := "worth"
	for slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, worth) }) {
		worth += "_"
	}
	fmt.Fprintf(b, "items %s any\n", worth)
	for o, v := range g.OptionValues {
		if options[o] != "" && v != 0 {
			options[o] += fmt.Sprintf(" %s*(%d)", worth, v)
		}
	}
	if g.BaseValue != 0 {
		fmt.Fprintf(b, "items %s_base\n", worth)
		further = append(further, fmt.Sprintf(" %s_base %s*(%d)", worth, worth, g.BaseValue))
	}
	fmt.Fprintf(b, "%s %s\n", map[bool]string{false: "minimize", true: "maximize"}[g.Maximize], worth)
	return further
}

// writeItems writes the declarations of the items. Bounds that exceed the number of options are replaced by smaller
// numbers, because the language limits them.
func writeItems(b *strings.Builder, p *matrix.Problem, names []string) {
	most := int32(p.OptionCount() + 1)
	for i := range matrix.ItemID(p.ItemCount()) {
		switch {
		case int(i) >= p.PrimaryCount():
			fmt.Fprintf(b, "secondary items %s\n", names[i])
		case p.Bound(i) == matrix.Once:
			fmt.Fprintf(b, "items %s\n", names[i])
		default:
			fmt.Fprintf(b, "items %s %d..%d\n", names[i], min(most, p.Bound(i).Min), min(most, p.Bound(i).Max))
		}
	}
}

// colorText returns a color in the language: a number, or a word in quotes.
func colorText(name string) string {
	if colorNumberPattern().MatchString(name) {
		return name
	}
	return strconv.Quote(name)
}

// optionTexts returns each option as the list of its items, in the language.
func optionTexts(p *matrix.Problem, names []string) []string {
	texts := make([]string, p.OptionCount())
	colors := colorNames(p)
	for o := range texts {
		for _, e := range p.Option(matrix.OptionID(o)) {
			texts[o] += " " + names[e.Item]
			if e.Color != matrix.NoColor {
				texts[o] += ":" + colorText(colors[e.Color])
			}
		}
	}
	return texts
}

// nogoodsWithinSolutions returns the forbidden combinations that a solution could contain. An option without items is
// never chosen.
func nogoodsWithinSolutions(p *matrix.Problem) [][]matrix.OptionID {
	return slices.DeleteFunc(slices.Clone(p.Nogoods()), func(together []matrix.OptionID) bool {
		return slices.ContainsFunc(together, func(o matrix.OptionID) bool { return len(p.Option(o)) == 0 })
	})
}

// ambiguousOptions returns the options in forbidden combinations that have the same items as another option, in any
// order.
func ambiguousOptions(p *matrix.Problem) []matrix.OptionID {
	list := slices.Concat(nogoodsWithinSolutions(p)...)
	if len(list) == 0 {
		return nil
	}
	optionsByKey := map[string]int{}
	key := func(o matrix.OptionID) string {
		entries := slices.Clone(p.Option(o))
		slices.SortFunc(entries, func(a, b matrix.Entry) int { return cmp.Compare(a.Item, b.Item) })
		return fmt.Sprint(entries)
	}
	for o := range matrix.OptionID(p.OptionCount()) {
		optionsByKey[key(o)]++
	}
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(o matrix.OptionID) bool { return optionsByKey[key(o)] == 1 })
}

var (
	plainNamePattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*'*$`) })
	itemNamePattern  = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]*'*)(\[-?[0-9]{1,9}(,-?[0-9]{1,9})*\])?$`)
	})
	colorNumberPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(0|[1-9][0-9]{0,8})$`) })
	notInNamesPattern  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^A-Za-z0-9_]`) })
)

// itemNames returns a name in the language for each item, and the original names of renamed items. All items of a
// family (the part of a name before the bracket) have the same number of indices, and are all primary or all secondary.
func itemNames(p *matrix.Problem) (names, renamed []string) {
	families := map[string]string{}
	taken := map[string]bool{}
	for i := range matrix.ItemID(p.ItemCount()) {
		name := p.Name(i)
		kind := "x"
		if int(i) >= p.PrimaryCount() {
			kind = "y"
		}
		family := ""
		if m := itemNamePattern().FindStringSubmatch(name); m != nil {
			family = m[1]
		}
		// The kind of the item, the number of brackets, and the number of commas in them.
		shape := fmt.Sprint(kind, strings.Count(name, "["), strings.Count(name, ","))
		if family == "" || family == "x" || family == "y" || parse.IsReserved(family) || taken[name] ||
			cmp.Or(families[family], shape) != shape {
			own := fmt.Sprintf("%s[%d]", kind, i)
			renamed = append(renamed, own+" is "+strings.ToValidUTF8(name, "?"))
			names = append(names, own)
			continue
		}
		families[family], taken[name] = shape, true
		names = append(names, name)
	}
	return names, renamed
}

// languageName converts a name to one that the language allows, where primes are only possible at the end.
func languageName(name string) string {
	if plainNamePattern().MatchString(name) && !parse.IsReserved(name) {
		return name
	}
	return "p" + notInNamesPattern().ReplaceAllStringFunc(name, func(char string) string {
		return fmt.Sprintf("_%x",
			[]rune(char)[0])
	})
}

// colorNames returns a name in the language for each color. Colors with invalid names become c0, c1 and so on; names in
// use are skipped.
func colorNames(p *matrix.Problem) map[matrix.Color]string {
	names, taken := map[matrix.Color]string{}, map[string]bool{}
	var others []matrix.Color // colors with invalid names, in the order of the options
	for o := range matrix.OptionID(p.OptionCount()) {
		for _, e := range p.Option(o) {
			if _, known := names[e.Color]; known || e.Color == matrix.NoColor {
				continue
			}
			name := p.ColorName(e.Color)
			if colorNumberPattern().MatchString(name) || plainNamePattern().MatchString(name) {
				names[e.Color], taken[name] = name, true
				continue
			}
			names[e.Color] = ""
			others = append(others, e.Color)
		}
	}
	n := 0
	for _, color := range others {
		for taken[fmt.Sprintf("c%d", n)] {
			n++
		}
		names[color] = fmt.Sprintf("c%d", n)
		n++
	}
	return names
}

// BoardDump converts a packing to input of Knuth's program polyominoes: a board of squares, and pieces that are used
// exactly once or at most once, each in its own orientations. Further rules are lost, so the caller must compare the
// matrix of the result with the matrix of the puzzle.
func BoardDump(pack *model.Packing) *format.PieceBoard {
	b := &format.PieceBoard{Cells: pieceCells(pack.Board.Cells)}
	for _, k := range pack.Pieces {
		if k.Copies == model.Once {
			b.RequiredPieces = append(b.RequiredPieces, k.Name)
		} else {
			b.OptionalPieces = append(b.OptionalPieces, k.Name)
		}
		b.Pieces = append(b.Pieces, orientationLines(k)...)
	}
	return b
}

// orientationLines returns the lines of the input for a piece. A single line suffices if numbers of rotations and
// transpositions describe its orientations. Otherwise each orientation has a line.
func orientationLines(k *model.PackedPiece) (lines []format.BoardPiece) {
	var wanted []lattice.Shape
	for n, o := range k.Orientations {
		barred := func(keep model.PlacementLimit) bool {
			return keep.Cells == nil && !slices.Contains(keep.Orientations, n)
		}
		if !slices.ContainsFunc(k.PlacementLimits, barred) {
			wanted = append(wanted, o)
		}
	}
	for _, t := range []int{1, 2} {
		for _, s := range []int{1, 2, 4} {
			one := format.BoardPiece{Name: k.Name, RotationCount: s, TransposeCount: t, Cells: pieceCells(k.Shape)}
			if numbers, ok := orientationNumbers([]format.BoardPiece{one}, wanted); ok && len(numbers) == len(wanted) {
				return []format.BoardPiece{one}
			}
		}
	}
	for _, o := range wanted {
		lines = append(lines, format.BoardPiece{Name: k.Name, RotationCount: 1, TransposeCount: 1,
			Cells: pieceCells(o)})
	}
	return lines
}

func pieceCells(s lattice.Shape) []format.BoardCell {
	var out []format.BoardCell
	for _, c := range s {
		out = append(out, format.BoardCell{X: int(c[0]), Y: int(c[1])})
	}
	return out
}

// PackingPuzzle converts input of Knuth's program polyominoes to a puzzle. It returns false if no packing in the
// language is equivalent: a piece has the same placement twice, or shapes that no motion maps to one another.
// [CorePuzzle] can express such input.
func PackingPuzzle(b *format.PieceBoard) (string, bool) {
	pieces, keeps, ok := pieceTexts(b)
	if !ok {
		return "", false
	}
	var out strings.Builder
	board := "b"
	if slices.Contains(slices.Concat(b.RequiredPieces, b.OptionalPieces), board) {
		board = "board_of_pieces" // names of pieces have at most three bytes, so this name is free
	}
	fmt.Fprintf(&out, "puz 1\n%sboard %s on square =%s\n", pieces, board, placesText(b.Cells))
	var sets []string
	for k, names := range [][]string{b.RequiredPieces, b.OptionalPieces} {
		var words []string
		for _, n := range names {
			words = append(words, languageName(n))
		}
		if len(words) > 0 {
			sets = append(sets, []string{"", "0..1 of "}[k]+"{"+strings.Join(words, ", ")+"}")
		}
	}
	if keeps != "" {
		keeps = " {\n" + keeps + "}"
	}
	fmt.Fprintf(&out, "pack %s with %s%s\n", board, strings.Join(sets, " + "), keeps)
	return out.String(), true
}

// pieceTexts returns the declarations of the pieces of a board, and the rules for their orientations.
func pieceTexts(b *format.PieceBoard) (pieces, keeps string, ok bool) {
	var names []string
	lines := map[string][]format.BoardPiece{}
	for _, p := range b.Pieces {
		if lines[p.Name] == nil {
			names = append(names, p.Name)
		}
		lines[p.Name] = append(lines[p.Name], p)
	}
	for _, name := range append(slices.Clone(b.RequiredPieces), b.OptionalPieces...) {
		if lines[name] == nil {
			return "", "", false // a piece that no line draws has no shape
		}
	}
	for _, name := range names {
		cells := lines[name][0].Cells
		all := lattice.Square.Orientations(shapeOfBoardCells(cells))
		kept, ok := orientationNumbers(lines[name], all)
		if !ok {
			return "", "", false
		}
		pieces += fmt.Sprintf("piece %s =%s\n", languageName(name), placesText(cells))
		if len(kept) < len(all) {
			keeps += fmt.Sprintf("  keep %s to orientation %s\n", languageName(name), strings.Join(kept, ", "))
		}
	}
	return pieces, keeps, true
}

// orientationNumbers returns the index of each line's orientation among all orientations of the piece.
func orientationNumbers(lines []format.BoardPiece, all []lattice.Shape) (numbers []string, ok bool) {
	seen := make([]bool, len(all))
	for _, p := range lines {
		for _, cells := range p.AllOrientations() {
			k := slices.IndexFunc(all, lattice.Square.ShiftToOrigin(shapeOfBoardCells(cells)).Equal)
			if k < 0 || seen[k] {
				return nil, false
			}
			seen[k] = true
		}
	}
	for k, is := range seen {
		if is {
			numbers = append(numbers, fmt.Sprint(k))
		}
	}
	return numbers, true
}

func shapeOfBoardCells(cells []format.BoardCell) lattice.Shape {
	out := make([]lattice.Cell, len(cells))
	for k, c := range cells {
		out[k] = lattice.Cell{int32(c.X), int32(c.Y)}
	}
	return lattice.NewShape(out)
}

func placesText(cells []format.BoardCell) string {
	var b strings.Builder
	for _, c := range cells {
		fmt.Fprintf(&b, " (%d, %d)", c.X, c.Y)
	}
	return b.String()
}
