package puzzletest

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// cellSet is a set of cells of a board: bit i stands for the cell with index i.
type cellSet uint32

func (s cellSet) containsCell(i int) bool { return s>>i&1 != 0 }

func (s cellSet) withCell(i int) cellSet { return s | 1<<i }

// maxBoardCells bounds the number of cells of a board, so that everything can be tried.
const maxBoardCells = 14

// latticeBoard is a board on a lattice, with its cells in a list.
type latticeBoard struct {
	*geometry
	boardDeclaration   string
	coordinatePeriods  []point // shifts in coordinates that lead back to the same cell, if edges are joined
	middlePeriods      []point // the same shifts, as changes of a cell's middle
	cellCoordinates    []point // for each cell, its coordinates
	cellMiddles        []point
	optionalCells      cellSet
	oppositeStickPairs [][2]cellSet // two pairs of opposite sticks for each place where pieces could cross
	numberByMiddle     map[point]int
}

// numberAtMiddle returns the index of the cell with a middle, also if periods lead to that cell. It is -1 off the
// board.
func (f *latticeBoard) numberAtMiddle(middle point) int {
	n, known := f.numberByMiddle[middle]
	if !known {
		n = slices.IndexFunc(f.cellMiddles, func(m point) bool {
			return isPeriodSum(f.middlePeriods,
				middle.minusPoint(m))
		})
		f.numberByMiddle[middle] = n
	}
	return n
}

// addCells adds cells, except cells that are the same cell as one already on the board.
func (f *latticeBoard) addCells(cells []point, optional bool) {
	for _, at := range cells {
		middle := f.cellMiddle(at)
		if f.numberAtMiddle(middle) >= 0 {
			continue
		}
		f.numberByMiddle = map[point]int{}
		if optional {
			f.optionalCells = f.optionalCells.withCell(len(f.cellCoordinates))
		}
		f.cellCoordinates = append(f.cellCoordinates, at)
		f.cellMiddles = append(f.cellMiddles, middle)
	}
}

// findCrossings finds the places where pieces could cross, by the angles of the sticks at each joint.
func (f *latticeBoard) findCrossings() {
	if !f.hasSticks() {
		return
	}
	for _, at := range f.cellCoordinates {
		for _, joint := range f.cornersOfCell(at) {
			angles := map[float64]int{}
			for k := range 25 {
				near := at.plusPoint(point{k/5 - 2, k%5 - 2})
				ends := f.cornersOfCell(near)
				if !slices.Contains(ends, joint) {
					continue
				}
				if n := f.numberAtMiddle(f.cellMiddle(near)); n >= 0 {
					away := ends[0].plusPoint(ends[1]).minusPoint(joint.timesScalar(2))
					angles[math.Atan2(float64(away[1]), float64(away[0]))] = n
				}
			}
			var meet []int
			for _, angle := range slices.Sorted(maps.Keys(angles)) {
				meet = append(meet, angles[angle])
			}
			for i := range meet {
				for j := range i {
					for k := range j {
						for l := range k {
							x := [2]cellSet{cellSet(0).withCell(meet[l]).withCell(meet[j]),
								cellSet(0).withCell(meet[k]).withCell(meet[i])}
							if !slices.Contains(f.oppositeStickPairs, x) {
								f.oppositeStickPairs = append(f.oppositeStickPairs, x)
							}
						}
					}
				}
			}
		}
	}
}

// doPiecesCross reports whether at some joint each of two pieces has sticks on both sides of the other. The pieces are
// given by the cells that they cover.
func (f *latticeBoard) doPiecesCross(a, b cellSet) bool {
	for _, x := range f.oppositeStickPairs {
		if a&x[0] == x[0] && b&x[1] == x[1] || b&x[0] == x[0] && a&x[1] == x[1] {
			return true
		}
	}
	return false
}

