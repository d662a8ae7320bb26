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

// source is a set of pieces of one size, and boards that some of them may fill.
type source struct {
	module, lattice string
	boards          []board
}

// board is a shape, and the number of pieces that it takes.
type board struct {
	shape  string
	pieces int
}

var sources = []source{
	{"pentominoes", "square", []board{{"6x9 - 2x2 at (2, 3)", 10}, {"diamond 5 - cells (4, 4)", 8}, {"7x8 - 2x3 at (2, 2)", 10}}},
	{"pentominoes", "square torus", []board{{"5x6", 6}, {"4x5", 4}, {"5x5", 5}}},
	{"hexominoes", "square", []board{{"7x7 - cells (3, 3)", 8}, {"5x6", 5}, {"6x7", 7}}},
	{"hexiamonds", "triangle", []board{{"rhombus 6x3", 6}, {"hexagon 3", 9}, {"rhombus 4x6", 8}}},
	{"heptiamonds", "triangle", []board{{"rhombus 7x3", 6}, {"rhombus 7x4", 8}, {"hexagon 3 - cells (2, 2) (2, 3) (3, 2) (3, 3) (2, 4)", 7}}},
	{"pentahexes", "hexagon", []board{{"rhombus 5x6", 6}, {"triangle 9", 9}, {"rhombus 5x8", 8}}},
	{"tetracubes", "cube", []board{{"2x3x4", 6}, {"2x2x7", 7}, {"2x4x4", 8}}},
	{"pentacubes", "cube", []board{{"3x3x5", 9}, {"2x4x5", 8}, {"2x2x10", 8}}},
	{"tetrasticks", "sticks", []board{{"4x4", 10}, {"3x3", 6}, {"2x6", 8}}},
	{"tetraboloes", "tetrakis", []board{{"4x4", 8}, {"3x4", 6}, {"2x6", 6}}},
	{"tetrakites", "kite", []board{{"triangle 3", 9}, {"rhombus 2x3", 9}}},
	{"tetradrafters", "drafter", []board{{"rhombus 1x3", 9}, {"rhombus 2x2", 12}}},
	{"tetracairos", "cairo", []board{{"4x5", 5}, {"4x6", 6}, {"5x8", 10}}},
	{"tetraballs", "balls", []board{{"tetrahedron 4", 5}, {"2x3x4", 6}, {"2x4x4", 8}}},
}

func main() {
	r := rand.New(rand.NewPCG(2026, 24))
	for n := range 20 {
		s := sources[n%len(sources)]
		b := s.boards[r.IntN(len(s.boards))]
		all := names(s.module)
		choice, count := "", b.pieces // all of those drawn, some of them, or any number of each
		switch n % 3 {
		case 1:
			choice, count = fmt.Sprintf("%d from ", b.pieces), min(b.pieces+1+r.IntN(4), len(all))
		case 2:
			choice, count = "any of ", 3+r.IntN(4)
		}
		var some []string
		for _, k := range r.Perm(len(all))[:count] {
			some = append(some, all[k])
		}
		text := fmt.Sprintf("puz 1\n// Drawn by draw.go.\npuzzle \"Some %s\"\nuse %s\nboard b on %s = %s\npack b with %s{%s}\n",
			s.module, s.module, s.lattice, b.shape, choice, strings.Join(some, ", "))
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
