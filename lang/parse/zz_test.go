package parse

import (
	"fmt"
	"os"
	"quadrille/lang/source"
	"testing"
)

func TestZ(t *testing.T) {
	fmt.Println(Grammar())
	src, _ := os.ReadFile("/tmp/try/a.puz")
	f, err := File("a.puz", src)
	if l, ok := err.(source.List); ok {
		source.Print(os.Stdout, l)
	}
	for _, s := range f.Statements {
		fmt.Printf("%T %v\n", s, s.Range())
	}
}
