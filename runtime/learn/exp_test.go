package learn

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"quadrille/runtime/matrix"
)

func env(name string, def float64) float64 {
	if v, err := strconv.ParseFloat(os.Getenv(name), 64); err == nil {
		return v
	}
	return def
}

func readSquare(path string) *matrix.Problem {
	text, _ := os.ReadFile(path)
	rows := strings.Fields(string(text))
	const digits = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	b := matrix.NewBuilder()
	items := map[[3]int]matrix.ItemID{}
	n := len(rows)
	used := map[[3]int]bool{}
	for i := range n {
		for j := range n {
			if k := strings.IndexByte(digits, rows[i][j]); k >= 0 {
				used[[3]int{1, i, k}] = true
				used[[3]int{2, j, k}] = true
			}
		}
	}
	item := func(k [3]int) matrix.Entry {
		if _, ok := items[k]; !ok {
			items[k] = b.Primary(fmt.Sprint(k), matrix.Once)
		}
		return matrix.Entry{Item: items[k]}
	}
	for i := range n {
		for j := range n {
			for k := range n {
				if rows[i][j] == '.' && !used[[3]int{1, i, k}] && !used[[3]int{2, j, k}] {
					b.Option(item([3]int{0, i, j}), item([3]int{1, i, k}), item([3]int{2, j, k}))
				}
			}
		}
	}
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}

func TestExp(t *testing.T) {
	standard.initial = int8(env("INITIAL", float64(standard.initial)))
	standard.decay = env("DECAY", standard.decay)
	standard.noise = env("NOISE", standard.noise)
	standard.modes = modes(env("MODES", float64(standard.modes)))
	standard.firstTurn = int64(env("FIRST", float64(standard.firstTurn)))
	standard.luby = int64(env("LUBY", float64(standard.luby)))
	standard.least = int64(env("LEAST", float64(standard.least)))
	standard.margin = env("MARGIN", standard.margin)
	standard.reduce = int64(env("REDUCE", float64(standard.reduce)))
	standard.rephase = int64(env("REPHASE", float64(standard.rephase)))
	if v := os.Getenv("PATTERN"); v != "" {
		standard.pattern = v
	}
	standard.shrink = env("SHRINK", 1) > 0
	files, _ := filepath.Glob(os.Getenv("FILES"))
	limit := time.Duration(env("LIMIT", 60) * 1e9)
	seeds := int(env("SEEDS", 1))
	total, totalConf, fails := 0.0, int64(0), 0
	for _, f := range files {
		p := readSquare(f)
		for seed := range seeds {
			ctx, cancel := context.WithTimeout(context.Background(), limit)
			began := time.Now()
			s, _ := NewSearch(p, Options{Seed: uint64(seed) + uint64(env("SEED0", 0))})
			n := 0
			if lim := int64(env("CONFL", 0)); lim > 0 {
				s.learned = func([]literal) {
					if s.solver.counters.Conflicts >= lim {
						cancel()
					}
				}
			}
			for sol := range s.Solutions(ctx) {
				if err := p.Verify(sol); err != nil {
					t.Fatal(err)
				}
				n++
				break
			}
			d := time.Since(began).Seconds()
			cancel()
			total += d
			c := s.Counters()
			totalConf += c.Conflicts
			if n == 0 {
				fails++
			}
			if os.Getenv("QUIET") == "" {
				fmt.Printf("%-24s %d options %6.3fs solved %d conflicts %d decisions %d restarts %d updates %dM conf/s %.0f avg len %.1f err %v\n", filepath.Base(f), p.Options(), d, n, c.Conflicts, c.Decisions, c.Restarts, s.Stats().Updates/1e6, float64(c.Conflicts)/d, float64(c.Literals)/float64(max(1, c.Learned)), s.Err())
			}
		}
	}
	var ru syscall.Rusage
	syscall.Getrusage(0, &ru)
	fmt.Printf("CPU %.1f ", float64(ru.Utime.Sec)+float64(ru.Utime.Usec)/1e6)
	fmt.Printf("TOTAL %.2fs conflicts %d fails %d\n", total, totalConf, fails)
}
