/// One log in both formats: what is read back is the same.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly.external;
import firefly.core;
import firefly.draws;
import firefly.netcdf;

using firefly::draw_log;
using firefly::stored_draws;
using firefly::stored_variable;

namespace {

constexpr std::size_t chains = 3, warm_up = 4, size = 50;

/// Numbers that tell chain, draw, parameter and statistic apart.
firefly::draw make_draw(std::size_t chain, std::size_t i) {
    firefly::draw result;
    double const x = static_cast<double>(100 * chain + i);
    result.theta = firefly::zeros(6);
    for (std::size_t p = 0; p < 6; ++p) result.theta(p) = std::sin(x + 0.1 * static_cast<double>(p));
    result.log_density = -x / 3;
    result.acceptance = 1 / (x + 1);
    result.step = 0.5 + (i < warm_up ? x : 0);
    result.z = {.bright = i, .brightened = i + chain, .darkened = 2 * i, .queries = i + 3};
    result.theta_queries = 4;
    result.iteration = i;
    result.diverging = i % 7 == chain;
    result.warm_up = i < warm_up;
    return result;
}

firefly::fact_list const facts{{"model", "softmax"}, {"algorithm", "flymc"}, {"kernel", "mala"}, {"seed", "18446744073709551615"},
                               {"rows", "3020"},     {"target", "species"},  {"thin", "1"},      {"num_warmup", "4"}};

void check_same(std::vector<stored_variable> const& some, std::vector<stored_variable> const& others) {
    REQUIRE(some.size() == others.size());
    for (std::size_t i = 0; i < some.size(); ++i) {
        CHECK(some[i].name == others[i].name);
        CHECK(some[i].dimensions == others[i].dimensions);
        CHECK(some[i].labels == others[i].labels);
        CHECK(some[i].chains == others[i].chains);
        CHECK(some[i].warm_up == others[i].warm_up);
    }
}

}  // namespace

TEST_CASE("a log has the same parameters, statistics, warm-up, times and facts in Stan CSV and in netCDF") {
    temporary_directory const directory;
    std::vector<stored_variable> const parameters{firefly::coefficients({"(intercept)", "größe, in m"}, {"a", "b", "c"})};
    auto const paths = firefly::chain_paths(directory / "draws.csv", chains);
    stored_draws collected{
        .parameters = parameters, .warm_up_seconds = {0.5, 0.25, 1}, .sampling_seconds = {1.5, 2.125, 3}, .facts = facts};
    for (std::size_t c = 0; c < chains; ++c) {
        auto log = draw_log::temporary(6);
        for (std::size_t i = 0; i < warm_up + size; ++i) log.append(make_draw(c, i));
        auto const drawn = log.read();
        collected.add_chain(drawn.draws());

        auto header = firefly::stan_header_of(facts);
        header.chain = c + 1;
        header.draws = size;
        header.save_warm_up = true;
        firefly::stan_csv_writer writer(paths[c], header, parameters);
        for (auto const& draw : drawn.draws()) writer.append(draw);
        writer.finish(collected.warm_up_seconds[c], collected.sampling_seconds[c]);
    }
    write_netcdf(directory / "draws.nc", collected);

    auto const csv = firefly::read_stan_csv(paths), netcdf = firefly::read_netcdf(directory / "draws.nc");
    CHECK(csv.chains() == chains);
    CHECK(csv.length() == size);
    CHECK(csv.warm_up_length() == warm_up);
    check_same(csv.parameters, collected.parameters);
    check_same(csv.statistics, collected.statistics);
    check_same(netcdf.parameters, collected.parameters);
    check_same(netcdf.statistics, collected.statistics);
    for (auto const* const read : {&csv, &netcdf}) {
        CHECK(read->warm_up_seconds == collected.warm_up_seconds);
        CHECK(read->sampling_seconds == collected.sampling_seconds);
        CHECK(read->statistics.size() == firefly::statistic_count);
        for (auto const& [key, value] : facts) CHECK(firefly::find_fact(read->facts, key) == value);
    }

    // And once more from one format to the other.
    write_stan_csv(directory / "again.csv", netcdf);
    write_netcdf(directory / "again.nc", csv);
    auto const again = firefly::read_stan_csv(firefly::chain_paths(directory / "again.csv", chains));
    check_same(again.parameters, collected.parameters);
    check_same(again.statistics, collected.statistics);
    CHECK(again.sampling_seconds == collected.sampling_seconds);
    check_same(firefly::read_netcdf(directory / "again.nc").statistics, collected.statistics);
}
