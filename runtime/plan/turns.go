package plan

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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
	// due is the part of the leader's time that it gets while another one leads. Of what is longer than
	// a scale, if that is not 0, it gets only the power of 2/3; and less if its share is honest, and
	// says that it takes longer.
	due, scale float64
	honest     bool
	// deserves, if not nil, says what is due to it from now on, or 0 if it can't tell.
	deserves func() float64
	// blind says that its share says little of what is to come: what is due to it shrinks little if its share says that
	// it takes longer.
	blind bool
	// guess is how many seconds it takes in all, before it knows more; 0 is no guess.
	guess float64
	// marks are what it had done at the end of turns: when it began to tell its share, and then each
	// at least twice as long as the one before.
	marks [2]mark
	turns int
	out   bool
	// found are the solutions that it has told, and near is their part of those that are wanted.
	found int
	near  float64
}

// mark is how far a player had come.
type mark struct{ seconds, share float64 }

// sofar returns what a player has done: by its search, or by what it has found if that says more.
func (p *player) sofar() (seconds, share float64) {
	seconds, share = p.game.sofar()
	return seconds, max(share, p.near)
}

// expected returns the seconds that a player takes in all, if the rest is like what it has
// done last: a tree has short branches first, and those who remember do ever more at a time.
func (p *player) expected() float64 {
	seconds, share := p.sofar()
	since := p.marks[0]
	if share <= since.share {
		if p.guess > seconds {
			return p.guess
		}
		return math.Inf(1)
	}
	return seconds + (1-share)*(seconds-since.seconds)/(share-since.share)
}

// remains returns the seconds of those that are still to come.
func (p *player) remains() float64 {
	seconds, _ := p.sofar()
	return p.expected() - seconds
}

// play lets a player have a turn.
func (p *player) play(ctx context.Context, until float64) (bool, error) {
	done, err := p.game.play(ctx, until)
	switch seconds, share := p.sofar(); {
	case share <= tiny:
		p.marks = [2]mark{{seconds, share}, {seconds, share}}
	case seconds >= 2*p.marks[1].seconds:
		p.marks = [2]mark{p.marks[1], {seconds, share}}
	}
	return done, err
}

// contest lets players work on one question by turns, until one has the answer. The one that
// is expected to have the least left leads. Each of the others gets its due: a part of what the leader
// is expected to take, as far as can be foreseen. So the whole never takes much longer than
// the best player alone, whoever that is.
type contest struct {
	players []*player
	leader  *player
	played  []*player // who had a turn, as they come
	first   float64   // how long the first turn of a player takes, in seconds
	// chance says that anyone may be over at any time: it means nothing that somebody has far to go, and who is blind
	// gets no more than the leader has had.
	chance bool
	// grace are the seconds of what is foreseen that count for nobody else, but who is blind: so little may be lost,
	// and who is blind must have begun before anyone knows.
	grace float64
	// second, if not nil, is asked once for second thoughts, which have a cost: when a part of that has
	// been spent, and as much is expected still.
	second     func(ctx context.Context) (done bool, err error)
	secondCost float64
}

const (
	// firstTurn is how long the first turn of a player takes, and turnPart the part of what it
	// has done by which later ones let it go on.
	firstTurn = 0.5e-3
	turnPart  = 0.5
	// mostForesight is how many times what the leader has done may be foreseen at most, and
	// blindForesight how many where nothing is known.
	mostForesight, blindForesight = 64, 8
	// leastBlind is the part of its due that a blind player gets, however long it takes by its share.
	leastBlind = 0.5
	// leastDue is what is due to everyone, of what the leader has done.
	leastDue = 1.0 / 64
	// soon is how many times what has been spent second thoughts may cost.
	soon = 8
)

