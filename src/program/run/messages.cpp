module;
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

module firefly.program.run;

import firefly;

namespace firefly::program {

namespace {

template <class Use>
void with_members(instruction& given, Use const& use) {
    auto& [what, target, seconds, heeds_signals] = given;
    use(what, target, seconds, heeds_signals);
}

template <class Use>
void with_members(chain_report& chain, Use const& use) {
    auto& [number, status, result, state, end] = chain;
    use(number, status.position, status.bright, status.queries, status.acceptance, state, end);
    with_members(result, use);
}

}  // namespace

std::string to_bytes(instruction const& given) {
    byte_writer out;
    instruction copy = given;
    with_members(copy, [&](auto const&... member) { (out.put(member), ...); });
    return out.bytes();
}

std::string to_bytes(follower_report const& report) {
    byte_writer out;
    follower_report copy = report;
    out.put(copy.what);
    out.put(copy.failure);
    out.put(copy.is_signalled);
    out.put(static_cast<std::uint64_t>(copy.chains.size()));
    for (auto& chain : copy.chains) with_members(chain, [&](auto const&... member) { (out.put(member), ...); });
    return out.bytes();
}

instruction read_instruction(std::string_view bytes) {
    byte_reader in(bytes);
    instruction given;
    with_members(given, [&](auto&... member) { (in.get(member), ...); });
    return given;
}

follower_report read_report(std::string_view bytes) {
    byte_reader in(bytes);
    follower_report report;
    std::uint64_t chains = 0;
    in.get(report.what);
    in.get(report.failure);
    in.get(report.is_signalled);
    in.get(chains);
    report.chains.resize(chains);
    for (auto& chain : report.chains) with_members(chain, [&](auto&... member) { (in.get(member), ...); });
    return report;
}

}  // namespace firefly::program
