package oracle

// Impatient gives every question that it can to another engine than links, and lists no solutions.
func (q *Oracle) Impatient() { q.small, q.listing = 1, 0 }
