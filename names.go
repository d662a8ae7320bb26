package quadrille

import (
	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/schedule"
)

// Engine is the name of an engine, a search algorithm. [DescribeEngines] describes each in a sentence.
type Engine string

// The names of the engines.
const (
	EngineAuto   Engine = schedule.Auto
	EngineLinks  Engine = schedule.Links
	EngineDense  Engine = schedule.Dense
	EngineSparse Engine = schedule.Sparse
	EngineMemo   Engine = schedule.Memo
	EngineHalves Engine = schedule.Halves
	EnginePlanar Engine = schedule.Planar
	EngineLearn  Engine = schedule.Learn
	EngineStaged Engine = "staged" // searches dissections in stages, without a matrix, so the planner does not know it
)

// DescribeEngines returns a line for each engine: its name, and a sentence about it.
func DescribeEngines() []string {
	return append(schedule.DescribeEngines(), string(EngineStaged)+
		": dissections in the stages of Knuth's back-dissect; auto takes it for them")
}

// EngineNames lists the possible values of [Search.Engine], the default first.
func EngineNames() []string { return append(schedule.EngineNames(), string(EngineStaged)) }

// ChooserName is the name of a chooser, the rule that picks the item on which a search node branches. Parameters may
// follow the name, as in weighted:decay=0.95. [DescribeChoosers] describes each chooser in a sentence.
type ChooserName string

// The names of the choosers.
const (
	ChooseMRV      ChooserName = dlx.DefaultChooser
	ChooseFirst    ChooserName = "first"
	ChooseSharp    ChooserName = "sharp"
	ChooseWeighted ChooserName = "weighted"
	ChooseDomWdeg  ChooserName = "domwdeg"
	ChooseRandom   ChooserName = "random"
	ChoosePhase    ChooserName = "phase"
)

// DescribeChoosers returns a line for each chooser: its name, and a sentence about it.
func DescribeChoosers() []string { return dlx.DescribeChoosers() }

// ChooserNames lists the names of choosers, the default first.
func ChooserNames() []string { return dlx.ChooserNames() }

// ItemOrder is the name of an order of the matrix's items, for choosers that take the first of several items that are
// equally good. The order "list" is followed by names of items, as in list:a;b.
type ItemOrder string

// The names of the orders of items.
const (
	ItemsGiven     ItemOrder = "given"
	ItemsOrganPipe ItemOrder = "organ-pipe"
	ItemsByDegree  ItemOrder = "degree"
	ItemsShuffled  ItemOrder = "random"
	ItemsListed    ItemOrder = "list"
)

// ItemOrders lists the names of the orders of items, the default first.
func ItemOrders() []string { return dlx.ItemOrderNames() }

// OptionOrder names an order in which a search tries the options of the item that it branches on.
type OptionOrder string

// The names of the orders of options.
const (
	OptionsGiven     OptionOrder = "given"
	OptionsRareFirst OptionOrder = "rare"
	OptionsShuffled  OptionOrder = "random"
)

// OptionOrders lists the names of the orders of options, the default first.
func OptionOrders() []string { return dlx.OptionOrderNames() }

// FilterName is the name of a filter, which removes options at a search node because no solution below the node
// contains them.
type FilterName string

// The names of the filters.
const (
	FilterNone FilterName = schedule.NoFilter
	FilterGAD  FilterName = schedule.MatchingFilter
)

// FilterNames lists the names of the filters; "none" is the first.
func FilterNames() []string { return schedule.FilterNames() }
