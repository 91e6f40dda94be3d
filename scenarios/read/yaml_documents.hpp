#pragma once

#include <string>
#include <vector>

#include <yaml-cpp/yaml.h>

namespace scenarios {

/// The documents of a text, as YAML::LoadAll gives them. Throws YAML::ParserException also where
/// LoadAll of yaml-cpp 0.7 goes on for ever: at a comma or bracket after the end of
/// a document; and where the text passes the limits of bounds.hpp or an alias stands inside what it
/// names, so that the nodes can be walked by recursion.
std::vector<YAML::Node> load_documents(const std::string& text);

}  // namespace scenarios
