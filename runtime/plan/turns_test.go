package plan

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
)

// pretender is a game that takes so many seconds, and says what it likes about its share.
type pretender struct {
	takes, done float64
	says        func(done float64) float64
	fails, left bool
}

func (g *pretender) play(_ context.Context, until float64) (bool, error) {
	g.done = min(until, g.takes)
	if g.done < g.takes {
		return false, nil
	}
	if g.fails {
		return false, errors.New("it fails")
	}
	return true, nil
}

func (g *pretender) sofar() (seconds, share float64)  { return g.done, g.says(g.done) }
func (g *pretender) result() (*big.Int, search.Stats) { return big.NewInt(1), search.Stats{} }
func (g *pretender) leave()                           { g.left = true }

// TestContestIsFair: whatever the players say of their shares, all together take not much
// longer than the best of them that does not fail, by what is due to each and may be foreseen.
func TestContestIsFair(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	behind, asked := 0, 0
	for range matrixtest.RandomRounds(500, 5000) {
		var players []*player
		var games []*pretender
		best, least, from := 1e9, 1.0, r.IntN(4)
		for k := range 1 + r.IntN(5) {
			g := &pretender{takes: 1e-3 + 10*r.ExpFloat64()*r.ExpFloat64(), fails: k != from && r.IntN(4) == 0}
			truth, lie := r.IntN(2) == 0, r.Float64()
			g.says = func(done float64) float64 {
				if truth {
					return done / g.takes
				}
				return lie
			}
			due := []float64{always, 0.1, seldom}[r.IntN(3)]
			least = min(least, due, leastDue)
			if !g.fails {
				best = min(best, g.takes)
			}
			games = append(games, g)
			players = append(players, &player{game: g, due: due, scale: float64(r.IntN(2)), honest: r.IntN(2) == 0})
		}
		c := contest{players: players, first: 1e-4, secondCost: r.ExpFloat64()}
		c.second = func(context.Context) (bool, error) {
			if asked++; c.secondCost > soon*c.spent() {
				t.Fatalf("second thoughts for %g seconds, after %g", c.secondCost, c.spent())
			}
			return false, nil
		}
		winner, err := c.run(context.Background())
		if best == 1e9 {
			if err == nil {
				t.Fatal("all fail, and one wins")
			}
			continue
		}
		if err != nil || winner.game.(*pretender).fails {
			t.Fatalf("error %v", err)
		}
		most := float64(len(players)) * best * max((1+turnPart)/least, 1+mostForesight)
		if spent := c.spent(); spent > most {
			t.Fatalf("it took %g seconds, the best of %d players %g", spent, len(players), best)
		} else if spent > 2*best {
			behind++
		}
		if slices.ContainsFunc(games, func(g *pretender) bool { return !g.left }) {
			t.Fatal("a player is left behind")
		}
	}
	if behind == 0 || asked == 0 {
		t.Errorf("%d contests were behind, and %d had second thoughts", behind, asked)
	}
}

// TestStandstill: who came to a quarter and then no further gets no more than the leader has had, however long the
// leader expects to take.
func TestStandstill(t *testing.T) {
	leads := &pretender{takes: 100, says: func(done float64) float64 { return done / 100 }}
	stands := &pretender{takes: 1000, says: func(done float64) float64 { return min(0.25, done/40) }}
	c := contest{first: 1, players: []*player{
		{name: "leads", game: leads, due: seldom}, {name: "stands", game: stands, due: always, honest: true},
	}}
	if p, err := c.run(context.Background()); err != nil || p.name != "leads" {
		t.Fatalf("%v wins, error %v", p, err)
	}
	if stands.done > leads.done {
		t.Errorf("who stands still got %g seconds", stands.done)
	}
}

// TestSlowStart: who prepares for long, and then does little at first, is not given up for what that little says.
func TestSlowStart(t *testing.T) {
	leads := &pretender{takes: 60, says: func(done float64) float64 { return done / 60 }}
	late := &pretender{takes: 40, says: func(done float64) float64 {
		did := max(0, done-20) / 20
		return max(tiny, did*did)
	}}
	c := contest{first: 1, players: []*player{
		{name: "leads", game: leads, due: seldom}, {name: "late", game: late, due: always, honest: true},
	}}
	if p, err := c.run(context.Background()); err != nil || p.name != "late" {
		t.Fatalf("%v wins after %g and %g seconds, error %v", p.name, leads.done, late.done, err)
	}
}

