#!/usr/bin/env bash
# Forty quasigroups with holes, each searched for one completion in several ways, with
# a limit of LIMIT seconds of processor time:
#
#     bash examples/speed/quasigroups.sh [LIMIT [WAY ...]]
#
# Prints a line for each square and way: the square, the way, and the seconds of
# processor time, or "-" where the limit came first. Squares of order 30 and 33 have 35%
# and 42% holes, at random or balanced; five of each, by the seeds 1 to 5. minisat
# and cadical get our DIMACS dump, if they are there.
set -uo pipefail
limit=${1:-60}
shift || true
[ $# -gt 0 ] || set -- mrv domwdeg gad gad-tallies gad-weights gad-restarts auto minisat cadical

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
go build -o "$folder/puz" ./cmd/puz || exit
puz=$folder/puz
TIMEFORMAT=%U

# search FLAGS... succeeds if a solution was found.
search() {
  "$puz" solve --from latin "$folder/square" --limit 1 --format none "$@"
}

# satisfiable SOLVER ends as SAT solvers do, with 10.
satisfiable() {
  "$@"
  [ $? -eq 10 ]
}

way() {
  ulimit -t "$limit"
  case $1 in
  mrv) search --engine links ;;
  domwdeg) search --engine links --choose domwdeg ;;
  gad) search --filter gad ;;
  gad-tallies) search --filter gad --choose weighted ;;
  gad-weights) search --filter gad --choose domwdeg ;;
  gad-restarts) search --filter gad --choose domwdeg --restarts 100 ;;
  auto) search ;;
  minisat) satisfiable minisat -verb=0 "$folder/cnf" "$folder/model" ;;
  cadical) satisfiable cadical -q "$folder/cnf" ;;
  esac
}

for order in 30 33; do
  for percent in 35 42; do
    for kind in random balanced; do
      for seed in 1 2 3 4 5; do
        flags=()
        [ $kind = balanced ] && flags=(--balanced)
        "$puz" make latin -n $order --holes $((order * order * percent / 100)) --seed $seed "${flags[@]}" -o "$folder/square"
        "$puz" import --from latin "$folder/square" --to dimacs -o "$folder/cnf"
        for way in "$@"; do
          case $way in minisat | cadical) command -v "$way" >/dev/null || continue ;; esac
          took=$({ time { (way "$way") >"$folder/out" 2>&1 && touch "$folder/found"; }; } 2>&1 | tail -1)
          [ -e "$folder/found" ] || took=-
          rm -f "$folder/found"
          printf '%s\t%s\t%s\n' "$kind-$order-$percent-$seed" "$way" "$took"
        done
      done
    done
  done
done
