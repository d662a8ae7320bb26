package serve_test

import (
	"fmt"
	"net/http/httptest"
	"strings"

	"quadrille/web/serve"
)

func Example() {
	s, err := serve.NewServer(".", "", serve.Host{MaxSolutions: 100})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	server := httptest.NewServer(s)
	defer server.Close()
	url := s.URL(server.Listener) // what to open in a browser
	at, key, _ := strings.Cut(url, "?key=")
	fmt.Println(at == server.URL+"/", key != "")
	response, err := server.Client().Get(at) // without the key
	if err != nil {
		fmt.Println(err)
		return
	}
	response.Body.Close()
	fmt.Println(response.Status)
	// Output:
	// true true
	// 403 Forbidden
}
