#!/usr/bin/env bash
# What is read once and shared: a scenario may come from a pipe, whoever starts the ranks.
# usage: sharing_test.sh SHARDSCOPE
set -u
source "$(dirname "$0")/expect.sh"

cat >two.yaml <<'END_OF_FILE'
scenario: two
model: {num_layers: 2, hidden_size: 16, num_attention_heads: 2, vocab_size: 64, seq_length: 16}
parallel: {data_parallel_size: 2}
training: {micro_batch_size: 1, global_batch_size: 4, steps: 2}
check: {formulas: [parameters]}
END_OF_FILE
expect 0 "a file" "$shardscope" run two.yaml --json wanted.json

for how in "'$shardscope' run <(cat two.yaml)" "cat two.yaml | '$shardscope' run /dev/stdin" \
  "cat two.yaml | '$shardscope' sweep /dev/stdin" "<two.yaml '$shardscope' run /dev/stdin" \
  "cat two.yaml | mpirun --oversubscribe --mca btl self,vader -n 2 '$shardscope' run /dev/stdin"; do
  rm -f got.json
  expect 0 "$how" bash -c "$how --json got.json"
  same wanted.json got.json "$how"
done

# Two files, one of them a pipe, and what is wrong with it.
expect 0 "a pipe and a file" bash -c "'$shardscope' run <(sed s/two/one/ two.yaml) two.yaml --json got.json"
says got.json '"scenario": "one"' "a pipe and a file"
says got.json '"scenario": "two"' "a pipe and a file"
expect 2 "a fault in a pipe" bash -c "sed s/heads/haeds/ two.yaml | '$shardscope' run /dev/stdin"
says err "/dev/stdin:2: model.num_attention_haeds: unknown key" "a fault in a pipe"

# Bad input is found on one rank and told once.
mpirun --oversubscribe --mca btl self,vader -n 2 \
  "$shardscope" run two.yaml --set zero.stage=7 >out 2>err && fail "a fault under mpirun" err
[[ $(grep -c "zero.stage: is 7" err) -eq 1 ]] || fail "the fault is told once" err

exit $((failures > 0))
