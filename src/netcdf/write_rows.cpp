module;
#include <fcntl.h>
#include <netcdf.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

module firefly.netcdf;

import firefly.external;
import firefly.draws;
import firefly.files;
import firefly.numeric;
import :description;
import :group;

namespace firefly {

namespace {

/// Where `output_file` has the bytes of a regular file until it is complete: beside what links lead to, whether or not that is there.
std::filesystem::path partial_of(std::filesystem::path place) {
    constexpr int most_links = 40;  // as Linux has it
    for (int i = 0; i < most_links && std::filesystem::is_symlink(place); ++i)
        place = place.parent_path() / std::filesystem::read_symlink(place);
    place += ".partial";
    return place;
}

nc_type type_of(row_variable::contents of) {
    return of == row_variable::contents::classes ? NC_INT : of == row_variable::contents::counts ? NC_INT64 : NC_DOUBLE;
}

/// As netCDF allows it, and no dimension's.
std::string variable_name(std::string name) {
    std::ranges::replace(name, '/', '_');
    if (name.empty()) return "target";
    return name == "chain" || name == "draw" || name == "row" ? name + "_" : name;
}

/// A file on the disk that netCDF writes into.
class netcdf_disk_file : public group {
public:
    netcdf_disk_file(int descriptor, std::filesystem::path const& path) : group(-1, path) {
        // By number, since netCDF reads more into a path than a path.
        check(nc_create(fmt::format("/proc/self/fd/{}", descriptor).c_str(), NC_NETCDF4 | NC_CLOBBER, &id_));
        check(nc_set_fill(id_, NC_NOFILL, nullptr));
    }
    void close() const { check(nc_close(id_)); }
};

}  // namespace

double row_variable::bytes(std::size_t draws) const {
    double const each = of == contents::classes ? sizeof(std::int32_t) : sizeof(double), all = static_cast<double>(rows);
    double const besides = 1 + (is_observed ? 1 : 0) + static_cast<double>(row_facts.size());
    return all * (each * static_cast<double>(draws) + besides * sizeof(double));
}

struct netcdf_row_writer::state {
    state(std::filesystem::path const& path, stored_draws const& draws, row_variable described)
        : of_rows(std::move(described)), chains(draws.chains()), length(draws.length()), place(path), file(path) {}

    void begin(stored_draws const& draws) {
        own.number = ::open(partial_of(place).c_str(), O_RDWR | O_CLOEXEC);
        if (own.number < 0)
            throw output_error(
                fmt::format("{}: rows are written in place, and this is no regular file; give another name", place.string()));
        netcdf.emplace(own.number, place);
        reserve(8.0 * static_cast<double>(chains * length * draws.parameters.size()));
        describe_all(draws);
    }

    /// Blocks beyond the end of the file: what is written later finds its place there.
    void reserve(double more) {
        double const bytes = of_rows.bytes(chains * length) + more;
        if (::fallocate(own.number, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(bytes)) == 0) return;
        if (errno != ENOSPC && errno != EDQUOT && errno != EFBIG) return;  // the file system does not do that
        throw output_error(fmt::format("{}: {} are needed, and the disk does not have them; make room, or write to another disk",
                                       place.string(), in_bytes(bytes)));
    }

    void describe_all(stored_draws const& draws) {
        auto const created_at = now();
        auto const described = [&](std::string const& name) {
            group const result = netcdf->child(name);
            describe(result, draws, created_at);
            return result;
        };
        describe(*netcdf, draws, created_at);
        part const written{draws, &stored_variable::chains, draws.length()};
        write_parameters(described("posterior"), written);
        groups.push_back(described(of_rows.group));
        std::string const name = variable_name(of_rows.name);
        auto dimensions = written.dimensions(groups[0]);
        dimensions.push_back(row_dimension(groups[0]));
        values = groups[0].variable(name, type_of(of_rows.of), dimensions);
        std::size_t const together = std::clamp<std::size_t>(of_rows.rows_at_once, 1, std::max<std::size_t>(1, of_rows.rows));
        groups[0].lay_out_in_chunks(values, std::array<std::size_t, 3>{1, std::max<std::size_t>(1, length), together});
        if (!of_rows.classes.empty() && of_rows.classes.size() <= most_texts) groups[0].texts("classes", of_rows.classes);
        if (!of_rows.is_observed && of_rows.row_facts.empty()) return;
        groups.push_back(described("observed_data"));
        int const row = row_dimension(groups[1]);
        if (of_rows.is_observed) observed = groups[1].variable(name, type_of(of_rows.observed), std::array{row});
        for (auto const& fact : of_rows.row_facts)
            facts.push_back(groups[1].variable(variable_name(fact), NC_DOUBLE, std::array{row}));
    }

    int row_dimension(group const& target) {
        int const row = target.dimension("row", of_rows.rows);
        numbers.push_back(target.variable("row", NC_INT64, std::array{row}));
        return row;
    }

    /// Of draws that vary fastest, one in which rows do.
    void put_values(vector_view block, std::size_t rows) {
        turned.resize(block.size());
        std::size_t const draws = chains * length;
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t s = 0; s < draws; ++s) turned[s * rows + i] = block[i * draws + s];
        groups[0].put_numbers(values, std::array<std::size_t, 3>{0, 0, done}, std::array{chains, length, rows}, turned.data());
    }

    void append(vector_view block, vector_view seen, std::vector<vector_view> const& of_facts) {
        std::size_t const rows = block.size() / (chains * length);
        std::array<std::size_t, 1> const start{done}, count{rows};
        put_values(block, rows);
        std::vector<double> own_numbers(rows);
        for (std::size_t i = 0; i < rows; ++i) own_numbers[i] = static_cast<double>(done + i);
        for (std::size_t g = 0; g < groups.size(); ++g) groups[g].put_numbers(numbers[g], start, count, own_numbers.data());
        if (of_rows.is_observed) groups[1].put_numbers(observed, start, count, seen.data());
        for (std::size_t k = 0; k < facts.size(); ++k) groups[1].put_numbers(facts[k], start, count, of_facts[k].data());
        done += rows;
    }

    row_variable of_rows;
    std::size_t chains, length, done = 0;
    std::filesystem::path place;
    output_file file;
    descriptor own;  // of the same bytes
    std::optional<netcdf_disk_file> netcdf;
    bool has_failed = false;
    std::vector<group> groups;  // that of the values, and what was observed
    std::vector<int> numbers, facts;
    int values = 0, observed = 0;
    std::vector<double> turned;
};

netcdf_row_writer::netcdf_row_writer(std::filesystem::path const& path, stored_draws const& draws, row_variable const& of_rows) {
    draws.check();
    state_ = std::make_unique<state>(path, draws, of_rows);
    try {
        state_->begin(draws);
    } catch (output_error const&) {
        discard();
        throw;
    }
}

netcdf_row_writer::~netcdf_row_writer() = default;

void netcdf_row_writer::append(vector_view values, vector_view observed, std::vector<vector_view> const& row_facts) try {
    state_->append(values, observed, row_facts);
} catch (output_error const&) {
    state_->has_failed = true;
    throw;
}

void netcdf_row_writer::commit() {
    state_->netcdf->close();
    state_->file.commit();
}

// After a write that failed the library must not be asked for anything more: see `netcdf_image`. Its file stays open, without a name.
void netcdf_row_writer::discard() {
    if (state_->netcdf && !state_->has_failed) state_->netcdf->close();
    state_->file.discard();
}

}  // namespace firefly
