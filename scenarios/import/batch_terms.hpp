#pragma once

#include "scenarios/import/imported.hpp"

namespace scenarios {

/// Brings together what the files, --ranks and --set say about the batch and the mesh, and gives
/// the draft its data-parallel size, micro-batch and global batch: ranks = tp*pp*dp, and
/// global = micro * accumulation * dp, of which any two give the third. What does not divide is a
/// fault; what nobody says is 1 (or the ecosystem's default), with a note. The planned run becomes
/// training.tokens.
void settle_batch(Imported& imported);

}  // namespace scenarios
