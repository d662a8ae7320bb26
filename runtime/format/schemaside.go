package format

import (
	"fmt"
	"strconv"

	"quadrille/runtime/matrix"
)

// matching writes the matching of a number.
func (s *schemaWriter) matching(k int) error {
	m := s.p.Matchings()[k]
	if fault := nameFault(m.Name); fault != "" {
		return fmt.Errorf("matching %d cannot be written: %s", k, fault)
	}
	s.out.WriteByte('{')
	s.key("name")
	s.out.WriteString(quoted(m.Name))
	for side, family := range [][]matrix.ItemID{m.Left, m.Right} {
		s.out.WriteString(", ")
		s.key(matchingKeys[1+side])
		s.out.WriteByte('[')
		for n, i := range family {
			if n > 0 {
				s.out.WriteString(", ")
			}
			s.out.WriteString(s.names[i])
		}
		s.out.WriteByte(']')
	}
	s.out.WriteByte('}')
	return nil
}

// nogood writes the nogood of a number: those of its options.
func (s *schemaWriter) nogood(k int) {
	s.out.WriteByte('[')
	for n, o := range s.p.Nogoods()[k] {
		if n > 0 {
			s.out.WriteString(", ")
		}
		s.out.WriteString(strconv.Itoa(int(o)))
	}
	s.out.WriteByte(']')
}
