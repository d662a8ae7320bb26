#!/bin/bash
# Walks one part of a count that `puz cubes` has cut. It needs a folder that all nodes
# see, and no network.
#
#   puz cubes my.puz -n 900 -o parts           says how the parts are numbered
#   sbatch --array=0-899 slurm.sh parts        one task for each
#   puz cubes merge parts                      the count, or what is missing
#   sbatch --array=4,17-20 slurm.sh parts      what merge has listed
#
#SBATCH --job-name=puz
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
#SBATCH --time=04:00:00
#SBATCH --signal=B:TERM@60
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=%x-%A_%a.log

dir=${1:?"usage: sbatch --array=INDICES slurm.sh DIR"}
index=${SLURM_ARRAY_TASK_ID:?"sbatch sets it, with --array=INDICES"}

# exec puts puz in the place of this shell, so that the signal reaches it. It keeps what
# it has, and ends.
exec puz cubes run "$dir" --index "$index" --threads "${SLURM_CPUS_PER_TASK:-1}"