// randomBoard makes a board. It returns false if it finds none.
func (g *geometry) randomBoard(r *rand.Rand, wrapped bool) (*latticeBoard, bool) {
	figure, name := g.randomFigure(r)
	if len(figure) > 2*maxBoardCells {
		return nil, false
	}
	marks := randomMarks(r, figure)
	by := g.randomShift(r)
	cells, optional := cellsWithMark(figure, marks, '#', by), cellsWithMark(figure, marks, '?', by)
	all := append(slices.Clone(cells), optional...)
	if len(all) < 6 {
		return nil, false
	}
	f := &latticeBoard{geometry: g, numberByMiddle: map[point]int{}}
	wrap, least := "", 6
	if wrapped {
		wrap, least = f.joinEdgesAtRandom(r, all), 4
	}
	f.boardDeclaration = fmt.Sprintf("shape drawn on %s = \"\"\"\n%s\"\"\" & %s\nboard b on %s%s = drawn at %s\n",
		g.name,
		g.pictureText(r, figure, marks), name, g.name, wrap, g.coordinatesAsText(by))
	f.addCells(cells, false)
	f.addCells(optional, true)
	f.findCrossings()
	return f, least <= len(f.cellCoordinates) && len(f.cellCoordinates) <= maxBoardCells && wrapped == (wrap != "")
}

// randomFigure returns a figure, not too large, and its name.
func (g *geometry) randomFigure(r *rand.Rand) ([]point, string) {
	d := g.figureDrawings[r.IntN(len(g.figureDrawings))]
	var n []int
	var sides []any
	for range d.sideCount {
		side := 1 + r.IntN(map[int]int{1: 4, 2: 4, 3: 3}[d.sideCount])
		n, sides = append(n, side), append(sides, side)
	}
	name := fmt.Sprintf(d.nameFormat, sides...)
	if _, known := g.drawnFigures[name]; !known {
		g.drawnFigures[name] = g.drawFigure(d, n)
	}
	return g.drawnFigures[name], name
}

// randomMarks returns marks for the cells of a figure. Half of the small figures have only plain cells. In the other
// figures some cells are missing and some are optional. Half of these have marks that are symmetric about the middle,
// as random marks hardly ever are.
func randomMarks(r *rand.Rand, figure []point) map[point]byte {
	marks := map[point]byte{}
	plain := r.IntN(2) == 0 && len(figure) <= maxBoardCells
	for _, at := range figure {
		switch {
		case plain:
			marks[at] = '#'
		case r.IntN(max(len(figure), maxBoardCells)) < maxBoardCells-2:
			marks[at] = "####?"[r.IntN(5)]
		default:
			marks[at] = '.'
		}
	}
	if r.IntN(2) == 0 {
		for i, at := range figure {
			marks[at] = marks[figure[min(i, len(figure)-1-i)]]
		}
	}
	return marks
}

func cellsWithMark(figure []point, marks map[point]byte, mark byte, by point) []point {
	var out []point
	for _, at := range figure {
		if marks[at] == mark {
			out = append(out, at.plusPoint(by))
		}
	}
	return out
}

// pictureText returns a picture of the marks. It also shows some cells off the figure, which the text cuts off.
func (g *geometry) pictureText(r *rand.Rand, figure []point, marks map[point]byte) string {
	far := greatestCorner(figure)
	if g.axisCount == 2 {
		return g.layerText(r, far[0], far[1], func(row, column int) point { return point{row, column} }, marks)
	}
	var layers []string
	for k := range far[0] + 1 {
		layers = append(layers, g.layerText(r, far[1], far[2],
			func(row, column int) point { return point{k, row, column} },
			marks))
	}
	return strings.Join(layers, "\n")
}

