package lower_test

// scaled returns how often something must be met in fewer rounds, if it is met `least` times in all rounds: half as
// often for each round.
func scaled(least, rounds, all int) int {
	if rounds == all {
		return least
	}
	return least * rounds / all / 2
}
