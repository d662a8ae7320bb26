package explain

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/compile"
	"quadrille/compile/lattice"
	"quadrille/lang/source"
	"quadrille/runtime/deduce"
	"quadrille/runtime/matrix"
)

// endMark marks the cells that have no option left at the end of a proof, and darkMark marks the cells of one of two
// colors.
const endMark, darkMark = "?", "#"

func (f *reasonFinder) noOptionReason(i matrix.ItemID) shortReason {
	return shortReason{Kind: NoOption, Sentences: asSentence(f.NoOptionsLeftText(i, false)),
		CellMarks: marksOnCells(f.cellsOfItems(i), endMark)}
}

// cellsOfItems returns the cells that items stand for.
func (f *reasonFinder) cellsOfItems(items ...matrix.ItemID) (cells lattice.Shape) {
	for _, i := range items {
		cells = cells.Union(f.ItemCells(i))
	}
	return cells
}

// asSentence returns a text with a capital first letter and a full stop.
func asSentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] + "." }

func marksOnCells(cells []lattice.Cell, with string) map[lattice.Cell]string {
	marks := map[lattice.Cell]string{}
	for _, c := range cells {
		marks[c] = with
	}
	return marks
}

func (f *reasonFinder) itemsText(items []matrix.ItemID) string {
	var words []string
	for _, i := range items[:min(maxNamedItems, len(items))] {
		words = append(words, f.ItemText(i))
	}
	if len(items) > maxNamedItems {
		words = append(words, "so on")
	}
	return source.JoinWords(words)
}

// regionReason explains that no sum of pieces fills a region of the board. If the region is the whole board, the
// reason is its area.
func (f *reasonFinder) regionReason(r deduce.UnfillableRegion) shortReason {
	var b strings.Builder
	n, around := len(r.Cells), fmt.Sprintf("%d at most", r.NearestFillableBelow)
	if r.NearestFillableAbove >= 0 {
		around = fmt.Sprintf("%d or %d", r.NearestFillableBelow, r.NearestFillableAbove)
	}
	f.writeSteps(&b, r.Steps, "")
	if len(r.Steps) == 0 && n == len(f.program.Puzzle.Packing.Board.Cells) {
		fmt.Fprintf(&b, "There are %d cells to cover; pieces that fit cover %s.", n, around)
		return shortReason{Kind: Area, Sentences: b.String()}
	}
	are := "are"
	if n == 1 {
		are = "is"
	}
	fmt.Fprintf(&b, "The %s marked %s %s cut off from the others; pieces that fit there cover %s.",
		source.Plural(n, "cell"), endMark, are, around)
	return shortReason{Kind: Region, Sentences: b.String(), ChosenOptions: chosenOptions(r.Steps),
		CellMarks: marksOnCells(f.cellsOfItems(r.Cells...), endMark)}
}

func chosenOptions(steps []deduce.ForcedStep) (chosen []matrix.OptionID) {
	for _, s := range steps {
		chosen = append(chosen, s.Option)
	}
	return chosen
}

// writeSteps lists forced moves, one on each line.
func (f *reasonFinder) writeSteps(b *strings.Builder, steps []deduce.ForcedStep, indent string) {
	for k, s := range steps {
		fmt.Fprintf(b, "%s%d. %s, as %s.\n", indent, k+1, f.OptionText(s.Option), f.NoOptionsLeftText(s.Item, true))
	}
}

// proofReason describes a proof by forced moves, with a distinction of cases if it needs one.
func (f *reasonFinder) proofReason(kind ReasonKind, p *deduce.Proof) shortReason {
	var b strings.Builder
	f.writeProofEnding(&b, p, "")
	return shortReason{Kind: kind, Sentences: strings.TrimRight(b.String(), "\n"),
		ChosenOptions: chosenOptions(p.Steps),
		CellMarks:     f.uncoveredMarks(p)}
}

