#!/bin/sh
# Forty quasigroups with holes, each searched for one completion in every way, with
# a limit of LIMIT seconds: sh examples/speed/quasigroups.sh [LIMIT [WAY ...]]
#
# Prints a line for each square and way: the square, the way, seconds, or "-" where the
# limit came first. Squares of order 30 and 33 have 35% and 42% holes, made at random
# or balanced; five of each, by the seeds 1 to 5. minisat and cadical get our DIMACS
# dump, if they are there.
set -eu
limit=${1:-60}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- mrv domwdeg gad gad-tallies gad-weights gad-restarts auto minisat cadical

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
go build -o "$folder/puz" ./cmd/puz
puz=$folder/puz

search() { # square flags...
	square=$1
	shift
	"$puz" solve --from latin "$square" --limit 1 --format none --timeout "${limit}s" "$@" 2>&1 | grep -q 'after 1 solution'
}

way() { # way square
	case $1 in
	mrv) search "$2" --engine links ;;
	domwdeg) search "$2" --engine links --choose domwdeg ;;
	gad) search "$2" --filter gad ;;
	gad-tallies) search "$2" --filter gad --choose weighted ;;
	gad-weights) search "$2" --filter gad --choose domwdeg ;;
	gad-restarts) search "$2" --filter gad --choose domwdeg --restarts 100 ;;
	auto) search "$2" ;;
	minisat) timeout "$limit" minisat -verb=0 "$folder/cnf" "$folder/model" >/dev/null 2>&1 || [ $? -eq 10 ] ;;
	cadical) timeout "$limit" cadical -q "$folder/cnf" >/dev/null 2>&1 || [ $? -eq 10 ] ;;
	esac
}

for order in 30 33; do
	for percent in 35 42; do
		for kind in random balanced; do
			for seed in 1 2 3 4 5; do
				name=$kind-$order-$percent-$seed
				balanced=
				[ $kind = balanced ] && balanced=--balanced
				"$puz" make latin -n $order --holes $((order * order * percent / 100)) --seed $seed $balanced -o "$folder/square"
				"$puz" import --from latin "$folder/square" --to dimacs -o "$folder/cnf"
				for way in "$@"; do
					case $way in
					minisat | cadical) command -v "$way" >/dev/null || continue ;;
					esac
					start=$(date +%s%N)
					took=-
					if way "$way" "$folder/square"; then
						took=$(awk "BEGIN { printf \"%.3f\", ($(date +%s%N) - $start) / 1e9 }")
					fi
					printf '%s\t%s\t%s\n' "$name" "$way" "$took"
				done
			done
		done
	done
done
