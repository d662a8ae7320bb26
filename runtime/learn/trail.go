package learn

// reason says why a literal is true. Its two low bits are the kind, the others a
// clause, a literal or an item that is counted.
type reason uint32

const (
	byDecision reason = iota // or because nothing else is possible at all
	byClause                 // the other bits say where it is; the literal is its first
	byLiteral                // the other bits are a false literal; they say that one of the two is true
	byCount                  // the other bits are an item with as many options, or as few, as may be
)

const (
	kindMask  reason = 3
	kindShift reason = 2
)

func ofClause(r reference) reason { return reason(r)<<kindShift | byClause }
func ofLiteral(l literal) reason  { return reason(l)<<kindShift | byLiteral }
func ofCount(item int32) reason   { return reason(item)<<kindShift | byCount }

func (r reason) kind() reason        { return r & kindMask }
func (r reason) clause() reference   { return reference(r >> kindShift) }
func (r reason) literal() literal    { return literal(r >> kindShift) }
func (r reason) item() int32         { return int32(r >> kindShift) }
func (r reason) isClause() bool      { return r&kindMask == byClause }
func (r reason) is(c reference) bool { return r == ofClause(c) }
func (r reason) isDecision() bool    { return r == byDecision }

// trail is the assignment and how it came about. A literal's value is 1 if it is
// true, -1 if it is false and 0 if it is open.
type trail struct {
	values   []int8    // by literal
	literals []literal // the true ones, in the order in which they became so
	cuts     []int32   // cuts[k] is the length of literals when level k+1 began
	head     int       // literals before it have been propagated
	at       []place   // by option, while it has a value
}

// place is where an option stands in the trail, and why.
type place struct {
	level, index int32
	why          reason
}

func newTrail(options int) trail {
	return trail{
		values:   make([]int8, 2*options),
		literals: make([]literal, 0, options),
		at:       make([]place, options),
	}
}

func (t *trail) level() int { return len(t.cuts) }

// assign makes an open literal true.
func (t *trail) assign(l literal, why reason) {
	t.values[l], t.values[l^1] = 1, -1
	t.at[l.option()] = place{int32(len(t.cuts)), int32(len(t.literals)), why}
	t.literals = append(t.literals, l)
}

// decide opens a level with a literal.
func (t *trail) decide(l literal) {
	t.cuts = append(t.cuts, int32(len(t.literals)))
	t.assign(l, byDecision)
}

// decision returns the literal that opened a level.
func (t *trail) decision(level int) literal { return t.literals[t.cuts[level-1]] }
