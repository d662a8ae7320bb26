package check

import (
	"math/bits"

	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// operator computes with two numbers, a condition being 1 or 0. Where there
// is no result it gives the code of the error.
type operator struct {
	compute         func(a, b int64) (int64, source.Code)
	shortcut        func(a int64) bool // true if a alone is the result
	makesCondition  bool
	takesConditions bool
}

var operators = map[string]operator{
	"+": {compute: add},
	"-": {compute: subtract},
	"*": {compute: multiply},
	"/": {compute: divide},
	"%": {compute: remainder},

	"=":  comparison(func(a, b int64) bool { return a == b }),
	"!=": comparison(func(a, b int64) bool { return a != b }),
	"<":  comparison(func(a, b int64) bool { return a < b }),
	"<=": comparison(func(a, b int64) bool { return a <= b }),
	">":  comparison(func(a, b int64) bool { return a > b }),
	">=": comparison(func(a, b int64) bool { return a >= b }),

	"and": {compute: both, shortcut: isFalse, makesCondition: true, takesConditions: true},
	"or":  {compute: both, shortcut: isTrue, makesCondition: true, takesConditions: true},
}

// both is the result of and, or: where the first operand did not decide, the
// second one does.
func both(_, b int64) (int64, source.Code) { return b, "" }

func isFalse(a int64) bool { return a == 0 }
func isTrue(a int64) bool  { return a != 0 }

func comparison(holds func(a, b int64) bool) operator {
	return operator{makesCondition: true, compute: func(a, b int64) (int64, source.Code) {
		if holds(a, b) {
			return 1, ""
		}
		return 0, ""
	}}
}

// functions by name, with the number of arguments they take.
var functions = map[string]struct {
	least, most int
	compute     func(a, b int64) (int64, source.Code)
}{
	"abs": {1, 1, func(a, _ int64) (int64, source.Code) {
		if a < 0 {
			return subtract(0, a)
		}
		return a, ""
	}},
	"min": {2, 100, func(a, b int64) (int64, source.Code) { return min(a, b), "" }},
	"max": {2, 100, func(a, b int64) (int64, source.Code) { return max(a, b), "" }},
}

func add(a, b int64) (int64, source.Code) {
	if sum := a + b; (sum > a) == (b > 0) {
		return sum, ""
	}
	return 0, codes.BadNumber
}

func subtract(a, b int64) (int64, source.Code) {
	if difference := a - b; (difference < a) == (b > 0) {
		return difference, ""
	}
	return 0, codes.BadNumber
}

func multiply(a, b int64) (int64, source.Code) {
	most := uint64(1<<63 - 1)
	if (a < 0) != (b < 0) {
		most++
	}
	high, low := bits.Mul64(magnitude(a), magnitude(b))
	if high != 0 || low > most {
		return 0, codes.BadNumber
	}
	return a * b, ""
}

func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

// divide rounds towards minus infinity, so that a = b*(a/b) + a%b with a
// remainder that has the sign of b, for negative numbers too.
func divide(a, b int64) (int64, source.Code) {
	if b == 0 {
		return 0, codes.DivisionByZero
	}
	if b == -1 {
		return subtract(0, a)
	}
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q, ""
}

func remainder(a, b int64) (int64, source.Code) {
	if b == 0 {
		return 0, codes.DivisionByZero
	}
	if b == -1 {
		return 0, ""
	}
	r := a % b
	if r != 0 && (r < 0) != (b < 0) {
		r += b
	}
	return r, ""
}
