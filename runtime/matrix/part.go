package matrix

// Keep returns the problem without some of its options. Those that are kept are numbered
// anew, in the same order; a nogood with an option that is not there any more cannot be
// chosen whole, and is left out.
func (p *Problem) Keep(keep func(OptionID) bool) *Problem {
	part := *p
	part.start, part.entries, part.nogoods = []int32{0}, nil, nil
	number := make([]OptionID, p.Options())
	for o := range number {
		number[o] = -1
		if keep(OptionID(o)) {
			number[o] = OptionID(part.Options())
			part.entries = append(part.entries, p.Option(OptionID(o))...)
			part.start = append(part.start, int32(len(part.entries)))
		}
	}
	for _, together := range p.nogoods {
		if left := renumbered(together, number); left != nil {
			part.nogoods = append(part.nogoods, left)
		}
	}
	return &part
}

// renumbered returns the new numbers of options, or nil if one has none.
func renumbered(options, number []OptionID) []OptionID {
	var renumbered []OptionID
	for _, o := range options {
		if number[o] < 0 {
			return nil
		}
		renumbered = append(renumbered, number[o])
	}
	return renumbered
}
