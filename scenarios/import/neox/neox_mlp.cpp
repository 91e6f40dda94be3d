#include "scenarios/import/neox/neox_mlp.hpp"

#include <array>
#include <string>

#include <fmt/format.h>

#include "scenarios/import/setting_values.hpp"

namespace scenarios {

namespace {

std::int64_t rounded_up(std::int64_t number, std::int64_t multiple) {
  return (number + multiple - 1) / multiple * multiple;
}

bool read_activation(Imported& imported, Settings& settings) {
  const std::string name = text_of(imported, settings, "activation").value_or("gelu");
  const bool is_fused = boolean_of(imported, settings, "bias_gelu_fusion").value_or(false);
  const bool is_other_gate = contains_word("reglu bilinear glu", name);
  const bool gated = name == "swiglu" || name == "geglu" || is_other_gate;
  const bool is_silu = name == "swiglu" || name == "silu" || name == "swish";
  const bool is_gelu = name == "gelu" || name == "geglu";
  const std::string word = is_silu ? "silu" : is_gelu && !is_fused ? "gelu" : "gelu_tanh";
  if (is_other_gate) {
    imported.lack(
        settings, "activation",
        fmt::format("a gate of kind '{}' is missing; supported: gelu, geglu, silu, swiglu", name),
        "model.activation_func");
  } else if (!is_silu && !is_gelu) {
    imported.approximate(settings, "activation",
                         fmt::format("'{}' is not computed; gelu_tanh stands in, with the same "
                                     "sizes",
                                     name));
  }
  imported.give("model.activation_func", word, settings, "activation");
  imported.give("model.gated_linear_unit", gated, settings, "activation");
  return gated;
}

void read_biases(Imported& imported, Settings& settings, bool gated) {
  const bool mlp = boolean_of(imported, settings, "use_bias_in_mlp").value_or(true);
  const bool attention = boolean_of(imported, settings, "use_bias_in_attn_linear").value_or(true);
  imported.give("model.add_bias_linear", mlp && attention, settings, "use_bias_in_mlp");
  imported.give("model.add_qkv_bias", attention, settings, "use_bias_in_attn_linear");
  if (mlp && !attention) {
    imported.difference(settings, "use_bias_in_mlp",
                        settings.mentions("use_bias_in_mlp")
                            ? "biases of the MLP, in a block whose attention has none"
                            : "biases of the MLP, in a block whose attention has none "
                              "(use_bias_in_mlp is not in the file, and true by default)",
                        [gated](const DenseShape& of) {
                          return of.layers * ((gated ? 2 : 1) * of.ffn + of.hidden);
                        });
  } else if (attention && !mlp) {
    imported.difference(settings, "use_bias_in_mlp", "a bias of the attention's projection",
                        [](const DenseShape& of) { return of.layers * of.hidden; });
  }
}

void read_width(Imported& imported, Settings& settings, bool gated) {
  const auto hidden = imported.draft.integer("model.hidden_size");
  const auto stated_size = integer_of(imported, settings, "intermediate_size");
  const auto multiple = integer_of(imported, settings, "mlp_multiple_of").value_or(1);
  const double factor = real_of(imported, settings, "expansion_factor").value_or(4);
  const bool is_factor = factor > 0 && factor < 1 << 20;
  if (!is_factor) imported.fault(settings, "expansion_factor", "is no factor");
  const double product = is_factor ? static_cast<double>(hidden.value_or(0)) * factor : 0;
  const std::int64_t size = stated_size.value_or(static_cast<std::int64_t>(product));
  constexpr std::int64_t most = std::int64_t{1} << 31U;
  if (size < 1 || size >= most || multiple < 1 || multiple >= most) {
    if (stated_size) imported.fault(settings, "intermediate_size", "is no size");
    return;
  }
  const NeoxWidths widths = neox_widths(size, multiple, gated);
  if (widths.fit(gated)) {
    imported.give("model.ffn_hidden_size", widths.last, settings, "intermediate_size");
    return;
  }
  const std::string what =
      fmt::format("{} gives a first matrix of {} rows, which feed {} columns, and a last one of {}",
                  size, widths.first, gated ? widths.first / 2 : widths.first, widths.last);
  imported.contradict(settings, "intermediate_size", what);
  if (imported.settled("model.ffn_hidden_size")) return;  // --set has decided
  imported.draft.refuse(
      "model.ffn_hidden_size", settings.place_of("intermediate_size"),
      fmt::format(
          "intermediate_size {}; a gated MLP's width is a third of it: for a width of {} write {}, "
          "or --set model.ffn_hidden_size={}",
          what, size, 3 * size, size));
}

}  // namespace

NeoxWidths neox_widths(std::int64_t intermediate, std::int64_t multiple, bool gated) {
  const std::int64_t both = gated ? intermediate * 2 / 3 : intermediate;
  return {.first = rounded_up(both, (gated ? 2 : 1) * multiple),
          .last = rounded_up(gated ? both / 2 : both, multiple)};
}

void read_neox_mlp(Imported& imported, Settings& settings) {
  const bool gated = read_activation(imported, settings);
  read_biases(imported, settings, gated);
  read_width(imported, settings, gated);
}

}  // namespace scenarios
