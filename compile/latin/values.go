package latin

import (
	"fmt"
	"strings"
	"unicode"
)

// seen has the place of each value in a row or a column, by value.
type seen map[int]spot

// values checks every mark of the rows. A value is compared with others of its
// column only in rows of the right width: where a mark is missing, or one too
// many, nobody knows the columns of those behind.
func (r *reader) values() {
	columns := make([]seen, r.n)
	for j := range columns {
		columns[j] = seen{}
	}
	for _, w := range r.rows {
		inRow := seen{}
		for j, m := range w.marks {
			at := spot{w.line, m.column}
			v := r.value(at, m.c)
			if v <= 0 {
				continue
			}
			r.once(at, m.c, v, inRow, "row")
			if w.sure {
				r.once(at, m.c, v, columns[j], "column")
			}
		}
	}
}

// value returns the value of a mark, or at most 0 if it has none that fits.
func (r *reader) value(at spot, c rune) int {
	v := value(c)
	switch {
	case strings.ContainsRune(blanks, c): // reported with its row
	case c == '0':
		r.fault(at, "0 is no value; write a dot for a hole, and a for 10")
	case v < 0:
		r.fault(at, "%q stands for nothing; write a dot for a hole, and 1 to 9, a to z, A to Z for the values 1 to %d", c, MaxOrder)
	case v > r.n:
		r.tooLarge(at, c, v)
		return 0
	}
	return v
}

// tooLarge tells those who write capital letters for the values from 10 what
// to write.
func (r *reader) tooLarge(at spot, c rune, v int) {
	mend := "write a smaller one"
	if small := unicode.ToLower(c); small != c && value(small) <= r.n {
		mend = fmt.Sprintf("write %c for %d", small, value(small))
	}
	r.fault(at, "%c is the value %d, and the values of a square of order %d are 1 to %d; %s", c, v, r.n, r.n, mend)
}

// once notes that a value stands in a line, and reports where it did before.
func (r *reader) once(at spot, c rune, v int, before seen, line string) {
	first, twice := before[v]
	if !twice {
		before[v] = at
		return
	}
	r.fault(at, "%c stands twice in this %s: here and at line %d, column %d; change one of them, or make it a hole with a dot", c, line, first.line, first.column)
}
