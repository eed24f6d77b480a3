#!/bin/sh
#SBATCH --job-name=remise
#SBATCH --array=1-32
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --time=12:00:00
#SBATCH --requeue
#
# A long job of Remise as an array of shards, one for each task.
#
#     mkdir -p results && sbatch examples/slurm-array.sh
#
# A task that is ended and started again goes on where it was. When all are done, put them together:
#
#     remise complexity game-tree --merge results/*.jsonl --plot figures.svg
#
# Any other scheduler will do that numbers its tasks; without one, SHARD=1 SHARDS=4 sh slurm-array.sh
# does the first quarter. The command line is whatever takes --shard: selfplay, complexity game-tree, perft.
set -eu
shard=${SHARD:-${SLURM_ARRAY_TASK_ID:?no shard is named}}
shards=${SHARDS:-${SLURM_ARRAY_TASK_COUNT:?how many shards there are is not said}}
remise=${REMISE:-remise}
results=${RESULTS:-results}

exec "$remise" complexity game-tree --variant "${VARIANT:-draughts-10}" \
    --games "${GAMES:-10000}" --plies "${PLIES:-0-7}" --seed "${SEED:-1}" \
    --shard "$shard/$shards" --out "$results/shard-$shard-of-$shards.jsonl"
