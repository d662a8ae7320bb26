package lower_test

// scaled is how many of what a test of all its rounds meets it must meet in fewer: half as
// many for each round.
func scaled(least, rounds, all int) int {
	if rounds == all {
		return least
	}
	return least * rounds / all / 2
}
