package lower

import (
	"errors"
	"strconv"

	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/lang/source"
	"quadrille/runtime/matrix"
)

// The core says its items and options itself: `items` and `secondary items`
// declare, `option` becomes an option for each round of its loop. An item is
// called by its family and indices: slot[3], or edge[1,2].
func (l *lowering) core() {
	for i := range l.puzzle.Items {
		l.statement(l.puzzle.Items[i].Span)
		l.coreItems(&l.puzzle.Items[i])
	}
	for i := range l.puzzle.Options {
		l.statement(l.puzzle.Options[i].Span)
		l.coreOptions(&l.puzzle.Options[i])
	}
}

// errStop ends a loop after an error that has been filed.
var errStop = errors.New("stop")

// run runs a loop that has been counted, and files what goes wrong in it. It
// returns false then.
func (l *lowering) run(loop *model.Loop, visit func(env []int64) error) bool {
	return l.filed(loop.Run(func() error { return nil }, visit))
}

func (l *lowering) filed(err error) bool {
	var d *source.Diagnostic
	switch {
	case err == nil:
		return true
	case errors.As(err, &d):
		l.errs = append(l.errs, d)
	}
	return false
}

// tick counts a step of a loop.
func (l *lowering) tick(span source.Span) error { return l.ticks(1, span) }

func (l *lowering) ticks(n int, span source.Span) error {
	if l.steps += n; l.steps > l.options.MaxSteps {
		l.errs.Add(codes.TooLarge, span, "", "the loops of this file have more than %d rounds", l.options.MaxSteps)
		return errStop
	}
	return nil
}

func (l *lowering) coreItems(m *model.Items) {
	if !l.countItems(m) {
		l.incomplete = true
		return
	}
	blamed := make([]bool, len(m.Refs)) // once is enough
	bound := matrix.Bound{Min: int32(m.Times.Min), Max: int32(m.Times.Max)}
	l.run(&m.Loop, func(env []int64) error {
		for k, r := range m.Refs {
			name, err := itemName(r, env)
			if err != nil {
				return err
			}
			if _, taken := l.items[name]; taken {
				if blamed[k] {
					continue
				}
				blamed[k] = true
			}
			l.declare(name, m.Secondary, bound, r.Span)
		}
		return nil
	})
}

// countItems and countOptions run a loop once without making anything, so
// that a bomb is found before it fills the memory.
func (l *lowering) countItems(m *model.Items) bool {
	n, ok := l.countRounds(&m.Loop, m.Span, l.options.MaxItems/max(1, len(m.Refs)))
	return l.room(n*len(m.Refs), m.Span) && ok
}

func (l *lowering) countOptions(m *model.Option) bool {
	n, ok := l.countRounds(&m.Loop, m.Span, l.options.MaxOptions)
	return l.roomForOptions(len(l.origins)+n, l.entries, m.Span) && ok
}

// countRounds counts the rounds of a loop, up to one more than most. What goes
// wrong is left for the run that makes something to report.
func (l *lowering) countRounds(loop *model.Loop, span source.Span, most int) (n int, ok bool) {
	errs := len(l.errs)
	err := loop.Run(func() error { return l.tick(span) }, func([]int64) error {
		if n++; n > most {
			return errStop
		}
		return nil
	})
	return n, l.filed(err) && len(l.errs) == errs
}

func (l *lowering) coreOptions(m *model.Option) {
	if l.incomplete || !l.countOptions(m) {
		return
	}
	onlySecondary := false
	origin := Origin{Meaning: &Meaning{Option: m}}
	var entries []matrix.Entry
	l.run(&m.Loop, func(env []int64) error {
		var primary bool
		var err error
		if entries, primary, err = l.entriesOf(m.Refs, env, entries[:0]); err != nil {
			return err
		}
		onlySecondary = onlySecondary || !primary
		if !l.option(origin, m.Span, entries) {
			return errStop
		}
		return nil
	})
	if onlySecondary {
		l.errs.Warn(codes.NeverChosen, m.Span, "", "an option without a primary item is never chosen")
	}
}

