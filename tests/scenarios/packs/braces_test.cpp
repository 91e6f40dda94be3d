#include "scenarios/packs/braces.hpp"

#include <gtest/gtest.h>

#include "scenarios/read/fault.hpp"

namespace scenarios {
namespace {

const Tables tables = {{"item",
                        {{"gain", {{"kept", "t > 1"}, {"once", "0"}}},
                         {"norm.input", {{"kept", "p == 1"}, {"once", "h"}}}}}};

std::vector<std::string> all_of(const std::string& text) {
  const BracedText braced(text, tables);
  std::vector<std::string> texts;
  braced.for_each_choice([&](const auto& choice) { texts.push_back(braced.with(choice)); });
  return texts;
}

std::string fault_of(const std::string& text) {
  try {
    BracedText(text, tables);
  } catch (const BadValue& bad) {
    return bad.what();
  }
  return "none";
}

TEST(Braces, GiveEveryCombinationTheLastRunningFastest) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(all_of("plain"), Texts{"plain"});
  EXPECT_EQ(all_of("w.{kept,peak}"), (Texts{"w.kept", "w.peak"}));
  EXPECT_EQ(all_of("{a,b}.x.{1,2,3}"),
            (Texts{"a.x.1", "a.x.2", "a.x.3", "b.x.1", "b.x.2", "b.x.3"}));
  EXPECT_EQ(
      all_of("act.{item}.{kept,peak}"),
      (Texts{"act.gain.kept", "act.gain.peak", "act.norm.input.kept", "act.norm.input.peak"}));
}

TEST(Braces, RefuseWhatDoesNotMatch) {
  for (const char* text : {"a.{b", "a}", "{a,{b,c}}", "a.}b{"}) {
    EXPECT_EQ(fault_of(text), "has braces that do not match") << text;
  }
  EXPECT_EQ(fault_of("{a,}"), "has braces with an empty alternative");
  EXPECT_EQ(fault_of("{items}"), "names no table of this file: 'items'");
}

TEST(Braces, FillInTheRowOfATable) {
  const BracedText text("act.{item}", tables);
  const auto rows = text.rows({1});
  EXPECT_EQ(filled("{item.kept} ? L*{item} : {item.once}*{item}", rows),
            "(p == 1) ? L*item.norm.input : (h)*item.norm.input");
  EXPECT_EQ(filled("s*b*h", rows), "s*b*h");
  EXPECT_THROW(filled("{item.most}", rows), BadValue);
  EXPECT_THROW(filled("{other}", rows), BadValue);
}

}  // namespace
}  // namespace scenarios
