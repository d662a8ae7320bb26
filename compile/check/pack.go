package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/compile/rule"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// checkPack checks a packing. If the board or the pieces have an error, only the forms of the rules are checked.
func (c *checker) checkPack(s *ast.Pack) bool {
	p := &model.Packing{Span: c.spanOf(s), Board: &model.Board{Lattice: lattice.Square}}
	board := c.boardOfShape(s.Board)
	members, ok := c.computeSet(s.Set)
	if board != nil {
		p.Board = board
	}
	c.fillingStatementFailed = board == nil || !ok
	for _, m := range members {
		piece, fits := c.regionPieceOnBoard(s.Set, m.piece, p.Board)
		c.fillingStatementFailed = c.fillingStatementFailed || !fits
		p.Pieces = append(p.Pieces, &model.PackedPiece{Piece: piece, Copies: m.copyRange, PieceChoice: m.pieceChoice})
	}
	for _, k := range p.Pieces {
		if p.Board.EdgeFlip != nil && k.MotionFreedom != model.Free && !c.fillingStatementFailed {
			c.fail(codes.BadWrap, s.Set, "use free pieces",
				"on `%s`, whose edges are flipped, whatever goes around is turned over, and the piece `%s` may not be",
				p.Board.Name, k.Name)
			break
		}
	}
	defer c.setRuleBoard(p.Board)()
	c.addSentence(s, "")
	tell := func(r ast.Rule, before, drawn int) {
		if c.failureCount == before && !c.fillingStatementFailed {
			c.addRuleSentence(r, ast.LinesOf(r), p.Board, func(general bool) string {
				return rule.PackRuleSentence(&rule.PackRuleRound{Checker: ruleChecker{c}, Packing: p,
					RuleSigns: p.RuleSigns[drawn:],
					RuleText:  c.file.Source.TextOf(r.Range()), DescribesAllRounds: general}, r)
			})
		}
	}
	for _, r := range s.Rules {
		before := c.failureCount
		switch r := r.(type) {
		case *ast.Fix:
			c.eachRuleRound(r.For, func() { c.checkFixRule(p, r); tell(r, before, 0) })
			continue
		case *ast.Symmetric:
			if board != nil {
				c.eachRuleRound(r.For, func() {
					p.RequiredSymmetries = append(p.RequiredSymmetries,
						c.cellImagesUnderMotions(r.Motions, p.Board)...)
				})
			}
		case *ast.Keep:
			c.eachRuleRound(r.For, func() { c.checkKeepRule(p, r); tell(r, before, 0) })
			continue
		case *ast.Leave:
			c.eachRuleRound(r.For, func() { drawn := len(p.RuleSigns); c.checkLeaveRule(p, r); tell(r, before, drawn) })
			continue
		case *ast.Border:
			if color, size := utf8.DecodeRuneInString(string(r.Color)); c.requireFirstOfKind("`border`", r) &&
				c.require(size > 0 && size == len(r.Color), codes.BadTile, r, "write one character",
					"the border has one color") {
				p.BorderColor = color
				c.require(c.fillingStatementFailed || p.HasSides(), codes.NoColors, r, "`tiles` have sides with colors",
					"no piece has colors on its sides")
			}
		case *ast.Apart:
			c.eachRuleRound(r.For, func() { c.checkPiecesApart(p, r, board != nil) })
		case *ast.PlainRule:
			c.checkWordOnlyRule(p, r, board != nil)
		}
		tell(r, before, 0)
	}
	if c.fillingStatementFailed || !c.checkColoredPieces(s, p) {
		return false
	}
	c.puzzle.Packing = p
	c.addSentence(s, packingSentence(p))
	// names of pieces that are not in the scope: tiles, and pieces that a set makes out of other pieces
	for _, k := range p.Pieces {
		if c.namesInScope[k.Name] == nil {
			c.familiesOutsideCore[k.Name] = true
		}
	}
	c.warnSameShapes(s, p)
	return true
}

