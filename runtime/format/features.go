package format

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"quadrille/runtime/matrix"
)

// Feature is a feature of problems that a format may be unable to express. Its text is a plural noun.
type Feature string

// The features that some formats of matrices cannot express. Matchings are not among them, because a dump without
// them has the same solutions.
const (
	Multiplicities Feature = "multiplicities"
	Colors         Feature = "colors"
	Nogoods        Feature = "nogoods"
	EmptyOptions   Feature = "options without items"
	Goals          Feature = "goals"
)

// MatrixFeatures lists the features of matrices.
func MatrixFeatures() []Feature {
	return []Feature{Multiplicities, Colors, Nogoods, EmptyOptions, Goals}
}

// FindFeatureUse reports whether a problem has a feature. The text says how the problem uses the feature, and where if
// there is one place.
func (f Feature) FindFeatureUse(p *matrix.Problem) (where string, used bool) {
	switch f {
	case Multiplicities:
		for i := range matrix.ItemID(p.PrimaryCount()) {
			if b := p.Bound(i); b != matrix.Once {
				return fmt.Sprintf("the item %s is covered %d to %d times", quoteName(p.Name(i)), b.Min, b.Max), true
			}
		}
	case Colors:
		for o := range matrix.OptionID(p.OptionCount()) {
			for _, e := range p.Option(o) {
				if e.Color != matrix.NoColor {
					return fmt.Sprintf("option %d gives the item %s one", o, quoteName(p.Name(e.Item))), true
				}
			}
		}
	case Nogoods:
		n := len(p.Nogoods())
		return fmt.Sprintf("this problem has %d", n), n > 0
	case Goals:
		g := p.Goal()
		if g == nil {
			return "", false
		}
		return "this problem asks for the " + g.OptimumWord() + " of a value", true
	case EmptyOptions:
		for o := range matrix.OptionID(p.OptionCount()) {
			if len(p.Option(o)) == 0 {
				return fmt.Sprintf("option %d is one; it is never chosen, so leave it out", o), true
			}
		}
	}
	return "", false
}

// Supports reports whether a format of matrices can express a feature.
func (i FormatInfo) Supports(f Feature) bool {
	return i.Writes && !slices.Contains(i.lackingFeatures, f)
}

// ErrUnsupported is the error for a problem that a format cannot express. The errors that wrap it say why.
var ErrUnsupported = errors.New("the format cannot say it")

// unsupportedError is an error that wraps [ErrUnsupported] and shows only its own message.
type unsupportedError string

func (e unsupportedError) Error() string { return string(e) }
func (unsupportedError) Unwrap() error   { return ErrUnsupported }

// Unsupported makes an error that wraps [ErrUnsupported].
func Unsupported(message string, args ...any) error {
	return unsupportedError(fmt.Sprintf(message, args...))
}

// findUnsupported returns an error if the format cannot express some feature of the problem.
func (i FormatInfo) findUnsupported(p *matrix.Problem) error {
	for _, f := range i.lackingFeatures {
		if where, used := f.FindFeatureUse(p); used {
			return Unsupported("%s has no %s, and %s", i.Format, f, where)
		}
	}
	return nil
}

// refuseProblem returns an error if the format cannot express the problem. The error names the formats that can.
func (i FormatInfo) refuseProblem(p *matrix.Problem) error {
	err := i.findUnsupported(p)
	if err == nil {
		return nil
	}
	var read, others []string
	for _, other := range Formats() {
		switch name := string(other.Format); {
		case !other.Writes || other.findUnsupported(p) != nil:
		case other.Reads:
			read = append(read, name)
		default:
			others = append(others, name)
		}
	}
	return fmt.Errorf("%w; write %s, or for other solvers %s", err, joinNamesWithOr(read), joinNamesWithOr(others))
}

// joinNamesWithOr joins names with commas and "or".
func joinNamesWithOr(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
