package planar

import (
	"context"
	"math/big"
	"math/bits"
	"slices"
)

// absoluteDeterminant returns the absolute value of the determinant of the matrix of signed edges. Its rows are the
// vertices on the left side, its columns those on the right, and an entry is the signed number of options of the edge.
// After each prime it reports the share of the primes that is done, from 0 to 1.
func (g *pairGraph) absoluteDeterminant(ctx context.Context, report func(share float64)) (*big.Int, error) {
	bound, result, product := g.determinantBound(), new(big.Int), big.NewInt(1)
	for prime := big.NewInt(1 << 62); product.Cmp(bound) <= 0; {
		for prime.Sub(prime, big.NewInt(1)); !prime.ProbablyPrime(0); {
			prime.Sub(prime, big.NewInt(1))
		}
		d, err := primeField(prime.Uint64()).modularDeterminant(ctx, g)
		if err != nil {
			return nil, err
		}
		// Chinese remainder theorem: the added term is a multiple of all earlier primes
		step := new(big.Int).SetUint64(d)
		step.Sub(step, result).Mul(step, new(big.Int).ModInverse(product, prime)).Mod(step, prime)
		result.Add(result, step.Mul(step, product))
		product.Mul(product, prime)
		report(min(1, float64(product.BitLen())/float64(bound.BitLen())))
	}
	if negative := new(big.Int).Sub(product, result); negative.Cmp(result) < 0 {
		result = negative
	}
	return result, nil
}

// determinantBound returns a number larger than twice the absolute value of the determinant. By Hadamard's inequality,
// that value is at most the product of the Euclidean lengths of the rows.
func (g *pairGraph) determinantBound() *big.Int {
	squared := big.NewInt(1)
	for v, near := range g.neighbours {
		if !g.isLeft[v] {
			continue
		}
		length := new(big.Int)
		for _, w := range near {
			n := big.NewInt(g.edgesByEnds[newVertexPair(int32(v), w)].signedOptions)
			length.Add(length, n.Mul(n, n))
		}
		squared.Mul(squared, length)
	}
	bound := squared.Sqrt(squared)
	return bound.Add(bound, big.NewInt(1)).Lsh(bound, 1)
}

// primeField is arithmetic modulo a prime below 1<<62.
type primeField uint64

func (p primeField) multiply(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x, y)
	_, rest := bits.Div64(hi, lo, uint64(p))
	return rest
}

func (p primeField) subtract(x, y uint64) uint64 {
	if x < y {
		x += uint64(p)
	}
	return x - y
}

func (p primeField) inverse(x uint64) uint64 {
	result := uint64(1)
	for e := uint64(p) - 2; e > 0; e >>= 1 {
		if e&1 > 0 {
			result = p.multiply(result, x)
		}
		x = p.multiply(x, x)
	}
	return result
}

// matrixRow is a row of the matrix, without the zeros before its first other entry.
type matrixRow struct {
	rowNumber, firstColumn int // index of the row; column of its first entry
	residues               []uint64
}

// matrixRows returns the rows of the matrix, grouped by the column of their first entry.
func (p primeField) matrixRows(g *pairGraph) [][]matrixRow {
	column, columns := make([]int, len(g.neighbours)), 0
	for v, left := range g.isLeft {
		if !left {
			column[v] = columns
			columns++
		}
	}
	rows, number := make([][]matrixRow, columns+1), 0
	for v, near := range g.neighbours {
		if !g.isLeft[v] {
			continue
		}
		first, last := columns, 0
		for _, w := range near {
			first, last = min(first, column[w]), max(last, column[w])
		}
		r := matrixRow{number, first, make([]uint64, last+1-first)}
		for _, w := range near {
			n, at := g.edgesByEnds[newVertexPair(int32(v), w)].signedOptions, column[w]-first
			if r.residues[at] = uint64(max(n, -n)) % uint64(p); n < 0 {
				r.residues[at] = p.subtract(0, r.residues[at])
			}
		}
		rows[first] = append(rows[first], r)
		number++
	}
	return rows
}

// modularDeterminant returns the determinant modulo the prime, by elimination column by column. A row is unchanged
// until the column of its first entry, so the short rows of a board stay short.
func (p primeField) modularDeterminant(ctx context.Context, g *pairGraph) (uint64, error) {
	waiting := p.matrixRows(g)
	d, order := uint64(1), make([]int, len(waiting)-1)
	for c := range order {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		if len(waiting[c]) == 0 {
			return 0, nil
		}
		slices.SortFunc(waiting[c], func(a, b matrixRow) int { return len(a.residues) - len(b.residues) })
		pivot := waiting[c][0]
		order[c], d = pivot.rowNumber, p.multiply(d, pivot.residues[0])
		inverse := p.inverse(pivot.residues[0])
		for _, r := range waiting[c][1:] {
			if r = p.eliminateRow(r, pivot, p.multiply(r.residues[0], inverse)); len(r.residues) > 0 {
				waiting[r.firstColumn] = append(waiting[r.firstColumn], r)
			}
		}
	}
	if isOddPermutation(order) {
		d = p.subtract(0, d)
	}
	return d, nil
}

// eliminateRow subtracts a multiple of the pivot row from row r, which is at least as long. It
// drops leading zeros.
func (p primeField) eliminateRow(r, pivot matrixRow, factor uint64) matrixRow {
	for k, x := range pivot.residues {
		r.residues[k] = p.subtract(r.residues[k], p.multiply(factor, x))
	}
	zeros := slices.IndexFunc(r.residues, func(x uint64) bool { return x != 0 })
	if zeros < 0 {
		zeros = len(r.residues)
	}
	return matrixRow{r.rowNumber, r.firstColumn + zeros, r.residues[zeros:]}
}

// isOddPermutation reports whether a permutation is odd. Then its term in a determinant has a negative sign.
func isOddPermutation(to []int) (odd bool) {
	seen := make([]bool, len(to))
	for k := range to {
		for n := 0; !seen[k]; n++ {
			seen[k] = true
			odd = odd != (n > 0)
			k = to[k]
		}
	}
	return odd
}
