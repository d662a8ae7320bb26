package dlx

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// Film is the recording of a search: all nodes of its tree, and each move (change of a link) in the order of time.
type Film struct {
	Problem *matrix.Problem
	// ItemOrder and OptionOrder list the primary items and the options in the order in which the search reads them.
	ItemOrder   []matrix.ItemID
	OptionOrder []matrix.OptionID
	Visits      []Visit // nodes of the search tree, in the order in which they are visited
	// Moves lists all moves in the order of time. The last moves restore the start, unless the search ended at a
	// solution.
	Moves []Move
	// Stats is the effort of the search.
	Stats search.Stats
}

// Visit is a node of the recorded search tree.
type Visit struct {
	Parent int // index in Film.Visits of the parent node, or -1 for the root
	// Option is the option whose choice led to the node. It is negative at the root, and at a node that was reached by
	// choosing no further option of an item.
	Option matrix.OptionID
	// Item is the item on which the node branches, or negative if the node does not branch. Branches is the number of
	// its branches.
	Item       matrix.ItemID
	Branches   int32
	IsSolution bool // whether no item is active, so that the chosen options are a solution
	IsPruned   bool // whether the filter found that there is no solution below the node
	// ComparedChoices lists the items that the compared choosers would choose at the node.
	ComparedChoices []matrix.ItemID
	// StartMove is the number of moves before the node is reached. ReadyMove is the number of moves before it branches,
	// or before it turns out to have no branches.
	StartMove, ReadyMove int
}

// Move is a small step of a [Film]: a change of one link, or the beginning or end of a group of such changes. The move
// that undoes a move m is ^m. So a film is played backwards by doing ^m for each move m, from the last to the first.
type Move int32

// MoveKind is the kind of a move, such as the removal of a node from its list.
type MoveKind int32

// The kinds of moves. The first four change the links, and the first two of these count as updates. The others mark the
// beginning and the end of groups of moves.
const (
	DeactivateItem  MoveKind = iota // an item leaves the circle of active items
	UnlinkNode                      // a node leaves the list of its item
	MarkNode                        // a node stays in its list because it has the color that its item was given
	LowerCoverBound                 // the number of times that an item may still be covered falls by one
	BeginVisit                      // the search reaches the next node of its tree
	ChooseNode                      // the option of a link node is chosen
	BeginCover                      // begins the moves that cover an item
	BeginHide                       // begins the moves that remove an option from the lists of all its items but one
	BeginPurify                     // begins the moves that give an item the color of a node
	// begins the moves that remove an option which is about to be chosen from all its lists
	BeginTweak
	BeginPrune // begins the moves that remove an option because a filter or a nogood excludes it
	EndGroup   // ends the innermost group of moves
	moveKindCount
)

// Kind returns the kind of the move, and whether the move undoes an earlier one.
func (m Move) Kind() (v MoveKind, back bool) {
	return MoveKind(max(m, ^m) % Move(moveKindCount)), m < 0
}

// Operand returns the index of what the move concerns: of a visit in [Film.Visits], of the header of an item, or of a
// link node. The header of item i has index i+1. The nodes of the options follow the headers, in the order of
// [Film.OptionOrder]. One index is skipped for the spacer before the first option, between two options and after the
// last option.
func (m Move) Operand() int { return int(max(m, ^m) / Move(moveKindCount)) }

// ComparedChooser is a chooser whose choices are recorded for comparison, while the search uses another chooser.
type ComparedChooser struct {
	Name    string
	Chooser Chooser
}

// ErrFilmTooLong is the error of a film (the recording of a search) that would exceed its bound on moves or visits.
var ErrFilmTooLong = errors.New("the search is too long for a film")

// RecordFilm runs the search and records its moves, until the search is complete or yield returns false for a solution.
// A solution is valid only during the call of yield. RecordFilm is for small problems: it returns [ErrFilmTooLong] if
// there are more moves or visits than the arguments moves and visits allow. The choices of the compared choosers are
// recorded at each node.
//
// The search itself is not slowed down by recording: a replayer with links of its own repeats the moves node by node.
// The replayer's counts must agree with those of the search.
func (s *LinkSearch) RecordFilm(ctx context.Context, moves, visits int, compared []ComparedChooser,
	yield func(matrix.Solution) bool) (*Film, error) {
	c := newReplayer(s, moves, visits, compared)
	options := s.settings
	defer func() { s.settings = options }()
	s.settings.Chooser = filmedChooser{c, options.Chooser}
	if options.Filter != nil {
		s.settings.Filter = filmedFilter{c, options.Filter}
	}
	ctx, c.stopSearch = context.WithCancel(ctx)
	defer c.stopSearch()
	ended := false
	for found := range s.Solutions(ctx) {
		c.replaySolution()
		if ended = !yield(found); ended {
			break
		}
	}
	if c.exceedsBounds {
		return nil, ErrFilmTooLong
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

// ChosenOptionsByVisit returns for each visit the options that are chosen at that node, including those that a filter
// has chosen.
func (f *Film) ChosenOptionsByVisit() [][]matrix.OptionID {
	options := f.optionsByNode()
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
		switch v, back := f.Moves[k].Kind(); {
		case v == ChooseNode && back:
			now = now[:len(now)-1]
		case v == ChooseNode:
			now = append(now, options[f.Moves[k].Operand()])
		}
	}
	return all
}

// optionsByNode returns the option of each link node, by the index that [Move.Operand] describes. The entry of a header
// or a spacer is -1.
func (f *Film) optionsByNode() []matrix.OptionID {
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