// uncoveredMarks marks the cells of the item that has no option left at the end of a proof.
func (f *reasonFinder) uncoveredMarks(p *deduce.Proof) map[lattice.Cell]string {
	marks := marksOnCells(f.cellsOfItems(p.FailedItem), endMark)
	if _, cell := f.ItemCell(p.FailedItem); !cell && f.isPacking() {
		return nil
	}
	for _, s := range p.Steps {
		for _, c := range f.OptionCells(s.Option) {
			delete(marks, c)
		}
	}
	return marks
}

// writeProofEnding describes the end of a proof: an item without options, or one such item in each case.
func (f *reasonFinder) writeProofEnding(b *strings.Builder, p *deduce.Proof, indent string) {
	f.writeSteps(b, p.Steps, indent)
	if len(p.Cases) == 0 {
		fmt.Fprintf(b, "%sThen %s.\n", indent, f.NoOptionsLeftText(p.FailedItem, false))
		return
	}
	some := "one option"
	if n := len(p.Cases); n > 1 {
		some = fmt.Sprintf("one of %d options", n)
	}
	fmt.Fprintf(b, "%sFor %s there is %s:\n", indent, f.ItemText(p.FailedItem), some)
	for k := range p.Cases {
		c := &p.Cases[k]
		fmt.Fprintf(b, "%s- %s.\n", indent, f.OptionText(c.TriedOption))
		f.writeProofEnding(b, &c.Proof, indent+"  ")
	}
}

func (f *reasonFinder) hallViolationReason(c deduce.HallViolation) shortReason {
	text := fmt.Sprintf("%s can only have %s: %d want what is enough for %d.",
		f.itemsText(c.Items), f.itemsText(c.Partners), len(c.Items), len(c.Partners))
	return shortReason{Kind: Crowd, Sentences: strings.ToUpper(text[:1]) + text[1:],
		CellMarks: marksOnCells(f.cellsOfItems(c.Items...), endMark)}
}

// coloringReason describes a proof by weights of colors. For two colors it prefers a sentence that counts cells.
func (f *reasonFinder) coloringReason(c compile.BoardColoring, proof deduce.Certificate) shortReason {
	r := shortReason{Kind: Coloring, Certificate: &proof, CellMarks: map[lattice.Cell]string{}}
	count, weights, others := make([]int, c.ColorCount), make([]int64, c.ColorCount), []matrix.ItemID(nil)
	for i, w := range proof.Weights {
		at, cell := f.ItemCell(matrix.ItemID(i))
		switch {
		case cell && i < f.problem.PrimaryCount():
			color := c.ItemClass[i]
			count[color]++
			weights[color] = w
			r.CellMarks[at] = fmt.Sprint(color)
			if c.ColorCount == 2 {
				r.CellMarks[at] = []string{"", darkMark}[color]
			}
		case w != 0:
			others = append(others, matrix.ItemID(i))
		}
	}
	if !slices.ContainsFunc(weights, func(w int64) bool { return w != 0 }) {
		return f.weightReason(proof, nil) // no cell has a weight
	}
	if c.ColorCount == 1 {
		r.Kind, r.CellMarks = Area, nil
		r.Sentences = f.areaComparisonText(proof, count[0], weights[0], others)
		return r
	}
	text := ""
	if len(others) == 0 && c.ColorCount == 2 {
		text = f.twoColorsText(c, proof)
	}
	if text == "" {
		text = f.parityProofText(c, proof, weights, others, r.CellMarks)
	}
	if text == "" {
		var says []itemWeight
		for color, w := range weights {
			if w != 0 && count[color] > 0 {
				says = append(says, itemWeight{"a cell " + colorName(color, c.ColorCount), w})
			}
		}
		text = f.weightProofText(proof, append(says, f.itemWeights(proof, others)...))
	}
	r.Sentences = "Color the cells " + c.Description + ". " + text
	return r
}

