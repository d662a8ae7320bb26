package audit

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
)

// lowerChessmen adds the items and options of section A5 of spec.md.
func (l *expectedMatrix) lowerChessmen() {
	p := l.puzzle.Chessmen
	if p == nil {
		return
	}
	on := p.Board.Lattice
	held, primary, barred := map[lattice.Cell][]string{}, map[lattice.Cell]bool{}, map[lattice.Cell]bool{}
	for _, g := range p.LineGroups {
		for k, line := range g.CellLines {
			name, b := fmt.Sprintf("%s[%d]", g.ItemFamily, k), boundsOf(g.ChessmenPerLine)
			if g.HasSingleLine {
				name = g.ItemFamily
			}
			switch {
			case b.maxCovers == 0:
				for _, c := range line {
					barred[c] = true
				}
				continue
			case b.minCovers == 0 && (b.maxCovers == unlimited || b.maxCovers >= len(line)):
				continue // the rule is always satisfied
			case b.minCovers == 0 && b.maxCovers == 1:
				b = secondary
			}
			l.declareItem(name, b)
			for _, c := range line {
				held[c] = append(held[c], name)
				primary[c] = primary[c] || !b.isSecondary
			}
		}
	}
	for _, a := range p.Separations {
		for _, pair := range a.CellPairs {
			name := fmt.Sprintf("attack[%s,%s]", cellName(on, pair[0]), cellName(on, pair[1]))
			l.declareItem(name, secondary)
			for _, c := range pair {
				if !slices.Contains(held[c], name) {
					held[c] = append(held[c], name)
				}
			}
		}
	}
	var men []*expectedOption
	var memberOf []int // for each cell, the index in men of its option, or noMember
	for _, c := range p.Board.AllCells() {
		man, either := fmt.Sprintf("man[%s]", cellName(on, c)), fmt.Sprintf("either[%s]", cellName(on, c))
		if l.itemsNamedByCore[man] {
			l.declareItem(man, secondary)
			l.declareItem(either, coveredOnce)
			held[c], primary[c] = append(held[c], either, man+":1"), true
			defer l.addRow(either, man+":0")
		}
		if barred[c] {
			memberOf = append(memberOf, noMember)
			continue
		}
		if !primary[c] {
			l.declareItem("free", coverBounds{0, unlimited, false})
			held[c] = append(held[c], "free")
		}
		memberOf = append(memberOf, len(men))
		men = append(men, &expectedOption{coloredItems: held[c], goalValue: l.valueOf(func(m model.Measure) int64 {
			return boolToInt64(m.CountsChessmen) - boolToInt64(m.CountsEmptyCells && l.puzzle.Packing == nil)
		})})
	}
	l.addOrbits(men, p.RequiredSymmetries, func(member int, image []int32) int {
		return memberOf[image[slices.Index(memberOf, member)]]
	})
}

// lowerWords adds the items and options of section A7 of spec.md for words.
func (l *expectedMatrix) lowerWords() {
	w := l.puzzle.WordPuzzle
	if w == nil {
		return
	}
	for _, line := range w.WordLines {
		l.declareItem(line.ItemName, coveredOnce)
	}
	for _, c := range lattice.Rectangle(w.Rows, w.Columns) {
		if !w.BlockCells[c] {
			l.declareItem(fmt.Sprintf("letter[%s]", cellName(lattice.Square, c)), secondary)
		}
	}
	if w.RequiresDistinctWords {
		for _, word := range w.WordList {
			l.declareItem(fmt.Sprintf("word[%s]", word), secondary)
		}
	}
	for _, line := range w.WordLines {
		for _, word := range w.WordList {
			letters, row := []rune(word), []string{line.ItemName}
			fits := len(letters) == len(line.Cells)
			for k := 0; fits && k < len(letters); k++ {
				given, isGiven := w.GivenLetters[line.Cells[k]]
				fits = !isGiven || given == string(letters[k])
				row = append(row, fmt.Sprintf("letter[%s]:%c", cellName(lattice.Square, line.Cells[k]), letters[k]))
			}
			if w.RequiresDistinctWords {
				row = append(row, fmt.Sprintf("word[%s]", word))
			}
			if fits {
				l.addRow(row...)
			}
		}
	}
}

// eachRound visits each round of a loop inside the rounds of outer loops. A nil loop has one round.
func (l *expectedMatrix) eachRound(loop *model.Loop, outer []int64, visit func(env []int64)) {
	if loop == nil {
		visit(outer)
		return
	}
	l.keepError(loop.EachRound(outer, func() error { return l.err }, func(env []int64) error {
		visit(env)
		return l.err
	}))
}

// evaluate returns the value of an expression in a round of its loop.
func (l *expectedMatrix) evaluate(x model.ValueFunc, env []int64) int64 {
	v, err := x(env)
	l.keepError(err)
	return v
}

// eachItem visits the items that a declared option names in a round of its loop.
func (l *expectedMatrix) eachItem(d *model.OptionDeclaration, env []int64,
	visit func(r *model.ItemRef, name string, env []int64)) {
	for k := range d.ItemRefs {
		r := &d.ItemRefs[k]
		l.eachRound(r.Loop, env, func(env []int64) { visit(r, l.itemNameInRound(r, env), env) })
	}
}

// findNamedItems finds the items that options and nogoods written in the text name.
func (l *expectedMatrix) findNamedItems() {
	find := func(d *model.OptionDeclaration, loop *model.Loop) {
		l.eachRound(loop, nil, func(env []int64) {
			l.eachItem(d, env, func(_ *model.ItemRef, name string, _ []int64) { l.itemsNamedByCore[name] = true })
		})
	}
	for k := range l.puzzle.OptionDeclarations {
		find(&l.puzzle.OptionDeclarations[k], &l.puzzle.OptionDeclarations[k].Loop)
	}
	for _, f := range l.puzzle.ForbidRules {
		for k := range f.ForbiddenOptions {
			find(&f.ForbiddenOptions[k], &f.Loop)
		}
	}
}

