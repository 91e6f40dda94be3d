// Every product of matrices in sim goes through the one counted entry.
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace {

namespace fs = std::filesystem;
using Files = std::set<std::string>;

fs::path project_root() {
  const fs::path here = __FILE__;
  return here.parent_path().parent_path().parent_path().parent_path();
}

/// The sources of sim with a line that matches `pattern`.
Files sources_with(const std::string& pattern) {
  const std::regex wanted(pattern);
  Files found;
  for (const auto& entry : fs::recursive_directory_iterator(project_root() / "sim")) {
    if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
    std::ifstream stream(entry.path());
    for (std::string line; std::getline(stream, line);) {
      if (std::regex_search(line, wanted)) {
        found.insert(entry.path().lexically_relative(project_root()).generic_string());
      }
    }
  }
  return found;
}

TEST(OneProduct, EigenIsIncludedByOneFile) {
  EXPECT_EQ(sources_with(R"(^\s*#\s*include\s*[<"](unsupported/)?Eigen)"),
            Files{"sim/kernels/product_tile.cpp"});
}

TEST(OneProduct, TilesAreMultipliedByTheCountedEntryAlone) {
  EXPECT_EQ(sources_with(R"(\bmultiply_tile\()"),
            (Files{"sim/kernels/product.cpp", "sim/kernels/product_tile.cpp",
                   "sim/kernels/product_tile.hpp"}));
  EXPECT_EQ(sources_with(R"(\badd_matmul\()"), (Files{"sim/flops.hpp", "sim/kernels/product.cpp"}));
}

// Sums of products over a row exist in the element-wise kernels and are counted there; a product of
// matrices would add to an element: x += a * b.
TEST(OneProduct, NoLoopAddsProductsToAnElement) {
  EXPECT_EQ(sources_with(R"(\+=[^;]*\w\]?\)?\s\*\s\w[^;]*\[)"), Files{});
  EXPECT_EQ(sources_with(R"(gemm|\bdgemv\b|\bcblas)"), Files{});
}

}  // namespace
