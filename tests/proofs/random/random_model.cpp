#include "tests/proofs/random/random_model.hpp"

#include <string>
#include <vector>

namespace test {
namespace {

// Each block key one time in three, against what the preset says.
struct Block {
  bool parallel_residual = false;
  bool head_norms = false;
  std::string positions;
};

Block draw_block(Draw& draw, ScenarioKeys& keys) {
  const std::string architecture = draw.of({"gpt2", "llama", "gpt_neox"});
  keys.set("model.architecture", architecture);
  Block block = {.parallel_residual = architecture == "gpt_neox",
                 .positions = architecture == "gpt2" ? "learned_absolute" : "rope"};
  const auto is_set = [&draw] { return draw.once_in(3); };
  const auto flag = [&](const char* key) {
    const bool value = draw.once_in(2);
    keys.set(key, value);
    return value;
  };
  if (is_set()) keys.set("model.normalization", draw.of({"LayerNorm", "RMSNorm"}));
  if (is_set()) {
    block.positions = draw.of({"learned_absolute", "rope", "none"});
    keys.set("model.position_embedding_type", block.positions);
  }
  if (is_set()) keys.set("model.activation_func", draw.of({"gelu_tanh", "gelu", "silu"}));
  if (is_set()) flag("model.gated_linear_unit");
  if (is_set()) flag("model.add_bias_linear");
  if (is_set()) flag("model.add_qkv_bias");
  if (is_set()) block.head_norms = flag("model.qk_layernorm");
  if (is_set()) block.parallel_residual = flag("model.parallel_residual");
  if (block.parallel_residual && is_set()) keys.set("model.shared_norm", true);
  if (is_set()) flag("model.tie_word_embeddings");
  return block;
}

// Divisors of the heads that the tensor ranks can share or divide.
std::int64_t draw_kv_heads(Draw& draw, std::int64_t heads, std::int64_t t) {
  std::vector<std::int64_t> allowed;
  for (std::int64_t k = 1; k <= heads; ++k) {
    if (heads % k == 0 && (k % t == 0 || t % k == 0)) allowed.push_back(k);
  }
  return draw.of(allowed);
}

// A norm over two channels leaves a sign, whose gradient is nothing but rounding: from four on.
std::int64_t draw_head_dim(Draw& draw, const Block& block) {
  if (block.head_norms) return draw.of<std::int64_t>({4, 5, 6, 8});
  return draw.between(2, 8);
}

// Shares of which an even number of channels, at least two, is turned.
void draw_rotation(Draw& draw, std::int64_t head_dim, ScenarioKeys& keys) {
  std::vector<std::string> allowed;
  for (const char* share : {"0.25", "0.4", "0.5", "0.75", "0.9", "1.0"}) {
    const auto turned = static_cast<std::int64_t>(static_cast<double>(head_dim) * std::stod(share));
    if (turned >= 2 && turned % 2 == 0) allowed.emplace_back(share);
  }
  keys.set("model.rotary_percent", draw.of(allowed));
}

// Returns the hidden size. head_dim is h / a, or has nothing to do with it.
std::int64_t draw_heads(Draw& draw, std::int64_t t, const Block& block, ScenarioKeys& keys) {
  const std::int64_t heads = t * (t > 4 ? 1 : draw.between(1, 3));
  const std::int64_t head_dim = draw_head_dim(draw, block);
  keys.set("model.num_attention_heads", heads);
  if (draw.once_in(2)) {
    keys.set("model.num_key_value_heads", draw_kv_heads(draw, heads, t));
  }
  if (block.positions == "rope") draw_rotation(draw, head_dim, keys);
  if (heads * head_dim >= 8 && draw.once_in(2)) return heads * head_dim;
  keys.set("model.head_dim", head_dim);
  return draw.between(9, 35);
}

void draw_dropout(Draw& draw, ScenarioKeys& keys) {
  if (draw.once_in(2)) keys.set("model.attention_dropout", draw.of({"0.1", "0.25"}));
  if (draw.once_in(2)) keys.set("model.hidden_dropout", draw.of({"0.1", "0.25"}));
}

}  // namespace

ModelSizes draw_model(Draw& draw, std::int64_t t, bool trains, ScenarioKeys& keys) {
  const Block block = draw_block(draw, keys);
  ModelSizes sizes;
  sizes.h = draw_heads(draw, t, block, keys);
  keys.set("model.hidden_size", sizes.h);
  // Wide enough, one time in four, for matrices of 4,096 elements: 8-bit moments are another there.
  const std::int64_t widest = draw.once_in(4) ? 400 / t : 60 / t;
  keys.set("model.ffn_hidden_size", t * draw.between(5, widest));
  keys.set("model.vocab_size", draw.between(7, draw.once_in(4) ? 300 : 61));
  if (draw.once_in(3))
    keys.set("model.make_vocab_size_divisible_by", draw.of<std::int64_t>({3, 8}));
  // Long enough, one time in six, for attention matrices to be most of what is alive.
  const std::int64_t longest = draw.once_in(6) ? 48 : 13;
  sizes.s = draw.once_in(2) ? t * draw.between(1, longest / t) : draw.between(1, longest);
  keys.set("model.seq_length", sizes.s);
  sizes.positions = sizes.s > 8 ? sizes.s : 8 + draw.between(0, 5);
  keys.set("model.max_position_embeddings", sizes.positions);
  if (trains) draw_dropout(draw, keys);
  return sizes;
}

}  // namespace test
