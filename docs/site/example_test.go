package site_test

import (
	"context"
	"fmt"
	"strings"

	"quadrille/docs/site"
)

func ExampleBuild() {
	repository := smallRepository()
	repository["examples/dominoes.puz"].Data = []byte("puzzle \"Dominoes\"\npiece I2 = 1x2\nboard b on square = " +
		"2x2\npack b with 2 of I2\nexpect 2 solutions\n")
	files, err := site.Build(context.Background(), site.SiteConfig{Repository: repository, RunPuz: commandHelp,
		PlaygroundPath: "playground/", DrawTimeout: 1e9})
	if err != nil {
		fmt.Println(err)
	}
	gallery := string(files["gallery.html"])
	fmt.Println(strings.Contains(gallery, `<img src="pictures/examples-dominoes.svg"`))
	fmt.Println(strings.Contains(gallery, `<span>2 solutions</span>`))
	// Output:
	// true
	// true
}
