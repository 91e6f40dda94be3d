#include "scenarios/packs/rank_lists.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "scenarios/packs/moments.hpp"

namespace scenarios {

namespace {

// Equal entries become one, in the order of their first.
std::vector<ListEntry> counted(const std::vector<Variables>& entries) {
  std::vector<ListEntry> list;
  std::map<Variables, std::size_t> known;
  for (const Variables& numbers : entries) {
    const auto [place, is_new] = known.emplace(numbers, list.size());
    if (is_new) {
      list.push_back({numbers, 1});
    } else {
      list[place->second].count += 1;
    }
  }
  return list;
}

std::vector<Variables> numbers_of(const RankTensors& chunks) {
  std::vector<Variables> numbers;
  for (const auto& chunk : chunks) {
    for (const ListedTensor& tensor : chunk) numbers.push_back(tensor.numbers);
  }
  return numbers;
}

// Groups of tensors, chunk by chunk.
template <class Group>
std::vector<Variables> grouped(const RankTensors& chunks, Group group) {
  std::vector<Variables> numbers;
  for (const auto& chunk : chunks) {
    for (const TensorGroup& each : group(chunk)) numbers.push_back(numbers_of_group(each));
  }
  return numbers;
}

}  // namespace

std::vector<ListEntry> list_of_tensors(ListKind list, const RankTensors& tensors,
                                       const Variables& rank) {
  switch (list) {
    case ListKind::modules:
      return counted(grouped(tensors, modules_of));
    case ListKind::units: {
      const double bucket = rank.at("zero.reduce_bucket_size");
      return counted(
          grouped(tensors, [bucket](const auto& chunk) { return units_of(chunk, bucket); }));
    }
    case ListKind::tensors:
    case ListKind::moments:
      break;
  }
  return counted(numbers_of(tensors));
}

std::vector<std::string_view> rank_names_of_list(ListKind list) {
  std::vector<std::string_view> names = {"is_first", "is_last", chunk_layers};
  if (list == ListKind::moments) names.emplace_back("pp_rank");
  return names;
}

bool is_own_number(ListKind list, std::string_view name) {
  constexpr std::array<std::string_view, 2> of_tensors = {"elements", "shard"};
  constexpr std::array<std::string_view, 3> of_groups = {"elements", "shard", "members"};
  switch (list) {
    case ListKind::tensors:
      return std::ranges::find(of_tensors, name) != of_tensors.end();
    case ListKind::modules:
    case ListKind::units:
      return std::ranges::find(of_groups, name) != of_groups.end();
    case ListKind::moments:
      return is_number_of_a_moment(name);
  }
  return false;
}

}  // namespace scenarios
