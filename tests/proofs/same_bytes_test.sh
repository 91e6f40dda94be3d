#!/usr/bin/env bash
# The same scenario gives the same bytes, run after run and on any number of threads.
# usage: same_bytes_test.sh SHARDSCOPE
set -u
shardscope=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

# Products of several tiles and rows of many lanes, so that three threads have something to share;
# dropout, a text, and every axis of the mesh but one at a time.
cat >scenario.yaml <<'END'
scenario: same-bytes
model: {num_layers: 2, hidden_size: 96, num_attention_heads: 4, vocab_size: 256, seq_length: 64,
        attention_dropout: 0.1, hidden_dropout: 0.1}
training: {micro_batch_size: 4, global_batch_size: 8, steps: 3}
sweep:
  - parallel.tensor_model_parallel_size: [2]
  - {parallel.data_parallel_size: [2], zero.stage: [0, 3], precision: [fp32, mixed_bf16]}
  - parallel.pipeline_model_parallel_size: [2]
END

run() {  # run FOLDER THREADS
  mkdir "$1"
  OMP_NUM_THREADS=$2 "$shardscope" sweep scenario.yaml --quiet \
    --json "$1/run.json" --csv "$1/run.csv" --dump "$1/dump" >"$1/out" 2>"$1/err" && return
  echo "FAILED: status $? with $2 threads"
  cat "$1/err"
  exit 1
}
run first 1
run second 1
run threads 3
[[ $(find first/dump -name '*.safetensors' | wc -l) -eq 12 ]] || { echo "FAILED: no dumps"; exit 1; }
for other in second threads; do
  diff -r first "$other" || { echo "FAILED: $other differs"; exit 1; }
done
