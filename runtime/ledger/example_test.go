package ledger_test

import (
	"context"
	"fmt"
	"os"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"quadrille"
	"quadrille/job"
	"quadrille/runtime/ledger"
)

// A coordinator and a worker, which know only the server.
func ExampleCoordinator() {
	folder, err := os.MkdirTemp("", "crew")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true,
		StoreDir: folder, NoSigs: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	s.Start()
	defer s.Shutdown()
	nc, err := nats.Connect(s.ClientURL(), nats.RetryOnFailedConnect(true))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer nc.Close()

	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	workers := ledger.Workers{NewWalker: openPuzzle("somewhere"), Timeouts: ledger.DefaultTimeouts}
	go workers.RunWorkers(ctx, nc)

	p, err := quadrille.Load("queens.puz", []byte("puz 1\nqueens 8"), quadrille.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	j, err := job.OpenJob(p, new(ledger.MemoryFile), quadrille.Search{}, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	bundle, err := job.BundlePuzzle(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	c := ledger.Coordinator{Ledger: j.Ledger, PuzzleBundle: bundle, Timeouts: ledger.DefaultTimeouts}
	if err := c.RunJob(ctx, nc); err != nil {
		fmt.Println(err)
	}
	fmt.Println(j.Count())
	// Output: 92
}
