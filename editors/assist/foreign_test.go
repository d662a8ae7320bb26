package assist_test

import (
	"strings"
	"testing"

	"quadrille/editors/assist"
)

// TestLinkInText: where a link is pasted, one diagnostic offers the text of its puzzle; in a damaged link it is at the
// damage.
func TestLinkInText(t *testing.T) {
	const link = "https://puzz.link/p?shikaku/6/6/j3g56h6t6h23g5j\n"
	all := assist.NewText("a.puz", link, nil).Diagnostics()
	if len(all) != 1 || len(all[0].Fixes) != 1 {
		t.Fatalf("the diagnostics are %+v", all)
	}
	mended := all[0].Fixes[0].Edits[0]
	if mended.Start != 0 || mended.End != len(link) ||
		!strings.Contains(mended.Text, "pack 6x6 with rectangles at area") {
		t.Errorf("the fix is %+v", mended)
	}
	if left := assist.NewText("a.puz", mended.Text, nil).Diagnostics(); len(left) > 0 {
		t.Errorf("the text has %+v", left)
	}
	damaged := assist.NewText("a.puz", strings.Replace(link, "j3", "!3", 1), nil).Diagnostics()
	if len(damaged) != 1 || damaged[0].Start != strings.Index(link, "j3") || damaged[0].Code != "bad-link" {
		t.Errorf("the damaged link has %+v", damaged)
	}
	for _, text := range []string{"board b = 2x2\npack b with", "latin 4 {", "a/1/2"} {
		for _, d := range assist.NewText("a.puz", text, nil).Diagnostics() {
			if d.Code == "bad-link" {
				t.Errorf("%q is taken for a link", text)
			}
		}
	}
}
