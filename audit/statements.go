package audit

import (
	"fmt"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
)

// lowerPacking adds what section A4 says.
func (l *lowering) lowerPacking(k *model.Packing) error {
	on := k.Board.Lattice
	optional := map[lattice.Cell]bool{}
	for _, c := range k.Board.OptionalCells {
		optional[c] = true
	}
	err := unknown(map[string]bool{
		"boards whose edges are joined": k.Board.WrapPeriods != nil || k.Board.EdgeFlip != nil,
		"sticks and balls":              on.StickEnds != nil || on.Name == "balls",
		"apart in pack":                 len(k.Separations) > 0,
		"connected empty":               k.EmptyConnectedSpan.IsKnown(),
		"faultless and tatami":          len(k.Seams) > 0,
		"symmetric in pack":             k.RequiredSymmetries != nil,
		"colors":                        k.MustMatchColors || k.BorderColor != 0,
	})
	if err != nil {
		return err
	}
	board := slices.Concat(k.Board.Cells, k.Board.OptionalCells)
	board = slices.Compact(slices.SortedFunc(slices.Values(board), lattice.CompareCells))
	for _, c := range board {
		l.items[cellName(on, c)] = bound{1, 1, optional[c]}
	}
	for _, piece := range k.Pieces {
		if err := l.lowerPiece(piece, board, len(k.Board.OptionalCells) > 0); err != nil {
			return err
		}
	}
	empties := k.EmptyPartRules
	if k.EmptyCellRule != nil {
		empties = append([]model.EmptyCellRule{*k.EmptyCellRule}, empties...)
	}
	emptyItems := map[lattice.Cell][]string{}
	for n, e := range empties {
		name, cells := "empty", e.Cells
		if cells == nil {
			cells = board
		} else if name = fmt.Sprintf("empty[%d]", n); k.EmptyCellRule != nil {
			name = fmt.Sprintf("empty[%d]", n-1)
		}
		if e.EmptyCount.Max == 0 {
			continue // nothing stays empty
		}
		l.items[name] = bound{e.EmptyCount.Min, e.EmptyCount.Max, false}
		for _, c := range cells {
			if !optional[c] {
				emptyItems[c] = append(emptyItems[c], name)
			}
		}
	}
	for c, names := range emptyItems {
		l.addRow(append(names, cellName(on, c))...)
	}
	return nil
}

// lowerPiece adds the item of a piece and its placements.
func (l *lowering) lowerPiece(piece *model.PackedPiece, board lattice.Shape, hasOptional bool) error {
	any := piece.Copies == model.CountRange{Min: 0, Max: unlimited}
	err := unknown(map[string]bool{
		"tiles":                  piece.ColorMarks != nil,
		"regions that are found": piece.FoundRegion != nil,
		"n from":                 piece.PieceChoice != nil,
		"fix":                    len(piece.FixedPlaces) > 0,
		"keep to orientations": slices.ContainsFunc(piece.PlacementLimits,
			func(k model.PlacementLimit) bool { return k.Orientations != nil }),
		"free copies on optional cells":       hasOptional && (any || piece.Copies == model.CountRange{Min: 0, Max: 1}),
		"copies as many as there is room for": !any && piece.Copies.Max == unlimited,
	})
	if err != nil {
		return err
	}
	held := []string{piece.Name}
	switch {
	case any:
		held = nil
	case piece.Copies == model.CountRange{Min: 0, Max: 1}:
		l.items[piece.Name] = bound{secondary: true}
	default:
		l.items[piece.Name] = bound{piece.Copies.Min, piece.Copies.Max, false}
	}
	on := piece.Lattice
	for _, cells := range placements(on, board, piece.Shape, piece.Freedom) {
		row, barred := slices.Clone(held), false
		for _, k := range cells {
			row = append(row, cellName(on, board[k]))
			for _, keep := range piece.PlacementLimits {
				barred = barred || !slices.Contains(keep.Cells, board[k])
			}
		}
		if !barred {
			l.addRow(row...)
		}
	}
	return nil
}

