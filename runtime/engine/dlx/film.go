package dlx

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// Film is the recording of a search: its tree and each move of the links.
type Film struct {
	Problem *matrix.Problem
	// ItemOrder lists the primary items, and Order the options, in their order in the links at the start.
	ItemOrder   []matrix.ItemID
	OptionOrder []matrix.OptionID
	Visits      []Visit // nodes of the search tree, in the order in which they are visited
	// Moves are in the order of time. The last moves lead back to the start, unless the search ended at
	// a solution.
	Moves []Move
	// Stats is the effort of the search.
	Stats search.Stats
}

// Visit is a node of the recorded search tree.
type Visit struct {
	Parent int // index in Film.Visits of the parent node, or -1 for the root
	// Option is the option that led to the node. It is negative at the root, and where an item was
	// left without choosing a further option.
	Option matrix.OptionID
	// Item is the item on which the node branches, or negative if it does not branch. Branches is
	// the number of its branches.
	Item     matrix.ItemID
	Branches int32
	Solution bool // no item is left, so the node is a solution
	Pruned   bool // the filter found that there is no solution below
	// ComparedChoices are the items that the compared choosers would choose at the node.
	ComparedChoices []matrix.ItemID
	// StartMove is the number of moves before the node is reached. ReadyMove is the number of moves before it branches,
	// or before it turns out to have no branches.
	StartMove, ReadyMove int
}

// Move is a small step of a [Film]: a change of one link, or the beginning or end of a group of such changes. The move
// that undoes a move m is ^m. So a film is played backwards by doing ^m for each move m, from the last to the first.
type Move int32

// Verb is the kind of a move forward.
type Verb int32

// The kinds of moves. The first four change the links, and the first two of these are counted as
// updates. The others mark the beginning and the end of groups of moves.
const (
	Deactivate Verb = iota // an item leaves the circle of active items
	Unlink                 // a node leaves the list of its item
	Mark                   // a node has the color of its item, and stays in the list as long as the item has that color
	Count                  // the bound of an item falls by one
	BeginVisit             // a visit begins
	ChooseNode             // the option of a node is chosen
	Cover                  // begins the moves that cover an item
	Hide                   // begins the moves that take the other nodes of a node's option out of their lists
	Purify                 // begins the moves that give an item the color of a node
	Tweak                  // begins the moves that take the option of a node out of all its lists
	Prune                  // begins the moves that take out an option which a filter or a nogood rules out
	EndGroup               // ends the innermost group of moves
	verbCount
)

// Verb returns the kind of the move, and whether the move undoes it.
func (m Move) Verb() (v Verb, back bool) { return Verb(max(m, ^m) % Move(verbCount)), m < 0 }

// Operand returns the number of the item, visit or node that the move concerns. Nodes are numbered from 1 on: first
// the header of each item, then the nodes of the options in the order of [Film.OptionOrder]. One number is left out
// before the first option, between two options and behind the last one, for the spacers.
func (m Move) Operand() int { return int(max(m, ^m) / Move(verbCount)) }

// ComparedChooser is a chooser whose choices are recorded beside those of the search's own chooser.
type ComparedChooser struct {
	Name    string
	Chooser Chooser
}

// ErrTooLong is the error of a film that would exceed its bound on moves or visits.
var ErrTooLong = errors.New("the search is too long for a film")

// RecordFilm runs the search and records its moves, until the search is complete or yield returns false for a solution.
// A solution is valid only during the call of yield. RecordFilm is for small problems: it returns [ErrTooLong] if there
// are more than the given numbers of moves or visits. The choices of the compared choosers are recorded at each node.
//
// The search itself is not slowed down by recording: a replayer with links of its own repeats the moves node by node.
// Its counts must agree with those of the search.
func (s *LinkSearch) RecordFilm(ctx context.Context, moves, visits int, compared []ComparedChooser,
	yield func(matrix.Solution) bool) (*Film, error) {
	c := newReplayer(s, moves, visits, compared)
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

// ChosenByVisit returns for each visit the options that are chosen at that node, including the
// choices of a filter.
func (f *Film) ChosenByVisit() [][]matrix.OptionID {
	options := f.nodeOptions()
	all := make([][]matrix.OptionID, len(f.Visits))
	var now []matrix.OptionID
	next := 0
	for k := 0; k <= len(f.Moves); k++ {
		for ; next < len(f.Visits) && f.Visits[next].ReadyMove == k; next++ {
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

// nodeOptions returns the option of each node of the links, by number of the node; -1 where no node
// has the number.
func (f *Film) nodeOptions() []matrix.OptionID {
	options := make([]matrix.OptionID, 2+f.Problem.ItemCount(),
		2+f.Problem.ItemCount()+f.Problem.EntryCount()+f.Problem.OptionCount())
	for _, o := range f.OptionOrder {
		for range f.Problem.Option(o) {
			options = append(options, o)
		}
		options = append(options, -1)
	}
	return options
}
