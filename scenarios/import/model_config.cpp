#include "scenarios/import/model_config.hpp"

#include "scenarios/import/hugging_face/hugging_face.hpp"
#include "scenarios/import/recognise.hpp"

namespace scenarios {

void apply_model_config(Draft& draft, const std::filesystem::path& path) {
  Settings settings = read_json_settings(path);
  apply_hugging_face(draft, settings);
}

}  // namespace scenarios