// run returns the player that has the answer, or with an error the one that led. All leave.
func (c *contest) run(ctx context.Context) (*player, error) {
	defer func() {
		for _, p := range c.players {
			p.leave()
		}
	}()
	for {
		p, until := c.next()
		if p == nil {
			return c.leader, errors.New("no engine can tell")
		}
		if p.turns++; p.turns == 1 {
			c.played = append(c.played, p)
		}
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
		c.lead()
		if c.second != nil && min(soon*c.spent(), c.leader.remains()) >= c.secondCost {
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

// foreseen returns how much of what is expected is believed: some times what has been done, and so
// many times more whenever what is expected is twice as long.
func (p *player) foreseen() float64 {
	led, _ := p.sofar()
	expected := p.expected()
	if p.blind || math.IsInf(expected, 1) {
		return min(expected, blindForesight*led)
	}
	return min(expected, led*min(mostForesight, 2+2*math.Log2(max(1, expected/led))))
}

// lead finds out who leads, and returns all who still play. Who has not begun must promise to be over by more than
// the grace before the others.
func (c *contest) lead() (players []*player) {
	left := func(p *player) float64 {
		switch seconds, _ := p.sofar(); {
		case p.turns == 0:
			return p.remains() + c.grace
		case c.chance && p.remains() > mostForesight*seconds:
			return math.Inf(1)
		}
		return p.remains()
	}
	if players = c.alive(); len(players) > 0 {
		c.leader = slices.MinFunc(players, func(a, b *player) int { return cmp.Compare(left(a), left(b)) })
	}
	return players
}

// next returns the player whose turn it is, and until when.
func (c *contest) next() (*player, float64) {
	players := c.lead()
	if len(players) == 0 {
		return nil, 0
	}
	led, _ := c.leader.sofar()
	foreseen := c.leader.foreseen()
	for _, p := range players {
		horizon := foreseen
		if !p.blind {
			horizon = max(0, horizon-c.grace)
		}
		if p.deserves != nil {
			p.due = cmp.Or(p.deserves(), p.due)
		}
		due := p.due * horizon
		if p.scale > 0 {
			due *= math.Cbrt(p.scale / max(p.scale, horizon))
		}
		seconds, share := p.sofar()
		switch own := p.expected(); {
		case p.blind && !math.IsInf(own, 1):
			due *= max(leastBlind, min(1, c.leader.expected()/own))
		case !p.honest || seconds < 2*p.marks[0].seconds: // it does not tell, or too soon
		case !math.IsInf(own, 1):
			due *= c.leader.expected() / own
		case share > tiny: // but it came no further lately
			due = min(due, led)
		}
		if p.blind && c.chance {
			due = min(due, led)
		}
		due = max(due, min(p.due, leastDue)*led)
		needs := seconds
		if p.turns == 0 {
			needs += c.first // or it does not begin
		}
		if p != c.leader && needs < due {
			return p, max(due, seconds+c.first)
		}
	}
	return c.leader, led + max(c.first, led*turnPart)
}

// Turns says what an engine has done in its turns.
type Turns struct {
	Engine string `json:"engine"`
	Turns  int    `json:"turns"`
	// Seconds are what its work takes by a list of prices, and Share is how much of its search is
	// done, as far as it can tell.
	Seconds float64 `json:"seconds"`
	Share   float64 `json:"share"`
}

// String says it in words.
func (t Turns) String() string {
	share := ""
	if t.Share > tiny {
		share = fmt.Sprintf(", %.3g%% done", 100*t.Share)
	}
	return fmt.Sprintf("%s (%d, %.3g ms%s)", t.Engine, t.Turns, 1e3*t.Seconds, share)
}

// story tells of those who had a turn, as they come.
func (c *contest) story() (list []Turns) {
	for _, p := range c.played {
		seconds, share := p.sofar()
		list = append(list, Turns{p.name, p.turns, seconds, share})
	}
	return list
}

// held is a game of an engine that runs on goroutines of its own. They wait at a gate while
// it is not its turn.
type held struct {
	start func(ctx context.Context, h *held) (*big.Int, search.Stats, error)

	mu            sync.Mutex
	changed       sync.Cond
	seconds       float64
	share         float64
	earned        float64            // what is due to it
	until         float64            // it may go on
	cancel        context.CancelFunc // nil before it has begun
	waiting, over bool
	left          bool
	count         *big.Int
	stats         search.Stats
	err           error
}

// hold makes a game of an engine that calls pass whenever it has worked for some seconds more. It
// takes some seconds before that.
func hold(prepares float64, start func(ctx context.Context, h *held) (*big.Int, search.Stats, error)) *held {
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
	n, stats, err := h.start(ctx, h)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.count, h.stats, h.err, h.over = n, stats, err, true
	h.changed.Broadcast()
}

// tiny is a share that says that the engine begins to tell it.
const tiny = 1e-9

// pass books work, and waits for the next turn when this one is over, or when there is a share
// for the first time. Work that is done until it is seen that the game was left depends on the machine, and is not
// booked.
func (h *held) pass(seconds, share float64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.left {
		return
	}
	h.seconds += seconds
	if share > 0 {
		if h.share == 0 {
			h.until = h.seconds
		}
		h.share = share
	}
	for h.seconds >= h.until && !h.left {
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

// earn says what is due to it from now on, if that is more than before.
func (h *held) earn(due float64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.earned = max(h.earned, due)
}

func (h *held) deserves() float64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.earned
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
	h.left = true
	for h.changed.Broadcast(); !h.over; {
		h.changed.Wait()
	}
	h.start = nil
}
