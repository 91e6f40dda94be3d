#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>

namespace scenarios {

/// The texts of those scenario files that are pipes or the like, which give their text once: read
/// now, by path. Throws BadInput where one cannot be read.
std::map<std::string, std::string> texts_of_pipes(std::span<const std::filesystem::path> files);

/// An unnamed file that holds the texts, for the standard input of another process of ours, which
/// the caller closes. Throws std::runtime_error when there is no memory for it.
int hand_over(const std::map<std::string, std::string>& texts);

/// The texts that a process was handed so. Nothing handed: none.
std::map<std::string, std::string> handed_texts(int descriptor);

}  // namespace scenarios
