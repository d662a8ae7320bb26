package deduce

// DeadEnds returns the number of dead ends of a proof.
func (p *Proof) DeadEnds() int {
	if len(p.Cases) == 0 {
		return 1
	}
	n := 0
	for k := range p.Cases {
		n += p.Cases[k].DeadEnds()
	}
	return n
}
