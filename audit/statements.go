package audit

import (
	"fmt"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
)

// lowerMen adds what section A5 says.
func (l *lowering) lowerMen() error {
	p := l.puzzle.Chessmen
	if p == nil {
		return nil
	}
	on := p.Board.Lattice
	held, primary, barred := map[lattice.Cell][]string{}, map[lattice.Cell]bool{}, map[lattice.Cell]bool{}
	for _, g := range p.LineGroups {
		for k, line := range g.CellLines {
			name, b := fmt.Sprintf("%s[%d]", g.ItemFamily, k),
				bound{g.ChessmenPerLine.Min, g.ChessmenPerLine.Max, false}
			if g.HasSingleLine {
				name = g.ItemFamily
			}
			switch {
			case b.high == 0:
				for _, c := range line {
					barred[c] = true
				}
				continue
			case b.low == 0 && (b.high == unlimited || b.high >= len(line)):
				continue // it says nothing
			case b.low == 0 && b.high == 1:
				b = bound{secondary: true}
			}
			l.declare(name, b)
			for _, c := range line {
				held[c] = append(held[c], name)
				primary[c] = primary[c] || !b.secondary
			}
		}
	}
	for _, a := range p.Separations {
		for _, pair := range a.CellPairs {
			name := fmt.Sprintf("attack[%s,%s]", cellName(on, pair[0]), cellName(on, pair[1]))
			l.declare(name, bound{secondary: true})
			for _, c := range pair {
				if !slices.Contains(held[c], name) {
					held[c] = append(held[c], name)
				}
			}
		}
	}
	var men []*option
	cells, memberOf := p.Board.AllCells(), map[int]int{}
	for n, c := range cells {
		man, either := fmt.Sprintf("man[%s]", cellName(on, c)), fmt.Sprintf("either[%s]", cellName(on, c))
		if l.named[man] {
			l.declare(man, bound{secondary: true})
			l.declare(either, bound{1, 1, false})
			held[c], primary[c] = append(held[c], either, man+":1"), true
			defer l.addRow(either, man+":0")
		}
		if barred[c] {
			continue
		}
		if !primary[c] {
			l.declare("free", bound{0, unlimited, false})
			held[c] = append(held[c], "free")
		}
		memberOf[n] = len(men)
		men = append(men, &option{items: held[c], value: l.valueOf(func(m model.Measure) int64 {
			return oneIf(m.CountsChessmen) - oneIf(m.CountsEmptyCells && l.puzzle.Packing == nil)
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

// lowerWords adds what section A7 says of words.
func (l *lowering) lowerWords() error {
	w := l.puzzle.WordPuzzle
	if w == nil {
		return nil
	}
	for _, line := range w.WordLines {
		l.declare(line.ItemName, bound{1, 1, false})
	}
	for _, c := range lattice.Rectangle(w.Rows, w.Columns) {
		if !w.BlockCells[c] {
			l.declare(fmt.Sprintf("cell[%s]", cellName(lattice.Square, c)), bound{secondary: true})
		}
	}
	if w.RequiresDistinctWords {
		for _, word := range w.WordList {
			l.declare(fmt.Sprintf("word[%s]", word), bound{secondary: true})
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
func (l *lowering) findNamedItems() {
	never := func() error { return nil }
	note := func(d model.OptionDeclaration, loop *model.Loop) {
		_ = loop.EachRound(nil, never, func(env []int64) error {
			for _, r := range d.ItemRefs {
				inner := r.Loop
				if inner == nil {
					inner = &model.Loop{}
				}
				_ = inner.EachRound(env, never, func(env []int64) error {
					name, err := l.nameOfRef(&r, env)
					l.named[name] = true
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

// lowerCore adds the items and options of the file's own.
func (l *lowering) lowerCore() error {
	tick := func() error { return nil }
	for _, d := range l.puzzle.ItemDeclarations {
		err := d.Loop.EachRound(nil, tick, func(env []int64) error {
			times := bound{d.Multiplicity.Min, d.Multiplicity.Max, d.IsSecondary}
			if d.LoopMultiplicity != nil {
				low, err := d.LoopMultiplicity.LeastTimes(env)
				if err != nil {
					return err
				}
				high, err := d.LoopMultiplicity.MostTimes(env)
				if err != nil {
					return err
				}
				times.low, times.high = int(low), int(high)
			}
			for _, r := range d.ItemRefs {
				name, err := l.nameOfRef(&r, env)
				switch {
				case err != nil:
					return err
				case l.puzzle.CountedFamilies[r.Family]:
					l.sums = append(l.sums, &sum{name, times, false})
				case times.high == 0 && !d.IsSecondary:
					l.declare(name, bound{secondary: true})
					l.never[name] = true
				default:
					l.declare(name, times)
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
			o, err := l.optionIn(&d, env)
			if err != nil || l.holdsNever(o) {
				return err
			}
			if text := fmt.Sprint(rowText(o.items), o.value, o.weights); d.IsFromChoose {
				if l.alternatives[text] {
					return nil // equal alternatives are one
				}
				l.alternatives[text] = true
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

// holdsNever reports whether an option holds an item that no option may cover.
func (l *lowering) holdsNever(o *option) bool {
	return slices.ContainsFunc(o.items, func(item string) bool { return l.never[item] })
}

// lowerForbids adds the nogoods, and leaves out the options that are forbidden alone.
func (l *lowering) lowerForbids() error {
	byKey := map[string][]int{}
	for n, o := range l.options {
		if o.key != "" {
			byKey[o.key] = append(byKey[o.key], n)
		}
	}
	for _, f := range l.puzzle.ForbidRules {
		err := f.Loop.EachRound(nil, func() error { return nil }, func(env []int64) error {
			sets := [][]int{nil}
			for k := range f.ForbiddenOptions {
				o, err := l.optionIn(&f.ForbiddenOptions[k], env)
				if err != nil || l.holdsNever(o) {
					return err
				}
				var longer [][]int
				for _, set := range sets {
					for _, n := range byKey[rowText(o.items)] {
						longer = append(longer, append(slices.Clone(set), n))
					}
				}
				sets = longer
			}
			for _, set := range sets {
				if len(set) == 1 {
					l.options[set[0]].isOut = true
				}
			}
			l.nogoods = append(l.nogoods, sets...)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// optionIn returns the option of a declaration in a round.
func (l *lowering) optionIn(d *model.OptionDeclaration, env []int64) (*option, error) {
	o := &option{waits: true, weights: map[string]int64{}}
	isNamed := true
	for _, r := range d.ItemRefs {
		loop := r.Loop
		if loop == nil {
			loop = &model.Loop{}
		}
		err := loop.EachRound(env, func() error { return nil }, func(env []int64) error {
			name, err := l.nameOfRef(&r, env)
			if err != nil {
				return err
			}
			if item, isCell := l.aliases[name]; isCell {
				name = item
			}
			_, there := l.items[name]
			k := slices.IndexFunc(l.sums, func(s *sum) bool { return s.name == name })
			if !there && k < 0 && r.MayBeMissing {
				return nil
			}
			times := int64(1)
			if r.CountTimes != nil {
				if times, err = r.CountTimes(env); err != nil {
					return err
				}
			}
			isNamed = isNamed && times != 0 && (k < 0 || l.sums[k].isHeld)
			if times == 0 {
				return nil
			}
			o.value += l.valueOf(func(m model.Measure) int64 {
				return times * oneIf(m.CountedFamily == r.Family && (m.CountedItem == "" || m.CountedItem == name))
			})
			if k >= 0 {
				o.weights[name] = times
			}
			if k < 0 || l.sums[k].isHeld {
				color, err := l.colorOf(&r, env)
				o.items = append(o.items, name+color)
				return err
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	for _, item := range o.items {
		if value := l.tellers[item]; value != "" {
			o.items = append(o.items, value+":none")
		}
	}
	if isNamed {
		o.key = rowText(o.items)
	}
	return o, nil
}

// nameOfRef returns the name of an item in a round.
func (l *lowering) nameOfRef(r *model.ItemRef, env []int64) (string, error) {
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

// colorOf returns a colon and the color of an item in a round, or nothing.
func (l *lowering) colorOf(r *model.ItemRef, env []int64) (string, error) {
	switch {
	case r.Color.ColorValue != nil:
		v, err := r.Color.ColorValue(env)
		return ":" + l.puzzle.Vocabulary.ValueText(v), err
	case r.Color.ColorText != "":
		return ":" + r.Color.ColorText, nil
	}
	return "", nil
}
