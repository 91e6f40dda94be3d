#!/usr/bin/env bash
# The program in surroundings that are not as they should be: its statuses hold, and nothing that is
# not its own is touched.
# usage: hostile_test.sh SHARDSCOPE
set -u
source "$(dirname "$0")/expect.sh"
own_mpirun=(mpirun --oversubscribe --mca btl self,vader)

cat >two.yaml <<'END_OF_FILE'
scenario: two
model: {num_layers: 2, hidden_size: 16, num_attention_heads: 2, vocab_size: 64, seq_length: 16}
parallel: {data_parallel_size: 2}
training: {micro_batch_size: 1, global_batch_size: 4, steps: 2}
check: {formulas: [parameters]}
END_OF_FILE

# Threads: the rank's share of the cores, unless somebody has told otherwise.
cores=$(env -u OMP_NUM_THREADS nproc)
env -u OMP_NUM_THREADS "${own_mpirun[@]}" -n "$((2 * cores))" --bind-to none \
  "$shardscope" run two.yaml --verbose >out 2>err || fail "own mpirun" err
says err "threads of rank 0: 1" "more ranks than cores"
env -u OMP_NUM_THREADS "${own_mpirun[@]}" -n 1 --bind-to none \
  "$shardscope" run two.yaml --set parallel.data_parallel_size=1 --verbose >out 2>err
says err "threads of rank 0: $cores" "one rank has all cores"
expect 0 "OMP_NUM_THREADS" env OMP_NUM_THREADS=3 "$shardscope" run two.yaml --verbose
says err "threads of rank 0: 3" "OMP_NUM_THREADS"

# Standard descriptors that came closed are no files of ours.
expect 0 "dry" "$shardscope" dry two.yaml --json wanted.json
for closed in '<&-' '>&-' '2>&-' '<&- >&- 2>&-'; do
  rm -f got.json
  expect 0 "dry $closed" sh -c "'$shardscope' dry two.yaml --json got.json $closed"
  same wanted.json got.json "dry $closed"
done
# Where nobody can be told, the statuses are the same.
for where in '2>/dev/full' '2>&-'; do
  expect 0 "run $where" sh -c "'$shardscope' run two.yaml $where"
  expect 2 "dry of nothing $where" sh -c "'$shardscope' dry none.yaml $where"
  expect 2 "no such option $where" sh -c "'$shardscope' dry two.yaml --nope $where"
  expect 3 "full output $where" sh -c "'$shardscope' estimate two.yaml >/dev/full $where"
done

# The ranks hand their status back without a file, so that none can be put in its way.
mkdir tmp
expect 0 "run" env TMPDIR="$folder/tmp" "$shardscope" run two.yaml
[[ -z $(ls tmp) ]] || fail "the run left something in the temporary folder" <(ls tmp)

exit $((failures > 0))
