package format

import "quadrille/runtime/matrix"

// term is a coefficient times a variable.
type term struct{ coefficient, variable int }

// constraint is a sum of terms, then "=", ">=" or "<=", then a number.
type constraint struct {
	terms    []term
	relation string
	bound    int
}

// linear says what a problem asks for in constraints over 0-1 variables, one
// by one. Variable k+1 is option k, and every further variable is determined
// by these. The relaxation to real variables is as tight as the problem is, but
// for nogoods.
type linear struct {
	variables int
	visit     func(constraint)
}

func (l *linear) fresh() int {
	l.variables++
	return l.variables
}

func (l *linear) sum(xs []int, relation string, bound int) {
	terms := make([]term, len(xs))
	for k, x := range xs {
		terms[k] = term{1, x}
	}
	l.visit(constraint{terms, relation, bound})
}

func (l *linear) problem(v *inverse) {
	l.variables = v.p.Options()
	for _, o := range v.idle {
		l.sum([]int{int(o) + 1}, "=", 0)
	}
	for i := range matrix.ItemID(v.p.Items()) {
		if int(i) < v.p.Primary() {
			l.times(v.variables(i), v.p.Bound(i))
		} else {
			l.atMostOneParty(v.parties(i))
		}
	}
	for _, together := range v.p.Nogoods() {
		l.sum(variablesOf(together), "<=", len(together)-1)
	}
}

// times says that so many of the variables hold as bound says.
func (l *linear) times(xs []int, bound matrix.Bound) {
	low, high := int(bound.Min), int(bound.Max)
	switch {
	case len(xs) == 0 && low > 0: // a sum of nothing is not written
		l.visit(constraint{[]term{{1, l.fresh()}}, ">=", 2})
	case low == high:
		l.sum(xs, "=", low)
	default:
		if low > 0 {
			l.sum(xs, ">=", low)
		}
		if high < len(xs) {
			l.sum(xs, "<=", high)
		}
	}
}

// atMostOneParty says that the options chosen are of one party. A party of
// several has a variable y of its own: y >= x for each option x of it, and y
// is at most their sum.
func (l *linear) atMostOneParty(parties [][]int) {
	if len(parties) < 2 {
		return
	}
	var some []int
	for _, party := range parties {
		if len(party) == 1 {
			some = append(some, party[0])
			continue
		}
		y := l.fresh()
		sum := []term{{-1, y}}
		for _, x := range party {
			l.visit(constraint{[]term{{1, y}, {-1, x}}, ">=", 0})
			sum = append(sum, term{1, x})
		}
		l.visit(constraint{sum, ">=", 0})
		some = append(some, y)
	}
	l.sum(some, "<=", 1)
}
