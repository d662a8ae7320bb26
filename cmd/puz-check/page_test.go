package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"quadrille/runtime/proof/prooftest"
)

// TestProofByteByByte: both checkers accept the proof that docs/proof.md writes byte by byte, and no proof in which one
// of its numbers is two more. (One more would make another right proof: a branch would be kept.)
func TestProofByteByByte(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a command")
	}
	text, err := os.ReadFile("../../docs/proof.md")
	if err != nil {
		t.Fatal(err)
	}
	_, page, _ := strings.Cut(string(text), "### A proof, byte by byte")
	blocks := strings.Split(page, "```")
	dump := strings.TrimPrefix(blocks[1], "text\n")
	var numbers []int
	for line := range strings.Lines(strings.TrimPrefix(blocks[3], "text\n")) {
		n := 0
		if _, err := fmt.Sscan(line, &n); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		numbers = append(numbers, n)
	}
	claims := []prooftest.Claim{forgeClaim("count", dump, "8", "", numbers...)}
	for k := range numbers {
		numbers[k] += 2
		claims = append(claims, forgeClaim("count", dump, "8", "", numbers...))
		numbers[k] -= 2
	}
	for _, c := range prooftest.Checkers(t) {
		for k, got := range c.Check(t, claims) {
			if k == 0 && got != "8" || k > 0 && got != prooftest.Refused {
				t.Errorf("%s says %s to proof %d", c.Name, got, k)
			}
		}
	}
}
