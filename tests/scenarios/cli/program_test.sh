#!/usr/bin/env bash
# Calls the program as people do, and compares exit statuses and what stands on the two outputs.
# usage: program_test.sh SHARDSCOPE FOLDER_OF_PACKS
set -u
source "$(dirname "$0")/expect.sh"
packs=$2

# rank_process LAUNCHER RANK: the process of a rank, once the log in `err` says that it trains.
rank_process() {
  for _ in $(seq 300); do
    grep -q "running on" err && break
    sleep 0.1
  done
  pgrep -P "$(pgrep -P "$1")" | sort -n | sed -n "$(($2 + 1))p"
}

cat >two.yaml <<'END'
scenario: two
model: {num_layers: 2, hidden_size: 16, num_attention_heads: 2, vocab_size: 64, seq_length: 16}
parallel: {data_parallel_size: 2}
training: {micro_batch_size: 1, global_batch_size: 4, steps: 2}
check: {formulas: [parameters]}
END

expect 0 "help" "$shardscope"
says out "estimate" "help"
expect 0 "formulas" env COLUMNS=500 "$shardscope" formulas
lines out $(($(find "$packs" -maxdepth 1 -name '*.yaml' | wc -l) + 1)) "a line a pack"
expect 0 "a pack" "$shardscope" formulas parameters
says out "P_rank" "a pack"
expect 0 "a formula" "$shardscope" formulas seed.3d.grad
says out "gradient_bytes*P/p" "a formula"
expect 2 "a formula that is none" "$shardscope" formulas seed.3d.grd
says err "nearest: seed.3d.grad" "a formula that is none"
expect 0 "keys" "$shardscope" keys 'zero.*'
says out "zero.stage" "keys"
expect 0 "variables" "$shardscope" variables
expect 0 "quantities" "$shardscope" quantities
expect 2 "no such key" "$shardscope" keys nothing.like.it
expect 0 "estimate" "$shardscope" estimate two.yaml --json estimate.json --csv estimate.csv
says estimate.json '"assumptions_met": true' "estimate writes JSON"
lines estimate.csv $(($(grep -c '"formula":' estimate.json) + 1)) "estimate writes a row an estimate"

# "-" is standard output: the document alone, and the tables beside the log
expect 0 "JSON on standard output" "$shardscope" dry two.yaml --json -
cp out piped.json
says err "two  dp 2" "the tables are on standard error"
expect 0 "JSON to a file" "$shardscope" dry two.yaml --json file.json
same piped.json file.json "standard output got other bytes than a file"
expect 0 "quiet JSON" "$shardscope" run two.yaml --json - --quiet
lines err 0 "a quiet run says nothing beside its document"
expect 0 "CSV on standard output" "$shardscope" run two.yaml --csv -
says out "scenario,dp,tp,pp,pack" "CSV on standard output"
expect 2 "two documents on standard output" "$shardscope" dry two.yaml --json - --csv -
absent "./-" "a file called -"

# The same steps without memory or ranks: what is measured is the same, and so is what many say.
expect 0 "dry" "$shardscope" dry two.yaml --json dry.json --csv dry.csv
says dry.json '"mode": "dry"' "dry"
says out "dry, " "dry"
expect 0 "dry under mpirun" mpirun --oversubscribe --mca mpi_yield_when_idle 1 -n 3 \
  "$shardscope" dry two.yaml --json many.json
same dry.json many.json "classes dealt out over ranks gave other bytes"
expect 0 "dry of many ranks" "$shardscope" dry two.yaml --json wide.json \
  --set parallel.data_parallel_size=100000 --set training.global_batch_size=100000
says wide.json '"count": 100000' "dry of many ranks"

