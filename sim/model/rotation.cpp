#include "sim/model/rotation.hpp"

namespace sim {

RotaryTable rotary_table_of(const Meters& meters, const ModelDescription& model,
                            std::int64_t positions) {
  if (model.rotated_channels() == 0) return {};
  if (meters.shape_only) {
    return {
        .positions = positions, .rotated = model.rotated_channels(), .cosines = {}, .sines = {}};
  }
  return make_rotary_table(positions, model.rotated_channels(), model.block.rotary_base);
}

void rotate_heads(Context& context, Rotation rotation, std::int64_t head_count, Heads<View> heads) {
  if (context.model.rotated_channels() == 0) return;
  ENSURE(context.rotary_table != nullptr);
  rotate(context.meters, *context.rotary_table, rotation, context.batch.first_position,
         context.batch.sequences, head_count, heads.stride, heads.view);
}

}  // namespace sim
