package format

import "gopkg.in/yaml.v3"

// yamlMatchings writes the matchings, if there are any.
func (s *schemaWriter) yamlMatchings() error {
	if len(s.p.Matchings()) == 0 {
		return nil
	}
	s.out.WriteString("\nmatchings:")
	for k := range s.p.Matchings() {
		s.out.WriteString("\n- ")
		if err := s.matching(k); err != nil {
			return err
		}
	}
	return nil
}

// yamlNogoods writes the nogoods, if there are any.
func (s *schemaWriter) yamlNogoods() {
	if len(s.p.Nogoods()) == 0 {
		return
	}
	s.out.WriteString("\nnogoods:")
	for k := range s.p.Nogoods() {
		s.out.WriteString("\n- ")
		s.nogood(k)
	}
}

func (y *yamlDump) matching(v *yaml.Node) error {
	if err := y.beginMatching(y.spot(v)); err != nil {
		return err
	}
	where, name := y.spot(v), ""
	have, err := y.fields(v, matchingKeys, func(k int, v *yaml.Node) (err error) {
		switch matchingKeys[k] {
		case "name":
			where = y.spot(v)
			name, err = y.text(v, maxName)
		case "left":
			err = y.family(v, leftSide)
		case "right":
			err = y.family(v, rightSide)
		}
		return err
	})
	if err != nil {
		return err
	}
	if key := lacking(matchingKeys, have, 0, 1, 2); key != "" {
		return y.fault(y.spot(v), "a matching lacks the key %s; it has a name, a left and a right", key)
	}
	return y.endMatching(where, name)
}

func (y *yamlDump) family(v *yaml.Node, side int8) error {
	return y.list(v, func(v *yaml.Node) error {
		key, err := y.text(v, maxName)
		if err != nil {
			return err
		}
		return y.pairMember(y.spot(v), []byte(key), side)
	})
}

func (y *yamlDump) nogood(v *yaml.Node) error {
	err := y.list(v, func(v *yaml.Node) error {
		n, err := y.number(v)
		if err != nil {
			return err
		}
		return y.nogoodMember(y.spot(v), n)
	})
	if err != nil {
		return err
	}
	return y.endNogood(y.spot(v))
}