func (g *geometry) layerText(r *rand.Rand, row, column int, at func(row, column int) point,
	marks map[point]byte) string {
	var b strings.Builder
	for i := range row + 1 {
		for j := range column + 1 {
			b.WriteByte(g.randomMarkAt(r, at(i, j), marks))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func (g *geometry) randomMarkAt(r *rand.Rand, at point, marks map[point]byte) byte {
	mark, drawn := marks[at]
	switch {
	case !g.isCell(at):
		return "+."[r.IntN(2)]
	case !drawn:
		return "#."[r.IntN(2)]
	case mark == '#' && g.hasSticks():
		return map[bool]string{true: "#-|", false: "#-/\\"}[g.name == "sticks"][r.IntN(3)]
	}
	return mark
}

// randomShift returns a small shift of the lattice.
func (g *geometry) randomShift(r *rand.Rand) point {
	for {
		var d point
		for k := range g.axisCount {
			d[k] = r.IntN(5) - 2
		}
		d = g.roundUpShift(d)
		if _, ok := g.middleShiftOfCoordinates(d); ok {
			return d
		}
	}
}

// packedPiece is a piece with its rules.
type packedPiece struct {
	name, sidesWord         string
	drawnCells              []point // coordinates of the cells as drawn
	leastCopies, mostCopies int     // number of copies; mostCopies is negative if any number is allowed
	orientations            [][]point
	allowedCells            cellSet // the cells that a `keep` rule allows; 0 for all
	allowedCellsText        string  // text of these cells in the rule, if they are a part of the board, or ""
	allowedOrientations     []int   // the numbers of orientations that a `keep` rule allows; nil for all
	fixedPlaces             []fixedPlace
	allowedCellSets         []coveredCellSet // sets of cells that the piece may cover under the rules
}

// fixedPlace is a place at which a copy of a piece must lie.
type fixedPlace struct {
	corner      point // least row and least column of the cells
	orientation int   // index of the orientation; negative if any is allowed
}

// coveredCellSet is a set of cells that a piece may cover.
type coveredCellSet struct {
	coveredCells  cellSet
	fixedPlaceSet uint32 // set of the fixed places at which the piece lies, bit k for index k
}

// pieceWay is a way to lay a piece on cells. If edges are joined, several ways may lead to the same cells.
type pieceWay struct {
	coveredCellSet
	orientation int
	corner      point // coordinates of the corner of the piece
}

func (k *packedPiece) isUsedOnce() bool { return k.leastCopies == 1 && k.mostCopies == 1 }

// findOrientations computes the orientations of a piece, in their order.
func (k *packedPiece) findOrientations(g *geometry) {
	seen := map[string]bool{}
	for _, a := range g.motions {
		if k.sidesWord == "fixed" && a != identityTurn ||
			k.sidesWord == "one-sided" && a.isReflection() && !g.isOwnMirrorImage(k.drawnCells) {
			continue
		}
		facing := g.turnedMiddles(k.drawnCells, a)
		if key := fmt.Sprint(facing); !seen[key] {
			seen[key] = true
			k.orientations = append(k.orientations, facing)
		}
	}
}

// isOwnMirrorImage reports whether a shape is its own mirror image in space, as it consists of balls and is flat.
func (g *geometry) isOwnMirrorImage(shape []point) bool {
	var steps [][]int
	for _, at := range shape {
		d := g.cellMiddle(at).minusPoint(g.cellMiddle(shape[0]))
		steps = append(steps, d[:])
	}
	for i := range steps {
		for j := range i {
			for k := range j {
				if determinant([][]int{steps[i], steps[j], steps[k]}) != 0 {
					return false
				}
			}
		}
	}
	return g.name == "balls"
}

// turnedMiddles returns the middles of cells after a motion, shifted so that equal shapes give equal lists.
func (g *geometry) turnedMiddles(cells []point, a motionMatrix) []point {
	var out []point
	for _, at := range cells {
		out = append(out, g.middleImage(a, g.cellMiddle(at)))
	}
	return g.nearestMiddles(out)
}

// nearestMiddles returns middles shifted so that the first is as near to the origin as possible.
func (g *geometry) nearestMiddles(middles []point) []point {
	slices.SortFunc(middles, func(p, q point) int { return slices.Compare(p[:], q[:]) })
	home, n := middles[0], g.shiftUnit()
	for k, v := range home {
		home[k] = v - (v%n+n)%n
	}
	if g.name == "balls" {
		home = middles[0]
	}
	if g.name == "twigs" { // (2, 2) is a shift of this lattice, and (2, 0) is none
		k := (middles[0][0] - home[0]) / 2
		home = home.plusPoint(point{2 * k, 2*k - n})
		for middles[0][1]-home[1] >= n {
			home[1] += n
		}
	}
	for i := range middles {
		middles[i] = middles[i].minusPoint(home)
	}
	return middles
}

// allPieceWays returns all ways in which a piece can lie: in each orientation, with its first cell on each cell of the
// board.
func (f *latticeBoard) allPieceWays(k *packedPiece) []pieceWay {
	var out []pieceWay
	for facing, middles := range k.orientations {
		for _, m := range f.cellMiddles {
			d := m.minusPoint(middles[0])
			if !f.isShift(d) {
				continue
			}
			if cells, ok := f.coveredCells(middles, d); ok {
				out = append(out, pieceWay{coveredCellSet{coveredCells: cells}, facing, f.cornerAfterShift(middles, d)})
			}
		}
	}
	return out
}

// coveredCells returns the set of cells with these middles after a shift. It returns false if one of the cells is off
// the board, or covered twice.
func (f *latticeBoard) coveredCells(middles []point, d point) (cells cellSet, ok bool) {
	for _, m := range middles {
		n := f.numberAtMiddle(m.plusPoint(d))
		if n < 0 || cells.containsCell(n) {
			return 0, false
		}
		cells = cells.withCell(n)
	}
	return cells, true
}

func (f *latticeBoard) cornerAfterShift(middles []point, d point) point {
	var at []point
	for _, m := range middles {
		at = append(at, f.cellWithMiddle(m.plusPoint(d)))
	}
	return leastCorner(at)
}

// findAllowedCellSets finds the sets of cells that a piece may cover: the sets that it covers in some way that obeys
// all rules.
func (f *latticeBoard) findAllowedCellSets(k *packedPiece) {
	index := map[cellSet]int{}
	for _, s := range f.allPieceWays(k) {
		s.fixedPlaceSet = f.satisfiedFixedPlaces(k, s)
		switch {
		case k.allowedOrientations != nil && !slices.Contains(k.allowedOrientations, s.orientation):
			continue
		case k.allowedCells != 0 && s.coveredCells&^k.allowedCells != 0:
			continue
		case k.isUsedOnce() && s.fixedPlaceSet != 1<<len(k.fixedPlaces)-1:
			continue
		}
		i, known := index[s.coveredCells]
		if !known {
			i = len(k.allowedCellSets)
			index[s.coveredCells] = i
			k.allowedCellSets = append(k.allowedCellSets, s.coveredCellSet)
		}
		k.allowedCellSets[i].fixedPlaceSet |= s.fixedPlaceSet
	}
}

func (f *latticeBoard) satisfiedFixedPlaces(k *packedPiece, s pieceWay) (fixes uint32) {
	for i, fix := range k.fixedPlaces {
		if isPeriodSum(f.coordinatePeriods, fix.corner.minusPoint(s.corner)) &&
			(fix.orientation < 0 || fix.orientation == s.orientation) {
			fixes |= 1 << i
		}
	}
	return fixes
}

// packing is a random packing on any lattice.
type packing struct {
	*latticeBoard
	pieces                 []*packedPiece
	emptyCountRange        [2]int  // bounds for the number of empty cells
	allowsCrossing         bool    // whether the rules allow pieces to cross
	cellsApartFrom         [][]int // for each cell, the cells that it must be apart from; nil if no rule says so
	requiresEmptyConnected bool    // whether the cells that stay empty must be connected
	separatedPieces        cellSet // pieces that must be apart, bit k for index k; 0 for all
}

func (g *geometry) randomPackingOn(r *rand.Rand, wrapped bool) (*packing, bool) {
	f, ok := g.randomBoard(r, wrapped)
	if !ok {
		return nil, false
	}
	p := &packing{latticeBoard: f, allowsCrossing: f.hasSticks() && r.IntN(4) == 0}
	for i := range 1 + r.IntN(3) {
		k := &packedPiece{name: string(rune('A' + i)),
			sidesWord: []string{"free", "free", "one-sided", "fixed"}[r.IntN(4)]}
		k.drawnCells = g.randomShape(r)
		k.leastCopies, k.mostCopies = randomCopies(r)
		if i > 0 && r.IntN(3) == 0 {
			k.copyImageOf(r, g, p.pieces[i-1])
		}
		k.findOrientations(g)
		f.addRandomRules(r, k)
		f.findAllowedCellSets(k)
		p.pieces = append(p.pieces, k)
	}
	if r.IntN(4) > 0 {
		p.emptyCountRange[0] = r.IntN(3)
		p.emptyCountRange[1] = p.emptyCountRange[0] + r.IntN(4)
	}
	if len(p.cellCoordinates) > 0 && r.IntN(4) == 0 {
		p.cellsApartFrom = p.neighbourLists()
		if r.IntN(2) == 0 {
			p.separatedPieces = cellSet(1 + r.IntN(1<<len(p.pieces)-1))
		}
	}
	return p, true
}

// areEmptyCellsAllowed reports whether the cells that are not in the set taken are connected, if the rules require
// that.
func (p *packing) areEmptyCellsAllowed(taken cellSet) bool {
	if !p.requiresEmptyConnected {
		return true
	}
	part, parts := make([]int, len(p.cellCoordinates)), 0
	for i := range p.cellCoordinates {
		if part[i] = -1; !taken.containsCell(i) {
			part[i] = i
			parts++
		}
	}
	for i, near := range p.neighbourLists() {
		for _, j := range near {
			from, to := part[i], part[j]
			if from < 0 || to < 0 || from == to {
				continue
			}
			parts--
			for k := range part {
				if part[k] == from {
					part[k] = to
				}
			}
		}
	}
	return parts <= 1
}

// breaksPiecesApartRule reports whether two placed pieces break the rule that pieces are apart.
func (p *packing) breaksPiecesApartRule(a, b pieceOnBoard) bool {
	if p.cellsApartFrom == nil || p.separatedPieces != 0 &&
		!(p.separatedPieces.containsCell(a.pieceNumber) && p.separatedPieces.containsCell(b.pieceNumber)) {
		return false
	}
	for i := range p.cellCoordinates {
		if a.coveredCells.containsCell(i) && slices.ContainsFunc(p.cellsApartFrom[i], b.coveredCells.containsCell) {
			return true
		}
	}
	return false
}

func randomCopies(r *rand.Rand) (least, most int) {
	if r.IntN(3) == 0 {
		return 0, -1
	}
	least = r.IntN(3)
	return least, max(1, least+r.IntN(3))
}

// randomShape returns a shape of one to four cells, which is usually connected. Many shapes of sticks begin with two
// sticks in a line, as only such shapes can cross.
func (g *geometry) randomShape(r *rand.Rand) []point {
	near := g.cellsNearOrigin(map[int]int{2: 3, 3: 1}[g.axisCount])
	n, loose := 1+r.IntN(4), r.IntN(4) == 0
	shape := []point{near[r.IntN(len(near))]}
	if g.hasSticks() && g.shiftPeriod == 0 && r.IntN(2) == 0 {
		end := g.cornersOfCell(shape[0])[1]
		shape = append(shape, g.cellWithMiddle(end.timesScalar(4).minusPoint(g.cellMiddle(shape[0]))))
	}
	for tries := 0; len(shape) < n && tries < 1000; tries++ {
		at := near[r.IntN(len(near))]
		if !slices.Contains(shape, at) && (g.touchesShape(shape, at) || loose && tries > 5) {
			shape = append(shape, at)
		}
	}
	return shape
}

func (g *geometry) touchesShape(shape []point, at point) bool {
	return slices.ContainsFunc(shape, func(other point) bool {
		common := 0
		for _, p := range g.cornersOfCell(other) {
			if slices.Contains(g.cornersOfCell(at), p) {
				common++
			}
		}
		return common >= g.sharedCorners
	})
}

// copyImageOf makes a piece the image of another piece, so that some motions exchange the two.
func (k *packedPiece) copyImageOf(r *rand.Rand, g *geometry, other *packedPiece) {
	k.drawnCells = nil
	for _, m := range g.turnedMiddles(other.drawnCells, g.motions[r.IntN(len(g.motions))]) {
		k.drawnCells = append(k.drawnCells, g.cellWithMiddle(m))
	}
	if r.IntN(4) > 0 {
		k.sidesWord, k.leastCopies, k.mostCopies = other.sidesWord, other.leastCopies, other.mostCopies
	}
}

func (f *latticeBoard) addRandomRules(r *rand.Rand, k *packedPiece) {
	if text, cells := f.randomBoardPart(r); r.IntN(8) == 0 && len(cells) > 0 {
		k.allowedCellsText = text
		for _, i := range cells {
			k.allowedCells = k.allowedCells.withCell(i)
		}
	} else if r.IntN(6) == 0 {
		k.allowedCells = cellSet(1 + r.IntN(1<<len(f.cellCoordinates)-1))
		for i := range f.cellCoordinates {
			if r.IntN(2) == 0 {
				k.allowedCells = k.allowedCells.withCell(i)
			}
		}
	}
	if r.IntN(6) == 0 {
		for o := range k.orientations {
			if r.IntN(2) == 0 {
				k.allowedOrientations = append(k.allowedOrientations, o)
			}
		}
	}
	stances := f.allPieceWays(k)
	for len(stances) > 0 && len(k.fixedPlaces) < 2 && r.IntN(5) == 0 {
		s := stances[r.IntN(len(stances))]
		fix := fixedPlace{f.randomEqualPlace(r, s.corner), -1}
		if r.IntN(2) == 0 {
			fix.orientation = s.orientation
		}
		if !slices.ContainsFunc(k.fixedPlaces, func(other fixedPlace) bool { return other.corner == fix.corner }) {
			k.fixedPlaces = append(k.fixedPlaces, fix)
		}
	}
}

// writePackingText returns the text of the puzzle.
func (p *packing) writePackingText(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString(p.boardDeclaration)
	var set, rules []string
	for _, k := range p.pieces {
		fmt.Fprintf(&b, "piece %s on %s %s = %s\n", k.name, p.name, k.sidesWord, p.allPlacesText(k.drawnCells))
		copies := fmt.Sprintf("%d..%d of ", k.leastCopies, k.mostCopies)
		if k.mostCopies < 0 {
			copies = "any of "
		}
		set = append(set, copies+k.name)
		rules = append(rules, p.ruleTexts(r, k)...)
	}
	if p.emptyCountRange[1] > 0 {
		rules = append(rules, fmt.Sprintf("leave %d..%d empty", p.emptyCountRange[0], p.emptyCountRange[1]))
	}
	if p.requiresEmptyConnected {
		rules = append(rules, "connected empty")
	}
	if p.cellsApartFrom != nil {
		var of []string
		for i, k := range p.pieces {
			if p.separatedPieces.containsCell(i) {
				of = append(of, k.name)
			}
		}
		rules = append(rules, "apart"+map[bool]string{true: " {" + strings.Join(of, ", ") +
			"}"}[p.separatedPieces != 0])
	}
	if p.allowsCrossing {
		rules = append(rules, "allow crossing")
	}
	fmt.Fprintf(&b, "pack b with %s {\n%s\n}\n", strings.Join(set, " + "), strings.Join(rules, "\n"))
	return b.String()
}

func (p *packing) ruleTexts(r *rand.Rand, k *packedPiece) (rules []string) {
	if k.allowedCellsText != "" {
		rules = append(rules, fmt.Sprintf("keep %s in %s", k.name, k.allowedCellsText))
	} else if k.allowedCells != 0 {
		var cells []point
		for i, at := range p.cellCoordinates {
			if k.allowedCells.containsCell(i) {
				cells = append(cells, p.randomEqualPlace(r, at))
			}
		}
		rules = append(rules, fmt.Sprintf("keep %s in %s", k.name, p.allPlacesText(cells)))
	}
	if k.allowedOrientations != nil {
		list := strings.Trim(strings.ReplaceAll(fmt.Sprint(k.allowedOrientations), " ", ", "), "[]")
		rules = append(rules, fmt.Sprintf("keep %s to orientation %s", k.name, list))
	}
	for _, fix := range k.fixedPlaces {
		rule := fmt.Sprintf("fix %s at %s", k.name, p.coordinatesAsText(fix.corner))
		if fix.orientation >= 0 {
			rule += fmt.Sprintf(" orientation %d", fix.orientation)
		}
		rules = append(rules, rule)
	}
	return rules
}