# A dry sweep has a row a scenario, whatever judges it; real runs a row a check.
cat two.yaml - >grid.yaml <<'END'
sweep: {zero.stage: [0, 1, 2], precision: [fp32, mixed_bf16]}
END
expect 0 "dry sweep" "$shardscope" dry grid.yaml --csv grid.csv
lines grid.csv 7 "dry sweep"
says grid.csv 'precision,zero.stage,parameters,fullest_rank,peak_bytes,' "dry sweep"
says err "6 of 6 scenarios in" "dry sweep"
says out "exact wherever judged" "dry sweep"
expect 0 "the best of a sweep" "$shardscope" dry grid.yaml --set hardware.memory_bytes=155000 --sort headroom \
  --fits --top 2
says out "2 of 6 scenarios are shown" "the best of a sweep"
expect 0 "estimates of a sweep" "$shardscope" estimate grid.yaml
[[ $(wc -l <out) -lt 40 ]] || fail "estimates of a sweep: $(wc -l <out) lines" out
expect 0 "chosen checks" "$shardscope" dry two.yaml --formula 'P*' --quantity model.parameters
says out "model.parameters" "chosen checks"

expect 0 "run" "$shardscope" run two.yaml --json run.json --csv run.csv --dump dump
says run.json '"schema": "shardscope/1"' "run writes JSON"
same run.csv dry.csv "dry judged otherwise than run"
for file in run.csv dump/gradients.safetensors dump/weights.safetensors; do
  [[ -s $file ]] || fail "run: no $file"
done
cp run.json first.json
expect 0 "the same run" "$shardscope" run two.yaml --json run.json
same run.json first.json "the second run gave other bytes"

# import: the report on standard output, or the scenario there and the report on standard error
cat >config.json <<'END'
{"model_type": "gpt2", "n_layer": 2, "n_embd": 16, "n_head": 2, "vocab_size": 64, "n_positions": 16}
END
expect 2 "a config that is no scenario" "$shardscope" dry config.json
lines err 1 "a config that is no scenario"
says err "this is a Hugging Face config" "a config that is no scenario"
expect 0 "import" "$shardscope" import config.json
says out "parameters 7,872" "import counts" # (64 + 16) 16 + 2 (12*16*16 + 13*16) + 2*16 = 7,872
expect 0 "import to standard output" "$shardscope" import config.json -o - --ranks 2
cp out imported.yaml
says err "parameters 7,872" "import reports on standard error"
expect 0 "estimate of an import" "$shardscope" estimate imported.yaml
expect 2 "import over a file" "$shardscope" import config.json -o imported.yaml
says err "is there already; --force replaces it" "import over a file"
expect 0 "import over a file by force" "$shardscope" import config.json -o imported.yaml --force
says imported.yaml "data_parallel_size: 1" "import over a file by force"
echo '{"zero_optimization": {"stage": 7}}' >ds.json
expect 2 "import of bad input" "$shardscope" import config.json ds.json -o bad.yaml
says err "ds.json:1: zero.stage" "import of bad input"
absent bad.yaml "import of bad input"
echo '{"model_type": "mixtral"}' >moe.json
echo '{"sequence_parallel_size": 2, "train_batch_size": 4}' >sequence.json
expect 2 "import of what is missing" "$shardscope" import config.json sequence.json -o part.yaml
absent part.yaml "import of what is missing"
says <(head -n 1 out) "missing: sequence.json:1: sequence_parallel_size: is 2" "import's first line"
expect 2 "the same without a result" "$shardscope" import config.json sequence.json
expect 0 "import of a part" "$shardscope" import config.json sequence.json -o part.yaml --partial
says out "missing: sequence.json:1" "import of a part reports"
says <(head -n 1 part.yaml) "# PARTIAL, without sequence.json:1" "a part says so at its top"
expect 0 "estimate of a part" "$shardscope" estimate part.yaml
expect 2 "import of what cannot be run" "$shardscope" import moe.json -o bad.yaml
absent bad.yaml "import of what cannot be run"