// TestTurns counts by turns from the first node on, as short as can be, and compares with
// links. Everyone has a turn now and then.
func TestTurns(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 44))
	turns := map[string]int{}
	for round := range matrixtest.RandomRounds(60, 2000) {
		shape := []matrixtest.ProblemShape{
			{Primary: 12, Options: 60}, {Primary: 10, Secondary: 5, Options: 60, Colors: 2},
			{Primary: 7, Secondary: 2, Options: 24, Colors: 2, Bounds: true},
			{Primary: 8, Secondary: 2, Options: 40, Nogoods: 6},
		}[round%4]
		p := matrixtest.RandomProblem(r, shape)
		by, err := New(p, Request{Engine: Links})
		if err != nil {
			t.Fatal(err)
		}
		want, _ := by.Count(context.Background())
		made, err := New(p, Request{Goal: Count, Threads: 1 + round/4%2})
		if err != nil {
			t.Fatal(err)
		}
		c := made.Engine.(*counter)
		c.first, c.thoughts = 1e-7, 0
		n, err := c.Count(context.Background())
		if err != nil || n.Cmp(want) != 0 {
			t.Fatalf("%v by %s (%s), error %v; links %v", n, made.Name, made.Why, err, want)
		}
		for _, told := range made.Turns {
			if turns[told.Engine]++; told.Engine == made.Name && (made.Name == Dense || made.Name == Sparse) &&
				told.Share < 0.999 {
				t.Fatalf("%v has the answer", told)
			}
		}
	}
	for _, name := range []string{Dense, Sparse, Memo, Halves} {
		if turns[name] == 0 && !testing.Short() {
			t.Errorf("%s never had a turn: %v", name, turns)
		}
	}
}

// TestTooManyToLearnFrom: who learns leaves a count of 6,728 solutions, each of which would be a clause, and says why.
func TestTooManyToLearnFrom(t *testing.T) {
	learns := (&counter{problem: matrixtest.DominoProblem(6)}).learn()
	defer learns.leave()
	if done, err := learns.play(context.Background(), math.Inf(1)); err == nil {
		n, _ := learns.result()
		t.Errorf("done %v, with %v solutions", done, n)
	}
}

// TestHeld: an engine that is held goes on where it was, and ends when it is left.
func TestHeld(t *testing.T) {
	c := &counter{problem: matrixtest.DominoProblem(8), request: Request{Threads: 2}}
	for _, g := range []game{c.memo(), c.halves()} {
		if err := played(g, rand.New(rand.NewPCG(1, 1))); err != nil {
			t.Fatal(err)
		}
		if n, _ := g.result(); n.Int64() != 12988816 {
			t.Errorf("dominoes on 8 by 8: %v", n)
		}
	}
	learns := (&counter{problem: matrixtest.QueensProblem(8)}).learn()
	if err := played(learns, rand.New(rand.NewPCG(1, 1))); err != nil {
		t.Fatal(err)
	}
	if n, _ := learns.result(); n.Int64() != 92 {
		t.Errorf("queens 8 by who learns: %v", n)
	}
	c = &counter{problem: matrixtest.DominoProblem(16), request: Request{Threads: 2}}
	for _, g := range []game{c.memo(), c.halves(), c.learn()} {
		if done, err := g.play(context.Background(), 3e-3); done || err != nil {
			t.Errorf("done %v, error %v", done, err)
		}
		g.leave()
		if done, err := g.play(context.Background(), 1); !done || err == nil {
			t.Errorf("left, and done %v, error %v", done, err)
		}
	}
}

// TestNearTheEnd: where the leader turns out to need long and another one is nearly done, nobody thinks twice, and
// nobody else begins for what is foreseen within the grace, but who is blind.
func TestNearTheEnd(t *testing.T) {
	fades := &pretender{takes: 1000, says: func(done float64) float64 { return min(0.5, done/4) + done/1e4 }}
	steady := &pretender{takes: 6, says: func(done float64) float64 { return done / 6 }}
	other := &pretender{takes: 1000, says: func(float64) float64 { return 0 }}
	blind := &pretender{takes: 1000, says: func(float64) float64 { return 0 }}
	c := contest{first: 1, grace: 10, secondCost: 20, players: []*player{
		{name: "fades", game: fades, guess: 5}, {name: "steady", game: steady, guess: 6},
		{name: "other", game: other, due: always}, {name: "blind", game: blind, due: 0.25, blind: true},
	}}
	c.second = func(context.Context) (bool, error) {
		t.Errorf("second thoughts after %g and %g seconds", fades.done, steady.done)
		return false, nil
	}
	if p, err := c.run(context.Background()); err != nil || p.name != "steady" || fades.done == 0 || other.done > 0 ||
		blind.done == 0 {
		t.Errorf("%v wins, error %v, after %g, %g, %g and %g seconds", p.name, err, fades.done, steady.done, other.done,
			blind.done)
	}
}