// checkWordOnlyRule checks a rule that consists of fixed words, without arguments.
func (c *checker) checkWordOnlyRule(p *model.Packing, r *ast.PlainRule, hasBoard bool) {
	if !c.requireFirstOfKind("`"+c.file.Source.TextOf(r.Range())+"`", r) {
		return
	}
	switch {
	case r.AllowsCrossing:
		if p.Board.Lattice.StickEnds == nil && !c.fillingStatementFailed {
			c.reportError(codes.WrongLattice, c.spanOf(r), "leave it out",
				"pieces cross on the lattices `sticks` and `trigs` alone").FixByRemoving()
		}
		p.AllowsStickCrossing = true
	case r.MatchesColors:
		p.MustMatchColors = true
		c.require(c.fillingStatementFailed || p.HasColors(), codes.NoColors, r,
			"a `legend` gives cells their colors, which are the characters that they are drawn by",
			"neither the board nor a piece has colors")
	case r.Empty:
		p.EmptyConnectedSpan = c.spanOf(r)
	default:
		if hasBoard {
			p.Seams = rule.AppendSeams(ruleChecker{c}, r, p.Board, p.Seams)
		}
	}
}

// checkPiecesApart checks a rule that all pieces, or the named ones, are apart.
func (c *checker) checkPiecesApart(p *model.Packing, r *ast.Apart, hasBoard bool) {
	of, ok := c.numbersOfSeparatedPieces(p, r)
	if c.require(r.Symbols == nil, codes.Unexpected, r, "pieces stand in braces: apart {F, X}",
		"pieces have no symbols") &&
		ok && hasBoard {
		p.Separations = rule.AppendApartPairs(ruleChecker{c}, r, r.ChessmanMove, p.Board, of, p.Separations)
	}
}

// warnOfDifferentAreas warns if the pieces have too few or too many cells for the board. It does nothing if the core
// has options that cover cells or stand for pieces.
func (c *checker) warnOfDifferentAreas() {
	p := c.puzzle.Packing
	if p == nil || c.optionStatementFailed {
		return
	}
	named := map[string]bool{p.Board.Name: true}
	for _, k := range p.Pieces {
		named[k.Name] = true
	}
	for _, o := range c.puzzle.OptionDeclarations {
		if slices.ContainsFunc(o.ItemRefs, func(r model.ItemRef) bool { return named[r.Family] }) {
			return
		}
	}
	for _, s := range c.file.Statements {
		if s, isPack := s.(*ast.Pack); isPack && c.spanOf(s) == p.Span {
			c.warnAreaMismatch(s, p)
		}
	}
}

// checkColoredPieces reports rules that do not work for pieces with colors.
func (c *checker) checkColoredPieces(s *ast.Pack, p *model.Packing) bool {
	i := slices.IndexFunc(p.Pieces, func(k *model.PackedPiece) bool { return k.ColorMarks != nil })
	return i < 0 || c.require(p.Board.EdgeFlip == nil && len(p.RequiredSymmetries) == 0, codes.NoColors, s.Set,
		"leave the colors out",
		"the piece `%s` has colors, which are not known on boards with flipped edges, and in symmetric solutions",
		p.Pieces[i].Name)
}

// checkLeaveRule checks a rule about the number of cells that stay empty.
func (c *checker) checkLeaveRule(p *model.Packing, r *ast.Leave) {
	n, ok := c.evalCount(r.EmptyCount, len(p.Board.Cells))
	if r.On == nil {
		if ok && c.requireFirstOfKind("`leave`", r) {
			p.EmptyCellRule = &model.EmptyCellRule{Span: c.spanOf(r), EmptyCount: n}
		}
		return
	}
	for _, on := range r.On {
		if !ok || c.fillingStatementFailed || !c.chargeCells(on, len(c.boardGrid(p.Board).Cells)) {
			return
		}
		groups := c.findRuleLines(on, p.Board)
		for _, group := range groups {
			for _, cells := range group.CellLines {
				c.addEmptyPartRule(p, r, n, cells)
				covered := model.CountRange{Min: len(cells) - n.Max, Max: len(cells) - n.Min}
				if sign, ok := rule.SignOfCount(ruleChecker{c}, on, cells, covered, p.Board, "corner"); ok &&
					len(r.On) == 1 &&
					sign.SignKind == "clue" {
					p.RuleSigns = append(p.RuleSigns, sign)
				}
			}
		}
		if len(groups) > 0 {
			c.warnSkippedHoles(on, n.Max, p.Board)
		}
	}
}

// addEmptyPartRule adds a rule that a number of cells out of a part of the board, in the range n, stay empty.
func (c *checker) addEmptyPartRule(p *model.Packing, r *ast.Leave, n model.CountRange, cells lattice.Shape) {
	if c.require(len(cells.Subtract(p.Board.Cells)) == 0, codes.CellOffBoard, r,
		"optional cells may stay empty anyway", "some of these cells are optional") &&
		c.require(n.Min <= len(cells), codes.BadCount, r, "", "of %s %d cannot stay empty",
			source.Plural(len(cells), "cell"), n.Min) {
		n.Max = min(n.Max, len(cells))
		p.EmptyPartRules = append(p.EmptyPartRules, model.EmptyCellRule{Span: c.spanOf(r), EmptyCount: n, Cells: cells})
	}
}

