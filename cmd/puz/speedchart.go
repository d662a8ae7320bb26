package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"time"
	"unicode/utf8"

	svg "github.com/ajstarks/svgo/float"

	"quadrille/runtime/plan"
)

// A chart has a group of bars for each row: a bar for each contender but links on one
// thread, which are the line that bars start from. Lengths are logarithms of ratios:
// to the right are those that are faster than links. Inks are of middle tones, so that
// the chart can be read on white and on black.
const (
	chartWidth  = 900.0
	chartLeft   = 300.0 // where the scale begins
	chartRight  = 725.0 // where it ends; labels stand behind
	chartTop    = 108.0
	barHeight   = 11.0
	barStep     = 15.0 // from bar to bar
	groupGap    = 16.0
	groupLeast  = 34.0 // the height of the two lines on the left
	legendStep  = 78.0
	mostLetters = 36 // of the name of a row
)

const (
	textInk  = "#7d838c"
	faintInk = "#8b919a"
)

// engineInks are the colors of the bars.
var engineInks = map[string]string{
	plan.Links: "#8b919a", plan.Dense: "#3f86d1", plan.Sparse: "#2f9d70",
	plan.Memo: "#c98717", plan.Learn: "#9a6bd0", plan.Auto: "#d9507a",
}

// scale maps ratios to places. Those beyond its ends are cut off.
type scale struct{ least, most float64 } // logarithms to the base 2

// The ends of a scale are never further than these from links.
const (
	leastOctaves = -4
	mostOctaves  = 7
)

// scaleOf returns a scale for all ratios of a chart.
func scaleOf(ratios []float64) scale {
	s := scale{-1, 1}
	for _, r := range ratios {
		s.least = min(s.least, math.Floor(math.Log2(r)))
		s.most = max(s.most, math.Ceil(math.Log2(r)))
	}
	return scale{max(s.least, leastOctaves), min(s.most, mostOctaves)}
}

// at returns the place of a ratio, and whether it is on the scale.
func (s scale) at(r float64) (x float64, inside bool) {
	octave := math.Log2(r)
	inside = octave >= s.least && octave <= s.most
	octave = min(max(octave, s.least), s.most)
	return chartLeft + (octave-s.least)/(s.most-s.least)*(chartRight-chartLeft), inside
}

// chartBar is a contender as it is drawn.
type chartBar struct {
	contender *contender
	ratio     ratio
}

// group is a contest as it is drawn.
type group struct {
	contest *contest
	bars    []chartBar
	links   string // what is said about links
	y       float64
}

func (g *group) height() float64 { return max(groupLeast, barStep*float64(len(g.bars))) }

// chart draws all contests.
func (t *speedTable) chart(w io.Writer) error {
	groups, height := t.groups()
	var ratios []float64
	for _, g := range groups {
		for _, b := range g.bars {
			if b.ratio.times > 0 {
				ratios = append(ratios, b.ratio.times)
			}
		}
	}
	var out bytes.Buffer
	c, s := svg.New(&out), scaleOf(ratios)
	c.Startview(chartWidth, height, 0, 0, chartWidth, height)
	c.Title(orElse(t.file.Title, "Engines side by side"))
	c.Group(`font-family="system-ui, Helvetica, Arial, sans-serif"`, `fill="`+textInk+`"`)
	t.chartHead(c)
	s.draw(c, height)
	for i := range groups {
		groups[i].draw(c, s)
	}
	c.Gend()
	c.End()
	_, err := w.Write(out.Bytes())
	return err
}

// groups lays out the contests from top to bottom.
func (t *speedTable) groups() (all []group, height float64) {
	y := chartTop
	for _, contest := range t.contests {
		timeout := t.timeout(contest.row)
		g := group{contest: contest, y: y, links: contest.linksText(timeout)}
		for _, v := range contest.contenders {
			if v.variant != baseline {
				g.bars = append(g.bars, chartBar{v, contest.ratioOf(v, timeout)})
			}
		}
		all = append(all, g)
		y += g.height() + groupGap
	}
	return all, y + 14
}

// linksText says how long links take.
func (t *contest) linksText(timeout time.Duration) string {
	if links := t.find(baseline); links != nil {
		return "links " + shortTime(links.median())
	}
	for _, v := range t.contenders {
		if v.variant == baseline && v.failed == timeUp {
			return fmt.Sprintf("links more than %g s", timeout.Seconds())
		}
	}
	return "links –"
}

