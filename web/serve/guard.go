package serve

import (
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"time"

	"quadrille/lang/source"
)

// ServeHTTP checks the origin and the key of a request, and then answers it. It first reads the rest of the request,
// within a time limit. A bug ends only the request in which it occurs.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer func() {
		if recovered := recover(); recovered != nil {
			http.Error(w, source.NewBug(recovered, r.URL.Path, source.Span{}).Error(), http.StatusInternalServerError)
		}
	}()
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(s.readLimit))
	for name, value := range responseHeaders {
		w.Header().Set(name, value)
	}
	switch {
	case !isAllowedHost(r):
		http.Error(w, "this server is not known by that name", http.StatusMisdirectedRequest)
	case !isSameOrigin(r):
		http.Error(w, "other pages cannot ask this server", http.StatusForbidden)
	case s.hasKeyInURL(r):
		http.SetCookie(w, &http.Cookie{Name: cookieName(r), Value: s.accessKey, Path: "/", HttpOnly: true,
			SameSite: http.SameSiteLaxMode})
		http.Redirect(w, r, "/", http.StatusSeeOther)
	case !s.hasKeyCookie(r):
		http.Error(w, "open the address that `puz serve` has printed: it has a key at its end", http.StatusForbidden)
	default:
		s.requestMux.ServeHTTP(w, r)
	}
}

// responseHeaders are sent with every response. They say that the page may load resources only from this server, cannot
// be shown in a frame, and sends no referrer.
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

// isAllowedHost reports whether the host that a request names is the address at which the request arrived, or
// localhost. Other names are rejected, because a foreign site can make its own name point to this server (DNS
// rebinding).
func isAllowedHost(r *http.Request) bool {
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

// isSameOrigin reports whether a request comes from a page of this server or, as with a bookmark, from no page. Links
// on other pages may lead to this page.
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

// hasKeyInURL reports whether the URL of a request contains the key.
func (s *Server) hasKeyInURL(r *http.Request) bool {
	return r.Method == http.MethodGet && r.URL.Path == "/" && s.isAccessKey(r.URL.Query().Get("key"))
}

// hasKeyCookie reports whether a request has the cookie that contains the key.
func (s *Server) hasKeyCookie(r *http.Request) bool {
	c, err := r.Cookie(cookieName(r))
	return err == nil && s.isAccessKey(c.Value)
}

func (s *Server) isAccessKey(key string) bool {
	return subtle.ConstantTimeCompare([]byte(key), []byte(s.accessKey)) == 1
}

// cookieName returns the name of the cookie with the key. The name contains the port, since servers on different ports
// of a host share cookies.
func cookieName(r *http.Request) string {
	_, port, _ := net.SplitHostPort(r.Host)
	return "quadrille-" + port
}
