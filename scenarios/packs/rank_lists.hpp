#pragma once

#include <string_view>
#include <vector>

#include "scenarios/packs/formula.hpp"
#include "scenarios/packs/tensor_list.hpp"
#include "scenarios/packs/variables.hpp"

namespace scenarios {

/// An entry of a list, or `count` equal ones: the numbers that an expression finds in it by name.
struct ListEntry {
  Variables numbers;
  double count = 1;
};

/// The lists of one rank, stated from the scenario's numbers and the rows of a pack. They know
/// nothing of the program that splits and runs the model.
///
/// tensors: what the rank holds, in the order of the forward: `elements`, `shard` = the part of one
///   of d ranks, rounded up, and the row's marks. Rows may use `of_first_layer`, `of_last_layer`
///   (of the chunk), `of_first_chunk` and `of_last_chunk` (of the model).
/// modules: tensors of one module together. units: whole tensors from the last to the first, closed
///   before they would pass reduce_bucket_size, never across two chunks; one that is `alone` is a
///   unit. Numbers of both are sums over their tensors, `members` is how many, and `closing.NAME`
///   the number of the tensor that is last in the backward.
/// moments: the times at which a backward begins (MEASURES.md's in-flight counts): how many forward
///   passes are not undone yet (`chunks_in_flight`; `layers_in_flight`, their layers together;
///   `first_in_flight` and `last_in_flight`, those of the model's first and last chunk), and
///   `turns_first`, `turns_last`, `turns_layers`, whether the chunk whose backward begins is the
///   model's first or last one, and its layers.
///
/// list_of_tensors makes all but the last, which moments_of_rank (moments.hpp) does.
std::vector<ListEntry> list_of_tensors(ListKind list, const RankTensors& tensors,
                                       const Variables& rank);

/// The variables of a rank (packs/variables.hpp) by which the entries of `list` may differ from one
/// rank to another, besides those that the rows of the tensors name.
std::vector<std::string_view> rank_names_of_list(ListKind list);

/// Whether `name` is a number that entries of `list` have of themselves, without marks.
bool is_own_number(ListKind list, std::string_view name);

}  // namespace scenarios
