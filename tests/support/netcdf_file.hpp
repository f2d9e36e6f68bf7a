#pragma once
#include <doctest/doctest.h>
#include <netcdf.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// An open file, read through the C interface; any failure fails the test.
struct netcdf_file {
    int root = -1;

    explicit netcdf_file(std::filesystem::path const& path) { REQUIRE(nc_open(path.c_str(), NC_NOWRITE, &root) == NC_NOERR); }
    ~netcdf_file() { nc_close(root); }
    netcdf_file(netcdf_file const&) = delete;

    int group(std::string const& name) const {
        int id = root;
        if (name == "/") return id;
        REQUIRE_MESSAGE(nc_inq_grp_ncid(root, name.c_str(), &id) == NC_NOERR, name);
        return id;
    }
    bool has_group(std::string const& name) const {
        int id;
        return nc_inq_grp_ncid(root, name.c_str(), &id) == NC_NOERR;
    }
    int variable(std::string const& of, std::string const& name) const {
        int id = -1;
        REQUIRE_MESSAGE(nc_inq_varid(group(of), name.c_str(), &id) == NC_NOERR, name);
        return id;
    }
    int type(std::string const& of, std::string const& name) const {
        nc_type result;
        nc_inq_vartype(group(of), variable(of, name), &result);
        return result;
    }

    /// "chain 2, draw 5, feature 3"
    std::string shape(std::string const& of, std::string const& name) const {
        int count = 0, ids[NC_MAX_VAR_DIMS];
        nc_inq_var(group(of), variable(of, name), nullptr, nullptr, &count, ids, nullptr);
        std::string result;
        for (int i = 0; i < count; ++i) {
            char dimension[NC_MAX_NAME + 1];
            std::size_t length = 0;
            nc_inq_dim(group(of), ids[i], dimension, &length);
            result += (i ? ", " : "") + std::string(dimension) + " " + std::to_string(length);
        }
        return result;
    }

    std::size_t size(std::string const& of, std::string const& name) const {
        int count = 0, ids[NC_MAX_VAR_DIMS];
        nc_inq_var(group(of), variable(of, name), nullptr, nullptr, &count, ids, nullptr);
        std::size_t result = 1, length = 0;
        for (int i = 0; i < count; ++i) {
            nc_inq_dimlen(group(of), ids[i], &length);
            result *= length;
        }
        return result;
    }
    std::vector<double> numbers(std::string const& of, std::string const& name) const {
        std::vector<double> result(size(of, name));
        REQUIRE(nc_get_var_double(group(of), variable(of, name), result.data()) == NC_NOERR);
        return result;
    }
    std::vector<std::string> names(std::string const& of, std::string const& name) const {
        std::vector<char*> pointers(size(of, name));
        REQUIRE(nc_get_var_string(group(of), variable(of, name), pointers.data()) == NC_NOERR);
        return taken(pointers);
    }

    std::string text(std::string const& of, std::string const& attribute, int variable = NC_GLOBAL) const {
        std::size_t length = 0;
        if (nc_inq_attlen(group(of), variable, attribute.c_str(), &length) != NC_NOERR) return "no such attribute";
        std::string result(length, ' ');
        REQUIRE(nc_get_att_text(group(of), variable, attribute.c_str(), result.data()) == NC_NOERR);
        return result;
    }
    std::vector<std::string> texts(std::string const& of, std::string const& attribute) const {
        std::size_t length = 0;
        REQUIRE(nc_inq_attlen(group(of), NC_GLOBAL, attribute.c_str(), &length) == NC_NOERR);
        std::vector<char*> pointers(length);
        REQUIRE(nc_get_att_string(group(of), NC_GLOBAL, attribute.c_str(), pointers.data()) == NC_NOERR);
        return taken(pointers);
    }
    std::uint64_t number(std::string const& of, std::string const& attribute) const {
        unsigned long long result = 0;
        REQUIRE(nc_get_att_ulonglong(group(of), NC_GLOBAL, attribute.c_str(), &result) == NC_NOERR);
        return result;
    }

private:
    static std::vector<std::string> taken(std::vector<char*>& pointers) {
        std::vector<std::string> result(pointers.begin(), pointers.end());
        nc_free_string(pointers.size(), pointers.data());
        return result;
    }
};
