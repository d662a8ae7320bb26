//go:build !unix

package serve

import "errors"

func pipe(string) error { return errors.ErrUnsupported }
