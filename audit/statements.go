package audit

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
)

// lowerMen adds what section A5 says.
func (l *lowering) lowerMen(p *model.ChessmenPlacement) error {
	if err := unknown(map[string]bool{"symmetric in place": p.RequiredSymmetries != nil,
		"several rules with apart": len(p.Separations) > 1}); err != nil {
		return err
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
			l.items[name] = b
			for _, c := range line {
				held[c] = append(held[c], name)
				primary[c] = primary[c] || !b.secondary
			}
		}
	}
	for _, a := range p.Separations {
		for _, pair := range a.CellPairs {
			name := fmt.Sprintf("attack[%s,%s]", cellName(on, pair[0]), cellName(on, pair[1]))
			l.items[name] = bound{secondary: true}
			for _, c := range pair {
				if !slices.Contains(held[c], name) {
					held[c] = append(held[c], name)
				}
			}
		}
	}
	for _, c := range slices.Concat(p.Board.Cells, p.Board.OptionalCells) {
		if barred[c] {
			continue
		}
		if !primary[c] {
			l.items["free"] = bound{0, unlimited, false}
			held[c] = append(held[c], "free")
		}
		l.addValuedRow(l.valueOf(func(m model.Measure) int64 {
			return oneIf(m.CountsChessmen) - oneIf(m.CountsEmptyCells && l.puzzle.Packing == nil)
		}), held[c]...)
	}
	return nil
}

// lowerWords adds what section A7 says of words.
func (l *lowering) lowerWords(w *model.WordPuzzle) {
	for _, line := range w.WordLines {
		l.items[line.ItemName] = bound{1, 1, false}
	}
	for _, c := range lattice.Rectangle(w.Rows, w.Columns) {
		if !w.BlockCells[c] {
			l.items[fmt.Sprintf("cell[%s]", cellName(lattice.Square, c))] = bound{secondary: true}
		}
	}
	if w.RequiresDistinctWords {
		for _, word := range w.WordList {
			l.items[fmt.Sprintf("word[%s]", word)] = bound{secondary: true}
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
}

// lowerCore adds the items and options of the file's own.
func (l *lowering) lowerCore() error {
	never := func() error { return nil }
	for _, d := range l.puzzle.ItemDeclarations {
		err := d.Loop.EachRound(nil, never, func(env []int64) error {
			times := bound{d.Multiplicity.Min, d.Multiplicity.Max, d.IsSecondary}
			if d.LoopMultiplicity != nil {
				low, err := d.LoopMultiplicity.LeastTimes(env)
				if err != nil {
					return err
				}
				times.low, times.high = int(low), unlimited
				if d.LoopMultiplicity.MostTimes != nil {
					high, err := d.LoopMultiplicity.MostTimes(env)
					if err != nil {
						return err
					}
					times.high = int(high)
				}
			}
			for _, r := range d.ItemRefs {
				name, err := l.nameOf(&r, env)
				if err != nil {
					return err
				}
				l.items[name] = times
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	for _, d := range l.puzzle.OptionDeclarations {
		err := d.Loop.EachRound(nil, never, func(env []int64) error {
			row, value, err := l.rowOf(&d, env)
			if err == nil && (!d.IsFromChoose || l.rows[rowText(row)] == 0) { // equal alternatives are one
				l.addValuedRow(value, row...)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	for _, f := range l.puzzle.ForbidRules {
		err := f.Loop.EachRound(nil, never, func(env []int64) error {
			var rows []string
			for k := range f.ForbiddenOptions {
				row, _, err := l.rowOf(&f.ForbiddenOptions[k], env)
				if err != nil {
					return err
				}
				rows = append(rows, rowText(row))
			}
			l.nogoods[nogoodText(rows)] = true
			return nil
		})
		if err != nil {
			return err
		}
	}
	l.leaveForbidden()
	return nil
}

// leaveForbidden leaves out the options that are forbidden alone, and the nogoods that name one of them.
func (l *lowering) leaveForbidden() {
	for set := range l.nogoods {
		if strings.Contains(set, nogoodSeparator) {
			continue
		}
		for _, i := range strings.Fields(set) {
			name, _, _ := strings.Cut(i, ":")
			l.holders[name] -= l.rows[set]
		}
		delete(l.rows, set)
	}
	maps.DeleteFunc(l.nogoods, func(set string, _ bool) bool {
		return slices.ContainsFunc(strings.Split(set, nogoodSeparator),
			func(row string) bool { return l.rows[row] == 0 })
	})
}

// rowOf returns the items of an option in a round, and what it adds to the goal.
func (l *lowering) rowOf(d *model.OptionDeclaration, env []int64) (row []string, value int64, err error) {
	for _, r := range d.ItemRefs {
		loop := r.Loop
		if loop == nil {
			loop = &model.Loop{}
		}
		err := loop.EachRound(env, func() error { return nil }, func(env []int64) error {
			name, err := l.nameOf(&r, env)
			if err != nil {
				return err
			}
			if _, there := l.items[name]; !there && r.MayBeMissing {
				return nil
			}
			times := int64(1)
			if r.CountTimes != nil { // of a family that only a goal or nothing counts
				if times, err = r.CountTimes(env); err != nil || times == 0 {
					return err
				}
			}
			value += l.valueOf(func(m model.Measure) int64 {
				return times * oneIf(m.CountedFamily == r.Family && (m.CountedItem == "" || m.CountedItem == name))
			})
			color, err := l.colorOf(&r, env)
			row = append(row, name+color)
			return err
		})
		if err != nil {
			return nil, 0, err
		}
	}
	return row, value, nil
}

// nameOf returns the name of an item in a round.
func (l *lowering) nameOf(r *model.ItemRef, env []int64) (string, error) {
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
