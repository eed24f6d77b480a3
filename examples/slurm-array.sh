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
# A task that was interrupted resumes when it is started again. When all tasks are done, merge their results:
#
#     remise complexity game-tree --merge results/*.jsonl --plot figures.svg
#
# Any other scheduler that numbers its tasks will do. Without one, SHARD=1 SHARDS=4 sh slurm-array.sh does the
# first quarter. The command can be any that takes --shard: selfplay, complexity game-tree, perft.
set -eu
shard=${SHARD:-${SLURM_ARRAY_TASK_ID:?set SHARD to the number of the shard}}
shards=${SHARDS:-${SLURM_ARRAY_TASK_COUNT:?set SHARDS to the number of shards}}
remise=${REMISE:-remise}
results=${RESULTS:-results}

exec "$remise" complexity game-tree --variant "${VARIANT:-draughts-10}" \
    --games "${GAMES:-10000}" --plies "${PLIES:-0-7}" --seed "${SEED:-1}" \
    --shard "$shard/$shards" --out "$results/shard-$shard-of-$shards.jsonl"
