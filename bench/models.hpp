/// The parts of bench_models, a source file for each subject.
#pragma once

#include <filesystem>

#include "records.hpp"

namespace firefly::bench::models {

// models_noise.cpp
void noise_part(records& figures);
void nu_part(records& figures);

// models_groups.cpp
void strong_part(records& figures);
void weak_part(records& figures);
void factor_part(records& figures);

// models_million.cpp: all write into the folder
/// Seconds from the file to the draws.
double million_part(records& figures, std::filesystem::path const& folder);
void levels_part(records& figures, std::filesystem::path const& folder);
/// `seconds`: what `million_part` returned.
void peers_part(records& figures, std::filesystem::path const& folder, double seconds);

}  // namespace firefly::bench::models
