//go:build ignore

// Draw writes packings of pieces that are drawn from the standard library by a seed:
//
//	go run draw.go
//
// Of the 45 packings only those in the table are kept here, as most of the others are solved at once.
package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
)

// source is a set of pieces of one size, and boards that some of these pieces may fill.
type source struct {
	module, lattice string
	boards          []board
}

// board is a shape, and the number of pieces that fill it.
type board struct {
	shape  string
	pieces int
}

var sources = []source{
	{"pentominoes", "square", []board{{"5x9", 9}, {"6x10 - 2x5 at (2, 3)", 10}, {"diamond 5 - (0, 4)", 8},
		{"aztec 5", 12}}},
	{"pentominoes", "square cylinder", []board{{"5x7", 7}, {"4x10", 8}, {"5x9", 9}}},
	{"hexominoes", "square", []board{{"6x9", 9}, {"5x12", 10}, {"8x8 - 2x2 at (3, 3)", 10}}},
	{"heptiamonds", "triangle", []board{{"rhombus 7x5", 10}, {"rhombus 7x4", 8}, {"triangle 7", 7}}},
	{"tetrahexes", "hexagon", []board{{"rhombus 4x7", 7}, {"rhombus 4x5", 5}, {"triangle 7", 7}}},
	{"pentacubes", "cube", []board{{"2x5x5", 10}, {"2x3x5", 6}, {"3x4x5", 12}}},
	{"tetrasticks", "sticks", []board{{"2x6", 8}, {"1x9", 7}, {"4x4", 10}}},
	{"tetraboloes", "tetrakis", []board{{"4x5", 10}, {"3x6", 9}, {"4x4", 8}}},
	{"tetrakites", "kite", []board{{"rhombus 1x6", 9}, {"triangle 3", 9}, {"hexagon 2 - (2, 3) (2, 4)", 10}}},
	{"tetradrafters", "drafter", []board{{"rhombus 1x2", 6}, {"triangle 2", 9}}},
	{"tetracairos", "cairo", []board{{"6x6", 9}, {"4x8", 8}, {"5x8", 10}}},
	{"tetraballs", "balls", []board{{"2x3x6", 9}, {"3x3x4", 9}, {"tetrahedron 4", 5}}},
	{"tritrigs", "trigs", []board{{"triangle 4", 10}, {"2x4", 10}, {"1x5", 7}}},
	{"pentatwigs", "twigs", []board{{"hexagon 2", 6}, {"triangle 5", 12}, {"3x5", 12}}},
	{"tetracubes", "cube", []board{{"3x3x4", 9}, {"2x3x6", 9}, {"2x4x5", 10}}},
}

func main() {
	r := rand.New(rand.NewPCG(2026, 77))
	for n := range 45 {
		s := sources[n%len(sources)]
		b := s.boards[r.IntN(len(s.boards))]
		all := names(s.module)
		choice, count := "", min(b.pieces, len(all)) // all drawn pieces, some of them, or any number of copies of each
		kind := (n + n/len(sources)) % 3
		if b.pieces > len(all) {
			kind = 2
		}
		switch kind {
		case 1:
			choice, count = fmt.Sprintf("%d from ", b.pieces), min(b.pieces+1+r.IntN(4), len(all))
		case 2:
			choice, count = "any of ", 3+r.IntN(4)
		}
		var some []string
		for _, k := range r.Perm(len(all))[:count] {
			some = append(some, all[k])
		}
		text := fmt.Sprintf("puz 1\n// Drawn by draw.go.\npuzzle \"Some %s\"\nuse %s\nboard b on %s = %s\npack b with "+
			"%s{%s}\n",
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
