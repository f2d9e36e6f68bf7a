module;
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

module firefly.dynamic;

import firefly.external;
import firefly.core;
import firefly.files;
import firefly.samplers;

namespace firefly {

namespace {

/// Changes whenever anything changes that is saved.
constexpr checkpoint_kind saved_chain{.title = "chain", .version = 3};

}  // namespace

std::shared_ptr<any_chain> start_erased_chain(any_firefly_density density, any_kernel<any_firefly_density> kernel,
                                              any_updater updater, chain_options options, any_updater const& first) {
    return erase(start_firefly_chain(std::move(density), std::move(kernel), std::move(updater), options, first));
}

std::shared_ptr<any_chain> start_erased_chain(any_density density, any_kernel<any_density> kernel, chain_options options) {
    return erase(start_regular_chain(std::move(density), std::move(kernel), options));
}

void write_chain_file(std::filesystem::path const& path, std::string_view state) {
    write_checkpoint_file(path, saved_chain, state);
}

std::string read_chain_file(std::filesystem::path const& path) {
    return read_checkpoint_file(path, saved_chain);
}

}  // namespace firefly
