#include <string>

#include <fmt/format.h>

#include "scenarios/import/arguments.hpp"
#include "scenarios/import/megatron/megatron_parts.hpp"

namespace scenarios {

namespace {

class TypeArguments : public Arguments {
 public:
  using Arguments::Arguments;

  // Gradients are kept and reduced in fp32 with bf16 unless --grad-reduce-in-bf16 says otherwise,
  // and in their own type with fp16.
  void read() {
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
    if (fp16) {
      read_loss_scale();
    } else {
      for (const char* key : {"loss_scale", "initial_loss_scale", "min_loss_scale",
                              "loss_scale_window", "hysteresis"}) {
        settings.use(key, "nothing without --fp16");
      }
    }
  }

 private:
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
};

}  // namespace

void read_megatron_types(Imported& imported, Settings& settings) {
  TypeArguments(imported, settings).read();
}

}  // namespace scenarios
