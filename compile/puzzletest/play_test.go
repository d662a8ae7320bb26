package puzzletest_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quadrille"
	"quadrille/compile/puzzletest"
	"quadrille/play"
)

// TestPlay: whether a solution goes on from moves, and whether they are one, is what trying finds; and what is said to
// be the next step is in all solutions that go on.
func TestPlay(t *testing.T) {
	states := map[string]int{}
	overPuzzles(t, 150, 10_000, func(t *testing.T, p *puzzletest.Puzzle, q *quadrille.Puzzle) error {
		g, err := play.NewGame(q)
		if err != nil {
			states["no game"]++
			return nil
		}
		r := rand.New(rand.NewPCG(uint64(len(p.Text)), uint64(len(p.Solutions))))
		b := newPlayBoard(g.Board(), p.Solutions)
		for range 12 {
			moves, ok := b.randomMoves(r)
			if !ok {
				continue // of a piece with colors that lies in several ways
			}
			v, err := g.JudgeMoves(t.Context(), moves)
			if err != nil {
				return fmt.Errorf("%v: %w", moves, err)
			}
			states[string(v.State)]++
			want := b.state(moves)
			if v.State != want {
				return fmt.Errorf("%v: %s (%s), by trying %s", moves, v.State, v.Sentences, want)
			}
			if want == play.Wrong {
				if right := b.rightMoves(moves); v.RightMoveCount != right {
					return fmt.Errorf("%v: %d moves are right, by trying %d", moves, v.RightMoveCount, right)
				}
				continue
			}
			step, err := g.NextStep(t.Context(), moves)
			if err != nil {
				return err
			}
			states[fmt.Sprintf("steps of %d", min(2, len(step.Moves)))]++
			if err := b.checkStep(moves, step); err != nil {
				return fmt.Errorf("%v: %w", moves, err)
			}
		}
		return nil
	}, "pack", "place", "fill", "latin", "words", "core")
	t.Log(states)
}

// playBoard knows the facts of all solutions: "symbol 5 0,2", "piece F 0,1 0,2".
type playBoard struct {
	play.Board
	solutions []map[string]bool
	given     map[string]bool
	blank     string // what a cell without a move may have
	made      map[string][]play.Move
}

func newPlayBoard(board play.Board, solutions []string) *playBoard {
	b := &playBoard{Board: board, given: map[string]bool{}, made: map[string][]play.Move{}}
	for _, m := range board.GivenMoves {
		if m.Piece == "" {
			m.Piece = m.Symbol
		}
		b.given[moveKey(m)] = true
	}
	for _, c := range board.Cells {
		if c.GivenName != "" && len(board.GivenMoves) == 0 {
			b.given["symbol "+c.GivenName+" "+cellKey(c.Coordinates)] = true
		}
	}
	if len(board.Symbols) == 2 && !strings.Contains(strings.Join(solutions, ";"), "word ") {
		b.blank = board.Symbols[0]
	}
	for _, place := range board.PiecePlaces {
		m := play.Move{Piece: board.Pieces[place.PieceIndex].Name, Orientation: place.Orientation}
		for _, c := range place.CellIndices {
			m.Cells = append(m.Cells, board.Cells[c].Coordinates)
		}
		b.made[moveKey(m)] = append(b.made[moveKey(m)], m)
	}
	for _, solution := range solutions {
		facts := maps.Clone(b.given) // a given letter may stand in no word
		for _, key := range strings.Split(solution, ";") {
			words := strings.Fields(key)
			switch {
			case len(words) == 0 || words[0] == "option":
			case words[0] == "word":
				for k, letter := range strings.Split(words[1], "") {
					facts["symbol "+letter+" "+words[2+k]] = true
				}
			default:
				facts[key] = true
			}
		}
		b.solutions = append(b.solutions, facts)
	}
	return b
}

func cellKey(at []int32) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(at), " ", ","), "[]")
}

// moveKey writes the fact of a move; that of a cross begins with "no".
func moveKey(m play.Move) string {
	var cells []string
	for _, c := range m.Cells {
		cells = append(cells, cellKey(c))
	}
	slices.Sort(cells)
	return strings.Join(append([]string{"piece " + m.Piece}, cells...), " ")
}

// key writes the fact of a move of this board.
func (b *playBoard) key(m play.Move) string {
	switch {
	case b.AllowsCrosses && m.Symbol == "":
		m.Piece = b.Symbols[0]
		return "no " + moveKey(m)
	case b.AllowsCrosses:
		m.Piece = m.Symbol
	case m.Symbol != "":
		return "symbol " + m.Symbol + " " + cellKey(m.Cells[0])
	}
	return moveKey(m)
}