// pieceOnLattice converts a piece to the lattice of a board. On boards of cubes or balls a piece of squares becomes one
// layer thick, and so does a piece of triangles on boards of prisms.
func (c *checker) pieceOnLattice(at ast.Ranged, p *model.Piece, b *model.Board) (*model.Piece, bool) {
	switch {
	case p.Lattice == b.Lattice:
		return p, true
	case p.Lattice == b.Lattice.LayerLattice:
		return newPiece(p.Name, p.Span, b.Lattice, lattice.MarkedShape{Shape: lattice.ShapeAsLayer(p.Shape)},
				p.MotionFreedom),
			true
	case !c.fillingStatementFailed:
		c.fail(codes.WrongLattice, at, "declare the piece `on "+b.Lattice.Name+
			"`, or use a module that does; `puz stdlib` lists them",
			"the piece `%s` is on the lattice `%s`, and the board `%s` on `%s`", p.Name, p.Lattice.Name, b.Name,
			b.Lattice.Name)
	}
	return p, false
}

// packedPieceNamed returns the piece of the packing that a rule names, or nil after an error.
func (c *checker) packedPieceNamed(p *model.Packing, name *ast.Name) *model.PackedPiece {
	var names []string
	for _, k := range p.Pieces {
		if k.Name == name.Text {
			return k
		}
		names = append(names, k.Name)
	}
	if !c.fillingStatementFailed {
		hint := ""
		if len(names) <= 2*maxHintNames {
			hint = "the pieces are " + strings.Join(names, ", ")
		}
		c.isFirstReportOfName(name.Text)
		c.reportError(codes.PieceNotPacked, c.spanOf(name), hint, "the piece `%s` is not among those packed",
			name.Text).SuggestName(name.Text, names)
	}
	return nil
}

// numbersOfSeparatedPieces returns the indices of the pieces that an `apart` rule names, by their names or as sets. It
// returns nil if the rule names none, and so means all.
func (c *checker) numbersOfSeparatedPieces(p *model.Packing, r *ast.Apart) (of []int, ok bool) {
	ok = true
	for _, name := range r.Pieces {
		pieces := c.packedPiecesNamed(p, name.Text)
		if len(pieces) == 0 {
			c.packedPieceNamed(p, name)
			ok = false
		}
		for _, k := range pieces {
			of = append(of, slices.Index(p.Pieces, k))
		}
	}
	slices.Sort(of)
	return slices.Compact(of), ok
}

// checkFixRule checks a rule that fixes a copy of a piece at a place.
func (c *checker) checkFixRule(p *model.Packing, s *ast.Fix) {
	piece := c.packedPieceNamed(p, s.Piece)
	at, ok := c.computeCell(s.CornerPlace, p.Board.Lattice)
	if piece == nil || !ok || !c.chargeCells(s, len(piece.Orientations)*len(piece.Shape)) {
		return
	}
	f := model.FixedPlace{Span: c.spanOf(s), Corner: at, Orientation: model.Unlimited}
	candidates := piece.Orientations
	if s.Orientation != nil {
		n, ok := c.evalSize(s.Orientation.Expr())
		if !ok || !c.requireOrientation(s.Orientation, piece, n) {
			return
		}
		f.Orientation, candidates = n, candidates[n:n+1]
	}
	again := slices.ContainsFunc(piece.FixedPlaces, func(other model.FixedPlace) bool {
		return other.Corner == at &&
			other.Orientation == f.Orientation
	})
	if !c.require(!again, codes.SaidTwice, s, "remove one of them", "the piece `%s` is fixed at %s already", piece.Name,
		p.Board.Lattice.FormatCell(at)) {
		return
	}
	fits := func(o lattice.Shape) bool {
		least, _ := o.BoundingBox()
		shift := at.Minus(least)
		return p.Board.Lattice.IsShift(shift) && len(c.cellsOffBoard(p.Board, o.Shift(shift))) == 0
	}
	if c.require(c.fillingStatementFailed || slices.ContainsFunc(candidates, fits), codes.CellOffBoard, s,
		"the place is the corner of the box around the piece; rows and columns count from 0",
		"the piece `%s` does not fit on the board at %s", piece.Name, p.Board.Lattice.FormatCell(at)) {
		piece.FixedPlaces = append(piece.FixedPlaces, f)
	}
}

