package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"quadrille/web/ask"
)

// maxQuestion is the size of the largest question, in bytes, and of the largest file.
const (
	maxQuestion = 4 << 20 // with the pictures of a sheet (solutions.js)
	maxFile     = 16 << 20
)

// answer answers a question, an answer a line. Whoever goes away, or asks anew, ends the
// search by closing the connection.
func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(s.read)) // a recorder in a test has no deadlines
	var q ask.Question
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxQuestion)).Decode(&q); err != nil {
		http.Error(w, "this is no question: "+err.Error(), http.StatusBadRequest)
		return
	}
	_ = control.SetReadDeadline(time.Time{}) // from now on nothing comes but the end of the connection
	places := s.looks
	if ask.Searches(q.Do) {
		places = s.searches
	}
	if !take(r.Context(), places) {
		return
	}
	defer func() { <-places }()
	w.Header().Set("Content-Type", "application/x-ndjson")
	out := &stream{w: w, control: control, patience: s.write}
	s.host.Answer(r.Context(), q, func(a ask.Answer) error {
		var line bytes.Buffer
		e := json.NewEncoder(&line)
		e.SetEscapeHTML(false) // pictures are a third smaller, and nobody takes this for a page
		if err := e.Encode(a); err != nil {
			return err
		}
		return out.write(line.Bytes())
	})
}

// take waits for a place, while there is somebody to wait.
func take(ctx context.Context, places chan struct{}) bool {
	select {
	case places <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// stream sends what a client is to have at once. Who does not read loses the connection.
type stream struct {
	mu       sync.Mutex // progress comes from other goroutines than solutions
	w        http.ResponseWriter
	control  *http.ResponseController
	patience time.Duration
}

func (s *stream) write(text []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.control.SetWriteDeadline(time.Now().Add(s.patience))
	if _, err := s.w.Write(text); err != nil {
		return err
	}
	return s.control.Flush()
}
