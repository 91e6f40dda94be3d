#pragma once

#include "sim/model/description.hpp"

namespace test {

// T0, the small model of the handed cases: L=4 h=64 a=4 s=32 V=128, MLP 4h, GELU, biases, learned
// positions, tied embedding. Its tensors, counted by hand:
//
//   word table                 128 * 64        =  8,192
//   positions                   32 * 64        =  2,048
//   a layer: ln_1               2 * 64         =    128
//            attn.c_attn  64 * 192 + 192       = 12,480
//            attn.c_proj   64 * 64 + 64        =  4,160
//            ln_2               2 * 64         =    128
//            mlp.c_fc     64 * 256 + 256       = 16,640
//            mlp.c_proj   256 * 64 + 64        = 16,448   sum 49,984, times 4 = 199,936
//   ln_f                        2 * 64         =    128
//   P = 8,192 + 2,048 + 199,936 + 128          = 210,304
inline sim::ModelDescription t0_model() {
  sim::ModelDescription model;
  model.layers = 4;
  model.hidden = 64;
  model.heads = 4;
  model.kv_heads = 4;
  model.head_dim = 16;
  model.ffn_hidden = 256;
  model.vocabulary = 128;
  model.padded_vocabulary = 128;
  model.positions = 32;
  model.sequence_length = 32;
  return model;
}

}  // namespace test
