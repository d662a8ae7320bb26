// Package choose holds the choosers: which item a search node branches on.
//
// Its input is the view of a node, its output an active item. Choosers are
// looked up by name, so that files and flags can say them.
package choose

import (
	"fmt"
	"strings"

	"quadrille/runtime/dlx"
)

// Default is the name of the chooser that is used where none is named.
const Default = "mrv"

// Names lists the choosers, the default first.
func Names() []string { return []string{"mrv", "first"} }

// ByName returns the chooser called name; "" means the default.
func ByName(name string) (dlx.Chooser, error) {
	switch name {
	case "", "mrv":
		return MRV{}, nil
	case "first":
		return First{}, nil
	}
	return nil, fmt.Errorf("there is no chooser %q; there are %s", name, strings.Join(Names(), " and "))
}