# 1: a verdict that is not as expected
cat >wrong.yaml <<'END'
pack: wrong
source: a test
formulas:
  - id: wrong.parameters
    quantity: parameters
    scope: rank
    expression: 2*P_rank
    source: none
    agreement: exact
    because: twice as many as there are
END
expect 1 "a wrong formula" "$shardscope" run two.yaml --formulas wrong.yaml --json wrong.json
says wrong.json '"verdict": "off"' "a wrong formula"
says out "estimate: 2*P_rank; P_rank = " "a wrong formula is shown with its numbers"
says out "more than measured" "a wrong formula says by how much"

# 2: bad input is told once, before any rank starts, and leaves no output
expect 2 "bad input" "$shardscope" run two.yaml --set zero.stage=4 --set zero.stge=1 --json bad.json
lines err 2 "bad input"
lines out 0 "bad input"
says err "--set zero.stage=4: zero.stage: is 4; it must be in [0, 3]" "bad input"
absent bad.json "bad input left a file"
expect 2 "missing batches" "$shardscope" run two.yaml --set training.batches=none.safetensors
says err "none.safetensors: No such file or directory" "missing batches"
expect 2 "a folder that is not there" "$shardscope" run two.yaml --json none/run.json
expect 2 "faults of different sources" "$shardscope" run two.yaml --set zero.stage=7 \
  --set training.weights=none.safetensors --formulas none.yaml --json none/run.json
lines err 4 "faults of different sources"
for fault in "zero.stage: is 7" "none.safetensors: No such file" none.yaml "none is no folder"; do
  says err "$fault" "faults of different sources"
done
cp two.yaml same.yaml
expect 2 "one dump folder for two scenarios" "$shardscope" run two.yaml same.yaml --dump dump
says err "same.yaml: scenario: 'two' would be dumped into the folder of 'two'" "one dump folder"
cp two.yaml kept.yaml
expect 2 "an output that is an input" "$shardscope" run two.yaml --json two.yaml --csv /dev/null
says err '--json two.yaml: is read by this run' "an output that is an input"
says err '--csv /dev/null: is no regular file' "an output that is a device"
same two.yaml kept.yaml "an output that is an input"
expect 2 "one file for two outputs" "$shardscope" run two.yaml --json same --csv same
expect 2 "two spellings of one file" "$shardscope" dry two.yaml --json new.json --csv ./new.json
says err '--csv ./new.json: is the file of --json too' "two spellings of one file"
expect 2 "the journal's file" "$shardscope" sweep two.yaml --json sweep.journal
says err '--json sweep.journal: is the file of the journal too' "the journal's file"
cp wrong.yaml pack.yaml
{ grep -v '^check' two.yaml && echo 'check: {formulas: [./pack.yaml]}'; } >packed.yaml
expect 2 "an output that is a scenario's pack" "$shardscope" dry packed.yaml --json pack.yaml
says err '--json pack.yaml: is read by this run' "an output that is a scenario's pack"
expect 2 "an output without a name" "$shardscope" dry two.yaml --json ''

# What fails at the end leaves the older files.
echo older >kept.json
expect 3 "a full standard output" sh -c "'$shardscope' dry grid.yaml --json kept.json >/dev/full"
says kept.json older "a full standard output"
# So does an interruption, and nothing else stays.
cat two.yaml - >long.yaml <<'END'
sweep: {model.num_layers: [200, 201, 202, 203, 204, 205, 206], training.global_batch_size: [400, 402]}
END
"$shardscope" dry long.yaml --json kept.json >out 2>err &
for _ in $(seq 100); do compgen -G '.shardscope.*.part' >/dev/null && break; sleep 0.05; done
kill -INT $!
ended_with 3 $! "an interrupted dry sweep"
says err "interrupted by signal 2" "an interrupted dry sweep"
says kept.json older "an interrupted dry sweep"
compgen -G '.shardscope.*.part' && fail "an interrupted dry sweep left a part"
expect 2 "too few ranks" mpirun --oversubscribe -n 1 "$shardscope" run two.yaml
says err "started 1 rank; the largest scenario needs 2" "too few ranks"