// entriesOf appends the entries of an option in a round of its loop, and tells
// whether an item is primary.
func (l *lowering) entriesOf(refs []model.Ref, env []int64, entries []matrix.Entry) ([]matrix.Entry, bool, error) {
	l.rounds++
	primary := false
	for i := range refs {
		e, it, err := l.entry(&refs[i], env)
		if err != nil {
			return nil, false, err
		}
		if e.Item < 0 {
			continue
		}
		if l.holds(e.Item) {
			return nil, false, &source.Diagnostic{Code: codes.RepeatedItem, Span: refs[i].Span,
				Summary: "this option holds the item " + mustName(refs[i], env) + " twice",
				Hint:    "a `where` can leave such options out"}
		}
		entries = append(entries, e)
		primary = primary || !it.secondary
	}
	return entries, primary, nil
}

// holds reports whether the option of this round has the item already, and
// notes that it has it now.
func (l *lowering) holds(id matrix.ItemID) bool {
	if len(l.heldIn) < l.builder.Items() {
		l.heldIn = append(l.heldIn, make([]int, l.builder.Items()-len(l.heldIn))...)
	}
	held := l.heldIn[id] == l.rounds
	l.heldIn[id] = l.rounds
	return held
}

// entry finds the item of a reference. The entry's item is negative if there
// is none and none is needed.
func (l *lowering) entry(r *model.Ref, env []int64) (matrix.Entry, item, error) {
	var err error
	if l.name, err = appendName(l.name[:0], r, env); err != nil {
		return matrix.Entry{}, item{}, err
	}
	it, known := l.items[string(l.name)]
	switch {
	case !known && r.IfAny:
		return matrix.Entry{Item: -1}, item{}, nil
	case !known:
		return matrix.Entry{}, item{}, &source.Diagnostic{Code: codes.UnknownItem, Span: r.Span,
			Summary: "there is no item " + string(l.name),
			Hint:    l.missingHint(r.Family)}
	}
	color, err := l.color(r, env)
	if err == nil && color != matrix.NoColor && !it.secondary {
		err = &source.Diagnostic{Code: codes.ColorOnPrimary, Span: r.Span, Summary: "the item " + string(l.name) + " is primary and takes no color"}
	}
	return matrix.Entry{Item: it.id, Color: color}, it, err
}

func (l *lowering) missingHint(family string) string {
	if l.puzzle.Pack != nil {
		for _, m := range l.puzzle.Pack.Pieces {
			if m.Name == family {
				return "a piece has an item if it matters how often it is used: write a range, such as 0..9 of " + family
			}
		}
	}
	return "a ? behind an item leaves it out where it does not exist; `where` leaves out the option"
}

func (l *lowering) color(r *model.Ref, env []int64) (matrix.Color, error) {
	switch {
	case r.Color.Name != "":
		return l.builder.Color(r.Color.Name), nil
	case r.Color.Number != nil:
		v, err := r.Color.Number(env)
		return l.builder.Color(strconv.FormatInt(v, 10)), err
	}
	return matrix.NoColor, nil
}

// itemName spells the name of an item: family[1,2].
func itemName(r model.Ref, env []int64) (string, error) {
	if len(r.Indices) == 0 {
		return r.Family, nil
	}
	name, err := appendName(make([]byte, 0, 32), &r, env)
	return string(name), err
}

// appendName is itemName into a buffer.
func appendName(name []byte, r *model.Ref, env []int64) ([]byte, error) {
	name = append(name, r.Family...)
	if len(r.Indices) == 0 {
		return name, nil
	}
	sep := byte('[')
	for _, x := range r.Indices {
		v, err := x(env)
		if err != nil {
			return nil, err
		}
		name = strconv.AppendInt(append(name, sep), v, 10)
		sep = ','
	}
	return append(name, ']'), nil
}

// mustName spells a name that has been spelled before.
func mustName(r model.Ref, env []int64) string {
	name, err := itemName(r, env)
	if err != nil {
		panic(err)
	}
	return name
}
