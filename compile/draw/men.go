package draw

// man draws a man of chess around a point: a crown for a queen, and a disc with
// its letter for any other.
func man(c *canvas, at point, radius float64, mark string) {
	if mark == "Q" {
		crown(c, at, 0.8*radius)
		return
	}
	c.circle(at, 0.75*radius, "fill", ink)
	c.word(at, 0.8*radius, mark, "fill", "white", "font-weight", "bold")
}

// The crown, in units of the radius of a circle around it: its edge from the left of the
// rim to the right, where each second point is the tip of a spike.
var crownEdge = []point{
	-0.62 + 0.5i, -0.95 - 0.35i, -0.5 + 0.05i, -0.5 - 0.68i, -0.2 - 0.05i, -0.8i,
	0.2 - 0.05i, 0.5 - 0.68i, 0.5 + 0.05i, 0.95 - 0.35i, 0.62 + 0.5i,
}

func crown(c *canvas, at point, radius float64) {
	var edge []point
	for _, p := range crownEdge {
		edge = append(edge, at+complex(radius, 0)*p)
	}
	c.open("g", "class", "queen", "fill", ink)
	c.path(outlined(edge))
	for i := 1; i < len(edge); i += 2 {
		c.circle(edge[i], 0.13*radius)
	}
	c.tag("rect", "/>", "x", real(edge[0]), "y", imag(at)+0.6*radius, "width", 1.24*radius, "height", 0.18*radius)
	c.close("g")
}
