package latin

// Conjugate is one of the six ways to exchange the roles of rows, columns and
// values. A square is a set of triples (row, column, value), any two of
// which differ in at least two places; so every order of the three places
// makes a square. A conjugate has the same completions as its square, conjugated.
//
// Its name says which role the rows, the columns and the values play: in rvc,
// the rows are rows, the columns are values, and the values are columns.
type Conjugate uint8

// The conjugates.
const (
	RCV Conjugate = iota // the square itself
	CRV                  // transposed
	RVC                  // each row inverted, as a permutation
	VRC                  // each row inverted, then transposed
	CVR                  // each column inverted, then transposed
	VCR                  // each column inverted
)

// roles has the name of each conjugate, and which place of a triple its rows,
// columns and values come from.
var roles = [...]struct {
	name string
	from [3]int
}{
	RCV: {"rcv", [3]int{0, 1, 2}},
	CRV: {"crv", [3]int{1, 0, 2}},
	RVC: {"rvc", [3]int{0, 2, 1}},
	VRC: {"vrc", [3]int{2, 0, 1}},
	CVR: {"cvr", [3]int{1, 2, 0}},
	VCR: {"vcr", [3]int{2, 1, 0}},
}

// Conjugates lists the six, the square itself first.
func Conjugates() []Conjugate { return []Conjugate{RCV, CRV, RVC, VRC, CVR, VCR} }

// ConjugateByName returns the conjugate of a name such as rvc.
func ConjugateByName(name string) (Conjugate, bool) {
	for _, c := range Conjugates() {
		if c.String() == name {
			return c, true
		}
	}
	return 0, false
}

// String returns the name.
func (c Conjugate) String() string { return roles[c].name }

// Inverse returns the conjugate that leads back.
func (c Conjugate) Inverse() Conjugate {
	switch c {
	case VRC:
		return CVR
	case CVR:
		return VRC
	}
	return c // it exchanges two roles, or none
}

// Conjugate returns the square with its roles exchanged.
func (s Square) Conjugate(c Conjugate) Square {
	out, from := New(s.Order()), roles[c].from
	for i, row := range s.Cells {
		for j, v := range row {
			if v == 0 {
				continue
			}
			triple := [3]int{i, j, v - 1}
			out.Cells[triple[from[0]]][triple[from[1]]] = triple[from[2]] + 1
		}
	}
	return out
}