# 2: more than this machine's memory, told before a rank starts; a dry run says what fits
gpt3=(--set model.num_layers=96 --set model.hidden_size=12288 --set model.num_attention_heads=96)
expect 2 "a run too large" "$shardscope" run two.yaml "${gpt3[@]}" --json large.json
lines err 1 "a run too large"
says err ": two: needs 5,5" "a run too large"
says err "for the peaks of its 2 ranks; this machine has " "a run too large"
absent large.json "a run too large"
expect 2 "a run too large, own mpirun" mpirun --oversubscribe --mca mpi_yield_when_idle 1 -n 2 \
  "$shardscope" run two.yaml "${gpt3[@]}"
says err "for the peaks of its 2 ranks; this machine has " "a run too large, own mpirun"
expect 0 "does it fit" "$shardscope" dry two.yaml "${gpt3[@]}" --set hardware.memory_bytes=80e9 \
  --json fit.json
says out "does not fit: at its peak rank 0 (one of 2 that hold as much) holds" "does it fit"
says fit.json '"change": "zero.stage=1"' "does it fit"

# 0: more ranks than needed, under the user's own mpirun
expect 0 "own mpirun" mpirun --oversubscribe --mca mpi_yield_when_idle 1 -n 3 \
  "$shardscope" run two.yaml --json own.json
same run.json own.json "own mpirun gave other bytes"

# a run that came to its end and is worth a word all the same
expect 0 "a run without a step" "$shardscope" run two.yaml --set precision=mixed_fp16 \
  --set loss_scale.initial=1e38 --quiet
says err "warning: two: all 2 steps were skipped by the loss scale" "a run without a step"

# 3: what is printed finds no room
for command in estimate run formulas; do
  arguments=("$command")
  [[ $command == formulas ]] || arguments+=(two.yaml)
  "$shardscope" "${arguments[@]}" >/dev/full 2>err
  [[ $? -eq 3 ]] || fail "$command with a full disk: status is not 3" err
  says err "error: " "$command with a full disk"
done

# 3: a rank that dies or is stopped ends the run, and the older output stays
endless=(run two.yaml --set training.steps=100000000 --json run.json)
"$shardscope" "${endless[@]}" >out 2>err &
launcher=$!
kill -KILL "$(rank_process "$launcher" 1)"
ended_with 3 "$launcher" "a rank is killed"
lines err 2 "a rank is killed"
says err ": ended by signal 9 (Killed)" "a rank is killed"
same run.json first.json "a failed run touched its output"

"$shardscope" "${endless[@]}" --timeout 3 >out 2>err &
launcher=$!
kill -STOP "$(rank_process "$launcher" 1)"
ended_with 3 "$launcher" "a rank is stopped"
lines err 2 "a rank is stopped"
says err "error: rank " "a rank is stopped"

# a sweep that is interrupted goes on where it was, and takes its journal away at the end
cat >sweep.yaml <<'END'
model: {num_layers: 2, hidden_size: 16, num_attention_heads: 2, vocab_size: 64, seq_length: 16}
training: {micro_batch_size: 1, global_batch_size: 4}
check: {formulas: [parameters]}
sweep: {training.steps: [1, 100000000]}
END
"$shardscope" sweep sweep.yaml >out 2>err &
launcher=$!
for _ in $(seq 300); do
  [[ -s sweep.journal ]] && break
  sleep 0.1
done
kill -TERM "$launcher"
ended_with 3 "$launcher" "interrupted sweep"
says err "interrupted by signal 15" "interrupted sweep"
sed -i 's/100000000/2/' sweep.yaml
expect 0 "the sweep goes on" "$shardscope" sweep sweep.yaml
says err "1 of 2 scenarios were finished before" "the sweep goes on"
absent sweep.journal "the journal stays"

exit $((failures > 0))
