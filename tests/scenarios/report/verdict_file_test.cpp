#include "scenarios/report/verdict_file.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "scenarios/packs/read_pack.hpp"
#include "scenarios/read/fault.hpp"
#include "scenarios/report/terminal.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace scenarios {
namespace {

Check check_of(const std::string& formula, Verdict verdict) {
  Check check;
  check.formula = formula;
  check.verdict = verdict;
  return check;
}

VerdictCounts three_formulas() {
  VerdictCounts counts;
  add_verdicts(counts, std::vector{check_of("b", Verdict::exact), check_of("b", Verdict::exact),
                                   check_of("a", Verdict::outside)});
  add_verdicts(counts, std::vector{check_of("b", Verdict::off), check_of("c", Verdict::within)});
  return counts;
}

TEST(VerdictFile, CountsWhatWasJudged) {
  const VerdictCounts expected = {
      {"a", {}}, {"b", {{"exact", 2}, {"off", 1}}}, {"c", {{"within", 1}}}};
  EXPECT_EQ(three_formulas(), expected);
}

TEST(VerdictFile, IsReadAsItWasWritten) {
  const std::string text = verdict_file_text(three_formulas());
  EXPECT_EQ(text,
            "{\n"
            "  \"a\": {},\n"
            "  \"b\": {\"exact\":2,\"off\":1},\n"
            "  \"c\": {\"within\":1}\n"
            "}\n");
  const test::TemporaryFolder folder;
  EXPECT_EQ(read_verdict_file(folder.write("verdicts.json", text)), three_formulas());
  EXPECT_TRUE(read_verdict_file(folder.write("x", "{}").parent_path() / "absent").empty());
  EXPECT_THROW(read_verdict_file(folder.write("list.json", "[1, 2]")), BadInput);
}

TEST(PackListing, ShowsTheVerdictsOfALibrary) {
  const std::string text = R"(pack: small
source: a paper
each: {scope: rank, agreement: exact, source: section 1}
formulas:
  - {id: a, quantity: parameters, expression: h}
  - {id: b, quantity: parameters, expression: h}
)";
  const Pack pack = parse_pack(text, "small.yaml", [](auto) { return std::string(); });
  const std::string listing = pack_listing(pack, three_formulas());
  EXPECT_NE(listing.find("verdicts    never judged"), std::string::npos);
  EXPECT_NE(listing.find("verdicts    exact x2, off x1"), std::string::npos);
  EXPECT_EQ(pack_listing(pack).find("verdicts"), std::string::npos);
}

}  // namespace
}  // namespace scenarios
