package schedule

import (
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// LinkSearches returns the searches by dancing links of n threads.
func LinkSearches(p *matrix.Problem, r Request, n int) ([]search.Cutter, error) {
	r.Engine = Links
	build, _, err := newCutterFactory(p, r)
	if err != nil {
		return nil, err
	}
	return build.growEngines(n, nil, nil)
}

// WithMemoShare returns the request with a share of the time for memo.
func WithMemoShare(r BestRequest, share float64) BestRequest {
	r.memoShare = share
	return r
}
