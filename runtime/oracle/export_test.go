package oracle

// Impatient gives every question that it can to another engine than links.
func (q *Oracle) Impatient() { q.small, q.listed = 1, 1 }
