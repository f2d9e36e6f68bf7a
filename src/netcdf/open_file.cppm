/// netCDF for reading, with `data_error` in place of status codes.
module;
#include <netcdf.h>
#include <netcdf_mem.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

module firefly.netcdf:open_file;

import firefly.external;
import firefly.core;
import firefly.draws;
import firefly.files;

namespace firefly {

/// A group of an open file.
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

    std::optional<int> find(std::string const& variable) const {
        int id = 0;
        if (nc_inq_varid(id_, variable.c_str(), &id) != NC_NOERR) return std::nullopt;
        return id;
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

    /// The draws of all chains, a vector for each. A file can claim any size: what it does not store is filled in.
    std::vector<std::vector<double>> chains(int variable, std::vector<dimension> const& shape) const {
        refuse_large(shape);
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
        refuse_large({along});
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
    void refuse_large(std::vector<dimension> const& shape) const {
        double bytes = sizeof(double);
        for (auto const& d : shape) bytes *= static_cast<double>(d.length);
        if (bytes > static_cast<double>(machine_memory()))
            refuse(fmt::format("a variable takes {}, more than this machine has; give fewer draws", in_bytes(bytes)));
    }

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

}  // namespace firefly
