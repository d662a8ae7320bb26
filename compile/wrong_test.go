package compile_test

import (
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

func TestX(t *testing.T) { t.Log(txtar.Parse([]byte("a\n-- b --\r\nx\r\n-- c --\r\ny\r\n"))) }
