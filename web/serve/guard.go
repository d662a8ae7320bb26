package serve

import (
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"time"

	"quadrille/lang/source"
)

// ServeHTTP answers whoever may ask. Before its first word to anybody the server reads what else was said to come, so
// that has its time as well. A mistake of ours is the answer to one request, and the server goes on.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer func() {
		if met := recover(); met != nil {
			http.Error(w, source.NewBug(met, r.URL.Path, source.Span{}).Error(), http.StatusInternalServerError)
		}
	}()
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(s.read))
	for name, value := range responseHeaders {
		w.Header().Set(name, value)
	}
	switch {
	case !isOurHost(r):
		http.Error(w, "this server is not known by that name", http.StatusMisdirectedRequest)
	case !isSameOrigin(r):
		http.Error(w, "other pages cannot ask this server", http.StatusForbidden)
	case s.bringsKey(r):
		http.SetCookie(w, &http.Cookie{Name: cookieName(r), Value: s.key, Path: "/", HttpOnly: true,
			SameSite: http.SameSiteLaxMode})
		http.Redirect(w, r, "/", http.StatusSeeOther)
	case !s.hasKeyCookie(r):
		http.Error(w, "open the address that `puz serve` has printed: it has a key at its end", http.StatusForbidden)
	default:
		s.mux.ServeHTTP(w, r)
	}
}

// responseHeaders go with every response. The page fetches from here alone, is shown in no frame,
// and tells nobody where it is.
var responseHeaders = map[string]string{
	"Content-Security-Policy": "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; " +
		"img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	"X-Content-Type-Options":       "nosniff",
	"X-Frame-Options":              "DENY",
	"Referrer-Policy":              "no-referrer",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Cross-Origin-Embedder-Policy": "require-corp",
	"Permissions-Policy":           "camera=(), geolocation=(), microphone=()",
	"Cache-Control":                "no-store",
}

// isOurHost reports whether a request names this server by the address it came in at. A page of
// another site whose name is made to lead here, by DNS rebinding, has that name: so names
// are refused, but for localhost.
func isOurHost(r *http.Request) bool {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	at, err := netip.ParseAddrPort(local.String())
	if err != nil {
		return false
	}
	host, port, err := net.SplitHostPort(r.Host)
	if err != nil {
		host, port = r.Host, "80"
	}
	if at.Addr().IsLoopback() && host == "localhost" {
		host = at.Addr().Unmap().String()
	}
	named, err := netip.ParseAddrPort(net.JoinHostPort(host, port))
	return err == nil && named == netip.AddrPortFrom(at.Addr().Unmap(), at.Port())
}

// isSameOrigin reports whether a request comes from our page, or from no page. A link on
// another page may lead to ours.
func isSameOrigin(r *http.Request) bool {
	if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+r.Host {
		return false
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "none", "same-origin":
		return true
	}
	return r.Method == http.MethodGet && r.URL.Path == "/" && r.Header.Get("Sec-Fetch-Mode") == "navigate"
}

// bringsKey reports whether a browser comes with the key.
func (s *Server) bringsKey(r *http.Request) bool {
	return r.Method == http.MethodGet && r.URL.Path == "/" && s.isKey(r.URL.Query().Get("key"))
}

// hasKeyCookie reports whether a browser has come with the key before.
func (s *Server) hasKeyCookie(r *http.Request) bool {
	c, err := r.Cookie(cookieName(r))
	return err == nil && s.isKey(c.Value)
}

func (s *Server) isKey(said string) bool {
	return subtle.ConstantTimeCompare([]byte(said), []byte(s.key)) == 1
}

// cookieName names the cookie. Servers on other ports of a machine share its cookies.
func cookieName(r *http.Request) string {
	_, port, _ := net.SplitHostPort(r.Host)
	return "quadrille-" + port
}
