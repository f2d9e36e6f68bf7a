/// Saved chains, on bytes that libFuzzer makes up: `load` refuses them in a line, or the chain goes on. From a point that no chain comes to there
/// may be no way on, which is an error of one line, too.
///
/// The first byte of an input is the number of a chain, the rest is its state.
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzzer.hpp"

import firefly;

namespace {

using firefly::algorithm_kind, firefly::kernel_kind, firefly::updater_kind;

/// Chains of every kernel and every updater, on few rows.
std::vector<std::shared_ptr<firefly::any_chain>> make_chains() {
    auto data = firefly::synthetic_logistic({.rows = 200, .columns = 3});
    firefly::posterior const model(firefly::logistic{}, firefly::gaussian_prior(1.0), firefly::dense_rows(std::move(data)));
    std::vector<std::shared_ptr<firefly::any_chain>> chains;
    auto const add = [&](firefly::choices const& how) {
        chains.push_back(firefly::plan(model, how).make_chain({.seed = 1, .warm_up = 5}));
        for (int i = 0; i < 10; ++i) chains.back()->advance();
    };
    for (auto const kernel : {kernel_kind::bright_gibbs, kernel_kind::elliptical_slice, kernel_kind::random_walk, kernel_kind::mala,
                              kernel_kind::slice, kernel_kind::slice_directions, kernel_kind::hamiltonian})
        add({.algorithm = algorithm_kind::firefly, .kernel = kernel});
    for (auto const updater : {updater_kind::thinned_gibbs, updater_kind::implicit_form, updater_kind::explicit_form,
                               updater_kind::explicit_distinct, updater_kind::deterministic_sweep, updater_kind::full_gibbs})
        add({.algorithm = algorithm_kind::firefly, .updater = updater});
    add({.algorithm = algorithm_kind::firefly, .anchor = firefly::none});
    for (auto const kernel : {kernel_kind::elliptical_slice, kernel_kind::independence})
        add({.algorithm = algorithm_kind::regular, .kernel = kernel});
    return chains;
}

std::vector<std::shared_ptr<firefly::any_chain>> const& all_chains() {
    static auto const chains = make_chains();
    return chains;
}

}  // namespace

std::vector<std::string> seeds() {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < all_chains().size(); ++i) result.push_back(static_cast<char>(i) + all_chains()[i]->save());
    return result;
}

void try_input(std::string_view input) {
    if (input.empty()) return;
    auto& chain = *all_chains()[static_cast<unsigned char>(input[0]) % all_chains().size()];
    try {
        chain.load(input.substr(1));
        for (int i = 0; i < 3; ++i) chain.advance();
        for (double const value : chain.where().theta) require(std::isfinite(value), "a finite point");
    } catch (firefly::data_error const& refusal) {
        require_one_line(refusal.what(), "");
    } catch (firefly::numerical_error const& failure) { require_one_line(failure.what(), ""); }
}