// TestBlind: who says that it takes longer gets less, but half of its due if its share says little.
func TestBlind(t *testing.T) {
	part := func(blind bool, takes float64) float64 {
		leads := &pretender{takes: 1000, says: func(done float64) float64 { return done / 1000 }}
		other := &pretender{takes: takes, says: func(done float64) float64 { return done / takes }}
		c := contest{first: 1, players: []*player{
			{name: "leads", game: leads, due: seldom}, {name: "other", game: other, due: 0.25, blind: blind,
				honest: !blind},
		}}
		if p, err := c.run(context.Background()); err != nil || p.name != "leads" {
			t.Fatal(p.name, err)
		}
		return other.done / 1000
	}
	if honest, blind, near := part(false, 1e4), part(true, 1e4),
		part(true, 1300); honest > 0.05 || blind < 0.12 || blind > 0.16 || near < 0.18 {
		t.Errorf("they get %.3f, %.3f and %.3f of the time of the leader", honest, blind, near)
	}
}

// TestChance: where anyone may be over at any time, who has far to go does not lead for knowing how far.
func TestChance(t *testing.T) {
	for chance, most := range map[bool]float64{true: 0.2, false: 10} {
		learns := &pretender{takes: 100, says: func(float64) float64 { return 0 }}
		far := &pretender{takes: 1e6, says: func(done float64) float64 { return done / 1e6 }}
		c := contest{first: 1, chance: chance, players: []*player{
			{name: "learns", game: learns, due: 1.0 / 64, blind: true}, {name: "far", game: far, due: 1.0 / 64},
		}}
		if p, err := c.run(context.Background()); err != nil || p.name != "learns" {
			t.Fatal(p.name, err)
		}
		if part := far.done / learns.done; part > most || part < most/10 {
			t.Errorf("chance %v: who has far to go gets %g times what the other one has", chance, part)
		}
	}
}

// TestNear: who has found half of the solutions that are wanted is half way, whatever else it can't tell.
func TestNear(t *testing.T) {
	finds, visits := &pretender{takes: 4}, &pretender{takes: 100}
	p := &player{game: finds, due: seldom}
	finds.says = func(done float64) float64 {
		if done >= 1 {
			p.near = done / finds.takes
		}
		return 0
	}
	visits.says = func(done float64) float64 { return done / visits.takes }
	c := contest{players: []*player{p, {game: visits, due: often}}, first: 1e-3, chance: true}
	if won, err := c.run(context.Background()); err != nil || won != p || visits.done > 4*finds.takes {
		t.Errorf("%v, and the other one had %v seconds", err, visits.done)
	}

	f := &portfolio{problem: pigeons(t, 6, 8), request: Request{Goal: Few, Wanted: 8}, plan: &Plan{}, alone: 1,
		first: 1e-3, every: 1, most: mostTold}
	met, near := 0, []float64{}
	for range f.Solutions(context.Background()) {
		near = append(near, slices.MaxFunc(f.players, func(a,
			b *player) int {
			return cmp.Compare(a.near, b.near)
		}).near)
		if met++; met == 8 {
			break
		}
	}
	if want := []float64{0, 2. / 8, 3. / 8, 4. / 8, 5. / 8, 6. / 8, 7. / 8, 7. / 8}; !slices.Equal(near, want) {
		t.Errorf("after each solution they are as near as %v", near)
	}
}

