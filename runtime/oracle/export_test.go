package oracle

// MakeImpatient makes an oracle that passes every possible query to another engine than links, and lists no solutions
// for a backbone.
func (q *Oracle) MakeImpatient() { q.maxLinkNodes, q.listingWork = 1, 0 }