// requireOrientation reports an error if a piece has no orientation with the index n.
func (c *checker) requireOrientation(at ast.Ranged, p *model.PackedPiece, n int) bool {
	return c.require(n >= 0 && n < len(p.Orientations), codes.BadOrientation, at, "orientations are counted from 0",
		"the piece `%s` has %s, and no number %d", p.Name, source.Plural(len(p.Orientations), "orientation"), n)
}

// checkKeepRule checks a rule that limits where a piece may lie.
func (c *checker) checkKeepRule(p *model.Packing, s *ast.Keep) {
	piece := c.packedPieceNamed(p, s.Piece)
	var k model.PlacementLimit
	if s.AllowedCells != nil {
		if !c.chargeCells(s.AllowedCells, len(p.Board.Cells)) {
			return
		}
		r, ok := c.computeShapeOn(s.AllowedCells, p.Board)
		if k.Cells = r.allCells(); !ok || !c.fillingStatementFailed &&
			!c.requireOnBoard(s.AllowedCells, k.Cells, p.Board) {
			return
		}
	}
	for _, n := range s.Orientations {
		last := 0
		if piece != nil {
			last = len(piece.Orientations) - 1
		}
		which, ok := c.evalCount(n, last)
		if !ok || piece != nil && !c.requireOrientation(n, piece, which.Max) {
			return
		}
		for o := which.Min; o <= which.Max; o++ {
			k.Orientations = append(k.Orientations, o)
		}
	}
	if piece != nil {
		piece.PlacementLimits = append(piece.PlacementLimits, k)
	}
}

// warnSameShapes warns of two pieces with a common orientation, as exchanging them would count a solution twice.
func (c *checker) warnSameShapes(s *ast.Pack, p *model.Packing) {
	seen := map[string]string{}
	for _, k := range p.Pieces {
		if k.FoundRegion != nil {
			continue
		}
		key := fmt.Sprint(slices.MinFunc(k.Orientations, func(a, b lattice.Shape) int {
			return slices.CompareFunc(a, b, lattice.CompareCells)
		}))
		if k.ColorMarks != nil {
			var keys []string
			for i := range k.Orientations {
				keys = append(keys, fmt.Sprint(k.MarkedOrientation(i)))
			}
			key = slices.Min(keys)
		}
		first, again := seen[key]
		if !again {
			seen[key] = k.Name
			continue
		}
		c.reportWarning(codes.SameShape, s.Set, fmt.Sprintf("use `2 of %s`, if they are alike", first),
			"the pieces `%s` and `%s` have the same shape: exchanging them counts as another solution", first, k.Name)
	}
}

// warnAreaMismatch warns if the pieces have too few or too many cells for the board. This is no error, as a file may
// want to show that there is no solution.
func (c *checker) warnAreaMismatch(s *ast.Pack, p *model.Packing) {
	least, most, unlimited := 0, 0, false
	choices := map[*model.ChoiceAmongPieces][]int{}
	for _, k := range p.Pieces {
		if k.PieceChoice != nil {
			choices[k.PieceChoice] = append(choices[k.PieceChoice], len(k.Shape))
			continue
		}
		least += k.Copies.Min * k.Area()
		most += k.Copies.Max * k.Area()
		unlimited = unlimited || k.Copies.Max == model.Unlimited || k.FoundRegion != nil && k.FoundRegion.CellCount == 0
	}
	for choice, sizes := range choices { // the least and the greatest total of the areas that a choice can have
		slices.Sort(sizes)
		for i, size := range sizes {
			if i < choice.ChosenCount.Min {
				least += size
			}
			if i >= len(sizes)-choice.ChosenCount.Max {
				most += size
			}
		}
	}
	needed, room := len(p.Board.Cells), len(p.Board.Cells)+len(p.Board.OptionalCells)
	if p.EmptyCellRule == nil { // a cell in two rules is counted twice here, so this is only a bound
		for _, e := range p.EmptyPartRules {
			needed -= e.EmptyCount.Max
		}
	}
	if p.EmptyCellRule != nil {
		needed -= p.EmptyCellRule.EmptyCount.Max
		room -= p.EmptyCellRule.EmptyCount.Min
	}
	switch {
	case room < 0:
		c.reportWarning(codes.AreaMismatch, s, "",
			"there is no solution: %d cells cannot stay empty on a board of %d", p.EmptyCellRule.EmptyCount.Min,
			len(p.Board.Cells))
	case least > room:
		d := c.reportWarning(codes.AreaMismatch, s, "",
			"there is no solution: the pieces have %d cells, and the board has room for %d", least, room)
		if p.Board.MergedCellCount > 0 {
			d.Hint = fmt.Sprintf("%d cells of the shape of `%s` are the same as others, as its edges are joined",
				p.Board.MergedCellCount, p.Board.Name)
		}
		if d.Hint == "" && !c.suggestChoiceFromSet(d, s, p) {
			d.Hint = c.choiceFromSetHint(s, p, room)
		}
		c.suggestBoardSizes(d, p, least)
	case most < needed && !unlimited:
		d := c.reportWarning(codes.AreaMismatch, s, "",
			"there is no solution: the pieces have %d cells, and %d must be covered", most, needed)
		leave := fmt.Sprintf("leave %d empty", len(p.Board.Cells)-most)
		if p.EmptyCellRule == nil && len(p.EmptyPartRules) == 0 {
			d.AddFix(fmt.Sprintf("let %s stay empty", source.Plural(needed-most, "cell")),
				c.insertPackRuleEdit(s, leave))
		}
		ways := []string{"use more pieces"}
		if len(p.Pieces) == 1 {
			ways[0] = fmt.Sprintf("use as many pieces as fit, `any of %s`", p.Pieces[0].Name)
		}
		if sizes := c.suggestBoardSizes(d, p, most); len(sizes) > 0 {
			ways = append(ways, "a board of "+sizes[0])
		}
		if len(s.Rules) == 0 {
			leave = "{ " + leave + " } behind the set"
		} else {
			leave = "`" + leave + "` among the rules"
		}
		d.Hint = source.BoundMessage(strings.Join(ways, ", or ") + ", or let cells stay empty: " + leave)
	}
}

