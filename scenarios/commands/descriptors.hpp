#pragma once

namespace scenarios {

/// Opens those of standard input, output and error that came closed on the null device: the first
/// file that is opened would be taken for them otherwise, and get what is printed.
void open_closed_descriptors();

}  // namespace scenarios
