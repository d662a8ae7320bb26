package plan

import (
	"context"
	"errors"
	"math"
	"math/big"
	"slices"
	"sync"

	"quadrille/runtime/search"
)

// game is a way to the answer that can be interrupted and go on.
type game interface {
	// play goes on until its work has taken so many seconds in all, or it is done.
	play(ctx context.Context, until float64) (done bool, err error)
	// sofar returns the seconds of its work, and the share of the whole that is done, as far as it
	// can tell. No clock says what work takes, but a table of prices.
	sofar() (seconds, share float64)
	result() (*big.Int, search.Stats)
	// leave ends it for good, and gives up what it holds.
	leave()
}

// player is a game in a contest.
type player struct {
	game
	name, why string
	// due is the part of the leader's time that it gets while another one leads; a smaller one if
	// its share is honest, and says that it takes longer.
	due    float64
	honest bool
	// guess is how many seconds it takes in all, before it knows more; 0 is no guess.
	guess float64
	// marks are what it had done at the end of turns, each at least twice as long as the one before.
	marks [2]mark
	out   bool
}

// mark is how far a player had come.
type mark struct{ seconds, share float64 }

// expected returns the seconds that a player takes in all, if the rest is like what it has
// done last: a tree has short branches first, and those who remember do ever more at a time.
func (p *player) expected() float64 {
	seconds, share := p.sofar()
	if share <= 0 {
		if p.guess > seconds {
			return p.guess
		}
		return math.Inf(1)
	}
	since := p.marks[0]
	if share <= since.share {
		since = mark{}
	}
	return seconds + (1-share)*(seconds-since.seconds)/(share-since.share)
}

// play lets a player have a turn.
func (p *player) play(ctx context.Context, until float64) (bool, error) {
	done, err := p.game.play(ctx, until)
	if seconds, share := p.sofar(); seconds >= 2*p.marks[1].seconds {
		p.marks = [2]mark{p.marks[1], {seconds, share}}
	}
	return done, err
}

// contest lets players work on one question by turns, until one has the answer. The one that
// is expected to end first leads. Each of the others gets its due: a part of what the leader
// is expected to take, as far as can be foreseen. So the whole never takes much longer than
// the best player alone, whoever that is.
type contest struct {
	players []*player
	leader  *player
	turns   []string // the names of those who had one, as they come
	first   float64  // how long the first turn of a player takes, in seconds
	// second, if not nil, is asked once for second thoughts when so much time has been spent.
	second func(ctx context.Context) (done bool, err error)
}

const (
	// firstTurn is how long the first turn of a player takes, and turnPart the part of what it
	// has done by which later ones let it go on.
	firstTurn = 0.5e-3
	turnPart  = 0.5
	// foresight is how many times what the leader has done may be foreseen.
	foresight = 8
	// secondThoughts are had after so many seconds.
	secondThoughts = 10e-3
)

// run returns the player that has the answer, or with an error the one that led. The others
// leave.
func (c *contest) run(ctx context.Context) (winner *player, err error) {
	defer func() {
		for _, p := range c.players {
			if p != winner {
				p.leave()
			}
		}
	}()
	for {
		p, until := c.next()
		if p == nil {
			return c.leader, errors.New("no engine can tell")
		}
		c.note(p)
		done, err := p.play(ctx, until)
		switch {
		case ctx.Err() != nil && err != nil:
			return c.leader, ctx.Err()
		case done && err == nil:
			return p, nil
		case err != nil && len(c.alive()) == 1:
			return p, err
		case err != nil:
			p.leave()
			p.out = true
		}
		if c.second != nil && c.spent() >= secondThoughts {
			think := c.second
			c.second = nil
			if done, err := think(ctx); done || err != nil {
				return nil, err
			}
		}
	}
}

func (c *contest) alive() []*player {
	return slices.DeleteFunc(slices.Clone(c.players), func(p *player) bool { return p.out })
}

func (c *contest) spent() (sum float64) {
	for _, p := range c.players {
		seconds, _ := p.sofar()
		sum += seconds
	}
	return sum
}

// next returns the player whose turn it is, and until when.
func (c *contest) next() (*player, float64) {
	players := c.alive()
	if len(players) == 0 {
		return nil, 0
	}
	c.leader = slices.MinFunc(players, func(a, b *player) int {
		switch x, y := a.expected(), b.expected(); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	led, _ := c.leader.sofar()
	horizon := min(c.leader.expected(), foresight*led)
	for _, p := range players {
		due := p.due * horizon
		if own := p.expected(); p.honest && !math.IsInf(own, 1) {
			due *= c.leader.expected() / own
		}
		if seconds, _ := p.sofar(); p != c.leader && seconds < due {
			return p, max(due, seconds+c.first)
		}
	}
	return c.leader, led + max(c.first, led*turnPart)
}

// note keeps the names of those who had a turn, each once.
func (c *contest) note(p *player) {
	if !slices.Contains(c.turns, p.name) {
		c.turns = append(c.turns, p.name)
	}
}

// held is a game of an engine that runs on goroutines of its own. They wait at a gate while
// it is not its turn.
type held struct {
	start func(ctx context.Context, pass func(seconds, share float64)) (*big.Int, search.Stats, error)

	mu            sync.Mutex
	changed       sync.Cond
	seconds       float64
	share         float64
	until         float64            // it may go on
	cancel        context.CancelFunc // nil before it has begun
	waiting, over bool
	count         *big.Int
	stats         search.Stats
	err           error
}

// hold makes a game of an engine that calls pass whenever it has worked for some seconds more. It
// takes some seconds before that.
func hold(prepares float64, start func(ctx context.Context, pass func(seconds, share float64)) (*big.Int, search.Stats, error)) *held {
	h := &held{start: start, seconds: prepares}
	h.changed.L = &h.mu
	return h
}

func (h *held) play(ctx context.Context, until float64) (bool, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.until, h.waiting = until, false
	if h.cancel == nil {
		var inner context.Context
		inner, h.cancel = context.WithCancel(ctx)
		go h.run(inner)
	}
	for h.changed.Broadcast(); !h.over && !h.waiting; {
		h.changed.Wait()
	}
	return h.over, h.err
}

func (h *held) run(ctx context.Context) {
	n, stats, err := h.start(ctx, h.pass)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.count, h.stats, h.err, h.over = n, stats, err, true
	h.changed.Broadcast()
}

// pass books work, and waits for the next turn when this one is over.
func (h *held) pass(seconds, share float64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.seconds += seconds
	if share > 0 {
		h.share = share
	}
	for h.seconds >= h.until {
		h.waiting = true
		h.changed.Broadcast()
		h.changed.Wait()
	}
}

func (h *held) sofar() (seconds, share float64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.seconds, h.share
}

func (h *held) result() (*big.Int, search.Stats) { return h.count, h.stats }

// leave lets the engine go on, to the place where it sees that it is cancelled.
func (h *held) leave() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.cancel == nil {
		return
	}
	h.cancel()
	h.until = math.Inf(1)
	for h.changed.Broadcast(); !h.over; {
		h.changed.Wait()
	}
	h.start = nil
}
