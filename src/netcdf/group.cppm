/// netCDF with exceptions in place of status codes: each call does its work or throws `output_error` with netCDF's words. Texts are written as
/// UTF-8, whatever they were: readers refuse a file with other bytes in it.
module;
#include <netcdf.h>
#include <netcdf_mem.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

module firefly.netcdf:group;

import firefly.external;
import firefly.draws;
import firefly.files;
import firefly.numeric;

namespace firefly {

/// A group of an open file.
class group {
public:
    group(int id, std::filesystem::path const& path) : id_(id), path_(&path) {}

    group child(std::string const& name) const {
        int id;
        check(nc_def_grp(id_, name.c_str(), &id));
        return {id, *path_};
    }

    int dimension(std::string const& name, std::size_t length) const {
        int id;
        check(nc_def_dim(id_, name.c_str(), length, &id));  // a length of 0 is an unlimited dimension: also of length 0
        return id;
    }

    int variable(std::string const& name, nc_type type, std::span<int const> dimensions) const {
        int id;
        check(nc_def_var(id_, name.c_str(), type, static_cast<int>(dimensions.size()), dimensions.data(), &id));
        return id;
    }

    void text(std::string const& name, std::string const& value, int variable = NC_GLOBAL) const {
        std::string const written = as_utf8(value);
        if (!value.empty()) check(nc_put_att_text(id_, variable, name.c_str(), written.size(), written.c_str()));
    }

    void texts(std::string const& name, std::span<std::string const> values) const {
        c_strings written(values);
        if (!values.empty()) check(nc_put_att_string(id_, NC_GLOBAL, name.c_str(), values.size(), written.data()));
    }

    void number(std::string const& name, std::uint64_t value) const {
        unsigned long long const wide = value;
        check(nc_put_att_ulonglong(id_, NC_GLOBAL, name.c_str(), NC_UINT64, 1, &wide));
    }

    /// 0, 1, 2, …, length − 1
    int counting_coordinate(std::string const& name, std::size_t length) const {
        int const result = dimension(name, length);
        int const id = variable(name, NC_INT64, std::array{result});
        std::vector<std::int64_t> values(length);
        for (std::size_t i = 0; i < length; ++i) values[i] = static_cast<std::int64_t>(i);
        put(id, std::array<std::size_t, 1>{0}, std::array{length}, values.data());
        return result;
    }

    int named_coordinate(std::string const& name, std::span<std::string const> values) const {
        int const result = dimension(name, values.size());
        int const id = variable(name, NC_STRING, std::array{result});
        c_strings written(values);
        check(nc_put_var_string(id_, id, written.data()));
        return result;
    }

    /// The memory holds values of the variable's own type.
    void put(int variable, std::span<std::size_t const> start, std::span<std::size_t const> count, void const* values) const {
        if (std::ranges::find(count, std::size_t{0}) == count.end())
            check(nc_put_vara(id_, variable, start.data(), count.data(), values));
    }

    /// The same with conversion to the variable's type.
    void put_numbers(int variable, std::span<std::size_t const> start, std::span<std::size_t const> count,
                     double const* values) const {
        if (std::ranges::find(count, std::size_t{0}) == count.end())
            check(nc_put_vara_double(id_, variable, start.data(), count.data(), values));
    }

    void lay_out_in_chunks(int variable, std::span<std::size_t const> sizes) const {
        check(nc_def_var_chunking(id_, variable, NC_CHUNKED, sizes.data()));
    }

    void check(int status) const {
        if (status != NC_NOERR) throw output_error(fmt::format("{}: cannot be written: {}", path_->string(), nc_strerror(status)));
    }

protected:
    int id_;

private:
    /// Texts as netCDF takes them.
    class c_strings {
    public:
        explicit c_strings(std::span<std::string const> values) : texts_(values.size()), pointers_(values.size()) {
            std::ranges::transform(values, texts_.begin(), as_utf8);
            std::ranges::transform(texts_, pointers_.begin(), &std::string::c_str);
        }
        char const** data() { return pointers_.data(); }

    private:
        std::vector<std::string> texts_;
        std::vector<char const*> pointers_;
    };

    std::filesystem::path const* path_;
};

/// A file that netCDF lays out in memory. Not on the disk: after a write that failed, as on a full disk, netCDF 4.9.0 with HDF5 1.10
/// crashes in `nc_abort`, or after `nc_close` at the end of the program; and it reads more into a path than a path (a backslash is a
/// slash, "://" the network). The cost is memory for the draws once more.
class netcdf_image : public group {
public:
    explicit netcdf_image(std::filesystem::path const& path) : group(-1, path) {
        check(nc_create_mem("firefly", NC_NETCDF4, 0, &id_));
        check(nc_set_fill(id_, NC_NOFILL, nullptr));  // every value is written, so none need be filled in first
    }
    ~netcdf_image() {
        if (is_open_) nc_abort(id_);
        std::free(image_.memory);
    }
    netcdf_image(netcdf_image const&) = delete;

    /// Nothing can be added afterwards. The bytes live as long as this.
    std::string_view close() {
        is_open_ = false;
        check(nc_close_memio(id_, &image_));
        return {static_cast<char const*>(image_.memory), image_.size};
    }

private:
    bool is_open_ = true;
    NC_memio image_{};
};

}  // namespace firefly
