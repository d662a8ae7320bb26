package stdlib_test

import (
	"fmt"
	"log"

	"quadrille/stdlib"
)

func ExampleModules() {
	for _, name := range stdlib.Modules() {
		fmt.Println(name)
	}
	// Output:
	// boards
	// chess
	// diaboloes
	// diamonds
	// didrafters
	// dikites
	// disticks
	// ditrigs
	// dominoes
	// heptiamonds
	// heptominoes
	// hexiamonds
	// hexominoes
	// moniamonds
	// monominoes
	// pentacubes
	// pentadrafters
	// pentahexes
	// pentatwigs
	// pentiamonds
	// pentominoes
	// soma
	// tangram
	// tetraballs
	// tetraboloes
	// tetracairos
	// tetracubes
	// tetradrafters
	// tetrahexes
	// tetrakites
	// tetrasticks
	// tetratwigs
	// tetriamonds
	// tetrominoes
	// triaboloes
	// triamonds
	// triballs
	// tricairos
	// tricubes
	// tridrafters
	// trihexes
	// trikites
	// triprisms
	// tristicks
	// tritrigs
	// tritwigs
	// trominoes
}

func ExampleReadModule() {
	text, err := stdlib.ReadModule("monominoes")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(string(text))
	// Output:
	// puz 1
	// // One cell, for what is left over when larger pieces are packed.
	// about "The monomino"
	//
	// piece O1 symmetry full = """
	//   #
	// """
	//
	// set monominoes = {O1}
}
