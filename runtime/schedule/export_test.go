package schedule

// WithMemoShare returns the request with a share of memo.
func WithMemoShare(r BestRequest, share float64) BestRequest {
	r.memoShare = share
	return r
}
