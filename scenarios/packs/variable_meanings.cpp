#include "scenarios/packs/variable_meanings.hpp"

#include <array>

namespace scenarios {

namespace {

constexpr std::array<VariableMeaning, 26> meanings = {{
    {"s", "sequence length", "model.seq_length"},
    {"b", "micro-batch size", "training.micro_batch_size"},
    {"h", "hidden size", "model.hidden_size"},
    {"L", "layers", "model.num_layers"},
    {"a", "attention heads", "model.num_attention_heads"},
    {"k", "key/value heads", "model.num_key_value_heads"},
    {"f", "feed-forward size", "model.ffn_hidden_size"},
    {"V", "vocabulary, padded as it runs"},
    {"t", "tensor parallel size", "parallel.tensor_model_parallel_size"},
    {"p", "pipeline parallel size", "parallel.pipeline_model_parallel_size"},
    {"d", "data parallel size", "parallel.data_parallel_size"},
    {"n", "ranks, t p d"},
    {"m", "micro-batches a step and replica, global batch / (b d)"},
    {"v", "virtual stages a rank", "parallel.virtual_pipeline_model_parallel_size"},
    {"D", "tokens of one step, global batch times s"},
    {"planned_tokens", "tokens of a whole training", "training.tokens"},
    {"schedule", "the pipeline schedule as a word; interleaved with v = 1 is one_f_one_b"},
    {"stage3_knobs", "1 where ZeRO-3 gathers as DeepSpeed does, 0 where its keys are absent"},
    {"even_chunks", "1 where all chunks of all stages have as many layers"},
    {"tp_rank", "the rank's place among the t of its tensor group", "", true},
    {"pp_rank", "the rank's stage, from 0", "", true},
    {"dp_rank", "the rank's place among the d replicas", "", true},
    {"is_first", "1 on the first stage", "", true},
    {"is_last", "1 on the last stage", "", true},
    {"L_rank", "layers of the rank's stage", "", true},
    {"L_chunk.0", "layers of the rank's first chunk; L_chunk.1 of the second ...", "", true},
}};

}  // namespace

std::span<const VariableMeaning> variable_meanings() {
  return meanings;
}

}  // namespace scenarios
