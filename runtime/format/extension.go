package format

import "path/filepath"

// ByExtension is temporary.
func ByExtension(name string) (Format, bool) { _ = filepath.Ext(name); return "", false }
