#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "parallel/measurement.hpp"

namespace parallel {

/// What one number of a measurement is called, and where it is shown besides travelling with the
/// measurement: in reports, and as a quantity of formulas.
struct Field {
  std::string_view section{};    // memory, activations, flops, traffic; empty: of the rank itself
  std::string_view subject{};    // a category, item, group, phase or axis
  std::string_view operation{};  // of traffic
  std::string_view number{};     // peak, kept, matmul, calls ...
  std::string_view key{};        // as reports spell it; empty: they leave it out
  bool is_quantity = true;
  std::string_view unit = "bytes";
  bool may_be_absent = false;  // reports leave its subject out where nothing was ever booked
};

namespace detail {

template <class Holder>
struct Member {
  std::string_view number;
  std::string_view key;
  std::int64_t Holder::*member;
  bool is_quantity = true;
  std::string_view unit = "bytes";
};

using CategoryBytes = sim::MemoryReport::CategoryBytes;
inline constexpr std::array category_members = {
    Member<CategoryBytes>{"peak", "peak_bytes", &CategoryBytes::peak},
    Member<CategoryBytes>{"kept", "kept_bytes", &CategoryBytes::kept},
    Member<CategoryBytes>{"end", "end_bytes", &CategoryBytes::end},
    Member<CategoryBytes>{"at_total_peak", "at_total_peak_bytes", &CategoryBytes::at_total_peak}};

inline constexpr std::array level_members = {
    Member<sim::Level>{"peak", "peak_bytes", &sim::Level::peak},
    Member<sim::Level>{"kept", "kept_bytes", &sim::Level::kept},
    Member<sim::Level>{"live", "", &sim::Level::live, false}};

inline constexpr std::array flop_members = {
    Member<sim::FlopCount>{"matmul", "matmul", &sim::FlopCount::matmul, true, "FLOP"},
    Member<sim::FlopCount>{"elementwise", "elementwise", &sim::FlopCount::elementwise, true,
                           "FLOP"}};

using Count = ranks::TrafficRecord::Count;
inline constexpr std::array count_members = {
    Member<Count>{"calls", "calls", &Count::calls, true, "calls"},
    Member<Count>{"bytes", "bytes", &Count::bytes}};

}  // namespace detail

/// These call visit(field, get) for each number of a kind, in the order of the reports;
/// get(measured) is a reference to it in a Measurement, const or not. Whatever walks a measurement
/// - names of quantities, reports, its way between ranks - walks these, and knows no number of its
/// own.
template <class Visit>
void for_each_own_field(Visit visit) {
  visit(
      Field{.number = "rank", .key = "rank", .is_quantity = false, .unit = ""},
      [](auto& of) -> auto& { return of.rank; });
  visit(
      Field{.number = "count", .key = "count", .is_quantity = false, .unit = "ranks"},
      [](auto& of) -> auto& { return of.count; });
  for (const ranks::Axis axis : ranks::mesh_axes) {
    visit(
        Field{.number = name_of(axis), .key = name_of(axis), .is_quantity = false, .unit = ""},
        [axis](auto& of) -> auto& { return of.at[axis]; });
  }
  visit(
      Field{.section = "ranks", .number = "dp", .unit = "ranks"},
      [](auto& of) -> auto& { return of.dp_group_size; });
  visit(
      Field{.number = "parameters", .key = "parameters", .unit = "elements"},
      [](auto& of) -> auto& { return of.parameters; });
  visit(
      Field{.number = "padding", .key = "padding", .is_quantity = false, .unit = "elements"},
      [](auto& of) -> auto& { return of.padding; });
}

template <class Visit>
void for_each_memory_field(Visit visit) {
  for (const sim::Category category : sim::enumerators<sim::Category>) {
    for (const auto& row : detail::category_members) {
      visit(
          Field{.section = "memory",
                .subject = name_of(category),
                .number = row.number,
                .key = row.key},
          [ i = static_cast<std::size_t>(category),
            row ](auto& of) -> auto& { return of.memory.categories[i].*row.member; });
    }
  }
  visit(
      Field{.section = "memory", .subject = "total", .number = "peak", .key = "peak_bytes"},
      [](auto& of) -> auto& { return of.memory.total_peak; });
}

/// Index 0 of items and groups stands for "none".
template <class Visit>
void for_each_activation_field(Visit visit) {
  const auto visit_level = [&visit](std::string_view name, bool is_reported, bool may_be_absent,
                                    auto get_level) {
    for (const auto& row : detail::level_members) {
      visit(
          Field{.section = "activations",
                .subject = name,
                .number = row.number,
                .key = is_reported ? row.key : "",
                .is_quantity = row.is_quantity,
                .may_be_absent = may_be_absent},
          [ get_level, row ](auto& of) -> auto& { return get_level(of).*row.member; });
    }
  };
  for (std::size_t i = 1; i < sim::item_count; ++i) {
    const auto item = static_cast<sim::Item>(i);
    visit_level(
        name_of(item), true,
        sim::waits_for_weight_half(item), [i](auto& of) -> auto& { return of.memory.items[i]; });
  }
  for (std::size_t i = 1; i < sim::item_group_count; ++i) {
    visit_level(
        name_of(static_cast<sim::ItemGroup>(i)), false,
        false, [i](auto& of) -> auto& { return of.memory.groups[i]; });
  }
}

template <class Visit>
void for_each_flop_field(Visit visit) {
  for (const sim::Phase phase : sim::enumerators<sim::Phase>) {
    for (const auto& row : detail::flop_members) {
      visit(
          Field{.section = "flops",
                .subject = name_of(phase),
                .number = row.number,
                .key = row.key,
                .unit = row.unit},
          [ i = static_cast<std::size_t>(phase),
            row ](auto& of) -> auto& { return of.flops[i].*row.member; });
    }
  }
}

template <class Visit>
void for_each_traffic_field(Visit visit) {
  for (const ranks::Axis axis : sim::enumerators<ranks::Axis>) {
    for (const ranks::Operation operation : sim::enumerators<ranks::Operation>) {
      for (const auto& row : detail::count_members) {
        visit(
            Field{.section = "traffic",
                  .subject = name_of(axis),
                  .operation = name_of(operation),
                  .number = row.number,
                  .key = row.key,
                  .unit = row.unit},
            [ axis, operation,
              row ](auto& of) -> auto& { return of.traffic.at(axis, operation).*row.member; });
      }
    }
  }
}

/// All of them.
template <class Visit>
void for_each_field(Visit visit) {
  for_each_own_field(visit);
  for_each_memory_field(visit);
  for_each_activation_field(visit);
  for_each_flop_field(visit);
  for_each_traffic_field(visit);
}

}  // namespace parallel
