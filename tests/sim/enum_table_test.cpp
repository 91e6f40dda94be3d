#include "sim/enum_table.hpp"

#include <gtest/gtest.h>

#include "sim/category.hpp"
#include "sim/items.hpp"

namespace sim {
namespace {

enum class Fruit { apple, pear, plum };

constexpr EnumNames<Fruit> fruit_names{
    {{Fruit::apple, "apple"}, {Fruit::pear, "pear"}, {Fruit::plum, "plum"}}};

TEST(EnumTable, CountsAndNamesEnumerators) {
  static_assert(enumerator_count<Fruit> == 3);
  static_assert(enumerators<Fruit>[2] == Fruit::plum);
  static_assert(fruit_names[Fruit::pear] == "pear");
  static_assert(fruit_names.find("plum") == Fruit::plum);
  static_assert(!fruit_names.find("fig"));
  EXPECT_EQ(enumerator_count<Category>, 8U);
  EXPECT_EQ(name_of(Item::head_logits), "head.logits");
}

}  // namespace
}  // namespace sim
