#include <string>

#include <fmt/format.h>

#include "scenarios/import/arguments.hpp"
#include "scenarios/import/megatron/megatron_parts.hpp"

namespace scenarios {

namespace {

class TypeArguments : public Arguments {
 public:
  using Arguments::Arguments;

  void read() {
    read_types();
    read_recompute();
  }

 private:
  // Gradients are kept and reduced in fp32 with bf16 unless --grad-reduce-in-bf16 says otherwise,
  // and in their own type with fp16.
  void read_types() {
    const bool bf16 = flag("bf16");
    const bool fp16 = flag("fp16");
    if (bf16 && fp16) {
      imported.contradict(settings, "fp16", "--fp16 and --bf16 are both given");
      imported.fault(settings, "fp16", "--fp16 and --bf16 are both given; give one of them");
    }
    if (bf16) give("precision", std::string("mixed_bf16"), "bf16");
    if (fp16) give("precision", std::string("mixed_fp16"), "fp16");
    const bool in_fp32 = flag("accumulate_allreduce_grads_in_fp32");
    const bool narrow = flag("grad_reduce_in_bf16");
    if (bf16)
      give("gradient_dtype", std::string(narrow ? "bf16" : "fp32"),
           narrow ? "grad_reduce_in_bf16" : "bf16");
    if (fp16 && in_fp32) {
      give("gradient_dtype", std::string("fp32"), "accumulate_allreduce_grads_in_fp32");
    }
    if (const auto format = text_of(imported, settings, "fp8_format")) {
      approximate("fp8_format",
                  fmt::format("matrices would be multiplied in fp8 ({}); here they are counted in "
                              "the 16-bit type",
                              *format));
    }
    if (fp16) read_loss_scale();
  }

  void read_loss_scale() {
    translate(imported, settings, ConfigKey{"loss_scale_window", "loss_scale.window"});
    translate(imported, settings, ConfigKey{"hysteresis", "loss_scale.hysteresis"});
    const auto fixed = real_of(imported, settings, "loss_scale");
    if (!fixed) {
      translate(imported, settings, ConfigKey{"initial_loss_scale", "loss_scale.initial"});
      translate(imported, settings, ConfigKey{"min_loss_scale", "loss_scale.min"});
      imported.fill("loss_scale.initial", "4294967296");
      return;
    }
    give("loss_scale.initial", *fixed, "loss_scale");
    give("loss_scale.min", *fixed, "loss_scale");
    approximate("loss_scale",
                fmt::format("a fixed scale of {}: it does not fall below, but may grow after "
                            "loss_scale.window steps",
                            *fixed));
  }

  // Three generations of the same choice.
  void read_recompute() {
    const std::string granularity = word("recompute_granularity", "none");
    const bool old =
        flag("checkpoint_activations") || settings.states("activations_checkpoint_method");
    const bool selective = granularity == "selective" || flag("recompute_activations");
    const std::string mode = granularity == "full" || old ? "full"
                             : selective                  ? "selective"
                                                          : "none";
    const std::string key = old ? "activations_checkpoint_method" : "recompute_granularity";
    give("recompute", mode, key);
    const auto layers = integer_of(imported, settings, "recompute_num_layers").value_or(1);
    const std::string method =
        word("recompute_method", word("activations_checkpoint_method", "uniform"));
    if (mode != "full" || (layers == 1 && method == "uniform")) return;
    approximate(key, fmt::format("method '{}' with {} layers; recompute: full keeps the input of "
                                 "every layer",
                                 method, layers));
  }
};

}  // namespace

void read_megatron_types(Imported& imported, Settings& settings) {
  TypeArguments(imported, settings).read();
}

}  // namespace scenarios
