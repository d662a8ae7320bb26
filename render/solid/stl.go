package solid

import (
	"bufio"
	"encoding/binary"
	"io"
)

// STL writes the body in the binary format STL, in millimetres, moved to the plate of a printer. The file has a
// header of 80 bytes and the number of triangles. Each triangle has its normal, its corners and an empty word.
func (b Body) STL(w io.Writer) error {
	m := b.AtOrigin()
	out := bufio.NewWriter(w)
	header := make([]byte, 80)
	copy(header, "Quadrille "+b.Name) // a text file in STL begins with "solid", so this must not
	out.Write(header)
	binary.Write(out, binary.LittleEndian, uint32(len(m.Triangles)))
	for _, t := range m.Triangles {
		record := [4]Point{m.outwardNormal(t).unitVector(), m.Points[t[0]], m.Points[t[1]], m.Points[t[2]]}
		for _, p := range record {
			binary.Write(out, binary.LittleEndian, p.float32Coordinates())
		}
		out.Write([]byte{0, 0})
	}
	return out.Flush()
}

// float32Coordinates returns the coordinates in the precision of the file formats.
func (p Point) float32Coordinates() [3]float32 {
	return [3]float32{float32(p[0]), float32(p[1]), float32(p[2])}
}
