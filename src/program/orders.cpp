module;
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

module firefly.program;

import firefly;

namespace firefly::program {

namespace {

template <class Use>
void with_members(run_order& order, Use const& use) {
    auto& [what, target, seconds, heeds_signals] = order;
    use(what, target, seconds, heeds_signals);
}

template <class Use>
void with_members(chain_report& chain, Use const& use) {
    auto& [number, status, result, state, end] = chain;
    use(number, status.position, status.bright, status.queries, status.acceptance, state, end);
    with_members(result, use);
}

}  // namespace

std::string to_bytes(run_order const& order) {
    byte_writer out;
    run_order copy = order;
    with_members(copy, [&](auto const&... member) { (out.put(member), ...); });
    return out.bytes();
}

std::string to_bytes(run_report const& report) {
    byte_writer out;
    run_report copy = report;
    out.put(copy.what);
    out.put(copy.failure);
    out.put(copy.is_signalled);
    out.put(static_cast<std::uint64_t>(copy.chains.size()));
    for (auto& chain : copy.chains) with_members(chain, [&](auto const&... member) { (out.put(member), ...); });
    return out.bytes();
}

run_order read_order(std::string_view bytes) {
    byte_reader in(bytes);
    run_order order;
    with_members(order, [&](auto&... member) { (in.get(member), ...); });
    return order;
}

run_report read_report(std::string_view bytes) {
    byte_reader in(bytes);
    run_report report;
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
