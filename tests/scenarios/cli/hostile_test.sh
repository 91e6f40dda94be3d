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

# Sizes from outside are never rounded past 2^63: one gather of all the weights is what is asked for.
zero2=(--set zero.stage=2 --set training.steps=3 --set optimizer.lr=0.05 --formulas exact)
expect 0 "a bucket of 2^63 - 1" "$shardscope" run two.yaml "${zero2[@]}" --json big.json \
  --set zero.allgather_bucket_size=9223372036854775807
expect 0 "a usual bucket" "$shardscope" run two.yaml "${zero2[@]}" --json usual.json
same <(grep -A 4 '"loss"' big.json) <(grep -A 4 '"loss"' usual.json) "losses of two bucket sizes"
# What cannot be counted in 64 bits is refused with its keys, and the others of a sweep are named too.
for large in "model.seq_length=2147483647" "model.seq_length=536870912 --set training.micro_batch_size=2" \
  "model.hidden_size=1048576 --set training.micro_batch_size=1073741824"; do
  # shellcheck disable=SC2086
  expect 2 "dry $large" "$shardscope" dry two.yaml --json none.json \
    --set parallel.data_parallel_size=1 --set training.global_batch_size=2147483648 --set $large
  lines out 0 "dry $large"
  absent none.json "dry $large"
done
expect 2 "dry sizes" "$shardscope" dry two.yaml --set model.seq_length=2147483647
lines err 1 "dry sizes"
says err "--set model.seq_length=2147483647: two: is too large to be counted: " "dry sizes"
expect 2 "run sizes" "$shardscope" run two.yaml --set model.seq_length=2147483647
says err "two: is too large to be counted: " "run sizes"
expect 2 "dry sizes over ranks" "${own_mpirun[@]}" -n 2 \
  "$shardscope" dry two.yaml --set model.seq_length=2147483647

# Inputs that are no files, or cannot be looked at, are bad input, with the system's own words.
ln -s loop loop
mkfifo pipe
long=$(printf 'x%.0s' $(seq 300))
mkdir folder
for input in loop "$long" "$long/$long" pipe /dev/zero /proc/self/mem two.yaml/none; do
  expect 2 "scenario $input" timeout 60 "$shardscope" dry "$input"
  expect 2 "pack $input" timeout 60 "$shardscope" dry two.yaml --formulas "./$input"
  expect 2 "config $input" timeout 60 "$shardscope" import "$input"
  expect 2 "data $input" timeout 60 "$shardscope" run two.yaml --set "training.data=$input"
  lines err 1 "data $input"
done
ln -s loop folder/loop.yaml
expect 2 "a folder with a loop" "$shardscope" dry folder
says err "folder/loop.yaml: " "a folder with a loop"

# Outputs that cannot be written are found before anything runs: status 2, and no log of a run.
touch file
expect_refused() { # NAME OPTION...
  local name=$1
  shift
  expect 2 "$name" "$shardscope" run two.yaml "$@"
  grep -q "running on" err && fail "$name: it ran" err
}
expect_refused "a name too long" --json "$long"
expect_refused "a file on the way" --dump file/x
expect_refused "a place in /proc" --dump /proc/x/y
expect_refused "a file in /proc" --json /proc/x.json
expect_refused "a link that goes round" --json loop
(ulimit -f 0 && "$shardscope" run two.yaml --json limited.json 2>&1) | grep -q "cannot be written to" ||
  fail "ulimit -f 0"
[[ -z $(find . -name '.shardscope*') ]] || fail "a trial left something"
# A link stays, and what it points to is made.
ln -s made.json link.json
expect 0 "a dangling link" "$shardscope" dry two.yaml --json link.json
[[ -L link.json && -f made.json ]] || fail "a dangling link was replaced"

# Whatever a scenario is called, its dump stays inside the folder.
cat two.yaml - >named.yaml <<'END_OF_FILE'
sweep: {training.seed: [1, 2]}
END_OF_FILE
sed 's/^scenario: two/scenario: ".."/' two.yaml >dots.yaml
sed 's/^scenario: two/scenario: "a\/b"/' two.yaml >slash.yaml
mkdir -p outer
expect 0 "names of folders" "$shardscope" run dots.yaml slash.yaml --dump outer/dump
[[ $(ls outer) == dump && $(ls outer/dump | tr '\n' ' ') == "__ a_b " ]] || fail "dumps lie elsewhere" <(find outer)

# A journal belongs to one sweep; another one of the same folder keeps its entries.
cat two.yaml - >endless.yaml <<'END_OF_FILE'
sweep: {training.steps: [1, 100000000]}
END_OF_FILE
"$shardscope" sweep endless.yaml >sweep.out 2>sweep.err &
launcher=$!
for _ in $(seq 300); do
  [[ -s sweep.journal ]] && break
  sleep 0.1
done
expect 2 "a second sweep" "$shardscope" sweep named.yaml
says err "sweep.journal: is the journal of a sweep that is running" "a second sweep"
kill -TERM "$launcher"
ended_with 3 "$launcher" "the first sweep"
echo '{"identity":5,"run":""}' >>sweep.journal
expect 0 "another sweep" "$shardscope" sweep named.yaml
says err "it is passed over" "another sweep"
[[ $(grep -c '"identity":"' sweep.journal) -eq 1 ]] || fail "the first sweep's entry is lost"
sed -i 's/100000000/2/' endless.yaml
expect 0 "the first sweep goes on" "$shardscope" sweep endless.yaml --dump dumped
for number in 1 2; do
  [[ -s $(ls -d dumped/*steps="$number"*)/weights.safetensors ]] || fail "no dump of run $number"
done
absent sweep.journal "the journal stays"

# Names and paths of any bytes go through a sweep.
latin=$(printf 'caf\xe9')
mkdir "$latin"
cp two.yaml "$latin/two.yaml"
echo text >"$latin/text"
expect 0 "a path that is no UTF-8" "$shardscope" sweep "$latin/two.yaml" --set "training.data=$latin/text" \
  --json "$latin/out.json"

# mpirun's reasons are its first words, and a bad temporary folder is told by its name.
expect 3 "a bad hostfile" env OMPI_MCA_orte_default_hostfile=/none/hosts "$shardscope" run two.yaml
says err "hostfile: /none/hosts" "a bad hostfile"
expect 3 "a bad TMPDIR" env TMPDIR=/none "$shardscope" run two.yaml
says err "TMPDIR is /none" "a bad TMPDIR"
expect 3 "no such transport" env OMPI_MCA_btl=nope "$shardscope" run two.yaml
says err "error: mpirun: A requested component was not found" "no such transport"

exit $((failures > 0))
