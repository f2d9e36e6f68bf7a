module;
#include <netcdf.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

module firefly.netcdf;

import firefly.external;
import firefly.core;
import firefly.draws;
import firefly.files;
import :description;
import :group;

namespace firefly {

namespace {

/// What a statistic is by its name, unless a value would be lost: other programs may mean something else by it.
statistic_kind kind_of(stored_variable const& statistic) {
    constexpr double most = 9007199254740992;  // 2⁵³: all whole numbers up to it are doubles
    auto const kind = kind_of_statistic(statistic.name);
    auto const fits = [&](double value) {
        return kind == statistic_kind::truth ? value == 0 || value == 1 : std::abs(value) <= most && value == std::trunc(value);
    };
    for (auto const* const part : {&statistic.chains, &statistic.warm_up})
        for (auto const& chain : *part)
            if (!std::ranges::all_of(chain, fits)) return statistic_kind::number;
    return kind;
}

void write_statistics(group const& target, part const& written) {
    auto const dimensions = written.dimensions(target);
    std::array<std::size_t, 2> const count{1, written.length};
    for (auto const& variable : written.draws.statistics) {
        auto const kind = kind_of(variable);
        nc_type const type = kind == statistic_kind::truth ? NC_BYTE : kind == statistic_kind::count ? NC_INT64 : NC_DOUBLE;
        int const id = target.variable(arviz_name_of(variable.name), type, dimensions);
        // netCDF has no type for truth values; this is how xarray writes them, and reads them back as bool.
        if (kind == statistic_kind::truth) target.text("dtype", "bool", id);
        for (std::size_t c = 0; c < written.draws.chains(); ++c) {
            auto const& values = (variable.*written.values)[c];
            std::array<std::size_t, 2> const start{c, 0};
            if (kind == statistic_kind::truth)
                target.put(id, start, count, std::vector<signed char>(values.begin(), values.end()).data());
            else if (kind == statistic_kind::count)
                target.put(id, start, count, std::vector<std::int64_t>(values.begin(), values.end()).data());
            else
                target.put(id, start, count, values.data());
        }
    }
}

void write_groups(group const& root, stored_draws const& draws) {
    auto const created_at = now();
    auto const described = [&](std::string const& name) {
        group const result = root.child(name);
        describe(result, draws, created_at);
        return result;
    };
    auto const write_part = [&](part const& written, std::string const& prefix) {
        write_parameters(described(prefix + "posterior"), written);
        if (!draws.statistics.empty()) write_statistics(described(prefix + "sample_stats"), written);
    };
    describe(root, draws, created_at);
    bool const knows_data = find_count(draws.facts, "rows").has_value();
    if (knows_data) describe_data(root, draws, "data_");
    write_part({draws, &stored_variable::chains, draws.length()}, "");
    if (draws.warm_up_length() > 0) write_part({draws, &stored_variable::warm_up, draws.warm_up_length()}, "warmup_");
    if (knows_data) describe_data(described("observed_data"), draws, "");
}

}  // namespace

void write_netcdf(std::filesystem::path const& path, stored_draws const& draws) {
    draws.check();
    output_file::check(path);  // first, so that a path that cannot be written is told before the work
    netcdf_image image(path);
    write_groups(image, draws);
    write_file(path, image.close());
}

}  // namespace firefly
