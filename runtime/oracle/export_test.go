package oracle

// MakeImpatient gives every question that it can to another engine than links, and lists no solutions.
func (q *Oracle) MakeImpatient() { q.maxLinkNodes, q.listingWork = 1, 0 }
