package format

import "quadrille/runtime/matrix"

// forbidden is what an assembly knows of nogoods. They stand below the options
// that they name.
type forbidden struct {
	count, members int
	together       []matrix.OptionID // of the nogood that is being read
}

// nogoodMember adds an option, by its number, to the nogood that is being read.
func (a *assembly) nogoodMember(at spot, number int32) error {
	n := &a.nogoods
	o := matrix.OptionID(number)
	last := len(n.together) - 1
	switch {
	case int(number) >= a.builder.Options():
		return a.fault(at, "there is no option %d above; the options are numbered from 0, and nogoods stand below them", number)
	case last >= 0 && n.together[last] >= o:
		return a.fault(at, "option %d stands behind option %d; the numbers of a nogood rise", o, n.together[last])
	case n.members == a.how.Entries:
		return a.fault(at, "the nogoods name more than %d options, which is the limit for a dump", a.how.Entries)
	}
	n.members++
	n.together = append(n.together, o)
	return nil
}

// endNogood adds the nogood that has been read.
func (a *assembly) endNogood(at spot) error {
	n := &a.nogoods
	switch {
	case len(n.together) < 2:
		return a.fault(at, "this nogood has fewer than two options; leave out an option that is forbidden alone")
	case n.count == a.how.Options:
		return a.fault(at, "there are more than %d nogoods, which is the limit for a dump", a.how.Options)
	}
	n.count++
	a.builder.Forbid(n.together...)
	n.together = n.together[:0]
	return nil
}
