package codes_test

import (
	"slices"
	"strings"
	"testing"

	"quadrille/lang/codes"
	"quadrille/lang/source"
)

func TestTitlesBeginWithTheCode(t *testing.T) {
	for _, code := range codes.AllCodes() {
		page, ok := codes.CodePage(code)
		if !ok {
			t.Errorf("%s is listed and has no page", code)
		}
		if title, _, _ := strings.Cut(page, "\n"); !strings.HasPrefix(title, "# "+string(code)+": ") {
			t.Errorf("the page of %s has the title %q", code, title)
		}
	}
}

func TestAllIsSorted(t *testing.T) {
	all := codes.AllCodes()
	if len(all) == 0 || !slices.IsSorted(all) {
		t.Errorf("All() = %v", all)
	}
}

func TestNoPageForOtherNames(t *testing.T) {
	for _, code := range []string{"", ".", "..", "no-such-code", "not-text.md", "../codes", "pages/not-text"} {
		if page, ok := codes.CodePage(source.Code(code)); ok || page != "" {
			t.Errorf("Page(%q) gives a page", code)
		}
	}
}
