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

// endMark marks the cells at the end of a reason, and darkMark those of one of two colors.
const endMark, darkMark = "?", "#"

func (f *reasonFinder) noOptionReason(i matrix.ItemID) shortReason {
	return shortReason{Kind: NoOption, Text: asSentence(f.ShortageText(i, false)),
		Marks: markCells(f.ownCells(i), endMark)}
}

// ownCells returns the cells of items without options.
func (f *reasonFinder) ownCells(items ...matrix.ItemID) (cells lattice.Shape) {
	for _, i := range items {
		cells = cells.Or(f.ItemCells(i))
	}
	return cells
}

// asSentence returns a text with a capital first letter and a full stop.
func asSentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] + "." }

func markCells(cells []lattice.Cell, with string) map[lattice.Cell]string {
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

// regionReason describes which numbers of cells can be filled. If the whole board is one region, the reason is
// its area.
func (f *reasonFinder) regionReason(r deduce.UnfillableRegion) shortReason {
	var b strings.Builder
	n, around := len(r.Cells), fmt.Sprintf("%d at most", r.Below)
	if r.Above >= 0 {
		around = fmt.Sprintf("%d or %d", r.Below, r.Above)
	}
	f.writeSteps(&b, r.Steps, "")
	if len(r.Steps) == 0 && n == len(f.program.Puzzle.Packing.Board.Cells) {
		fmt.Fprintf(&b, "There are %d cells to cover; pieces that fit cover %s.", n, around)
		return shortReason{Kind: Area, Text: b.String()}
	}
	are := "are"
	if n == 1 {
		are = "is"
	}
	fmt.Fprintf(&b, "The %s marked %s %s cut off from the others; pieces that fit there cover %s.",
		source.Plural(n, "cell"), endMark, are, around)
	return shortReason{Kind: Region, Text: b.String(), Chosen: chosenOptions(r.Steps),
		Marks: markCells(f.ownCells(r.Cells...), endMark)}
}

func chosenOptions(steps []deduce.ForcedStep) (chosen []matrix.OptionID) {
	for _, s := range steps {
		chosen = append(chosen, s.Option)
	}
	return chosen
}

// writeSteps lists forced moves, one in a line.
func (f *reasonFinder) writeSteps(b *strings.Builder, steps []deduce.ForcedStep, indent string) {
	for k, s := range steps {
		fmt.Fprintf(b, "%s%d. %s, as %s.\n", indent, k+1, f.OptionText(s.Option), f.ShortageText(s.Item, true))
	}
}

// proofReason describes forced moves, and cases if they are needed.
func (f *reasonFinder) proofReason(kind ReasonKind, p *deduce.Proof) shortReason {
	var b strings.Builder
	f.writeEnding(&b, p, "")
	return shortReason{Kind: kind, Text: strings.TrimRight(b.String(), "\n"), Chosen: chosenOptions(p.Steps),
		Marks: f.uncoveredMarks(p)}
}

// uncoveredMarks marks the cells of the item without options that no forced move has covered.
func (f *reasonFinder) uncoveredMarks(p *deduce.Proof) map[lattice.Cell]string {
	marks := markCells(f.ownCells(p.Item), endMark)
	if _, cell := f.ItemCell(p.Item); !cell && f.isPacking() {
		return nil
	}
	for _, s := range p.Steps {
		for _, c := range f.OptionCells(s.Option) {
			delete(marks, c)
		}
	}
	return marks
}

// writeEnding describes the end of a proof: an item without options, in each of its cases.
func (f *reasonFinder) writeEnding(b *strings.Builder, p *deduce.Proof, indent string) {
	f.writeSteps(b, p.Steps, indent)
	if len(p.Cases) == 0 {
		fmt.Fprintf(b, "%sThen %s.\n", indent, f.ShortageText(p.Item, false))
		return
	}
	some := "one option"
	if n := len(p.Cases); n > 1 {
		some = fmt.Sprintf("one of %d options", n)
	}
	fmt.Fprintf(b, "%sFor %s there is %s:\n", indent, f.ItemText(p.Item), some)
	for k := range p.Cases {
		c := &p.Cases[k]
		fmt.Fprintf(b, "%s- %s.\n", indent, f.OptionText(c.Option))
		f.writeEnding(b, &c.Proof, indent+"  ")
	}
}

func (f *reasonFinder) hallReason(c deduce.HallViolation) shortReason {
	text := fmt.Sprintf("%s can only have %s: %d want what is enough for %d.",
		f.itemsText(c.Items), f.itemsText(c.Partners), len(c.Items), len(c.Partners))
	return shortReason{Kind: Crowd, Text: strings.ToUpper(text[:1]) + text[1:],
		Marks: markCells(f.ownCells(c.Items...), endMark)}
}

// coloringReason describes the weights of colors. For two colors it prefers a sentence that counts cells.
func (f *reasonFinder) coloringReason(c compile.BoardColoring, proof deduce.Certificate) shortReason {
	r := shortReason{Kind: Coloring, Certificate: &proof, Marks: map[lattice.Cell]string{}}
	count, weights, others := make([]int, c.Colors), make([]int64, c.Colors), []matrix.ItemID(nil)
	for i, w := range proof.Weights {
		at, cell := f.ItemCell(matrix.ItemID(i))
		switch {
		case cell && i < f.problem.PrimaryCount():
			color := c.Class[i]
			count[color]++
			weights[color] = w
			r.Marks[at] = fmt.Sprint(color)
			if c.Colors == 2 {
				r.Marks[at] = []string{"", darkMark}[color]
			}
		case w != 0:
			others = append(others, matrix.ItemID(i))
		}
	}
	if !slices.ContainsFunc(weights, func(w int64) bool { return w != 0 }) {
		return f.weightReason(proof, nil) // it does not concern cells
	}
	if c.Colors == 1 {
		r.Kind, r.Marks = Area, nil
		r.Text = f.areaText(proof, count[0], weights[0], others)
		return r
	}
	text := ""
	if len(others) == 0 && c.Colors == 2 {
		text = f.twoColorsText(c, proof)
	}
	if text == "" {
		text = f.parityText(c, proof, weights, others, r.Marks)
	}
	if text == "" {
		var says []itemWeight
		for color, w := range weights {
			if w != 0 && count[color] > 0 {
				says = append(says, itemWeight{"a cell " + colorName(color, c.Colors), w})
			}
		}
		text = f.weighingText(proof, append(says, f.itemWeights(proof, others)...))
	}
	r.Text = "Color the cells " + c.Words + ". " + text
	return r
}

// parityText describes which pieces cover an odd number of cells of one of two colors, and marks that color. It
// returns "" if the proof is of another kind.
func (f *reasonFinder) parityText(c compile.BoardColoring, proof deduce.Certificate, weights []int64,
	others []matrix.ItemID, marks map[lattice.Cell]string) string {
	if c.Colors != 2 || proof.Modulus != 2 || weights[0]+weights[1] != 1 {
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

// itemWeight is the weight of an item.
type itemWeight struct {
	what string
	w    int64
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

// maxNamedItems bounds the items whose weights a sentence lists; the certificate has all.
const maxNamedItems = 12

// weightsText lists the weights, grouped by value.
func weightsText(says []itemWeight) string {
	if len(says) == 0 {
		return ""
	}
	var order []int64
	byWeight := map[int64][]string{}
	for _, s := range says[:min(maxNamedItems, len(says))] {
		if byWeight[s.w] == nil {
			order = append(order, s.w)
		}
		byWeight[s.w] = append(byWeight[s.w], s.what)
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

// weighingText lists the weights, and the conclusion.
func (f *reasonFinder) weighingText(proof deduce.Certificate, says []itemWeight) string {
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

// areaText compares the number of cells of the pieces with that of the board.
func (f *reasonFinder) areaText(proof deduce.Certificate, cells int, each int64, others []matrix.ItemID) string {
	if len(others) == 0 && proof.Modulus > 0 {
		divisor := proof.Modulus / gcd(proof.Modulus, each)
		return fmt.Sprintf("Every %s covers a multiple of %d cells, and there are %d.", f.optionNoun(), divisor, cells)
	}
	rest := proof.TotalWeight(f.problem).Int64() - each*int64(cells)
	if proof.Modulus == 0 && each != 0 && rest%each == 0 {
		return fmt.Sprintf("The pieces cover %d cells together, and there are %d.", -rest/each, cells)
	}
	return f.weighingText(proof, append([]itemWeight{{"a cell", each}}, f.itemWeights(proof, others)...))
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// twoColorsText counts dark cells: how many each piece covers, modulo a number, and how many there are. It
// returns "" if that is no proof.
func (f *reasonFinder) twoColorsText(c compile.BoardColoring, proof deduce.Certificate) string {
	t := f.tallyColors(c)
	if proof.Modulus == 0 && proof.Weights[f.firstOfColor(c, 0)] == -proof.Weights[f.firstOfColor(c, 1)] {
		return fmt.Sprintf("Every %s covers as many cells with the mark %s as without; there are %d with it, and %d "+
			"without.", f.optionNoun(), darkMark, t.cellCounts[1], t.cellCounts[0])
	}
	least, most, step := t.least[1], t.most[1], t.step[1]
	each := t.pieces * least
	switch {
	case t.pieces == 0:
		return ""
	case least == most && each != t.cellCounts[1]:
		return fmt.Sprintf("Every %s covers %d cells with the mark %s and %d without; there are %d with it, and %d "+
			"without.", f.optionNoun(), least, darkMark, t.size-least, t.cellCounts[1], t.cellCounts[0])
	case least == most || (each-t.cellCounts[1])%step == 0:
		return ""
	case step == 2:
		parity := []string{"even", "odd"}
		return fmt.Sprintf("Every %s covers an %s number of cells with the mark %s, so %d of them cover an %s number; "+
			"there are %d.",
			f.optionNoun(), parity[least%2], darkMark, t.pieces, parity[each%2], t.cellCounts[1])
	}
	return fmt.Sprintf("Every %s covers %d cells with the mark %s, or a multiple of %d more; so %d of them cover %d, "+
		"or a multiple of %d more; there are %d.",
		f.optionNoun(), least, darkMark, step, t.pieces, each, step, t.cellCounts[1])
}

// colorTally counts the cells that must be covered, by color.
type colorTally struct {
	cellCounts []int // by color: the number of cells
	// By color: the least and the greatest number of cells that an option covers, and the greatest common
	// divisor of the differences.
	least, most, step []int
	// size is the number of cells that each option covers, and pieces the number of options that cover all;
	// pieces is 0 if these are not constant.
	size, pieces int
}

func (f *reasonFinder) tallyColors(c compile.BoardColoring) colorTally {
	t := colorTally{cellCounts: make([]int, c.Colors), least: make([]int, c.Colors), most: make([]int, c.Colors),
		step: make([]int, c.Colors)}
	cells, isConstant, here := 0, true, make([]int, c.Colors)
	for i := range f.problem.PrimaryCount() {
		if c.Class[i] < c.Colors { // items that are no cells have higher classes
			t.cellCounts[c.Class[i]]++
			cells++
		}
	}
	for o := range matrix.OptionID(f.problem.OptionCount()) {
		clear(here)
		size := 0
		for _, e := range f.problem.Option(o) {
			if color := c.Class[e.Item]; color < c.Colors && int(e.Item) < f.problem.PrimaryCount() {
				here[color]++
				size++
			}
		}
		t.countOption(here, o == 0)
		isConstant = isConstant && (o == 0 || size == t.size)
		t.size = size
	}
	if isConstant && t.size > 0 && cells%t.size == 0 {
		t.pieces = cells / t.size
	}
	return t
}

// countOption adds an option to the tally, by the colors of its cells.
func (t *colorTally) countOption(here []int, first bool) {
	for color, n := range here {
		if first {
			t.least[color], t.most[color] = n, n
		}
		t.step[color] = int(gcd(int64(t.step[color]), int64(n-t.least[color])))
		t.least[color], t.most[color] = min(t.least[color], n), max(t.most[color], n)
	}
}

// extremeReason finds a color with more cells than the pieces can cover, or fewer than they must.
func (f *reasonFinder) extremeReason(c compile.BoardColoring) (shortReason, bool) {
	t := f.tallyColors(c)
	for color, n := range t.cellCounts {
		switch {
		case t.pieces == 0:
		case n > t.most[color]*t.pieces:
			return f.boundReason(c, t, color, t.most[color], "at most", 1)
		case n < t.least[color]*t.pieces:
			return f.boundReason(c, t, color, t.least[color], "at least", -1)
		}
	}
	return shortReason{}, false
}

// boundReason is the reason that each piece covers a bounded number of cells of a color. In the certificate, a
// cell of the color has the weight size - bound, and any other cell -bound; or the negatives.
func (f *reasonFinder) boundReason(c compile.BoardColoring, t colorTally, color, bound int, words string,
	sign int64) (shortReason, bool) {
	proof := deduce.Certificate{AtMost: true, Weights: make([]int64, f.problem.ItemCount())}
	r := shortReason{Kind: Coloring, Certificate: &proof, Marks: map[lattice.Cell]string{}}
	for i := range matrix.ItemID(f.problem.PrimaryCount()) {
		if c.Class[i] >= c.Colors {
			continue
		}
		proof.Weights[i] = -sign * int64(bound)
		if c.Class[i] == color {
			proof.Weights[i] += sign * int64(t.size)
			at, _ := f.ItemCell(i)
			r.Marks[at] = darkMark
		}
	}
	r.Text = fmt.Sprintf("Color the cells %s, and mark one color. Every %s covers %s %d of the cells marked %s, so %s "+
		"cover %s %d; there are %d.",
		c.Words, f.optionNoun(), words, bound, darkMark, source.Plural(t.pieces, f.optionNoun()), words, bound*t.pieces,
		t.cellCounts[color])
	return r, proof.CheckProof(f.problem) == nil
}

// firstOfColor returns an item of a color.
func (f *reasonFinder) firstOfColor(c compile.BoardColoring, color int) int {
	return max(0, slices.Index(c.Class[:f.problem.PrimaryCount()], color))
}

// weightReason describes the weights of items, by family if all items of a family have one weight.
func (f *reasonFinder) weightReason(proof deduce.Certificate, families []int) shortReason {
	r := shortReason{Kind: Weights, Certificate: &proof, Marks: map[lattice.Cell]string{}}
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
			r.Marks[at] = fmt.Sprint(w)
		case families == nil:
			says = append(says, f.itemWeights(proof, []matrix.ItemID{matrix.ItemID(i)})...)
		}
	}
	if len(r.Marks) > 0 {
		r.Text = "Let cells weigh what the picture shows. "
	}
	r.Text += f.weighingText(proof, says)
	return r
}