// moveTo is the reverse of key. It returns false if a piece lies on its cells in several ways.
func (b *playBoard) moveTo(key string) (play.Move, bool) {
	if made := b.made[key]; len(made) > 0 {
		return made[0], len(made) == 1
	}
	words := strings.Fields(key)
	var at []int32
	for _, part := range strings.Split(words[2], ",") {
		n, _ := strconv.Atoi(part)
		at = append(at, int32(n))
	}
	return play.Move{Symbol: words[1], Cells: [][]int32{at}}, true
}

// randomMoves returns some of the facts of a solution, perhaps with another one among them.
func (b *playBoard) randomMoves(r *rand.Rand) (moves []play.Move, ok bool) {
	facts := map[string]bool{}
	if len(b.solutions) > 0 {
		facts = b.solutions[r.IntN(len(b.solutions))]
	}
	keys := slices.Sorted(func(yield func(string) bool) {
		for key := range facts {
			if !b.given[key] && !yield(key) {
				return
			}
		}
	})
	r.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	if r.IntN(3) > 0 {
		keys = keys[:r.IntN(len(keys)+1)]
	}
	for _, key := range keys {
		m, one := b.moveTo(key)
		if !one {
			return nil, false
		}
		moves = append(moves, m)
	}
	if r.IntN(2) == 0 {
		if m, some := b.randomMove(r); some && !slices.ContainsFunc(moves,
			func(n play.Move) bool { return b.key(n) == b.key(m) }) {
			moves = slices.Insert(moves, r.IntN(len(moves)+1), m)
		}
	}
	return moves, true
}

// randomMove returns any move, or a cross.
func (b *playBoard) randomMove(r *rand.Rand) (m play.Move, ok bool) {
	switch {
	case len(b.PiecePlaces) > 0:
		m, ok = b.moveTo(moveKey(b.made[slices.Sorted(keysOf(b.made))[r.IntN(len(b.made))]][0]))
		return m, ok
	case len(b.Symbols) == 0 || len(b.Cells) == 0:
		return m, false
	}
	m.Cells = [][]int32{b.Cells[r.IntN(len(b.Cells))].Coordinates}
	if !b.AllowsCrosses || r.IntN(2) == 0 {
		m.Symbol = b.Symbols[r.IntN(len(b.Symbols))]
	}
	return m, true
}

func keysOf[T any](m map[string]T) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for key := range m {
			if !yield(key) {
				return
			}
		}
	}
}

// holds reports whether a solution agrees with all moves.
func (b *playBoard) holds(facts map[string]bool, moves []play.Move) bool {
	return !slices.ContainsFunc(moves, func(m play.Move) bool {
		key, no := strings.CutPrefix(b.key(m), "no ")
		return facts[key] == no
	})
}

// state says how far moves have come.
func (b *playBoard) state(moves []play.Move) play.State {
	state := play.Wrong
	for _, facts := range b.solutions {
		if !b.holds(facts, moves) {
			continue
		}
		state = play.Open
		stated := map[string]bool{}
		for _, m := range moves {
			stated[b.key(m)] = true
		}
		missing := 0
		for fact := range facts {
			if !stated[fact] && !b.given[fact] && (b.blank == "" || !strings.HasPrefix(fact, "symbol "+b.blank+" ")) {
				missing++
			}
		}
		if missing == 0 {
			return play.Done
		}
	}
	return state
}

// rightMoves returns how many moves, from the first one on, a solution agrees with.
func (b *playBoard) rightMoves(moves []play.Move) (right int) {
	for n := range moves {
		if slices.ContainsFunc(b.solutions, func(facts map[string]bool) bool { return b.holds(facts, moves[:n]) }) {
			right = n
		}
	}
	return right
}

// checkStep says what is wrong with a step.
func (b *playBoard) checkStep(moves []play.Move, step play.Step) error {
	common := map[string]int{}
	going := 0
	for _, facts := range b.solutions {
		if b.holds(facts, moves) {
			going++
			for fact := range facts {
				common[fact]++
			}
		}
	}
	for _, m := range moves {
		delete(common, b.key(m))
	}
	for _, m := range step.Moves {
		if common[b.key(m)] != going {
			return fmt.Errorf("the step %v is in %d of %d solutions: %s", m, common[b.key(m)], going, step.Sentences)
		}
	}
	for fact, n := range common {
		if n == going && !b.given[fact] && len(step.Moves) == 0 && len(b.made[fact]) < 2 {
			return fmt.Errorf("there is no step, and all solutions have %s: %s", fact, step.Sentences)
		}
	}
	return nil
}
