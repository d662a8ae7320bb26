package audit

import (
	"fmt"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
)

// lowerChessmen adds the items and options of section A5 of spec.md.
func (l *expectedMatrix) lowerChessmen() error {
	p := l.puzzle.Chessmen
	if p == nil {
		return nil
	}
	on := p.Board.Lattice
	held, primary, barred := map[lattice.Cell][]string{}, map[lattice.Cell]bool{}, map[lattice.Cell]bool{}
	for _, g := range p.LineGroups {
		for k, line := range g.CellLines {
			name, b := fmt.Sprintf("%s[%d]", g.ItemFamily, k),
				coverBounds{g.ChessmenPerLine.Min, g.ChessmenPerLine.Max, false}
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
				b = coverBounds{isSecondary: true}
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
			l.declareItem(name, coverBounds{isSecondary: true})
			for _, c := range pair {
				if !slices.Contains(held[c], name) {
					held[c] = append(held[c], name)
				}
			}
		}
	}
	var men []*expectedOption
	cells, memberOf := p.Board.AllCells(), map[int]int{}
	for n, c := range cells {
		man, either := fmt.Sprintf("man[%s]", cellName(on, c)), fmt.Sprintf("either[%s]", cellName(on, c))
		if l.itemsNamedByCore[man] {
			l.declareItem(man, coverBounds{isSecondary: true})
			l.declareItem(either, coverBounds{1, 1, false})
			held[c], primary[c] = append(held[c], either, man+":1"), true
			defer l.addRow(either, man+":0")
		}
		if barred[c] {
			continue
		}
		if !primary[c] {
			l.declareItem("free", coverBounds{0, unlimited, false})
			held[c] = append(held[c], "free")
		}
		memberOf[n] = len(men)
		men = append(men, &expectedOption{coloredItems: held[c], goalValue: l.valueOf(func(m model.Measure) int64 {
			return boolToInt64(m.CountsChessmen) - boolToInt64(m.CountsEmptyCells && l.puzzle.Packing == nil)
		})})
	}
	l.addOrbits(men, p.RequiredSymmetries, func(member int, image []int32) int {
		for n, k := range memberOf {
			if to, has := memberOf[int(image[n])]; k == member && has {
				return to
			}
		}
		return noMember
	})
	return nil
}

// lowerWords adds the items and options of section A7 of spec.md for words.
func (l *expectedMatrix) lowerWords() error {
	w := l.puzzle.WordPuzzle
	if w == nil {
		return nil
	}
	for _, line := range w.WordLines {
		l.declareItem(line.ItemName, coverBounds{1, 1, false})
	}
	for _, c := range lattice.Rectangle(w.Rows, w.Columns) {
		if !w.BlockCells[c] {
			l.declareItem(fmt.Sprintf("cell[%s]", cellName(lattice.Square, c)), coverBounds{isSecondary: true})
		}
	}
	if w.RequiresDistinctWords {
		for _, word := range w.WordList {
			l.declareItem(fmt.Sprintf("word[%s]", word), coverBounds{isSecondary: true})
		}
	}
	for _, line := range w.WordLines {
		for _, word := range w.WordList {
			letters, row := []rune(word), []string{line.ItemName}
			fits := len(letters) == len(line.Cells)
			for k := 0; fits && k < len(letters); k++ {
				given, isGiven := w.GivenLetters[line.Cells[k]]
				fits = !isGiven || given == string(letters[k])
				row = append(row, fmt.Sprintf("cell[%s]:%c", cellName(lattice.Square, line.Cells[k]), letters[k]))
			}
			if w.RequiresDistinctWords {
				row = append(row, fmt.Sprintf("word[%s]", word))
			}
			if fits {
				l.addRow(row...)
			}
		}
	}
	return nil
}

// findNamedItems finds the items that options and nogoods of the core name.
func (l *expectedMatrix) findNamedItems() {
	never := func() error { return nil }
	note := func(d model.OptionDeclaration, loop *model.Loop) {
		_ = loop.EachRound(nil, never, func(env []int64) error {
			for _, r := range d.ItemRefs {
				inner := r.Loop
				if inner == nil {
					inner = &model.Loop{}
				}
				_ = inner.EachRound(env, never, func(env []int64) error {
					name, err := l.itemNameInRound(&r, env)
					l.itemsNamedByCore[name] = true
					return err
				})
			}
			return nil
		})
	}
	for _, d := range l.puzzle.OptionDeclarations {
		note(d, &d.Loop)
	}
	for _, f := range l.puzzle.ForbidRules {
		for _, d := range f.ForbiddenOptions {
			note(d, &f.Loop)
		}
	}
}

