package solid

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
)

// Body is a surface with its name and its color, #rrggbb.
type Body struct {
	Name, Color string
	Mesh
}

// GLB writes bodies, one at least, as one file in the binary form of glTF 2.0 (Khronos Group,
// 2017): a node for each, of its own color. The format wants metres, and y upwards. Bodies
// whose faces are flat have no normals, which means just that.
func GLB(w io.Writer, bodies ...Body) error {
	if len(bodies) == 0 {
		return ErrNone
	}
	var d document
	d.Asset.Version, d.Asset.Generator = "2.0", "Quadrille"
	for _, b := range bodies {
		if err := d.add(b); err != nil {
			return err
		}
	}
	d.Scenes = []scene{{d.nodes()}}
	d.Buffers = []buffer{{len(d.binary)}}
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	text = append(text, bytes.Repeat([]byte(" "), -len(text)&3)...)
	const header, chunk = 12, 8
	var out bytes.Buffer
	total := header + chunk + len(text) + chunk + len(d.binary)
	out.WriteString("glTF")
	for _, word := range []any{[]uint32{2, uint32(total), uint32(len(text))}, []byte("JSON"), text, uint32(len(d.binary)), []byte("BIN\x00"), d.binary} {
		binary.Write(&out, binary.LittleEndian, word)
	}
	_, err = out.WriteTo(w)
	return err
}

// The parts of a document that are in use, named as the format does.
type (
	document struct {
		Asset struct {
			Version   string `json:"version"`
			Generator string `json:"generator"`
		} `json:"asset"`
		Scene     int        `json:"scene"`
		Scenes    []scene    `json:"scenes"`
		Nodes     []node     `json:"nodes"`
		Meshes    []mesh     `json:"meshes"`
		Materials []material `json:"materials"`
		Accessors []accessor `json:"accessors"`
		Views     []view     `json:"bufferViews"`
		Buffers   []buffer   `json:"buffers"`
		binary    []byte
	}
	scene struct {
		Nodes []int `json:"nodes"`
	}
	node struct {
		Name string `json:"name"`
		Mesh int    `json:"mesh"`
	}
	mesh struct {
		Name       string      `json:"name"`
		Primitives []primitive `json:"primitives"`
	}
	primitive struct {
		Attributes struct {
			Position int  `json:"POSITION"`
			Normal   *int `json:"NORMAL,omitempty"`
		} `json:"attributes"`
		Indices  int `json:"indices"`
		Material int `json:"material"`
	}
	material struct {
		Name    string  `json:"name"`
		Surface surface `json:"pbrMetallicRoughness"`
	}
	surface struct {
		Color     [4]float64 `json:"baseColorFactor"`
		Metallic  float64    `json:"metallicFactor"`
		Roughness float64    `json:"roughnessFactor"`
	}
	accessor struct {
		View  int         `json:"bufferView"`
		Kind  int         `json:"componentType"`
		Count int         `json:"count"`
		Type  string      `json:"type"`
		Min   *[3]float32 `json:"min,omitempty"`
		Max   *[3]float32 `json:"max,omitempty"`
	}
	view struct {
		Buffer int `json:"buffer"`
		Offset int `json:"byteOffset"`
		Length int `json:"byteLength"`
		Target int `json:"target"`
	}
	buffer struct {
		Length int `json:"byteLength"`
	}
)

// The numbers of OpenGL that the format uses.
const (
	float32Kind, uint32Kind    = 5126, 5125
	arrayTarget, elementTarget = 34962, 34963
)

// add appends a body.
func (d *document) add(b Body) error {
	color, err := linear(b.Color)
	if err != nil {
		return err
	}
	k := len(d.Nodes)
	d.Nodes = append(d.Nodes, node{b.Name, k})
	d.Materials = append(d.Materials, material{b.Name, surface{color, 0, 0.8}})
	var made primitive
	made.Material = k
	made.Attributes.Position = d.points(b.Points)
	if b.Smooth {
		var values [][3]float32
		for _, n := range b.normals() {
			values = append(values, yUp(n).short())
		}
		at := d.store(values, arrayTarget, accessor{Kind: float32Kind, Count: len(values), Type: "VEC3"})
		made.Attributes.Normal = &at
	}
	made.Indices = d.indices(b.Triangles)
	d.Meshes = append(d.Meshes, mesh{b.Name, []primitive{made}})
	return nil
}

func (d *document) nodes() []int {
	list := make([]int, len(d.Nodes))
	for i := range list {
		list[i] = i
	}
	return list
}

// points stores the places of corners, and returns the number of their accessor.
func (d *document) points(points []Point) int {
	least, greatest := metres(points[0]), metres(points[0])
	var values [][3]float32
	for _, p := range points {
		at := metres(p)
		values = append(values, at)
		for k, v := range at {
			least[k], greatest[k] = min(least[k], v), max(greatest[k], v)
		}
	}
	return d.store(values, arrayTarget, accessor{Kind: float32Kind, Count: len(points), Type: "VEC3", Min: &least, Max: &greatest})
}

// metres turns the axes as well.
func metres(p Point) [3]float32 { return yUp(p.times(1.0 / 1000)).short() }

func yUp(p Point) Point { return Point{p[0], p[2], 0 - p[1]} }

// indices stores triangles, and returns the number of their accessor.
func (d *document) indices(triangles [][3]int) int {
	var values [][3]uint32
	for _, t := range triangles {
		values = append(values, [3]uint32{uint32(t[0]), uint32(t[1]), uint32(t[2])})
	}
	return d.store(values, elementTarget, accessor{Kind: uint32Kind, Count: 3 * len(triangles), Type: "SCALAR"})
}

// store appends values of four bytes each, which keeps all of them at multiples of four.
func (d *document) store(values any, target int, a accessor) int {
	offset := len(d.binary)
	d.binary, _ = binary.Append(d.binary, binary.LittleEndian, values) // plain numbers
	d.Views = append(d.Views, view{0, offset, len(d.binary) - offset, target})
	a.View = len(d.Views) - 1
	d.Accessors = append(d.Accessors, a)
	return len(d.Accessors) - 1
}

// linear reads a color and undoes the curve of sRGB, as the format mixes light.
func linear(hex string) (color [4]float64, err error) {
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
