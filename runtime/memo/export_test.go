package memo

import (
	"crypto/sha256"

	"quadrille/runtime/matrix"
)

// Unsealed returns what is in a file between its head and its hash.
func Unsealed(file []byte) []byte {
	return file[len(magic)+sha256.Size : len(file)-sha256.Size]
}

// Sealed makes a file for p of what is between its head and its hash.
func Sealed(p *matrix.Problem, body []byte) []byte {
	file := append([]byte(magic), fingerprint(p)...)
	file = append(file, body...)
	sum := sha256.Sum256(file)
	return append(file, sum[:]...)
}
