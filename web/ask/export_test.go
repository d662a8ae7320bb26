package ask

import (
	"maps"
	"slices"
)

// Words lists the values of [Question.Do].
func Words() []string { return slices.Sorted(maps.Keys(questionHandlers)) }
