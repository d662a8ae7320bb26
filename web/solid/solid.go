// Package solid holds the viewer of solids as one script, for files that stand alone. Its
// sources are web/page/solid*.js; go run ./web/build -bundle makes it.
//
// The script defines quadrilleSolid.show(element, scenes, {svg: true}), where scenes are a
// list of quadrille.Scene in JSON. It draws with SVG, loads nothing, and its styles need no
// permission of a content security policy.
package solid

import _ "embed" // for the script

// Script is the viewer.
//
//go:embed solid.js
var Script string
