/// The same two rows in files of every format, and their readers. Brings imports with it: include it after every other header.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import firefly.tables;

namespace firefly::testing {

using names = std::vector<std::string>;

struct rows_read {
    std::vector<double> features, target;
    names kept;
};

/// All rows, `most` at a time.
inline rows_read read_all(row_stream& stream, std::size_t most) {
    std::size_t const width = stream.names().size();
    std::vector<double> features(most * width), target(most);
    names kept;
    rows_read all;
    for (;;) {
        std::size_t const count = stream.next(most, {features.data(), width, target.data(), &kept});
        all.features.insert(all.features.end(), features.begin(), features.begin() + static_cast<std::ptrdiff_t>(count * width));
        if (stream.has_target())
            all.target.insert(all.target.end(), target.begin(), target.begin() + static_cast<std::ptrdiff_t>(count));
        all.kept.insert(all.kept.end(), kept.begin(), kept.end());
        if (count < most) return all;
    }
}

inline std::string refusal(std::filesystem::path const& path, read_options const& options) {
    return complaint<data_error>([&] {
        row_stream stream({path}, options);
        read_all(stream, 2);
    });
}

/// Two rows: a = 2, 4 and b = 0.5, 0 with the target 1, 0, in every format. Columns are 1 and 2, and a comes first.
struct every_format {
    temporary_directory directory;
    std::vector<std::filesystem::path> files;
    std::filesystem::path target;

    every_format() {
        auto const npy = [&](char const* name, std::size_t columns, std::vector<double> const& elements) {
            npy_writer writer(directory / name, columns);
            writer.append(elements);
            writer.finish();
            return directory / name;
        };
        target = npy("y.npy", 1, {1, 0});
        files = {directory.write("x.csv", "1,2,y\n2,0.5,1\n4,0,0\n"), directory.write("x.libsvm", "1 1:2 2:0.5\n0 1:4\n"),
                 npy("x.npy", 2, {2, 0.5, 4, 0})};
        std::string const header("\0\0\x0e\x02\0\0\0\2\0\0\0\2", 12), four("\x40\x10\0\0\0\0\0\0", 8), two("\x40\0\0\0\0\0\0\0", 8),
            half("\x3f\xe0\0\0\0\0\0\0", 8), zero(8, '\0');
        files.push_back(directory.write("x.idx", header + two + half + four + zero));
        make_store({directory / "x.csv"}, directory / "x.firefly", {.target = "y"});
        files.push_back(directory / "x.firefly");
    }

    std::string target_of(std::filesystem::path const& file) const {
        if (file.extension() == ".libsvm") return "label";
        return file.extension() == ".npy" || file.extension() == ".idx" ? target.string() : "y";
    }
};

}  // namespace firefly::testing
