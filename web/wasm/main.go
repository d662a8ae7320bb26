//go:build js && wasm

// Command wasm answers the questions of a page in a web worker. The worker calls the global
// function quadrille with a question in JSON and a function that takes each answer, in JSON
// as well.
//
// WebAssembly has one thread. While a search runs, nothing else is heard, so a page
// that wants to stop one ends the worker.
package main

import (
	"context"
	"encoding/json"
	"syscall/js"

	"quadrille/examples"
	"quadrille/web/ask"
)

func main() {
	host := ask.Host{Files: examples.Files}
	js.Global().Set("quadrille", js.FuncOf(func(_ js.Value, args []js.Value) any {
		question, tell := args[0].String(), args[1]
		go answer(host, question, tell)
		return nil
	}))
	select {}
}

// answer answers a question.
func answer(host ask.Host, question string, tell js.Value) {
	say := func(a ask.Answer) error {
		text, err := json.Marshal(a)
		if err == nil {
			tell.Invoke(string(text))
		}
		return err
	}
	var q ask.Question
	if err := json.Unmarshal([]byte(question), &q); err != nil {
		_ = say(ask.Answer{End: &ask.End{Reason: "error", Error: err.Error()}})
		return
	}
	host.Answer(context.Background(), q, say)
}
