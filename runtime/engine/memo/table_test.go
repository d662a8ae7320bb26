package memo

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestTableComparesStates gives states hashes that distinguish few of them, or none. The table must distinguish the
// states all the same.
func TestTableComparesStates(t *testing.T) {
	for name, hash := range map[string]func(s *[2]uint64) uint32{
		"one hash": func(*[2]uint64) uint32 { return 1<<32 - 1 },
		"few":      func(s *[2]uint64) uint32 { return uint32(s[1]%7) << 29 },
		"good":     hashOf[[2]uint64],
	} {
		table, err := newStateTable[[2]uint64](newMemoryAccount(1<<24), 10)
		if err != nil {
			t.Fatal(err)
		}
		for n := range uint64(3000) {
			s := [2]uint64{n % 50, n / 50}
			found, slot := table.findState(&s, hash(&s))
			if found != 0 {
				t.Fatalf("%s: state %v is taken for number %d", name, s, found)
			}
			if got, err := table.insertState(&s, hash(&s), slot); err != nil || got != uint32(n)+1 {
				t.Fatalf("%s: number %d, %v", name, got, err)
			}
		}
		for n := range uint64(3000) {
			s := [2]uint64{n % 50, n / 50}
			if found, _ := table.findState(&s, hash(&s)); found != uint32(n)+1 {
				t.Fatalf("%s: state %d is found as %d", name, n, found)
			}
		}
	}
}

// TestCountsWiden adds numbers until they have five words, and compares with
// big.Int.
func TestCountsWiden(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	c := bigCounts{account: newMemoryAccount(1 << 20), wordsPerCount: 1}
	var want []*big.Int
	for range 5 {
		n := r.Uint64()
		want = append(want, new(big.Int).SetUint64(n))
		if err := c.pushCount(big.Word(n)); err != nil {
			t.Fatal(err)
		}
	}
	for c.wordsPerCount < 5 {
		to := r.IntN(5)
		from := (to + 1 + r.IntN(4)) % 5 // a node is never below itself
		want[to].Add(want[to], want[from])
		if err := c.addCount(uint32(to), uint32(from)); err != nil {
			t.Fatal(err)
		}
		for n := range want {
			if c.copyAsBigInt(uint32(n)).Cmp(want[n]) != 0 {
				t.Fatalf("number %d is %v, not %v", n, c.copyAsBigInt(uint32(n)), want[n])
			}
		}
	}
}