// parityProofText describes a proof by parity: which pieces cover an odd number of cells of one of two colors. It sets
// the marks of that color. It returns "" for other kinds of proofs.
func (f *reasonFinder) parityProofText(c compile.BoardColoring, proof deduce.Certificate, weights []int64,
	others []matrix.ItemID, marks map[lattice.Cell]string) string {
	if c.ColorCount != 2 || proof.Modulus != 2 || weights[0]+weights[1] != 1 {
		return ""
	}
	odd, cells := 0, 0
	for _, i := range others {
		odd += int(f.problem.Bound(i).Min)
	}
	clear(marks)
	for i := range matrix.ItemID(f.problem.PrimaryCount()) {
		if at, cell := f.ItemCell(i); cell && proof.Weights[i] == 1 {
			marks[at] = darkMark
			cells++
		}
	}
	return fmt.Sprintf("An odd number of cells marked %s is under %s, and an even number under every other piece. So "+
		"together they cover an %s number; there are %d.",
		darkMark, f.itemsText(others), []string{"even", "odd"}[odd%2], cells)
}

// itemWeight is the name of an item with its weight in a proof.
type itemWeight struct {
	itemName string
	weight   int64
}

func colorName(color, colors int) string {
	if colors == 2 {
		return []string{"without a mark", "marked " + darkMark}[color]
	}
	return fmt.Sprintf("marked %d", color)
}

func (f *reasonFinder) itemWeights(proof deduce.Certificate, items []matrix.ItemID) (says []itemWeight) {
	for _, i := range items {
		says = append(says, itemWeight{f.ItemText(i), proof.Weights[i]})
	}
	return says
}

// maxNamedItems is the largest number of items whose weights a sentence lists. The certificate lists all items.
const maxNamedItems = 12

// weightsText lists the weights of items, grouped by weight.
func weightsText(says []itemWeight) string {
	if len(says) == 0 {
		return ""
	}
	var order []int64
	byWeight := map[int64][]string{}
	for _, s := range says[:min(maxNamedItems, len(says))] {
		if byWeight[s.weight] == nil {
			order = append(order, s.weight)
		}
		byWeight[s.weight] = append(byWeight[s.weight], s.itemName)
	}
	var clauses []string
	for _, w := range order {
		clauses = append(clauses, fmt.Sprintf("%s weigh %d", source.JoinWords(byWeight[w]), w))
	}
	if len(says) > maxNamedItems {
		clauses = append(clauses, "so on")
	}
	last := len(clauses) - 1
	if last > 0 {
		clauses[last] = "and " + clauses[last]
	}
	return "Let " + strings.Join(clauses, ", ") + ". "
}

// weightProofText lists the weights of items, and states which contradiction follows from them.
func (f *reasonFinder) weightProofText(proof deduce.Certificate, says []itemWeight) string {
	zero := "0"
	if proof.Modulus > 0 {
		zero = fmt.Sprintf("a multiple of %d", proof.Modulus)
	}
	what := "every option weighs " + zero
	if f.isPacking() {
		what = "every piece weighs " + zero + " together with the cells that it covers"
	}
	return fmt.Sprintf("%sThen %s, but what is to be covered weighs %v.", weightsText(says), what,
		proof.TotalWeight(f.problem))
}

