module;
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

module firefly.program.run;

import firefly.external;
import firefly;

namespace firefly::program {

namespace {

/// Must change whenever the saved content changes, including the states of chains.
constexpr std::uint64_t version = 2;

template <class Use>
void with_members(run_description& description, Use const& use) {
    auto& [data_hash, fingerprint, names, columns, classes, metadata] = description;
    use(data_hash, fingerprint, names, columns, classes, metadata);
}

template <class Use>
void with_members(chain_snapshot& chain, Use const& use) {
    auto& [state, result] = chain;
    use(state);
    with_members(result, use);
}

}  // namespace

void write_checkpoint(std::filesystem::path const& path, checkpoint const& contents) {
    byte_writer out;
    auto const put = [&](auto const&... member) { (out.put(member), ...); };
    checkpoint copy = contents;
    put(copy.arguments, copy.directory, static_cast<std::uint64_t>(copy.chains.size()));
    with_members(copy.description, put);
    for (auto& chain : copy.chains) with_members(chain, put);
    write_checkpoint_file(path, version, out.bytes());
}

checkpoint read_checkpoint(std::filesystem::path const& path) {
    std::string const bytes = read_checkpoint_file(path, version);
    byte_reader in(bytes);
    auto const get = [&](auto&... member) { (in.get(member), ...); };
    checkpoint contents;
    std::uint64_t chains = 0;
    get(contents.arguments, contents.directory, chains);
    with_members(contents.description, get);
    contents.chains.resize(chains);
    for (auto& chain : contents.chains) with_members(chain, get);
    return contents;
}

}  // namespace firefly::program
