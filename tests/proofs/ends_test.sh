#!/usr/bin/env bash
# How a run ends that cannot go on: always soon, with the status of the contract, and with the rank
# and the reason in one line. usage: ends_test.sh SHARDSCOPE
set -u
shardscope=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failures=0

fail() {
  echo "FAILED: $*"
  cat err
  failures=$((failures + 1))
}
# ended STATUS WANTED PATTERN NAME: the status, and one line of the error output with the pattern.
ended() {
  [[ $1 -eq $2 ]] || fail "$4: status $1 instead of $2"
  grep -qE -- "$3" err || fail "$4: no '$3'"
}
# start ARGUMENTS...: a run in the background, which is ended should the test fail to.
start() {
  timeout 90 "$shardscope" run three.yaml --json old.json "$@" >out 2>err &
  timer=$!
}
# rank_process RANK: the process of a rank of that run, once its log says that it trains.
rank_process() {
  for _ in $(seq 600); do
    ! grep -q "running on" err || break
    sleep 0.1
  done
  local launcher mpirun process
  launcher=$(pgrep -P "$timer") && mpirun=$(pgrep -P "$launcher") || return
  for process in $(pgrep -P "$mpirun"); do
    if grep -qz "^OMPI_COMM_WORLD_RANK=$1$" "/proc/$process/environ"; then echo "$process"; fi
  done
}

cat >three.yaml <<'END'
model: {num_layers: 3, hidden_size: 16, num_attention_heads: 2, vocab_size: 64, seq_length: 16}
parallel: {pipeline_model_parallel_size: 3}
training: {micro_batch_size: 1, global_batch_size: 4, steps: 100000000}
END
echo old >old.json

# SIGKILL of one rank
start
kill -KILL "$(rank_process 1)"
wait "$timer"
ended $? 3 'rank 1.*signal 9' "a killed rank"

# SIGSTOP of one rank: the others wait for it no longer than the timeout
start --timeout 3
kill -STOP "$(rank_process 1)"
wait "$timer"
ended $? 3 'waited [0-9]+ s in .* rank 1 does not respond' "a stopped rank"

# an exception on one rank alone: the folder of the dump is gone when it is to be written
start --dump gone --set training.steps=1 --set training.global_batch_size=64 \
  --set model.hidden_size=128 --set model.seq_length=256
rank_process 0 >/dev/null
rm -rf gone && touch gone
wait "$timer"
ended $? 3 'rank 0: .*gone' "a rank that throws"

# the same where it can be seen beforehand
: >taken
"$shardscope" run three.yaml --quiet --set training.steps=1 --json old.json --dump taken >out 2>err
ended $? 2 '--dump taken/.* is no folder' "a dump into a file"

# own mpirun with too few ranks
timeout 60 mpirun --oversubscribe -n 2 "$shardscope" run three.yaml --json old.json >out 2>err
ended $? 2 'started 2 ranks; the largest scenario needs 3' "too few ranks"

# bad input
"$shardscope" run three.yaml --set zero.stage=7 --json old.json >out 2>err
ended $? 2 'zero.stage: is 7' "bad input"

[[ $(cat old.json) == old ]] || fail "an older output was overwritten"
exit $((failures > 0))