// suggestChoiceFromSet adds the hint to write `6 from s` if the packing says `6 of s`, which means 6 copies of each
// piece of the set. It returns false if the packing has no such set.
func (c *checker) suggestChoiceFromSet(d *source.Diagnostic, s *ast.Pack, p *model.Packing) bool {
	terms := append([]*ast.SetTerm{s.Set.FirstTerm}, s.Set.OtherTerms...)
	for _, t := range terms {
		if t.Copies == nil || t.IsChoice || t.Name == nil && len(t.PieceNames) < 2 ||
			t.Name != nil && len(c.packedPiecesNamed(p, t.Name.Text)) < 2 {
			continue
		}
		text := c.file.Source.TextOf(t.Range())
		before, after, found := strings.Cut(text, " of ")
		if !found {
			continue
		}
		d.Hint = source.BoundMessage(fmt.Sprintf("`%s` counts for each of the pieces; for so many in all, each "+
			"once, write `%s from %s`", text, before, after))
		d.AddFix("write `from`", source.TextEdit{Span: c.spanOf(t), Text: before + " from " + after})
		return true
	}
	return false
}

// choiceFromSetHint returns a hint that shows how to choose pieces of a set, if all its pieces have more cells than the
// board has room for.
func (c *checker) choiceFromSetHint(s *ast.Pack, p *model.Packing, room int) string {
	name := s.Set.FirstTerm.Name
	if len(p.Pieces) == 1 || name == nil || len(s.Set.OtherTerms) > 0 || s.Set.FirstTerm.Copies != nil ||
		s.Set.FirstTerm.Sides != nil {
		return "enlarge the board, or use fewer pieces"
	}
	var out []string
	area, size, same := 0, p.Pieces[0].Area(), true
	for _, k := range p.Pieces {
		same = same && k.Area() == size && k.Copies == model.Once
		area += k.Area()
	}
	for _, k := range p.Pieces {
		if area > room {
			out, area = append(out, k.Name), area-k.Area()
		}
	}
	if len(out) > len(p.Pieces)/2 && !same {
		return "enlarge the board, or use fewer pieces"
	}
	hint := fmt.Sprintf("enlarge the board, or take pieces out: `%s - {%s}`", name.Text, strings.Join(out, ", "))
	if many := room / size; same && many > 0 {
		hint += fmt.Sprintf(", or `%d from %s` for any %d of them", many, name.Text, many)
	}
	if left := room - area; left > 0 && p.EmptyCellRule == nil && len(p.EmptyPartRules) == 0 {
		hint += fmt.Sprintf("; then { leave %d empty } behind the set", left)
	}
	return hint
}

