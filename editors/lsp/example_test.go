package lsp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"quadrille/editors/lsp"
)

// A command serves its standard streams. Here an editor says one thing and leaves.
func ExampleServe() {
	message := `{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{}}`
	in := strings.NewReader(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(message), message))
	var out bytes.Buffer
	if err := lsp.Serve(context.Background(), in, &out, lsp.Options{}); err != nil {
		fmt.Println(err)
	}
	_, answer, _ := strings.Cut(out.String(), "\r\n\r\n")
	var reply struct{ Error struct{ Message string } }
	fmt.Println(json.Unmarshal([]byte(answer), &reply), reply.Error.Message)
	// Output:
	// <nil> the first request is initialize
}