// lowerCore adds the items and options that the text itself declares.
func (l *expectedMatrix) lowerCore() error {
	tick := func() error { return nil }
	for _, d := range l.puzzle.ItemDeclarations {
		err := d.Loop.EachRound(nil, tick, func(env []int64) error {
			times := coverBounds{d.Multiplicity.Min, d.Multiplicity.Max, d.IsSecondary}
			if d.LoopMultiplicity != nil {
				low, err := d.LoopMultiplicity.LeastTimes(env)
				if err != nil {
					return err
				}
				high, err := d.LoopMultiplicity.MostTimes(env)
				if err != nil {
					return err
				}
				times.minCovers, times.maxCovers = int(low), int(high)
			}
			for _, r := range d.ItemRefs {
				name, err := l.itemNameInRound(&r, env)
				switch {
				case err != nil:
					return err
				case l.puzzle.CountedFamilies[r.Family]:
					l.countedSums = append(l.countedSums, &weightedSum{name, times, false})
				case times.maxCovers == 0 && !d.IsSecondary:
					l.declareItem(name, coverBounds{isSecondary: true})
					l.uncoverableItems[name] = true
				default:
					l.declareItem(name, times)
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	for _, d := range l.puzzle.OptionDeclarations {
		err := d.Loop.EachRound(nil, tick, func(env []int64) error {
			o, err := l.optionInRound(&d, env)
			if err != nil || l.hasUncoverableItem(o) {
				return err
			}
			if text := fmt.Sprint(rowText(o.coloredItems), o.goalValue, o.sumWeights); d.IsFromChoose {
				if l.choiceAlternatives[text] {
					return nil // equal alternatives of a choose statement are one option
				}
				l.choiceAlternatives[text] = true
			}
			l.addOption(o)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// hasUncoverableItem reports whether an option contains an item that no option may cover.
func (l *expectedMatrix) hasUncoverableItem(o *expectedOption) bool {
	return slices.ContainsFunc(o.coloredItems, func(item string) bool { return l.uncoverableItems[item] })
}

// lowerForbids adds the nogoods, and removes the options that are forbidden alone.
func (l *expectedMatrix) lowerForbids() error {
	byKey := map[string][]int{}
	for n, o := range l.options {
		if o.coreKey != "" {
			byKey[o.coreKey] = append(byKey[o.coreKey], n)
		}
	}
	for _, f := range l.puzzle.ForbidRules {
		err := f.Loop.EachRound(nil, func() error { return nil }, func(env []int64) error {
			sets := [][]int{nil}
			for k := range f.ForbiddenOptions {
				o, err := l.optionInRound(&f.ForbiddenOptions[k], env)
				if err != nil || l.hasUncoverableItem(o) {
					return err
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
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// optionInRound returns the option of a declaration in a round of its loop.
func (l *expectedMatrix) optionInRound(d *model.OptionDeclaration, env []int64) (*expectedOption, error) {
	o := &expectedOption{waitsForSums: true, sumWeights: map[string]int64{}}
	isNamed := true
	for _, r := range d.ItemRefs {
		loop := r.Loop
		if loop == nil {
			loop = &model.Loop{}
		}
		err := loop.EachRound(env, func() error { return nil }, func(env []int64) error {
			name, err := l.itemNameInRound(&r, env)
			if err != nil {
				return err
			}
			if item, isCell := l.itemOfCellName[name]; isCell {
				name = item
			}
			_, there := l.expectedItems[name]
			k := slices.IndexFunc(l.countedSums, func(s *weightedSum) bool { return s.itemName == name })
			if !there && k < 0 && r.MayBeMissing {
				return nil
			}
			times := int64(1)
			if r.CountTimes != nil {
				if times, err = r.CountTimes(env); err != nil {
					return err
				}
			}
			isNamed = isNamed && times != 0 && (k < 0 || l.countedSums[k].isCoveredToo)
			if times == 0 {
				return nil
			}
			o.goalValue += l.valueOf(func(m model.Measure) int64 {
				return times * boolToInt64(m.CountedFamily == r.Family &&
					(m.CountedItem == "" || m.CountedItem == name))
			})
			if k >= 0 {
				o.sumWeights[name] = times
			}
			if k < 0 || l.countedSums[k].isCoveredToo {
				color, err := l.itemColor(&r, env)
				o.coloredItems = append(o.coloredItems, name+color)
				return err
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	for _, item := range o.coloredItems {
		if value := l.symbolItemOfCell[item]; value != "" {
			o.coloredItems = append(o.coloredItems, value+":none")
		}
	}
	if isNamed {
		o.coreKey = rowText(o.coloredItems)
	}
	return o, nil
}

// itemNameInRound returns the name of an item in a round of the loop.
func (l *expectedMatrix) itemNameInRound(r *model.ItemRef, env []int64) (string, error) {
	name := r.Family
	for k, x := range r.IndexValues {
		v, err := x(env)
		if err != nil {
			return "", err
		}
		name += []string{"[", ","}[min(k, 1)] + l.puzzle.Vocabulary.ValueText(v)
	}
	if len(r.IndexValues) > 0 {
		name += "]"
	}
	return name, nil
}

// itemColor returns a colon and the color of an item in a round of the loop, or "".
func (l *expectedMatrix) itemColor(r *model.ItemRef, env []int64) (string, error) {
	switch {
	case r.Color.ColorValue != nil:
		v, err := r.Color.ColorValue(env)
		return ":" + l.puzzle.Vocabulary.ValueText(v), err
	case r.Color.ColorText != "":
		return ":" + r.Color.ColorText, nil
	}
	return "", nil
}
