package deduce_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/deduce"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

var problemShapes = []matrixtest.ProblemShape{
	{MaxPrimary: 7, MaxOptions: 12},
	{MaxPrimary: 5, MaxSecondary: 3, MaxOptions: 11, ColorCount: 2},
	{MaxPrimary: 5, MaxSecondary: 2, MaxOptions: 10, HasMultiplicities: true},
	{MaxPrimary: 5, MaxOptions: 11, MaxNogoods: 4},
}

// fitsBeside reports whether an option can be chosen together with others. It counts by the definition of exact cover.
func fitsBeside(p *matrix.Problem, chosen []matrix.OptionID, o matrix.OptionID) bool {
	if slices.Contains(chosen, o) {
		return false
	}
	for _, e := range p.Option(o) {
		covered := int32(0)
		for _, c := range chosen {
			for _, f := range p.Option(c) {
				if f.Item != e.Item {
					continue
				}
				if covered++; int(e.Item) >= p.PrimaryCount() && (e.Color == matrix.NoColor || e.Color != f.Color) {
					return false
				}
			}
		}
		if int(e.Item) < p.PrimaryCount() && covered == p.Bound(e.Item).Max {
			return false
		}
	}
	return true
}

// openOptionsOf returns the options of an item that can still be chosen, and how many the item still needs.
func openOptionsOf(p *matrix.Problem, chosen []matrix.OptionID, i matrix.ItemID) (left []matrix.OptionID, need int) {
	need = int(p.Bound(i).Min)
	for o := range matrix.OptionID(p.OptionCount()) {
		if !slices.ContainsFunc(p.Option(o), func(e matrix.Entry) bool { return e.Item == i }) {
			continue
		}
		switch {
		case slices.Contains(chosen, o):
			need--
		case fitsBeside(p, chosen, o):
			left = append(left, o)
		}
	}
	return left, need
}

// checkProof checks each step of a proof.
func checkProof(t *testing.T, p *matrix.Problem, chosen []matrix.OptionID, proof *deduce.Proof) {
	t.Helper()
	chosen = checkSteps(t, p, chosen, proof.Steps)
	left, need := openOptionsOf(p, chosen, proof.FailedItem)
	if len(proof.Cases) == 0 {
		if len(left) >= need {
			t.Fatalf("item %d needs %d options and has %v", proof.FailedItem, need, left)
		}
		return
	}
	var tried []matrix.OptionID
	for _, c := range proof.Cases {
		tried = append(tried, c.TriedOption)
		checkProof(t, p, append(slices.Clip(chosen), c.TriedOption), &c.Proof)
	}
	if need < 1 || !slices.Equal(tried, left) {
		t.Fatalf("item %d needs %d of the options %v, and %v are tried", proof.FailedItem, need, left, tried)
	}
}

func checkSteps(t *testing.T, p *matrix.Problem, chosen []matrix.OptionID,
	steps []deduce.ForcedStep) []matrix.OptionID {
	t.Helper()
	for _, s := range steps {
		left, need := openOptionsOf(p, chosen, s.Item)
		if len(left) > need || !slices.Contains(left, s.Option) {
			t.Fatalf("option %d is not forced: item %d needs %d of %v", s.Option, s.Item, need, left)
		}
		chosen = append(slices.Clip(chosen), s.Option)
	}
	return chosen
}

// TestProofs: a problem that has a proof has no solution, and each step of the proof follows from the steps before.
func TestProofs(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 3))
	unsolvable, chains, trees, regions := 0, 0, 0, 0
	rounds := matrixtest.RandomRounds(1_000, 10_000)
	for n := range rounds {
		p := matrixtest.RandomProblem(r, problemShapes[n%len(problemShapes)])
		none := len(matrixtest.BruteForce(p)) == 0
		if none {
			unsolvable++
		}
		proof, ok := deduce.FindProof(t.Context(), p, 8)
		if ok {
			checkProof(t, p, nil, proof)
			if trees++; proof.DeadEnds() == 1 {
				chains++
			}
		}
		cells := r.Uint64()
		region, cut := deduce.FindRegion(t.Context(), p, func(i matrix.ItemID) bool { return cells>>i&1 == 1 })
		if cut {
			regions++
			checkSteps(t, p, nil, region.Steps)
		}
		if (ok || cut) && !none {
			t.Fatalf("problem %d has a solution, and is refuted: %v, %v", n, proof, region)
		}
	}
	t.Logf("%d of %d problems have no solution; %d by forced moves, %d with cases, %d by regions", unsolvable, rounds,
		chains, trees-chains, regions)
	if chains < rounds/10 || trees-chains < rounds/400 || regions < rounds/50 {
		t.Errorf("too few proofs: the test proves little")
	}
}

