//go:build js && wasm

// Command wasm answers the questions of a page in a web worker, and those of the npm package. JavaScript calls the
// global function quadrille with two arguments: a question in JSON, and a function that receives each answer in JSON.
//
// WebAssembly has a single thread, and JavaScript handles no events while a search runs. If the function that receives
// an answer returns a promise, the search waits until the promise is settled, and meanwhile events are handled. If the
// function returns false, or its promise yields false or fails, the question ends with the reason "stopped".
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
		go answerQuestion(host, question, tell)
		return nil
	}))
	select {}
}

// answerQuestion answers a question in JSON, and passes each answer to a function of JavaScript.
func answerQuestion(host ask.Host, question string, tell js.Value) {
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
	host.AnswerQuestion(ctx, q, say)
}

// wantsMore reports whether a function of JavaScript has returned, or promised, anything but false.
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
