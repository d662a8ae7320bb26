package format

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"quadrille/runtime/matrix"
)

// Feature is a feature of a problem, named by a plural noun.
type Feature string

// Features that some formats of matrices lack. Matchings are not among them: they follow from the
// options, so a dump without them has the same solutions.
const (
	Multiplicities Feature = "multiplicities"
	Colors         Feature = "colors"
	Nogoods        Feature = "nogoods"
	EmptyOptions   Feature = "options without items"
)

// MatrixFeatures lists the features of matrices.
func MatrixFeatures() []Feature { return []Feature{Multiplicities, Colors, Nogoods, EmptyOptions} }

// FindUse reports whether a problem has a feature, and returns a description of the place.
func (f Feature) FindUse(p *matrix.Problem) (where string, used bool) {
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
func (i FormatInfo) Supports(f Feature) bool { return i.Writes && !slices.Contains(i.lacks, f) }

// ErrUnsupported is wrapped by the error of a format that cannot say what it is to say.
var ErrUnsupported = errors.New("the format cannot say it")

// unsupportedError wraps [ErrUnsupported], and has all of the message.
type unsupportedError string

func (e unsupportedError) Error() string { return string(e) }
func (unsupportedError) Unwrap() error   { return ErrUnsupported }

// Unsupported makes an error that wraps [ErrUnsupported].
func Unsupported(message string, args ...any) error {
	return unsupportedError(fmt.Sprintf(message, args...))
}

// unsaid returns an error if the format cannot express the problem.
func (i FormatInfo) unsaid(p *matrix.Problem) error {
	for _, f := range i.lacks {
		if where, used := f.FindUse(p); used {
			return Unsupported("%s has no %s, and %s", i.Format, f, where)
		}
	}
	return nil
}

// refuse returns an error if the format cannot express the problem. The error names the formats
// that can.
func (i FormatInfo) refuse(p *matrix.Problem) error {
	err := i.unsaid(p)
	if err == nil {
		return nil
	}
	var read, others []string
	for _, other := range Formats() {
		switch name := string(other.Format); {
		case !other.Writes || other.unsaid(p) != nil:
		case other.Reads:
			read = append(read, name)
		default:
			others = append(others, name)
		}
	}
	return fmt.Errorf("%w; write %s, or for other solvers %s", err, either(read), either(others))
}

// either joins names with commas and "or".
func either(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
