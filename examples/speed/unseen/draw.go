//go:build ignore

// Draw writes packings of pieces that are drawn from the standard library by a seed:
//
//	go run draw.go
package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
)

// source is a set of pieces of one size, and boards that so many of them may fill.
type source struct {
	module, lattice string
	pieces          []string
	size            int
	boards          []string // each with its number of cells
	cells           []int
}

var sources = []source{
	{"pentominoes", "square", strings.Fields("F I L N P T U V W X Y Z"), 5,
		[]string{"5x8", "5x9", "4x10", "6x10 - cells (0, 0) (0, 9) (5, 0) (5, 9) (2, 4)", "5x11", "7x7 - cells (0, 0) (0, 6) (6, 0) (6, 6)"}, []int{40, 45, 40, 55, 55, 45}},
	{"hexominoes", "square", nil, 6, []string{"6x7", "6x8", "6x9", "5x12"}, []int{42, 48, 54, 60}},
	{"tetrahexes", "hexagon", nil, 4, []string{"4x7"}, []int{28}},
	{"pentacubes", "cube", nil, 5, []string{"2x4x5", "3x3x5", "2x5x5"}, []int{40, 45, 50}},
}

func main() {
	r := rand.New(rand.NewPCG(2026, 23))
	for n := range 20 {
		s := sources[n%2*r.IntN(len(sources))]
		if s.pieces == nil {
			s.pieces = names(s.module)
		}
		b := r.IntN(len(s.boards))
		var some []string
		for _, k := range r.Perm(len(s.pieces))[:min(len(s.pieces), s.cells[b]/s.size)] {
			some = append(some, s.pieces[k])
		}
		text := fmt.Sprintf("puz 1\n// Drawn by draw.go.\npuzzle \"Some %s\"\nuse %s\nboard b on %s = %s\npack b with {%s}\n",
			s.module, s.module, s.lattice, s.boards[b], strings.Join(some, ", "))
		if err := os.WriteFile(fmt.Sprintf("drawn-%02d.puz", n+1), []byte(text), 0o644); err != nil {
			panic(err)
		}
	}
}

// names returns the pieces of a module.
func names(module string) (list []string) {
	text, err := os.ReadFile("../../../stdlib/" + module + ".puz")
	if err != nil {
		panic(err)
	}
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == "piece" {
			list = append(list, words[1])
		}
	}
	return list
}
