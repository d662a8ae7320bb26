package dlx

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// Film is a search step by step: its tree, and each move of the links.
type Film struct {
	Problem *matrix.Problem
	// Circle lists the primary items, and Order the options, as the links hold them at first.
	Circle []matrix.ItemID
	Order  []matrix.OptionID
	Visits []Visit
	// Moves are in the order of time. The last ones lead back to the start, unless the search was
	// ended at a solution.
	Moves []Move
	// Stats are those of the search.
	Stats search.Stats
}

// Visit is a node of the tree.
type Visit struct {
	Parent int // another visit, or -1 for the root
	// Option led to the node; it is negative at the root, and where an item was left as it was.
	Option matrix.OptionID
	// Item is what the node branches on, negative if it does not, and Branches in how many ways.
	Item     matrix.ItemID
	Branches int32
	Solution bool // no item is left
	Pruned   bool // the filter saw that there is no solution
	// Picks are the items that other choosers would have taken.
	Picks []matrix.ItemID
	// Start and Ready are how many moves come before the node, and before it branches or is left.
	Start, Ready int
}

// Move is a small step of a [Film]. A move back is ^m of the move forward, so going through a film
// backwards is doing ^m for each move m, from the last to the first.
type Move int32

// Verb says what is done by a move forward.
type Verb int32

// The verbs. Those of the first block change links, and the first two are the updates that are
// counted; the others say what they are done for.
const (
	Deactivate Verb = iota // an item leaves the circle of active items
	Unlink                 // a node leaves the list of its item
	Mark                   // a node has the color of its item, and stays in the list while that is so
	Count                  // an item may be covered once less
	BeginVisit             // a visit begins
	ChooseNode             // the option of a node is chosen
	Cover                  // begins the moves that cover an item
	Hide                   // begins those that take the other nodes of a node's option out of their lists
	Purify                 // begins those that give an item the color of a node
	Tweak                  // begins those that take the option of a node out of all its lists
	Prune                  // does so for an option that a filter or a nogood rules out
	EndGroup               // ends what began last
	verbs
)

// Verb returns what is done, or undone if the move goes back.
func (m Move) Verb() (v Verb, back bool) { return Verb(max(m, ^m) % Move(verbs)), m < 0 }

// Operand returns what it is done to: an item, a visit, or a node. Nodes are numbered from 1 on: first one for each
// item, then those of the options in [Film.Order], with one number left out before, between and behind them.
func (m Move) Operand() int { return int(max(m, ^m) / Move(verbs)) }

// ComparedChooser is a chooser that is asked beside the one that decides.
type ComparedChooser struct {
	Name    string
	Chooser Chooser
}

// ErrTooLong is the error of a film that would have more moves or visits than it may.
var ErrTooLong = errors.New("the search is too long for a film")

// RecordFilm runs the search and takes down what it does, until it is done or yield returns false for a solution, which
// is borrowed. The links that search tell nobody what they do, so that they need not ask at each step whether somebody
// listens: a second pair does the same, node by node, and must come to the same counts. Film is for small problems: it
// returns [ErrTooLong] beyond so many moves or visits.
func (s *LinkSearch) RecordFilm(ctx context.Context, moves, visits int, rivals []ComparedChooser,
	yield func(matrix.Solution) bool) (*Film, error) {
	c := newReplayer(s, moves, visits, rivals)
	options := s.options
	defer func() { s.options = options }()
	s.options.Chooser = filmedChooser{c, options.Chooser}
	if options.Filter != nil {
		s.options.Filter = filmedFilter{c, options.Filter}
	}
	ctx, c.stop = context.WithCancel(ctx)
	defer c.stop()
	ended := false
	for found := range s.Solutions(ctx) {
		c.replaySolution()
		if ended = !yield(found); ended {
			break
		}
	}
	if c.tooLong {
		return nil, ErrTooLong
	}
	if err := s.Err(); err != nil {
		return nil, err
	}
	if !ended {
		c.backToLevel(0)
	}
	c.film.Stats = s.Stats()
	if got, want := c.linkEffort, s.linkEffort; got != want || len(c.film.Visits) != int(s.stats.Nodes) {
		panic(fmt.Sprintf("the film shows %+v in %d visits, and the search did %+v in %d", got, len(c.film.Visits),
			want, s.stats.Nodes))
	}
	return &c.film, nil
}

// ChosenByVisit returns for each visit the options that are chosen there, those of a filter included.
func (f *Film) ChosenByVisit() [][]matrix.OptionID {
	options := f.nodeOptions()
	all := make([][]matrix.OptionID, len(f.Visits))
	var now []matrix.OptionID
	next := 0
	for k := 0; k <= len(f.Moves); k++ {
		for ; next < len(f.Visits) && f.Visits[next].Ready == k; next++ {
			all[next] = slices.Clone(now)
		}
		if k == len(f.Moves) {
			break
		}
		switch v, back := f.Moves[k].Verb(); {
		case v == ChooseNode && back:
			now = now[:len(now)-1]
		case v == ChooseNode:
			now = append(now, options[f.Moves[k].Operand()])
		}
	}
	return all
}

// nodeOptions has the option of each node by its number.
func (f *Film) nodeOptions() []matrix.OptionID {
	options := make([]matrix.OptionID, 2+f.Problem.ItemCount(),
		2+f.Problem.ItemCount()+f.Problem.EntryCount()+f.Problem.OptionCount())
	for _, o := range f.Order {
		for range f.Problem.Option(o) {
			options = append(options, o)
		}
		options = append(options, -1)
	}
	return options
}
