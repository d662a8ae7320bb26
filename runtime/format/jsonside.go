package format

// jsonMatchings writes the matchings, if there are any.
func (s *schemaWriter) jsonMatchings() error {
	if len(s.p.Matchings()) == 0 {
		return nil
	}
	s.out.WriteString(",\n\"matchings\": [")
	for k := range s.p.Matchings() {
		s.separate(k == 0)
		if err := s.matching(k); err != nil {
			return err
		}
	}
	s.out.WriteString("\n]")
	return nil
}

// jsonNogoods writes the nogoods, if there are any.
func (s *schemaWriter) jsonNogoods() {
	if len(s.p.Nogoods()) == 0 {
		return
	}
	s.out.WriteString(",\n\"nogoods\": [")
	for k := range s.p.Nogoods() {
		s.separate(k == 0)
		s.nogood(k)
	}
	s.out.WriteString("\n]")
}

func (j *jsonDump) matching() error {
	j.space()
	if err := j.beginMatching(j.at); err != nil {
		return err
	}
	var where spot
	var name string
	at, have, err := j.object(matchingKeys, func(k int) (err error) {
		switch matchingKeys[k] {
		case "name":
			where, name, err = j.text(maxName)
		case "left":
			err = j.family(leftSide)
		case "right":
			err = j.family(rightSide)
		}
		return err
	})
	if err != nil {
		return err
	}
	if key := lacking(matchingKeys, have, 0, 1, 2); key != "" {
		return j.fault(at, "a matching lacks the key %s; it has a name, a left and a right", key)
	}
	return j.endMatching(where, name)
}

func (j *jsonDump) family(side int8) error {
	return j.array(func() error {
		at, err := j.str(maxName)
		if err != nil {
			return err
		}
		return j.pairMember(at, j.word, side)
	})
}

func (j *jsonDump) nogood() error {
	j.space()
	at := j.at
	err := j.array(func() error {
		at, n, err := j.integer()
		if err != nil {
			return err
		}
		return j.nogoodMember(at, n)
	})
	if err != nil {
		return err
	}
	return j.endNogood(at)
}