// insertPackRuleEdit returns the text edit that adds a rule to a packing.
func (c *checker) insertPackRuleEdit(s *ast.Pack, rule string) source.TextEdit {
	end := s.Range().End
	if len(s.Rules) > 0 {
		end = s.Rules[len(s.Rules)-1].Range().End
		rule = "\n  " + rule
	} else if s.Set.Range().End < end { // the packing has no braces yet
		end--
		rule = " " + rule + " "
	} else {
		rule = " {\n  " + rule + "\n}"
	}
	return source.TextEdit{Span: c.file.Source.Span(source.Range{Start: end, End: end}), Text: rule}
}

// suggestBoardSizes adds fixes with rectangles of the right area: with the same number of rows, or of columns. It does
// so only if the board is a rectangle that is written as one word, such as 6x10. It returns the sizes of these
// rectangles.
func (c *checker) suggestBoardSizes(d *source.Diagnostic, p *model.Packing, area int) (sizes []string) {
	for _, s := range c.file.Statements {
		var shape *ast.Shape
		switch s := s.(type) {
		case *ast.Board:
			if s.Name.Text == p.Board.Name {
				shape = s.Shape
			}
		case *ast.Pack:
			shape = s.Board
		}
		if shape == nil || len(shape.OtherTerms) > 0 || len(shape.FirstTerm.Motions) > 0 ||
			p.Board.Lattice != lattice.Square ||
			len(shape.FirstTerm.Atom.Size) != 2 {
			continue
		}
		size := shape.FirstTerm.Atom.Size
		for k := range size {
			side, err := strconv.Atoi(size[k])
			if err != nil || side == 0 || area%side > 0 {
				continue
			}
			fits := []string{size[0], size[1]}
			fits[1-k] = strconv.Itoa(area / side)
			text := strings.Join(fits, "x")
			d.AddFix(fmt.Sprintf("make the board %s", text), source.TextEdit{Span: c.spanOf(shape.FirstTerm.Atom),
				Text: text})
			sizes = append(sizes, text)
		}
	}
	return sizes
}

// checkDissect checks a `dissect` statement.
func (c *checker) checkDissect(s *ast.Dissect) bool {
	before := c.failureCount
	from, ok := c.shapeWithoutOptionalCells(s.SourceShape, lattice.Square, "a shape to be cut or formed")
	to, ok2 := c.shapeWithoutOptionalCells(s.TargetShape, lattice.Square, "a shape to be cut or formed")
	cells := source.Plural(len(from), "cell")
	if ok && ok2 {
		c.require(len(from) == len(to), codes.UnequalAreas, s.TargetShape, "",
			"the shape to be cut has %s, and this one has %d",
			cells, len(to))
	}
	n, ok := c.evalSize(s.PieceCount.Expr())
	if ok {
		c.require(n >= 2 && n <= max(2, len(from)), codes.BadCount, s.PieceCount, "",
			"a shape of %s is cut into 2 pieces at least, and as many as it has cells at most", cells)
	}
	m := &model.Dissection{Span: c.spanOf(s), SourceShape: from, TargetShape: to, PieceCount: n,
		PieceSizes: model.CountRange{Min: 0, Max: len(from)}}
	c.addSentence(s, fmt.Sprintf("Cut the left shape into %d pieces that form the right one.", n))
	c.checkDissectRules(s, m)
	if c.failureCount > before {
		return false
	}
	c.puzzle.Dissection = m
	return true
}

// checkDissectRules checks the rules of a `dissect` statement.
func (c *checker) checkDissectRules(s *ast.Dissect, m *model.Dissection) {
	l := lattice.Square
	motions := map[string][]lattice.Motion{"shift": l.Motions[:1], "rotate": l.Rotations(), "flip": l.Motions}
	m.AllowedMotions = l.Rotations()
	for _, r := range s.Rules {
		about := "sizes"
		switch {
		case r.AllowedMotion != "":
			about = "motions"
		case r.Connected:
			about = "connected"
		}
		if !c.requireFirstOfKind(onceOnlyKey(about), r) {
			continue
		}
		c.addSentence(r, rule.DissectRuleSentence(ruleChecker{c}, r))
		switch {
		case r.AllowedMotion != "":
			m.AllowedMotions = motions[r.AllowedMotion]
		case r.Connected:
			m.RequiresConnectedPieces = true
		default:
			if n, ok := c.evalCount(r.PieceSizes, len(m.SourceShape)); ok {
				m.PieceSizes = model.CountRange{Min: n.Min, Max: min(n.Max, len(m.SourceShape))}
			}
		}
	}
}
