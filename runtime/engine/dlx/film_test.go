package dlx

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// stateRecorder records the links of the search itself at each choice.
type stateRecorder struct {
	inner  Chooser
	states *[]linkState
}

type linkState struct {
	nodes   []node
	headers []header
}

func copyState(l *links) linkState { return linkState{slices.Clone(l.nodes), slices.Clone(l.headers)} }

func (c stateRecorder) Choose(v View) matrix.ItemID {
	*c.states = append(*c.states, copyState(&v.search.links))
	return c.inner.Choose(v)
}

// filmProjector plays a film on links of its own. It shares no code with the recording.
type filmProjector struct {
	linkState
	colors []int32
	visit  int
	film   *Film
}

func newFilmProjector(f *Film) *filmProjector {
	l := newLinks(f.Problem, f.ItemOrder, f.OptionOrder)
	p := &filmProjector{linkState: copyState(&l), visit: -1, film: f}
	for _, n := range l.nodes {
		p.colors = append(p.colors, n.color)
	}
	return p
}

func (p *filmProjector) playMove(m Move) {
	v, back := m.Kind()
	at, by := int32(m.Operand()), int32(-1)
	if back {
		by = 1
	}
	switch v {
	case DeactivateItem:
		h := p.headers[at]
		p.headers[h.left].right, p.headers[h.right].left = h.right, h.left
		if back {
			p.headers[h.left].right, p.headers[h.right].left = at, at
		}
	case UnlinkNode:
		n := p.nodes[at]
		p.nodes[n.up].down, p.nodes[n.down].up = n.down, n.up
		if back {
			p.nodes[n.up].down, p.nodes[n.down].up = at, at
		}
		p.headers[n.item].listLen += by
	case MarkNode:
		p.nodes[at].color = purified
		if back {
			p.nodes[at].color = p.colors[at]
		}
	case LowerCoverBound:
		p.headers[at].coversLeft += by
	case BeginVisit:
		p.visit = int(at)
		if back {
			p.visit = p.film.Visits[at].Parent
		}
	}
}

// A film shows the links of the search at each node as they were, counts as it does, finds its solutions, and runs
// backwards to where it began.
func TestFilm(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	shape := matrixtest.ProblemShape{MaxPrimary: 5, MaxSecondary: 3, MaxOptions: 14, ColorCount: 2,
		HasMultiplicities: true, MaxNogoods: 4}
	moves, choices := 0, 0
	for range matrixtest.RandomRounds(150, 1000) {
		var states []linkState
		o := SearchOptions{Chooser: stateRecorder{anyItem{r}, &states}}
		if r.IntN(2) == 0 {
			o.Filter = anyFilter{r}
		}
		if r.IntN(2) == 0 {
			o.OptionOrder = identityOrder[matrix.OptionID](shape.MaxOptions)
			r.Shuffle(shape.MaxOptions, func(i, j int) {
				o.OptionOrder[i], o.OptionOrder[j] = o.OptionOrder[j], o.OptionOrder[i]
			})
		}
		problem := matrixtest.RandomProblem(r, shape)
		if o.OptionOrder != nil && problem.OptionCount() != shape.MaxOptions {
			o.OptionOrder = nil
		}
		s := NewSearch(problem, o)
		start := s.Snapshot()
		limit := r.IntN(3)
		ended := 0
		film, err := s.RecordFilm(context.Background(), 1_000_000, 100_000, []ComparedChooser{{"first", anyItem{r}}},
			func(matrix.Solution) bool {
				ended++
				return ended != limit
			})
		if err != nil {
			t.Fatal(err)
		}
		if s.Snapshot() != start {
			t.Fatal("the film leaves the links of the search in another state")
		}
		moves += len(film.Moves)
		p, chosen := newFilmProjector(film), 0
		first := p.linkState
		first.nodes, first.headers = slices.Clone(first.nodes), slices.Clone(first.headers)
		updates := int64(0)
		for k, m := range film.Moves {
			if p.visit >= 0 && film.Visits[p.visit].ReadyMove == k && film.Visits[p.visit].Item >= 0 {
				if !reflect.DeepEqual(p.linkState, states[chosen]) {
					t.Fatalf("visit %d of the film is not what the search saw", p.visit)
				}
				chosen++
			}
			if v, back := m.Kind(); !back && (v == DeactivateItem || v == UnlinkNode) {
				updates++
			}
			p.playMove(m)
		}
		choices += chosen
		if chosen != len(states) {
			t.Fatalf("the film shows %d choices of %d", chosen, len(states))
		}
		if s := film.Stats; updates != s.Updates || len(film.Visits) != int(s.Nodes) {
			t.Fatalf("the film shows %d updates and %d visits, the search counts %d and %d", updates, len(film.Visits),
				s.Updates, s.Nodes)
		}
		found := int64(0)
		for _, v := range film.Visits {
			if v.IsSolution {
				found++
			}
		}
		if found != film.Stats.Solutions {
			t.Fatalf("the film shows %d solutions of %d", found, film.Stats.Solutions)
		}
		if (limit == 0 || ended < limit) && !reflect.DeepEqual(p.linkState, first) {
			t.Fatal("the film does not end where it began")
		}
		for _, m := range slices.Backward(film.Moves) {
			p.playMove(^m)
		}
		if !reflect.DeepEqual(p.linkState, first) || p.visit != -1 {
			t.Fatal("backwards the film does not end where it began")
		}
	}
	if moves < 1000 || choices < 50 {
		t.Fatalf("%d moves and %d choices are too few to tell", moves, choices)
	}
}

// A film that would be too long, or is cancelled, ends in an error.
func TestFilmTooLong(t *testing.T) {
	all := func(matrix.Solution) bool { return true }
	r := rand.New(rand.NewPCG(9, 10))
	s := NewSearch(matrixtest.RandomProblem(r, matrixtest.ProblemShape{MaxPrimary: 5, MaxOptions: 14}),
		SearchOptions{Chooser: anyItem{r}})
	if _, err := s.RecordFilm(context.Background(), 3, 100, nil, all); !errors.Is(err, ErrFilmTooLong) {
		t.Errorf("three moves end with %v", err)
	}
	if _, err := s.RecordFilm(context.Background(), 100_000, 1, nil, all); !errors.Is(err, ErrFilmTooLong) {
		t.Errorf("one visit ends with %v", err)
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.RecordFilm(done, 100_000, 1000, nil, all); !errors.Is(err, context.Canceled) {
		t.Errorf("a film that is cancelled ends with %v", err)
	}
}