// lowerMen adds what section A5 says.
func (l *lowering) lowerMen(p *model.ChessmenPlacement) error {
	if err := unknown(map[string]bool{"symmetric in place": p.RequiredSymmetries != nil,
		"several rules with apart": len(p.Separations) > 1}); err != nil {
		return err
	}
	on := p.Board.Lattice
	held, primary, barred := map[lattice.Cell][]string{}, map[lattice.Cell]bool{}, map[lattice.Cell]bool{}
	for _, g := range p.LineGroups {
		for k, line := range g.Lines {
			name, b := fmt.Sprintf("%s[%d]", g.Name, k), bound{g.ChessmenPerLine.Min, g.ChessmenPerLine.Max, false}
			if g.HasSingleLine {
				name = g.Name
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
		for _, pair := range a.Pairs {
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
		l.addRow(held[c]...)
	}
	return nil
}

// lowerFilling adds what section A6 says of cells, units and counts.
func (l *lowering) lowerFilling(f *model.Filling) error {
	on := f.Board.Lattice
	err := unknown(map[string]bool{
		"rules about numbers":     len(f.RuleAutomata) > 0,
		"ascending":               len(f.LessRules) > 0,
		"apart in fill and latin": len(f.Separations) > 0,
		"connected":               len(f.ConnectedRules) > 0,
	})
	if err != nil {
		return err
	}
	given := map[string]bool{} // symbols given in a unit, by the item
	units := map[lattice.Cell][]model.DistinctUnit{}
	item := func(u model.DistinctUnit, v int) string {
		return fmt.Sprintf("%s[%s,%s]", u.ItemFamily, u.UnitIndex, f.Symbols[v])
	}
	for _, u := range f.DistinctUnits {
		for _, c := range u.Cells {
			units[c] = append(units[c], u)
			if v, ok := f.GivenSymbols[c]; ok {
				given[item(u, v)] = true
			}
		}
	}
	for _, u := range f.DistinctUnits {
		for v := range f.Symbols {
			if !given[item(u, v)] {
				l.items[item(u, v)] = bound{1, 1, len(u.Cells) < len(f.Symbols)}
			}
		}
	}
	counting := map[string][]string{} // items that count a symbol on a cell, by both
	excluded := map[string]bool{}     // symbols of cells where no more of them may be
	for n, count := range f.SymbolCountRules {
		item, b := fmt.Sprintf("count[%d]", n), bound{count.CellCount.Min, count.CellCount.Max, false}
		var keys []string
		for _, c := range count.Cells {
			if v, ok := f.GivenSymbols[c]; ok && slices.Contains(count.Symbols, v) {
				b.low = max(0, b.low-1)
				if b.high != unlimited {
					b.high--
				}
			} else if !ok {
				for _, v := range count.Symbols {
					keys = append(keys, fmt.Sprint(c, v))
				}
			}
		}
		open := len(keys) / max(1, len(count.Symbols))
		if b.low == 0 && (b.high == unlimited || b.high >= open && b.high > 0) {
			continue // it says nothing
		}
		for _, key := range keys {
			excluded[key] = excluded[key] || b.high == 0
			if b.high != 0 {
				counting[key] = append(counting[key], item)
			}
		}
		if b.low == 0 && b.high == 1 {
			b = bound{secondary: true}
		}
		if b.high != 0 || b.secondary {
			l.items[item] = b
		}
	}
	for _, c := range slices.Concat(f.Board.Cells, f.Board.OptionalCells) {
		if _, ok := f.GivenSymbols[c]; ok {
			continue
		}
		name := fmt.Sprintf("cell[%s]", cellName(on, c))
		l.items[name] = bound{1, 1, false}
		for v := range f.Symbols {
			row, barred := append([]string{name}, counting[fmt.Sprint(c, v)]...), excluded[fmt.Sprint(c, v)]
			for _, u := range units[c] {
				row, barred = append(row, item(u, v)), barred || given[item(u, v)]
			}
			if !barred {
				l.addRow(row...)
			}
		}
	}
	return nil
}

// lowerCore adds the items and options of the file's own.
func (l *lowering) lowerCore() error {
	never := func() error { return nil }
	for _, d := range l.puzzle.ItemDeclarations {
		err := d.Loop.EachRound(nil, never, func(env []int64) error {
			times := bound{d.Multiplicity.Min, d.Multiplicity.Max, d.IsSecondary}
			if d.LoopMultiplicity != nil {
				low, err := d.LoopMultiplicity.Low(env)
				if err != nil {
					return err
				}
				times.low, times.high = int(low), unlimited
				if d.LoopMultiplicity.High != nil {
					high, err := d.LoopMultiplicity.High(env)
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
			var row []string
			for _, r := range d.ItemRefs {
				loop := r.Loop
				if loop == nil {
					loop = &model.Loop{}
				}
				err := loop.EachRound(env, never, func(env []int64) error {
					name, err := l.nameOf(&r, env)
					if err != nil {
						return err
					}
					if _, there := l.items[name]; !there && r.MayBeMissing {
						return nil
					}
					if r.CountTimes != nil { // of a family that only a goal or nothing counts
						if n, err := r.CountTimes(env); err != nil || n == 0 {
							return err
						}
					}
					color, err := l.colorOf(&r, env)
					row = append(row, name+color)
					return err
				})
				if err != nil {
					return err
				}
			}
			if !d.IsFromChoose || l.rows[rowText(row)] == 0 { // equal alternatives are one
				l.addRow(row...)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
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
