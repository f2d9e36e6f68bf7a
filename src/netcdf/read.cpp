module;
#include <netcdf.h>
#include <netcdf_mem.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

module firefly.netcdf;

import firefly.external;
import firefly.core;
import firefly.draws;
import firefly.files;
import firefly.tables;

namespace firefly {

namespace {

/// netCDF for reading, with `data_error` in place of status codes.
class open_group {
public:
    open_group(int id, std::string const& file) : id_(id), file_(&file) {}

    [[noreturn]] void refuse(std::string_view what) const { throw data_error(fmt::format("{}: {}", *file_, what)); }

    void check(int status) const {
        if (status != NC_NOERR) refuse(fmt::format("cannot be read ({}); give a complete netCDF-4 file", nc_strerror(status)));
    }

    std::optional<open_group> child(std::string const& name) const {
        int id = 0;
        if (nc_inq_ncid(id_, name.c_str(), &id) != NC_NOERR) return std::nullopt;
        return open_group(id, *file_);
    }

    std::vector<int> variables() const {
        int count = 0;
        check(nc_inq_varids(id_, &count, nullptr));
        std::vector<int> ids(static_cast<std::size_t>(count));
        check(nc_inq_varids(id_, &count, ids.data()));
        return ids;
    }

    std::string name(int variable) const {
        std::array<char, NC_MAX_NAME + 1> text{};
        check(nc_inq_varname(id_, variable, text.data()));
        return text.data();
    }

    bool is_numeric(int variable) const {
        nc_type type = 0;
        check(nc_inq_vartype(id_, variable, &type));
        return type != NC_STRING && type != NC_CHAR && type <= NC_UINT64;
    }

    struct dimension {
        std::string name;
        std::size_t length;
    };

    std::vector<dimension> dimensions(int variable) const {
        int count = 0;
        check(nc_inq_varndims(id_, variable, &count));
        std::vector<int> ids(static_cast<std::size_t>(count));
        check(nc_inq_vardimid(id_, variable, ids.data()));
        std::vector<dimension> result;
        for (int const id : ids) {
            std::array<char, NC_MAX_NAME + 1> text{};
            std::size_t length = 0;
            check(nc_inq_dim(id_, id, text.data(), &length));
            result.push_back({text.data(), length});
        }
        return result;
    }

    /// The draws of all chains, a vector each.
    std::vector<std::vector<double>> chains(int variable, std::vector<dimension> const& shape) const {
        std::vector<std::size_t> start(shape.size(), 0), count;
        for (auto const& d : shape) count.push_back(d.length);
        count[0] = 1;
        std::size_t size = 1;
        for (std::size_t const length : count) size *= length;
        std::vector<std::vector<double>> result(shape[0].length, std::vector<double>(size));
        for (auto& chain : result) {
            check(nc_get_vara_double(id_, variable, start.data(), count.data(), chain.data()));
            ++start[0];
        }
        return result;
    }

    /// What the coordinate variable calls the positions; without one, their numbers from 0 as in xarray.
    std::vector<std::string> labels(dimension const& along) const {
        std::vector<std::string> result(along.length);
        for (std::size_t i = 0; i < along.length; ++i) result[i] = fmt::format("{}", i);
        int id = 0;
        nc_type type = 0;
        if (nc_inq_varid(id_, along.name.c_str(), &id) != NC_NOERR || nc_inq_vartype(id_, id, &type) != NC_NOERR) return result;
        if (dimensions(id).size() != 1) return result;
        if (type == NC_STRING) {
            std::vector<char*> texts(along.length, nullptr);
            check(nc_get_var_string(id_, id, texts.data()));
            for (std::size_t i = 0; i < along.length; ++i) result[i] = texts[i] ? texts[i] : "";
            nc_free_string(texts.size(), texts.data());
        } else if (is_numeric(id)) {
            std::vector<double> values(along.length);
            check(nc_get_var_double(id_, id, values.data()));
            for (std::size_t i = 0; i < along.length; ++i) result[i] = fmt::format("{}", values[i]);
        }
        return result;
    }

    /// Attributes of the group that are one text or one number.
    fact_list attributes() const {
        int count = 0;
        check(nc_inq_natts(id_, &count));
        fact_list result;
        for (int i = 0; i < count; ++i) {
            std::array<char, NC_MAX_NAME + 1> key{};
            check(nc_inq_attname(id_, NC_GLOBAL, i, key.data()));
            if (auto value = attribute(key.data())) result.emplace_back(key.data(), std::move(*value));
        }
        return result;
    }

private:
    std::optional<std::string> attribute(char const* key) const {
        nc_type type = 0;
        std::size_t length = 0;
        check(nc_inq_att(id_, NC_GLOBAL, key, &type, &length));
        if (type == NC_CHAR) {
            std::string text(length, '\0');
            check(nc_get_att_text(id_, NC_GLOBAL, key, text.data()));
            return text;
        }
        if (length != 1) return std::nullopt;
        if (type == NC_STRING) {
            char* text = nullptr;
            check(nc_get_att_string(id_, NC_GLOBAL, key, &text));
            std::string result = text ? text : "";
            nc_free_string(1, &text);
            return result;
        }
        if (type == NC_UINT64) {  // a seed may not fit into a double
            unsigned long long value = 0;
            check(nc_get_att_ulonglong(id_, NC_GLOBAL, key, &value));
            return fmt::format("{}", value);
        }
        double value = 0;
        if (type > NC_UINT64 || nc_get_att_double(id_, NC_GLOBAL, key, &value) != NC_NOERR) return std::nullopt;
        return fmt::format("{}", value);
    }

