package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestArchitecture: the table in ARCHITECTURE.md names every package, and
// exactly the packages of ours that each imports; and only lang/parse imports
// the parser library.
func TestArchitecture(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	table := importTable(t)
	for _, p := range goPackages(t) {
		name, _ := ownPackage(p.ImportPath)
		var ours []string
		for _, i := range p.Imports {
			if own, ok := ownPackage(i); ok {
				ours = append(ours, own)
			}
			if strings.Contains(i, "participle") && name != "lang/parse" {
				t.Errorf("%s imports %s", name, i)
			}
		}
		allowed, ok := table[name]
		if !ok {
			if len(p.GoFiles) > 0 {
				t.Errorf("ARCHITECTURE.md has no row for %s", name)
			}
			continue
		}
		slices.Sort(ours)
		slices.Sort(allowed)
		if !slices.Equal(ours, allowed) {
			t.Errorf("%s imports %v, and ARCHITECTURE.md says %v", name, ours, allowed)
		}
		delete(table, name)
	}
	for name := range table {
		t.Errorf("ARCHITECTURE.md has a row for %s, which does not exist", name)
	}
}

// ownPackage is the path of a package within the module. The root is called quadrille, whatever the module is called.
func ownPackage(importPath string) (string, bool) {
	const module = "quadrille/"
	if importPath+"/" == module {
		return "quadrille", true
	}
	return strings.CutPrefix(importPath, module)
}

type goPackage struct {
	ImportPath string
	GoFiles    []string
	Imports    []string
}

func goPackages(t *testing.T) []goPackage {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,GoFiles,Imports", "quadrille/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []goPackage
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// importTable reads the rows of the table: a package and what it may import.
func importTable(t *testing.T) map[string][]string {
	t.Helper()
	doc, err := os.ReadFile("../../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	table := map[string][]string{}
	_, rest, _ := strings.Cut(string(doc), "| package | owns | may import |\n|---|---|---|\n")
	for line := range strings.Lines(rest) {
		cells := strings.Split(line, "|")
		if len(cells) < 5 {
			break
		}
		imports := strings.TrimSpace(cells[3])
		table[strings.TrimSpace(cells[1])] = nil
		if imports != "–" {
			table[strings.TrimSpace(cells[1])] = strings.Split(imports, ", ")
		}
	}
	if len(table) < 15 {
		t.Fatalf("only %d rows were read", len(table))
	}
	return table
}