// chartHead draws the title and the engines with their colors.
func (t *speedTable) chartHead(c *svg.SVG) {
	c.Text(20, 30, orElse(t.file.Title, "Engines side by side"), `font-size="18"`, `font-weight="600"`)
	c.Text(20, 50, "How many times faster than dancing links on one thread (logarithmic)", `font-size="12.5"`)
	x := chartLeft
	for _, name := range enginesInOrder() {
		if t.draws(name) {
			c.Rect(x, 64, 11, 11, `rx="2"`, `fill="`+engineInks[name]+`"`)
			c.Text(x+16, 74, name, `font-size="12"`)
			x += legendStep
		}
	}
}

// draws reports whether an engine has a bar somewhere.
func (t *speedTable) draws(engine string) bool {
	for _, contest := range t.contests {
		for _, v := range contest.contenders {
			if v.engine == engine && v.variant != baseline {
				return true
			}
		}
	}
	return false
}

// draw draws the lines of the scale, and what they stand for.
func (s scale) draw(c *svg.SVG, height float64) {
	for octave := s.least; octave <= s.most; octave++ {
		x, _ := s.at(math.Exp2(octave))
		style := `stroke-opacity="0.25"`
		if octave == 0 {
			style = `stroke-opacity="0.9" stroke-width="1.5"`
		}
		c.Line(x, chartTop-6, x, height-20, `stroke="`+faintInk+`"`, style)
		for _, y := range []float64{chartTop - 10, height - 6} {
			c.Text(x, y, octaveText(octave), `font-size="11"`, `text-anchor="middle"`)
		}
	}
}

func octaveText(octave float64) string {
	switch {
	case octave == 0:
		return "links"
	case octave < 0:
		return fmt.Sprintf("1/%g", math.Exp2(-octave))
	}
	return fmt.Sprintf("%g×", math.Exp2(octave))
}

// draw draws a group: its name and what links take on the left, and the bars.
func (g *group) draw(c *svg.SVG, s scale) {
	middle := g.y + g.height()/2
	c.Text(20, middle-3, chartName(g.contest.row.Name), `font-size="13"`, `font-weight="600"`)
	c.Text(20, middle+13, g.links, `font-size="11.5"`)
	y := middle - barStep*float64(len(g.bars))/2
	for _, b := range g.bars {
		b.draw(c, s, y+(barStep-barHeight)/2)
		y += barStep
	}
}

// chartName cuts a name that is too long for its column.
func chartName(name string) string {
	if utf8.RuneCountInString(name) <= mostLetters {
		return name
	}
	return string([]rune(name)[:mostLetters-1]) + "…"
}

// draw draws a bar from the line of links, and its label on the right of both.
func (b *chartBar) draw(c *svg.SVG, s scale, y float64) {
	from, _ := s.at(1)
	to := from
	if b.ratio.times > 0 {
		var inside bool
		to, inside = s.at(b.ratio.times)
		b.shape(c, from, to, y, inside && !b.ratio.atLeast)
	}
	c.Text(max(from, to)+8, y+barHeight-1.5, b.text(), `font-size="11.5"`)
}

// shape draws the bar itself: with an edge, or with a point if it goes on.
func (b *chartBar) shape(c *svg.SVG, from, to, y float64, edge bool) {
	fill := `fill="` + engineInks[b.contender.engine] + `"`
	if b.contender.threads > 1 {
		fill += ` fill-opacity="0.6"`
	}
	if edge {
		c.Rect(min(from, to), y, max(1, math.Abs(to-from)), barHeight, `rx="1.5"`, fill)
		return
	}
	tip := 6.0
	if to < from {
		tip = -tip
	}
	c.Polygon([]float64{from, to - tip, to, to - tip, from},
		[]float64{y, y, y + barHeight/2, y + barHeight, y + barHeight}, fill)
}

// text labels a bar with its engine and ratio, or says why there is none.
func (b *chartBar) text() string {
	v := b.contender
	switch {
	case v.failed == timeUp:
		return v.String() + ": out of time"
	case len(v.laps) == 0:
		return v.String() + ": –"
	case b.ratio.times == 0:
		return v.label() + " " + shortTime(v.median())
	}
	return v.label() + " " + b.ratio.String() + "×"
}
