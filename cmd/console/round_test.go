package console_test

import (
	"testing"
	"time"

	"quadrille/cmd/console"
)

// TestRoundTime: a time that rounds to a minute is one, and no "1m0s".
func TestRoundTime(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", 59400 * time.Millisecond: "59s", 59600 * time.Millisecond: "1m", time.Minute: "1m",
		90 * time.Second: "2m",
		3 * time.Hour:    "3h", 100 * time.Hour: "4d", 2000 * 24 * time.Hour: "years",
	} {
		if got := console.RoundTime(d); got != want {
			t.Errorf("%v is about %s, want %s", d, got, want)
		}
	}
}