// TestPromise: who has not begun leads only if it promises to be over by more than the grace before who plays.
func TestPromise(t *testing.T) {
	for _, x := range []struct {
		grace float64
		wins  string
	}{{0, "new"}, {2, "new"}, {5, "old"}} {
		old := &pretender{takes: 10, says: func(done float64) float64 { return done / 10 }}
		late := &pretender{takes: 5, says: func(done float64) float64 { return done / 5 }}
		c := contest{first: 1, grace: x.grace, players: []*player{{name: "old", game: old, guess: 1},
			{name: "new", game: late, guess: 5}}}
		if p, err := c.run(context.Background()); err != nil || p.name != x.wins {
			t.Errorf("grace %g: %v wins after %g and %g seconds, error %v", x.grace, p.name, old.done, late.done, err)
		}
	}
}

// TestLeft: an engine that is left before it has told its share ends all the same, and what it does until it sees
// that is not booked.
func TestLeft(t *testing.T) {
	h := hold(0, func(ctx context.Context, h *held) (*big.Int, search.Stats, error) {
		h.pass(1, 0)
		h.pass(1, 0.1)
		h.pass(1, 0.2)
		return nil, search.Stats{}, ctx.Err()
	})
	if done, err := h.play(context.Background(), 1); done || err != nil {
		t.Fatal(done, err)
	}
	h.leave()
	if seconds, share := h.sofar(); seconds != 1 || share != 0 || !errors.Is(h.err, context.Canceled) {
		t.Error(seconds, share, h.err)
	}
}

// quitter is a game whose context is done as soon as it plays.
type quitter struct {
	pretender
	cancel context.CancelFunc
}

func (g *quitter) play(ctx context.Context, _ float64) (bool, error) {
	g.cancel()
	return false, ctx.Err()
}

// TestCancelled: when a context is done, nobody waits for a turn that never comes.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	h := hold(0, func(ctx context.Context, h *held) (*big.Int, search.Stats, error) {
		for ctx.Err() == nil {
			h.pass(1, 0)
		}
		return nil, search.Stats{}, ctx.Err()
	})
	other := &quitter{pretender{says: func(float64) float64 { return 0 }}, cancel}
	c := contest{first: 1, players: []*player{{name: "waits", game: h, guess: 100},
		{name: "other", game: other, guess: 1000, due: always}}}
	if p, err := c.run(ctx); p.name != "waits" || !errors.Is(err, context.Canceled) || !h.over {
		t.Errorf("%s leads, error %v, over %v", p.name, err, h.over)
	}
}

// TestShareEndsATurn: a turn ends where an engine begins to tell its share, so that it is known from where on.
func TestShareEndsATurn(t *testing.T) {
	h := hold(0, func(_ context.Context, h *held) (*big.Int, search.Stats, error) {
		h.pass(9, 0)
		h.pass(0, tiny)
		h.pass(1, 0.5)
		h.pass(1, 1)
		return big.NewInt(1), search.Stats{}, nil
	})
	p := &player{game: h}
	for _, want := range []float64{math.Inf(1), 11} {
		if done, err := p.play(context.Background(), 10); done || err != nil {
			t.Fatal(done, err)
		}
		if got := p.expected(); got != want && math.Abs(got-want) > 1e-6 {
			t.Errorf("%g seconds are expected, and there are %g", got, want)
		}
	}
	if done, err := p.play(context.Background(), 12); !done || err != nil {
		t.Error(done, err)
	}
}

// TestLateVisitor: random triples seem easy to dense, by what links have seen, and are not: most of
// what it chooses fails late. So sparse enters, which seemed worse.
func TestLateVisitor(t *testing.T) {
	const n, m, seed = 31, 6, 24
	b := matrix.NewBuilder()
	for k := range 3 * n {
		b.AddPrimary(strconv.Itoa(k), matrix.Once)
	}
	for i := range n {
		for k := range m {
			b.AddOption(matrix.Entry{Item: matrix.ItemID(i)}, matrix.Entry{Item: matrix.ItemID(n + (i*(k+seed)+k*k)%n)},
				matrix.Entry{Item: matrix.ItemID(2*n + (i*i*i*(k+1)+seed*k+i/3)%n)})
		}
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	made, err := New(p, Request{Goal: Count})
	if err != nil {
		t.Fatal(err)
	}
	got, err := made.Count(context.Background())
	if err != nil || got.Int64() != 3 { // by links, dense, sparse and memo
		t.Errorf("%v solutions, error %v", got, err)
	}
	for _, name := range []string{Dense, Sparse} {
		if !slices.ContainsFunc(made.Turns, func(told Turns) bool { return told.Engine == name }) {
			t.Errorf("%s had no turn: %v", name, made.Turns)
		}
	}
}
