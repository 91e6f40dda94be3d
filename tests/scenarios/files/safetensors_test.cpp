#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/files/safetensors_reader.hpp"
#include "scenarios/files/safetensors_writer.hpp"
#include "scenarios/read/fault.hpp"
#include "sim/ensure.hpp"
#include "tests/scenarios/files/safetensors_file.hpp"

namespace scenarios::test {
namespace {

std::string fault_of(const std::string& bytes) {
  const TemporaryFolder folder;
  const auto path = folder.write("f", bytes);
  try {
    const SafetensorsReader reader(path);
  } catch (const BadInput& error) {
    const std::string text = error.what();
    return text.substr(path.string().size() + 2);
  }
  return "no fault";
}

TEST(SafetensorsReader, ReadsSlicesOfEveryDtype) {
  // Bytes little-endian: 1.0 is 0x3f800000 in F32, 0x3c00 in F16, 0x3f80 in BF16.
  const std::string data("\x00\x00\x80\x3f\x00\x00\x00\xc0\x00\x3c\x80\x3f\x07\0\0\0\0\0\0\0", 20);
  const std::string header =
      R"({"__metadata__":{"format":"pt"},"a":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]},)"
      R"("b":{"dtype":"F16","shape":[],"data_offsets":[8,10]},)"
      R"("c":{"dtype":"BF16","shape":[1],"data_offsets":[10,12]},)"
      R"("d":{"dtype":"I64","shape":[1],"data_offsets":[12,20]}})";
  const TemporaryFolder folder;
  const SafetensorsReader reader(folder.write("f", with_length(header) + data));
  ASSERT_EQ(reader.tensors().size(), 4U);
  EXPECT_EQ(reader.find("a")->shape, (std::vector<std::int64_t>{2, 1}));
  std::array<float, 1> value{};
  reader.read("a", 1, value);
  EXPECT_EQ(value[0], -2.0F);
  reader.read("b", 0, value);
  EXPECT_EQ(value[0], 1.0F);
  reader.read("c", 0, value);
  EXPECT_EQ(value[0], 1.0F);
  std::array<std::int64_t, 1> integer{};
  reader.read("d", 0, integer);
  EXPECT_EQ(integer[0], 7);
  EXPECT_THROW(reader.read("a", 2, value), BadInput);
  EXPECT_THROW(reader.read("a", -1, value), BadInput);
  EXPECT_THROW(reader.read("d", 0, value), BadInput);
  EXPECT_THROW(reader.read("a", 0, integer), BadInput);
  EXPECT_THROW(reader.read("e", 0, value), BadInput);
}

TEST(SafetensorsReader, SaysWhatIsWrongWithAFile) {
  const std::string data(8, '\0');
  EXPECT_EQ(fault_of("1234"), "has 4 bytes; a safetensors file has at least 8");
  EXPECT_EQ(fault_of(with_length("{}", 50)),
            "is no safetensors file: its header would have 50 bytes, the file has 10");
  EXPECT_EQ(fault_of(with_length("[]")), "the header is not a JSON object");
  EXPECT_EQ(fault_of(with_length("{\"a\"")).substr(0, 25), "the header does not parse");
  EXPECT_EQ(
      fault_of(with_length(R"({"a":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}})") + data),
      "a: data_offsets [0, 8] do not hold the 12 bytes of shape [3]");
  EXPECT_EQ(
      fault_of(with_length(R"({"a":{"dtype":"F64","shape":[1],"data_offsets":[0,8]}})") + data),
      "a: dtype F64 is not supported; supported: F32 F16 BF16 I64");
  EXPECT_EQ(
      fault_of(with_length(R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,8]}})") + data),
      "a: length -1 is not a natural number");
  EXPECT_EQ(
      fault_of(with_length(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})") + data),
      "a: data begins at 4, but what stands before it ends at 0");
  EXPECT_EQ(
      fault_of(with_length(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})") + data),
      "tensors end at 4, the data has 8 bytes");
  EXPECT_EQ(fault_of(with_length(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
                                 R"("a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})") +
                     data),
            "a: stands twice in the header");
  EXPECT_EQ(
      fault_of(
          with_length(
              R"({"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,8]}})") +
          data),
      "a: shape [4294967296, 4294967296] is too large");
}

TEST(SafetensorsWriter, LaysTensorsOutByNameWhateverTheirOrder) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "out.safetensors";
  SafetensorsWriter writer(path, {{"b", {2}}, {"a", {1, 3}}});
  writer.write("b", std::array{4.0F, 5.0F});
  writer.write("a", std::array{1.0F, 2.0F, 3.0F});
  EXPECT_FALSE(std::filesystem::exists(path));
  writer.finish();
  const SafetensorsReader reader(path);
  EXPECT_EQ(reader.find("a")->begin, 0);
  EXPECT_EQ(reader.find("b")->begin, 12);
  std::array<float, 2> values{};
  reader.read("b", 0, values);
  EXPECT_EQ(values, (std::array{4.0F, 5.0F}));
  // 8 bytes of length, a header padded to a multiple of 8, 20 bytes of data.
  EXPECT_EQ((std::filesystem::file_size(path) - 20) % 8, 0U);
}

TEST(SafetensorsWriter, LeavesNothingBehindUnlessFinished) {
  const TemporaryFolder folder;
  {
    SafetensorsWriter writer(folder.path() / "out", {{"a", {1}}, {"b", {1}}});
    writer.write("a", std::array{1.0F});
    EXPECT_THROW(writer.write("a", std::array{1.0F}), sim::Error);
    EXPECT_THROW(writer.write("b", std::array{1.0F, 2.0F}), sim::Error);
    EXPECT_THROW(writer.write("c", std::array{1.0F}), sim::Error);
    EXPECT_THROW(writer.finish(), sim::Error);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  EXPECT_THROW(SafetensorsWriter(folder.path() / "none" / "out", {}), std::runtime_error);
}

}  // namespace
}  // namespace scenarios::test