// TestGuessedCrowds: a set of items with too few partners proves that there is no solution, even if the matching was
// guessed and need not hold. Some options hold two items of the set.
func TestGuessedCrowds(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 5))
	crowded, shared := 0, 0
	rounds := matrixtest.RandomRounds(500, 10_000)
	for range rounds {
		b := matrix.NewBuilder()
		var guess matrix.Matching
		for range 4 {
			guess.LeftItems = append(guess.LeftItems, b.AddPrimary("left", matrix.Once))
		}
		for range 3 + r.IntN(2) {
			guess.RightItems = append(guess.RightItems, b.AddSecondary("right"))
		}
		two := r.IntN(2) // such options in one problem of two
		for range 8 {
			var option []matrix.Entry
			for _, k := range r.Perm(4)[:1+two*r.IntN(2)] {
				option = append(option, matrix.Entry{Item: guess.LeftItems[k]})
			}
			b.AddOption(append(option, matrix.Entry{Item: guess.RightItems[r.IntN(len(guess.RightItems))]})...)
		}
		p, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		some := len(matrixtest.BruteForce(p))
		c, ok := deduce.FindHallViolation(t.Context(), p, []matrix.Matching{guess})
		switch {
		case ok && some > 0:
			t.Fatalf("there are %d solutions, and %+v", some, c)
		case ok:
			crowded++
		case some > 0 && len(guess.RightItems) == 3:
			shared++ // a crowd of four for three, without the check
		}
	}
	if crowded < rounds/10 || shared < rounds/50 {
		t.Errorf("%d crowds, and %d that are none: the test proves little", crowded, shared)
	}
}

// TestCrowds: in random problems of rooks, a set of rows with too few columns is found exactly where no n rooks can
// stand, as trying all permutations shows.
func TestCrowds(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 4))
	crowded := 0
	rounds := matrixtest.RandomRounds(200, 4_000)
	for range rounds {
		b := matrix.NewBuilder()
		var rows, columns []matrix.ItemID
		for range 5 {
			rows, columns = append(rows, b.AddPrimary("row", matrix.Once)),
				append(columns, b.AddPrimary("column", matrix.Once))
		}
		var free [5][5]bool
		for i := range 5 {
			for j := range 5 {
				if free[i][j] = r.IntN(5) < 2; free[i][j] {
					b.AddOption(matrix.Entry{Item: rows[i]}, matrix.Entry{Item: columns[j]})
				}
			}
		}
		b.AddMatching("rooks", rows, columns)
		p, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		c, ok := deduce.FindHallViolation(t.Context(), p, p.Matchings())
		if possible := anyRooks(free, 0, 0); possible == ok {
			t.Fatalf("%v can be filled: %v; a crowd: %v", free, possible, c)
		}
		if !ok {
			continue
		}
		crowded++
		if len(c.Items) <= len(c.Partners) {
			t.Fatalf("%d items have %d partners", len(c.Items), len(c.Partners))
		}
		for _, i := range c.Items {
			for o := range matrix.OptionID(p.OptionCount()) {
				e := p.Option(o)
				if e[0].Item == i && !slices.Contains(c.Partners, e[1].Item) {
					t.Fatalf("item %d has a partner %d, which is not among %v", i, e[1].Item, c.Partners)
				}
			}
		}
	}
	if crowded < rounds/10 || crowded > rounds*9/10 {
		t.Errorf("%d of %d were crowded: the test proves little", crowded, rounds)
	}
}

func anyRooks(free [5][5]bool, row, taken int) bool {
	if row == 5 {
		return true
	}
	for j, ok := range free[row] {
		if ok && taken>>j&1 == 0 && anyRooks(free, row+1, taken|1<<j) {
			return true
		}
	}
	return false
}

// stripProblem makes the problem of covering a row of cells with bars of given lengths. Each bar is used at most the
// given number of times, or any number of times if that number is 0.
func stripProblem(cells int, bars map[int]int32) *matrix.Problem {
	b := matrix.NewBuilder()
	var row []matrix.ItemID
	for range cells {
		row = append(row, b.AddPrimary("cell", matrix.Once))
	}
	for length, copies := range bars {
		var piece []matrix.Entry
		if copies > 0 {
			piece = []matrix.Entry{{Item: b.AddPrimary("bar", matrix.Bound{Max: copies})}}
		}
		for at := 0; at+length <= cells; at++ {
			option := slices.Clone(piece)
			for _, i := range row[at : at+length] {
				option = append(option, matrix.Entry{Item: i})
			}
			b.AddOption(option...)
		}
	}
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}

// TestSums: the lengths that bars can fill are the sums of their lengths, as in coin problems: with bars of 3 and 5,
// all lengths but 1, 2, 4 and 7.
func TestSums(t *testing.T) {
	cell := func(p *matrix.Problem) func(matrix.ItemID) bool {
		return func(i matrix.ItemID) bool { return p.Name(i) == "cell" }
	}
	for n := 1; n < 30; n++ {
		p := stripProblem(n, map[int]int32{3: 0, 5: 0})
		region, cut := deduce.FindRegion(t.Context(), p, cell(p))
		if want := slices.Contains([]int{1, 2, 4, 7}, n); cut != want {
			t.Errorf("%d cells: %v", n, cut)
		}
		if n == 7 && (region.NearestFillableBelow != 6 || region.NearestFillableAbove != 8) {
			t.Errorf("7 lies between %d and %d", region.NearestFillableBelow, region.NearestFillableAbove)
		}
	}
	for n, want := range map[int]bool{8: false, 9: true, 10: false, 11: true, 12: true, 13: false, 16: true} {
		p := stripProblem(n, map[int]int32{3: 1, 5: 2})
		if region, cut := deduce.FindRegion(t.Context(), p, cell(p)); cut != want {
			t.Errorf("%d cells by one 3 and two 5: %v, %+v", n, cut, region)
		}
	}
}