// areaComparisonText compares the total number of cells of the pieces with that of the board.
func (f *reasonFinder) areaComparisonText(proof deduce.Certificate, cells int, each int64,
	others []matrix.ItemID) string {
	if len(others) == 0 && proof.Modulus > 0 {
		divisor := proof.Modulus / gcd(proof.Modulus, each)
		return fmt.Sprintf("Every %s covers a multiple of %d cells, and there are %d.", f.optionNoun(), divisor, cells)
	}
	rest := proof.TotalWeight(f.problem).Int64() - each*int64(cells)
	if proof.Modulus == 0 && each != 0 && rest%each == 0 {
		return fmt.Sprintf("The pieces cover %d cells together, and there are %d.", -rest/each, cells)
	}
	return f.weightProofText(proof, append([]itemWeight{{"a cell", each}}, f.itemWeights(proof, others)...))
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// twoColorsText states how many dark cells each piece covers, modulo a number, and how many dark cells the board has.
// It returns "" if these facts are no proof.
func (f *reasonFinder) twoColorsText(c compile.BoardColoring, proof deduce.Certificate) string {
	t := f.tallyColors(c)
	if proof.Modulus == 0 && proof.Weights[f.firstItemOfColor(c, 0)] == -proof.Weights[f.firstItemOfColor(c, 1)] {
		return fmt.Sprintf("Every %s covers as many cells with the mark %s as without; there are %d with it, and %d "+
			"without.", f.optionNoun(), darkMark, t.cellCounts[1], t.cellCounts[0])
	}
	least, most, step := t.leastCellsCovered[1], t.mostCellsCovered[1], t.coveredCountStep[1]
	each := t.pieceCount * least
	switch {
	case t.pieceCount == 0:
		return ""
	case least == most && each != t.cellCounts[1]:
		return fmt.Sprintf("Every %s covers %d cells with the mark %s and %d without; there are %d with it, and %d "+
			"without.", f.optionNoun(), least, darkMark, t.cellsPerOption-least, t.cellCounts[1], t.cellCounts[0])
	case least == most || (each-t.cellCounts[1])%step == 0:
		return ""
	case step == 2:
		parity := []string{"even", "odd"}
		return fmt.Sprintf("Every %s covers an %s number of cells with the mark %s, so %d of them cover an %s number; "+
			"there are %d.",
			f.optionNoun(), parity[least%2], darkMark, t.pieceCount, parity[each%2], t.cellCounts[1])
	}
	return fmt.Sprintf("Every %s covers %d cells with the mark %s, or a multiple of %d more; so %d of them cover %d, "+
		"or a multiple of %d more; there are %d.",
		f.optionNoun(), least, darkMark, step, t.pieceCount, each, step, t.cellCounts[1])
}

// colorTally holds the number of cells of each color, and how many cells of each color an option covers.
type colorTally struct {
	cellCounts []int // for each color, the number of cells to cover
	// For each color: the least and the greatest number of its cells that one option covers. The step is the greatest
	// common divisor of the differences between options.
	leastCellsCovered, mostCellsCovered, coveredCountStep []int
	// cellsPerOption is the number of cells that each option covers, and pieceCount the number of options that together
	// cover all cells. If options cover different numbers of cells, pieceCount is 0.
	cellsPerOption, pieceCount int
}

func (f *reasonFinder) tallyColors(c compile.BoardColoring) colorTally {
	t := colorTally{cellCounts: make([]int, c.ColorCount),
		leastCellsCovered: make([]int, c.ColorCount), mostCellsCovered: make([]int, c.ColorCount),
		coveredCountStep: make([]int, c.ColorCount)}
	cells, isConstant, here := 0, true, make([]int, c.ColorCount)
	for i := range f.problem.PrimaryCount() {
		if c.ItemClass[i] < c.ColorCount { // items that stand for no cell have a class beyond the colors
			t.cellCounts[c.ItemClass[i]]++
			cells++
		}
	}
	for o := range matrix.OptionID(f.problem.OptionCount()) {
		clear(here)
		size := 0
		for _, e := range f.problem.Option(o) {
			if color := c.ItemClass[e.Item]; color < c.ColorCount && int(e.Item) < f.problem.PrimaryCount() {
				here[color]++
				size++
			}
		}
		t.countColorsOfOption(here, o == 0)
		isConstant = isConstant && (o == 0 || size == t.cellsPerOption)
		t.cellsPerOption = size
	}
	if isConstant && t.cellsPerOption > 0 && cells%t.cellsPerOption == 0 {
		t.pieceCount = cells / t.cellsPerOption
	}
	return t
}

// countColorsOfOption updates the tally with one option. The argument here holds the number of cells of each color that
// it covers; first is true for the first option.
func (t *colorTally) countColorsOfOption(here []int, first bool) {
	for color, n := range here {
		if first {
			t.leastCellsCovered[color], t.mostCellsCovered[color] = n, n
		}
		t.coveredCountStep[color] = int(gcd(int64(t.coveredCountStep[color]), int64(n-t.leastCellsCovered[color])))
		t.leastCellsCovered[color], t.mostCellsCovered[color] = min(t.leastCellsCovered[color], n),
			max(t.mostCellsCovered[color], n)
	}
}

// extremeColorReason finds a color that has more cells than the pieces can cover, or fewer than they must cover.
func (f *reasonFinder) extremeColorReason(c compile.BoardColoring) (shortReason, bool) {
	t := f.tallyColors(c)
	for color, n := range t.cellCounts {
		switch {
		case t.pieceCount == 0:
		case n > t.mostCellsCovered[color]*t.pieceCount:
			return f.colorBoundReason(c, t, color, t.mostCellsCovered[color], "at most", 1)
		case n < t.leastCellsCovered[color]*t.pieceCount:
			return f.colorBoundReason(c, t, color, t.leastCellsCovered[color], "at least", -1)
		}
	}
	return shortReason{}, false
}

// colorBoundReason returns the reason that no piece covers more cells of a color than a bound, or fewer. In the
// certificate for an upper bound, a cell of that color has the weight size - bound, and any other cell has -bound. For
// a lower bound, the weights have the opposite sign.
func (f *reasonFinder) colorBoundReason(c compile.BoardColoring, t colorTally, color, bound int, words string,
	sign int64) (shortReason, bool) {
	proof := deduce.Certificate{AtMostZero: true, Weights: make([]int64, f.problem.ItemCount())}
	r := shortReason{Kind: Coloring, Certificate: &proof, CellMarks: map[lattice.Cell]string{}}
	for i := range matrix.ItemID(f.problem.PrimaryCount()) {
		if c.ItemClass[i] >= c.ColorCount {
			continue
		}
		proof.Weights[i] = -sign * int64(bound)
		if c.ItemClass[i] == color {
			proof.Weights[i] += sign * int64(t.cellsPerOption)
			at, _ := f.ItemCell(i)
			r.CellMarks[at] = darkMark
		}
	}
	r.Sentences = fmt.Sprintf("Color the cells %s, and mark one color. Every %s covers %s %d of the cells marked %s, "+
		"so %s cover %s %d; there are %d.",
		c.Description, f.optionNoun(), words, bound, darkMark, source.Plural(t.pieceCount, f.optionNoun()), words,
		bound*t.pieceCount,
		t.cellCounts[color])
	return r, proof.CheckProof(f.problem) == nil
}

// firstItemOfColor returns an item of a color.
func (f *reasonFinder) firstItemOfColor(c compile.BoardColoring, color int) int {
	return max(0, slices.Index(c.ItemClass[:f.problem.PrimaryCount()], color))
}

// weightReason describes a proof by weights. If items of the same family have the same weight, it names families
// instead of items.
func (f *reasonFinder) weightReason(proof deduce.Certificate, families []int) shortReason {
	r := shortReason{Kind: Weights, Certificate: &proof, CellMarks: map[lattice.Cell]string{}}
	var says []itemWeight
	listed := map[int]bool{}
	for i, w := range proof.Weights {
		at, cell := f.ItemCell(matrix.ItemID(i))
		switch {
		case w == 0:
		case families != nil && !listed[families[i]]:
			listed[families[i]] = true
			family, _, _ := strings.Cut(f.problem.Name(matrix.ItemID(i)), "[")
			if cell {
				family = "cell"
			}
			says = append(says, itemWeight{"each " + source.EscapeText(family), w})
		case families == nil && cell:
			r.CellMarks[at] = fmt.Sprint(w)
		case families == nil:
			says = append(says, f.itemWeights(proof, []matrix.ItemID{matrix.ItemID(i)})...)
		}
	}
	if len(r.CellMarks) > 0 {
		r.Sentences = "Let cells weigh what the picture shows. "
	}
	r.Sentences += f.weightProofText(proof, says)
	return r
}
