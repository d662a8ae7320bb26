package serve

import (
	"net/http"
	"strings"
	"testing"
)

// TestBug: a request that meets a mistake of ours is answered, and so is the next one.
func TestBug(t *testing.T) {
	s := startServer(t, func(s *Server) {
		s.requestMux.HandleFunc("GET /broken", func(http.ResponseWriter, *http.Request) { panic("a mistake of ours") })
	})
	if code, text := s.sendRequest("GET", "/broken", "", nil); code != http.StatusInternalServerError ||
		!strings.Contains(text, "a bug of ours: /broken: a mistake of ours") {
		t.Errorf("the answer is %d, %q", code, text)
	}
	s.countsScott()
}
