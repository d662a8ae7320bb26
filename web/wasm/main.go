//go:build js && wasm

// Command wasm answers the questions of a page in a web worker, and those of the npm package.
// JavaScript calls the global function quadrille with a question in JSON and a function that
// takes each answer, in JSON as well.
//
// WebAssembly has one thread, and while a search runs, nothing else is heard. If the function
// that takes an answer returns a promise, the question waits until it is settled, and events
// have their turn. If it returns false, or its promise does or fails, the question ends as stopped.
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
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	say := func(a ask.Answer) error {
		text, err := json.Marshal(a)
		if err == nil && !wantsMore(tell.Invoke(string(text))) {
			stop()
		}
		return err
	}
	var q ask.Question
	if err := json.Unmarshal([]byte(question), &q); err != nil {
		_ = say(ask.Answer{End: &ask.End{Reason: "error", Error: err.Error()}})
		return
	}
	host.Answer(ctx, q, say)
}

// wantsMore reports whether what a function of JavaScript has returned, or promised, is not false.
func wantsMore(returned js.Value) bool {
	if returned.Type() != js.TypeObject || returned.Get("then").Type() != js.TypeFunction {
		return !returned.Equal(js.ValueOf(false))
	}
	settled := make(chan bool, 1)
	kept := js.FuncOf(func(_ js.Value, args []js.Value) any {
		settled <- len(args) == 0 || !args[0].Equal(js.ValueOf(false))
		return nil
	})
	defer kept.Release()
	failed := js.FuncOf(func(js.Value, []js.Value) any {
		settled <- false
		return nil
	})
	defer failed.Release()
	returned.Call("then", kept, failed)
	return <-settled
}
