package quadrille

import (
	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/schedule"
)

// Engine is the name of an engine. [DescribeEngines] has a sentence on each.
type Engine string

// The engines.
const (
	EngineAuto   Engine = schedule.Auto
	EngineLinks  Engine = schedule.Links
	EngineDense  Engine = schedule.Dense
	EngineSparse Engine = schedule.Sparse
	EngineMemo   Engine = schedule.Memo
	EngineHalves Engine = schedule.Halves
	EnginePlanar Engine = schedule.Planar
	EngineLearn  Engine = schedule.Learn
	EngineStaged Engine = "staged" // the one that the planner does not know, as it searches no matrix
)

// DescribeEngines lists the engines with a sentence on each.
func DescribeEngines() []string {
	return append(schedule.DescribeEngines(), string(EngineStaged)+
		": dissections in the stages of Knuth's back-dissect; auto takes it for them")
}

// EngineNames lists the values of [Search.Engine], the default first.
func EngineNames() []string { return append(schedule.EngineNames(), string(EngineStaged)) }

// ChooserName is the name of a chooser, which may have parameters: weighted:decay=0.95. [DescribeChoosers] has a
// sentence on each.
type ChooserName string

// The choosers.
const (
	ChooseMRV      ChooserName = dlx.DefaultChooser
	ChooseFirst    ChooserName = "first"
	ChooseSharp    ChooserName = "sharp"
	ChooseWeighted ChooserName = "weighted"
	ChooseDomWdeg  ChooserName = "domwdeg"
	ChooseRandom   ChooserName = "random"
	ChoosePhase    ChooserName = "phase"
)

// DescribeChoosers lists the choosers with a sentence on each.
func DescribeChoosers() []string { return dlx.ChooserUsage() }

// ChooserNames lists the names of choosers, the default first.
func ChooserNames() []string { return dlx.ChooserNames() }

// ItemOrder is the name of an order of items. Of a list the names of items follow: list:a;b.
type ItemOrder string

// The orders of items.
const (
	ItemsGiven     ItemOrder = "given"
	ItemsOrganPipe ItemOrder = "organ-pipe"
	ItemsByDegree  ItemOrder = "degree"
	ItemsShuffled  ItemOrder = "random"
	ItemsListed    ItemOrder = "list"
)

// ItemOrders lists the orders of items, the default first.
func ItemOrders() []string { return dlx.ItemOrderNames() }

// OptionOrder is the name of an order of options.
type OptionOrder string

// The orders of options.
const (
	OptionsGiven     OptionOrder = "given"
	OptionsRareFirst OptionOrder = "rare"
	OptionsShuffled  OptionOrder = "random"
)

// OptionOrders lists the orders of options, the default first.
func OptionOrders() []string { return dlx.OptionOrderNames() }

// FilterName is the name of a filter.
type FilterName string

// The filters.
const (
	FilterNone FilterName = schedule.NoFilter
	FilterGAD  FilterName = schedule.GAD
)

// FilterNames lists the filters, none first.
func FilterNames() []string { return schedule.FilterNames() }