// lowerCore adds the items and options that the text itself declares.
func (l *expectedMatrix) lowerCore() {
	for _, d := range l.puzzle.ItemDeclarations {
		l.eachRound(&d.Loop, nil, func(env []int64) {
			b := coverBounds{d.Multiplicity.Min, d.Multiplicity.Max, d.IsSecondary}
			if m := d.LoopMultiplicity; m != nil {
				b.minCovers, b.maxCovers = int(l.evaluate(m.LeastTimes, env)), int(l.evaluate(m.MostTimes, env))
			}
			for _, r := range d.ItemRefs {
				switch name := l.itemNameInRound(&r, env); {
				case l.puzzle.CountedFamilies[r.Family]:
					l.countedSums = append(l.countedSums, &weightedSum{name, b, false})
				case b.maxCovers == 0 && !d.IsSecondary:
					l.declareItem(name, secondary)
					l.uncoverableItems[name] = true
				default:
					l.declareItem(name, b)
				}
			}
		})
	}
	for _, d := range l.puzzle.OptionDeclarations {
		l.eachRound(&d.Loop, nil, func(env []int64) {
			o := l.optionInRound(&d, env)
			text := fmt.Sprint(rowText(o.coloredItems), o.goalValue, o.sumWeights)
			if l.hasUncoverableItem(o) || d.IsFromChoose && l.choiceAlternatives[text] {
				return // equal alternatives of a `choose` statement become one option
			}
			if d.IsFromChoose {
				l.choiceAlternatives[text] = true
			}
			l.addOption(o)
		})
	}
}

// hasUncoverableItem reports whether an option contains an item that no option may cover.
func (l *expectedMatrix) hasUncoverableItem(o *expectedOption) bool {
	return slices.ContainsFunc(o.coloredItems, func(item string) bool { return l.uncoverableItems[item] })
}

// lowerForbids adds the nogoods of `forbid` statements, and removes each option that such a statement forbids alone.
func (l *expectedMatrix) lowerForbids() {
	byKey := map[string][]int{}
	for n, o := range l.options {
		if o.coreKey != "" {
			byKey[o.coreKey] = append(byKey[o.coreKey], n)
		}
	}
	for _, f := range l.puzzle.ForbidRules {
		l.eachRound(&f.Loop, nil, func(env []int64) {
			sets := [][]int{nil} // nogoods, one for each choice among options that have the same items
			for k := range f.ForbiddenOptions {
				o := l.optionInRound(&f.ForbiddenOptions[k], env)
				if l.hasUncoverableItem(o) {
					return
				}
				var longer [][]int
				for _, set := range sets {
					for _, n := range byKey[rowText(o.coloredItems)] {
						longer = append(longer, append(slices.Clone(set), n))
					}
				}
				sets = longer
			}
			for _, set := range sets {
				if len(set) == 1 {
					l.options[set[0]].isRemoved = true
				}
			}
			l.expectedNogoods = append(l.expectedNogoods, sets...)
		})
	}
}

// optionInRound returns the option of a declaration in a round of its loop.
func (l *expectedMatrix) optionInRound(d *model.OptionDeclaration, env []int64) *expectedOption {
	o := &expectedOption{waitsForSums: true, sumWeights: map[string]int{}}
	canBeForbidden := true
	l.eachItem(d, env, func(r *model.ItemRef, name string, env []int64) {
		if item, isCell := l.itemOfCellName[name]; isCell {
			name = item
		}
		_, exists := l.expectedItems[name]
		k := slices.IndexFunc(l.countedSums, func(s *weightedSum) bool { return s.itemName == name })
		if !exists && k < 0 && r.MayBeMissing {
			return
		}
		times := 1
		if r.CountTimes != nil {
			times = int(l.evaluate(r.CountTimes, env))
		}
		if k >= 0 && times != 0 {
			o.sumWeights[name] = times
		}
		o.goalValue += l.valueOf(func(m model.Measure) int64 {
			isCounted := m.CountedFamily == r.Family && (m.CountedItem == "" || m.CountedItem == name)
			return int64(times) * boolToInt64(isCounted)
		})
		if times != 0 && (k < 0 || l.countedSums[k].isHeldByOptions) {
			o.coloredItems = append(o.coloredItems, name+l.itemColor(r, env))
		} else {
			canBeForbidden = false
		}
	})
	for _, item := range o.coloredItems {
		if value := l.symbolItemOfCell[item]; value != "" {
			o.coloredItems = append(o.coloredItems, value+":none")
		}
	}
	if canBeForbidden {
		o.coreKey = rowText(o.coloredItems)
	}
	return o
}

// itemNameInRound returns the name of an item in a round of the loop.
func (l *expectedMatrix) itemNameInRound(r *model.ItemRef, env []int64) string {
	if len(r.IndexValues) == 0 {
		return r.Family
	}
	var indices []string
	for _, x := range r.IndexValues {
		indices = append(indices, l.puzzle.Vocabulary.ValueText(l.evaluate(x, env)))
	}
	return fmt.Sprintf("%s[%s]", r.Family, strings.Join(indices, ","))
}

// itemColor returns a colon and the color of an item in a round of the loop, or "".
func (l *expectedMatrix) itemColor(r *model.ItemRef, env []int64) string {
	switch {
	case r.Color.ColorValue != nil:
		return ":" + l.puzzle.Vocabulary.ValueText(l.evaluate(r.Color.ColorValue, env))
	case r.Color.ColorText != "":
		return ":" + r.Color.ColorText
	}
	return ""
}
