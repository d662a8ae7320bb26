package dlx

import "fmt"

// Snapshot returns the links and the counts as text.
func (s *LinkSearch) Snapshot() string {
	return fmt.Sprint(s.nodes, s.headers, s.nogoods, len(s.removedNodes))
}
