package quadrille_test

import (
	"slices"
	"testing"

	"quadrille"
)

// TestNames: there is a constant for each engine, chooser, order, filter and format that the planner and the converters
// know, and no other.
func TestNames(t *testing.T) {
	checkNames(t, quadrille.EngineNames(), quadrille.EngineAuto, quadrille.EngineLinks, quadrille.EngineDense,
		quadrille.EngineSparse, quadrille.EngineMemo, quadrille.EngineHalves, quadrille.EnginePlanar,
		quadrille.EngineLearn, quadrille.EngineStaged)
	checkNames(t, quadrille.ChooserNames(), quadrille.ChooseMRV, quadrille.ChooseFirst, quadrille.ChooseSharp,
		quadrille.ChooseWeighted, quadrille.ChooseDomWdeg, quadrille.ChooseRandom, quadrille.ChoosePhase)
	checkNames(t, quadrille.ItemOrders(), quadrille.ItemsGiven, quadrille.ItemsOrganPipe, quadrille.ItemsByDegree,
		quadrille.ItemsShuffled, quadrille.ItemsListed)
	checkNames(t, quadrille.OptionOrders(), quadrille.OptionsGiven, quadrille.OptionsRareFirst,
		quadrille.OptionsShuffled)
	checkNames(t, quadrille.FilterNames(), quadrille.FilterNone, quadrille.FilterGAD)
	formats := []string{"puz"}
	for _, info := range quadrille.Formats() {
		formats = append(formats, string(info.Format))
	}
	checkNames(t, formats, quadrille.FormatPuz, quadrille.FormatDLX, quadrille.FormatDance,
		quadrille.FormatPolyominoes, quadrille.FormatJSON, quadrille.FormatYAML, quadrille.FormatCSV,
		quadrille.FormatDIMACS, quadrille.FormatOPB, quadrille.FormatLP, quadrille.FormatLatin,
		quadrille.FormatSudoku, quadrille.FormatDots, quadrille.FormatPuzzLink, quadrille.FormatFPuzzles,
		quadrille.FormatIPuz, quadrille.FormatNon, quadrille.FormatGrid, quadrille.FormatBurrTools,
		quadrille.FormatPieces)
}

// checkNames compares constants of a type with the names that a table has, in its order.
func checkNames[Name ~string](t *testing.T, table []string, constants ...Name) {
	t.Helper()
	var names []string
	for _, c := range constants {
		names = append(names, string(c))
	}
	if !slices.Equal(names, table) {
		t.Errorf("the constants of %T are %v, and the table has %v", *new(Name), names, table)
	}
}
