#include "tests/lint/layering.hpp"

#include <string>

#include <gtest/gtest.h>

#include "tests/lint/project_files.hpp"

namespace lint {
namespace {

struct Row {
  std::string path;
  std::string line;
};

TEST(Layering, FindsEveryKindOfWrongInclude) {
  const std::vector<Row> wrong{
      {"sim/tensor.cpp", R"(#include "ranks/mesh.hpp")"},
      {"sim/kernels/norm.hpp", R"(  #  include "parallel/plan.hpp"  // why not)"},
      {"ranks/mesh.cpp", R"(#include "parallel/plan.hpp")"},
      {"ranks/mesh.cpp", "#include <scenarios/scenario.hpp>"},
      {"parallel/plan.hpp", R"(#include "scenarios/scenario.hpp")"},
      {"scenarios/main.cpp", R"(#include "tests/lint/layering.hpp")"},
      {"scenarios/packs/formula.cpp", R"(#include "sim/dtype.hpp")"},
      {"scenarios/packs/formula.cpp", R"(#include "ranks/mesh.hpp")"},
      {"scenarios/packs/formula.cpp", R"(#include "parallel/plan.hpp")"},
      {"scenarios/read/document.cpp", R"(#include "scenarios/files/inputs.hpp")"},
      {"scenarios/read/reader.cpp", R"(#include "scenarios/import/model_config.hpp")"},
      {"scenarios/import/imported.hpp", R"(#include "scenarios/judge/measured.hpp")"},
      {"scenarios/import/syntax/settings.cpp", R"(#include "scenarios/report/number_text.hpp")"},
      {"scenarios/text/int128.hpp", R"(#include "scenarios/scenario.hpp")"},
      {"scenarios/scenario.hpp", R"(#include "scenarios/read/draft.hpp")"},
      {"scenarios/judge/check.cpp", R"(#include "scenarios/commands/options.hpp")"},
      {"scenarios/unknown/file.cpp", R"(#include "scenarios/text/int128.hpp")"},
      {"scenarios/read/draft.cpp", R"(#include "scenarios/unknown/file.hpp")"},
      {"sim/tensor.cpp", "#include <mpi.h>"},
      {"parallel/plan.cpp", "#include <mpi.h>"},
      {"scenarios/main.cpp", "#include <mpi.h>"},
      {"sim/kernels/product.hpp", "#include <Eigen/Core>"},
      {"sim/tensor.cpp", "#include <Eigen/Dense>"},
      {"ranks/group.cpp", "#include <Eigen/Core>"},
      {"parallel/plan.cpp", "#include <omp.h>"},
      {"sim/tensor.cpp", "#include <spdlog/spdlog.h>"},
      {"parallel/plan.cpp", "#include <yaml-cpp/yaml.h>"},
      {"parallel/plan.cpp", "#include <muParser.h>"},
      {"ranks/session.cpp", "#include <CLI/CLI.hpp>"},
      {"parallel/plan.cpp", "#include <nlohmann/json.hpp>"},
      {"sim/tensor.cpp", "#include <fstream>"},
      {"ranks/session.cpp", "#include <iostream>"},
      {"parallel/plan.cpp", "#include <cstdio>"},
      {"scenarios/main.cpp", "#include <gtest/gtest.h>"},
      {"sim/tensor.cpp", R"(#include "view.hpp")"},
  };
  for (const auto& [path, line] : wrong) {
    EXPECT_EQ(layering_faults(path, "#pragma once\n\n" + line + "\n#include <vector>\n").size(), 1U)
        << path << ": " << line;
  }
}

TEST(Layering, AcceptsWhatTheArrowAllows) {
  const std::vector<Row> right{
      {"sim/tensor.cpp", R"(#include "sim/view.hpp")"},
      {"sim/kernels/product.cpp", "#include <Eigen/Core>"},
      {"ranks/group.cpp", "#include <mpi.h>"},
      {"ranks/group.cpp", R"(#include "sim/view.hpp")"},
      {"parallel/plan.hpp", R"(#include "ranks/mesh.hpp")"},
      {"parallel/plan.hpp", R"(#include "sim/dtype.hpp")"},
      {"scenarios/main.cpp", R"(#include "parallel/plan.hpp")"},
      {"scenarios/main.cpp", "#include <iostream>"},
      {"scenarios/packs/formula.cpp", R"(#include "scenarios/scenario.hpp")"},
      {"scenarios/packs/formula.cpp", "#include <muParser.h>"},
      {"scenarios/main.cpp", R"(#include "scenarios/commands/program.hpp")"},
      {"scenarios/read/draft.hpp", R"(#include "scenarios/scenario.hpp")"},
      {"scenarios/import/imported.cpp", R"(#include "scenarios/import/syntax/settings.hpp")"},
      {"scenarios/load/reader.cpp", R"(#include "scenarios/import/model_config.hpp")"},
      {"scenarios/commands/work.hpp", R"(#include "scenarios/load/reader.hpp")"},
      {"tests/sim/tensor_test.cpp", R"(#include "scenarios/scenario.hpp")"},
      {"tests/mpi_main.cpp", "#include <mpi.h>"},
      {"sim/tensor.cpp", "// the mesh is in ranks/mesh.hpp"},
  };
  for (const auto& [path, line] : right) {
    EXPECT_TRUE(layering_faults(path, line).empty()) << path << ": " << line;
  }
}

TEST(Layering, FaultNamesTheFileAndTheHeader) {
  const auto faults = layering_faults("sim/tensor.cpp", "#include <vector>\n#include <mpi.h>\n");
  EXPECT_EQ(faults, std::vector<std::string>{"sim/tensor.cpp must not include mpi.h"});
}

TEST(Layering, HoldsInTheProject) {
  int sources = 0;
  for (const auto& [path, text] : project_files()) {
    if (!is_source(path)) continue;
    ++sources;
    for (const auto& fault : layering_faults(path, text)) ADD_FAILURE() << fault;
  }
  EXPECT_GT(sources, 20) << "the walk must have found the rooms";
}

}  // namespace
}  // namespace lint
