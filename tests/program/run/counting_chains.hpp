/// Chains that count, for those who run chains. Brings imports with it: include it after every other header.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

import firefly;
import firefly.program.input;
import firefly.program.setup;
import firefly.program.run;

namespace firefly::program {

/// A chain that counts: its n-th draw is a function of n and of its number alone.
class counting_chain final : public any_chain {
public:
    static constexpr std::uint64_t never = ~std::uint64_t{0};

    counting_chain(chain_options options, std::uint64_t fails_at, std::uint64_t asks_to_stop_at)
        : number_(options.chain), warm_up_(options.warm_up), fails_at_(fails_at), asks_to_stop_at_(asks_to_stop_at) {}

    void advance() final {
        if (position_ == fails_at_) throw std::runtime_error("the chain broke");
        if (position_ == asks_to_stop_at_) stop_requested = true;
        double const x = static_cast<double>(position_);
        current_.theta = to_vector(std::vector{x, std::sin(7 * x * x + static_cast<double>(number_))});
        current_.z.bright = 2;
        current_.theta_queries = 3;
        current_.acceptance = 0.5;
        current_.warm_up = position_ < warm_up_;
        ++position_;
    }
    draw const& current() const final { return current_; }
    bright_set const* brightness() const final { return nullptr; }
    point const& where() const final { return where_; }
    std::string save() const final {
        byte_writer out;
        for (std::uint64_t const value : {position_, number_, warm_up_}) out.put(value);
        return out.bytes();
    }
    void load(std::string_view saved) final {
        byte_reader in(saved);
        for (std::uint64_t* const value : {&position_, &number_, &warm_up_}) in.get(*value);
    }

private:
    std::uint64_t position_ = 0, number_, warm_up_, fails_at_, asks_to_stop_at_;
    draw current_;
    point where_;
};

/// The second of them fails there, and all ask to stop there.
inline chain_factory counting_chains(std::uint64_t fails_at = counting_chain::never,
                                     std::uint64_t asks_to_stop_at = counting_chain::never) {
    return {.make = [=](chain_options options) {
        return std::make_shared<counting_chain>(options, options.chain == 1 ? fails_at : counting_chain::never, asks_to_stop_at);
    }};
}

inline std::vector<double> kept_by(run_logs& logs, std::size_t chain) {
    std::vector<double> kept;
    auto const reader = logs.read(chain);
    for (std::size_t i = 0; i < reader.size(); ++i) kept.push_back(reader.at(i).theta(0));
    return kept;
}

}  // namespace firefly::program
