#include "scenarios/commands/shared_tasks.hpp"

#include <cstdint>
#include <optional>
#include <utility>

#include "scenarios/commands/packed.hpp"
#include "scenarios/read/key_table.hpp"
#include "scenarios/read/plan.hpp"

namespace scenarios {

namespace {

// Absent keys are left out; the kind of a value is that of its key.
void pack_values(Packer& packer, const ScenarioValues& values) {
  for (const KeyId key : keys_by_name()) {
    const auto value = value_at(values, key);
    packer.add(value.has_value());
    if (value) std::visit([&packer](const auto& held) { packer.add(held); }, *value);
  }
}

Value unpack_value(Unpacker& unpacker, Kind kind) {
  switch (kind) {
    case Kind::boolean:
      return unpacker.take<bool>();
    case Kind::integer:
      return unpacker.take<std::int64_t>();
    case Kind::real:
      return unpacker.take<double>();
    case Kind::word:
    case Kind::text:
      return unpacker.take<std::string>();
    case Kind::integers:
      return unpacker.take<std::vector<std::int64_t>>();
    case Kind::reals:
      break;
  }
  return unpacker.take<std::vector<double>>();
}

ScenarioValues unpack_values(Unpacker& unpacker) {
  ScenarioValues values;
  for (const KeyId key : keys_by_name()) {
    if (unpacker.take<bool>()) set_value(values, key, unpack_value(unpacker, key.key().kind));
  }
  return values;
}

}  // namespace

std::string bytes_of(const std::vector<Task>& tasks) {
  Packer packer;
  for (const Task& task : tasks) {
    const InputFiles& inputs = task.scenario.inputs;
    packer.add(task.scenario.name);
    for (const auto* path : {&inputs.data, &inputs.batches, &inputs.weights}) {
      packer.add(path->string());
    }
    pack_values(packer, task.scenario.values);
  }
  return packer.bytes();
}

std::vector<Task> tasks_of(std::string_view bytes) {
  std::vector<Task> tasks;
  for (Unpacker unpacker(bytes); !unpacker.at_end();) {
    Scenario scenario;
    scenario.name = unpacker.take<std::string>();
    InputFiles& inputs = scenario.inputs;
    for (auto* path : {&inputs.data, &inputs.batches, &inputs.weights}) {
      *path = unpacker.take<std::string>();
    }
    scenario.values = unpack_values(unpacker);
    scenario.plan = plan_of(scenario.values);
    tasks.push_back({std::move(scenario), nullptr});
  }
  return tasks;
}

}  // namespace scenarios
