package solid

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
)

// Body is the surface of a body, with its name and its color in the form #rrggbb.
type Body struct {
	Name, Color string
	Mesh
}

// WriteGLB writes at least one body as one file in the binary form of glTF 2.0 (Khronos Group, 2017), with a node and a
// color for each body. The format requires metres, and a y axis that points up. Bodies with flat faces have no normals,
// for which the format prescribes flat shading.
func WriteGLB(w io.Writer, bodies ...Body) error {
	if len(bodies) == 0 {
		return ErrNoBody
	}
	var d glbDocument
	d.Asset.Version, d.Asset.Generator = "2.0", "Quadrille"
	for _, b := range bodies {
		if err := d.addBody(b); err != nil {
			return err
		}
	}
	d.Scenes = []glbScene{{d.nodeNumbers()}}
	d.Buffers = []glbBuffer{{len(d.binary)}}
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	text = append(text, bytes.Repeat([]byte(" "), -len(text)&3)...)
	const header, chunk = 12, 8
	var out bytes.Buffer
	total := header + chunk + len(text) + chunk + len(d.binary)
	out.WriteString("glTF")
	for _, word := range []any{[]uint32{2, uint32(total), uint32(len(text))}, []byte("JSON"), text,
		uint32(len(d.binary)), []byte("BIN\x00"), d.binary} {
		binary.Write(&out, binary.LittleEndian, word)
	}
	_, err = out.WriteTo(w)
	return err
}

// The parts of a glTF document that this package writes, with the names that the format gives them.
type (
	glbDocument struct {
		Asset struct {
			Version   string `json:"version"`
			Generator string `json:"generator"`
		} `json:"asset"`
		Scene     int           `json:"scene"`
		Scenes    []glbScene    `json:"scenes"`
		Nodes     []glbNode     `json:"nodes"`
		Meshes    []glbMesh     `json:"meshes"`
		Materials []glbMaterial `json:"materials"`
		Accessors []glbAccessor `json:"accessors"`
		Views     []bufferView  `json:"bufferViews"`
		Buffers   []glbBuffer   `json:"buffers"`
		binary    []byte
	}
	glbScene struct {
		Nodes []int `json:"nodes"`
	}
	glbNode struct {
		Name string `json:"name"`
		Mesh int    `json:"mesh"`
	}
	glbMesh struct {
		Name       string         `json:"name"`
		Primitives []glbPrimitive `json:"primitives"`
	}
	glbPrimitive struct {
		Attributes struct {
			Position int  `json:"POSITION"`
			Normal   *int `json:"NORMAL,omitempty"`
		} `json:"attributes"`
		Indices  int `json:"indices"`
		Material int `json:"material"`
	}
	glbMaterial struct {
		Name    string     `json:"name"`
		Surface pbrSurface `json:"pbrMetallicRoughness"`
	}
	pbrSurface struct {
		Color     [4]float64 `json:"baseColorFactor"`
		Metallic  float64    `json:"metallicFactor"`
		Roughness float64    `json:"roughnessFactor"`
	}
	glbAccessor struct {
		ViewIndex     int         `json:"bufferView"`
		ComponentType int         `json:"componentType"`
		Count         int         `json:"count"`
		Type          string      `json:"type"`
		Min           *[3]float32 `json:"min,omitempty"`
		Max           *[3]float32 `json:"max,omitempty"`
	}
	bufferView struct {
		Buffer int `json:"buffer"`
		Offset int `json:"byteOffset"`
		Length int `json:"byteLength"`
		Target int `json:"target"`
	}
	glbBuffer struct {
		Length int `json:"byteLength"`
	}
)

// The OpenGL constants that the format uses.
const (
	float32Kind, uint32Kind    = 5126, 5125
	arrayTarget, elementTarget = 34962, 34963
)

// addBody appends a body to the document.
func (d *glbDocument) addBody(b Body) error {
	color, err := linearColor(b.Color)
	if err != nil {
		return err
	}
	k := len(d.Nodes)
	d.Nodes = append(d.Nodes, glbNode{b.Name, k})
	d.Materials = append(d.Materials, glbMaterial{b.Name, pbrSurface{color, 0, 0.8}})
	var made glbPrimitive
	made.Material = k
	made.Attributes.Position = d.storePoints(b.Points)
	if b.IsRounded {
		var values [][3]float32
		for _, n := range b.cornerNormals() {
			values = append(values, turnedYUp(n).float32Coordinates())
		}
		at := d.storeValues(values, arrayTarget, glbAccessor{ComponentType: float32Kind, Count: len(values),
			Type: "VEC3"})
		made.Attributes.Normal = &at
	}
	made.Indices = d.storeIndices(b.Triangles)
	d.Meshes = append(d.Meshes, glbMesh{b.Name, []glbPrimitive{made}})
	return nil
}

func (d *glbDocument) nodeNumbers() []int {
	list := make([]int, len(d.Nodes))
	for i := range list {
		list[i] = i
	}
	return list
}

// storePoints stores the coordinates of points, and returns the index of the accessor, the part of the document that
// describes them.
func (d *glbDocument) storePoints(points []Point) int {
	least, greatest := convertToMetres(points[0]), convertToMetres(points[0])
	var values [][3]float32
	for _, p := range points {
		at := convertToMetres(p)
		values = append(values, at)
		for k, v := range at {
			least[k], greatest[k] = min(least[k], v), max(greatest[k], v)
		}
	}
	return d.storeValues(values, arrayTarget, glbAccessor{ComponentType: float32Kind, Count: len(points), Type: "VEC3",
		Min: &least, Max: &greatest})
}

// convertToMetres converts a point from millimetres to metres, and to the axes of the format.
func convertToMetres(p Point) [3]float32 {
	return turnedYUp(p.timesScalar(1.0 / 1000)).float32Coordinates()
}

func turnedYUp(p Point) Point { return Point{p[0], p[2], 0 - p[1]} }

// storeIndices stores triangles, given by indices of points, and returns the index of the accessor.
func (d *glbDocument) storeIndices(triangles [][3]int) int {
	var values [][3]uint32
	for _, t := range triangles {
		values = append(values, [3]uint32{uint32(t[0]), uint32(t[1]), uint32(t[2])})
	}
	return d.storeValues(values, elementTarget, glbAccessor{ComponentType: uint32Kind, Count: 3 * len(triangles),
		Type: "SCALAR"})
}

// storeValues appends values of four bytes each, so that all values are aligned to four bytes. It returns the index of
// the accessor of these values.
func (d *glbDocument) storeValues(values any, target int, a glbAccessor) int {
	offset := len(d.binary)
	// writing plain numbers to memory causes no error
	d.binary, _ = binary.Append(d.binary, binary.LittleEndian, values)
	d.Views = append(d.Views, bufferView{0, offset, len(d.binary) - offset, target})
	a.ViewIndex = len(d.Views) - 1
	d.Accessors = append(d.Accessors, a)
	return len(d.Accessors) - 1
}

// linearColor parses a color and inverts the sRGB curve, because the format has linear colors.
func linearColor(hex string) (color [4]float64, err error) {
	var r, g, b uint8
	if _, err := fmt.Sscanf(hex, "#%02x%02x%02x", &r, &g, &b); err != nil {
		return color, fmt.Errorf("%q is no color: write #rrggbb", hex)
	}
	for k, v := range []uint8{r, g, b} {
		c := float64(v) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		color[k] = math.Round(1e4*c) / 1e4
	}
	color[3] = 1
	return color, nil
}