    int id_;
    std::string const* file_;
};

/// An open file: closed with the object.
class open_file {
public:
    explicit open_file(std::filesystem::path const& path) : file_(path.string()) {
        std::ifstream in(path, std::ios::binary);
        if (!in) throw data_error(fmt::format("{}: cannot be opened: {}", file_, std::generic_category().message(errno)));
        bytes_.assign(std::istreambuf_iterator<char>(in), {});
        // From memory: netCDF reads more into a path than a path.
        int const status = bytes_.empty() ? NC_ENOTNC : nc_open_mem("firefly", NC_NOWRITE, bytes_.size(), bytes_.data(), &id_);
        if (status != NC_NOERR)
            throw data_error(fmt::format("{}: this is no netCDF-4 file, or not all of it ({}); give a complete one", file_,
                                         nc_strerror(status)));
    }
    ~open_file() { nc_close(id_); }
    open_file(open_file const&) = delete;

    open_group root() const { return {id_, file_}; }

private:
    std::string file_;
    std::string bytes_;
    int id_ = -1;
};

bool is_sampled(std::vector<open_group::dimension> const& shape) {
    return shape.size() >= 2 && shape[0].name == "chain" && shape[1].name == "draw";
}

void read_parameters(open_group const& posterior, stored_draws& result) {
    for (int const id : posterior.variables()) {
        auto const shape = posterior.dimensions(id);
        if (!is_sampled(shape) || !posterior.is_numeric(id)) continue;
        if (shape[0].length == 0 || shape[1].length == 0) posterior.refuse("there are no draws; let the run go on for longer");
        auto& variable = result.parameters.emplace_back(stored_variable{.name = posterior.name(id)});
        for (std::size_t d = 2; d < shape.size(); ++d) {
            variable.dimensions.push_back(shape[d].name);
            variable.labels.push_back(posterior.labels(shape[d]));
        }
        variable.chains = posterior.chains(id, shape);
        if (variable.size() == 0) result.parameters.pop_back();
    }
    if (result.parameters.empty()) posterior.refuse("the group posterior has no variable (chain, draw, …); give a file of draws");
}

void read_statistics(open_group const& statistics, stored_draws& result) {
    for (int const id : statistics.variables()) {
        auto const shape = statistics.dimensions(id);
        if (!is_sampled(shape) || shape.size() != 2 || !statistics.is_numeric(id)) continue;
        if (shape[0].length != result.chains() || shape[1].length != result.length())
            statistics.refuse("sample_stats has other chains or draws than posterior; write the file again");
        result.statistics.push_back({.name = stan_name_of(statistics.name(id)), .chains = statistics.chains(id, shape)});
    }
}

/// "0.5 0.6" as numbers; none unless there is one for each chain.
std::vector<double> take_seconds(fact_list& facts, std::string_view key, std::size_t chains) {
    std::vector<double> result;
    std::string const text = find_fact(facts, key).value_or("");
    for (char const *p = text.data(), *const end = p + text.size(); p < end; ++p) {
        double value = 0;
        auto const [next, failure] = std::from_chars(p, end, value);
        if (failure != std::errc{}) break;
        result.push_back(value);
        p = next;
    }
    std::erase_if(facts, [&](auto const& fact) { return fact.first == key; });
    return result.size() == chains ? result : std::vector<double>{};
}

}  // namespace

stored_draws read_netcdf(std::filesystem::path const& path) {
    open_file const file(path);
    auto const root = file.root();
    auto const posterior = root.child("posterior");
    if (!posterior) root.refuse("there is no group posterior; give a file of draws as firefly or ArviZ write it");
    stored_draws result;
    read_parameters(*posterior, result);
    if (auto const statistics = root.child("sample_stats")) read_statistics(*statistics, result);
    result.facts = root.attributes();
    for (auto& fact : posterior->attributes())
        if (!find_fact(result.facts, fact.first)) result.facts.push_back(std::move(fact));
    // Who wrote the file and when is not a fact of the run; the next writer says it of itself.
    std::erase_if(result.facts, [](auto const& fact) {
        return fact.first == "created_at" || fact.first.starts_with("creation_library") || fact.first.starts_with("_");
    });
    for (auto& [key, value] : result.facts) {
        if (key == "data_size") key = "rows";
        if (key == "data_target") key = "target";
        if (key == "data_hash") key = "hash";
        if (key == "cut_to_shortest") result.cut = value;
    }
    std::erase_if(result.facts, [](auto const& fact) { return fact.first == "cut_to_shortest"; });
    result.warm_up_seconds = take_seconds(result.facts, "warm_up_seconds", result.chains());
    result.sampling_seconds = take_seconds(result.facts, "sampling_seconds", result.chains());
    return result;
}

}  // namespace firefly
