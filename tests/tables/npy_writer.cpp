#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/numbers.hpp"
#include "support/temporary_directory.hpp"

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import firefly.tables;

TEST_CASE("an array that was written row by row is read again") {
    temporary_directory const directory;
    firefly::npy_writer writer(directory / "x.npy", 2);
    writer.append(std::vector<double>{1, 0.1, 2, 0.2});
    writer.append(std::vector<double>{3, 0.3});
    CHECK_FALSE(std::filesystem::exists(directory / "x.npy"));
    writer.finish();
    auto const data =
        firefly::read_data(directory / "x.npy", {.target = "1", .intercept = false, .kind = firefly::target_kind::numeric});
    CHECK(numbers(data.target) == std::vector<double>{1, 2, 3});
    CHECK(numbers(data.features) == std::vector<double>{0.1, 0.2, 0.3});
}

TEST_CASE("the header has the length that NumPy asks for, and is that of its version 1.0") {
    temporary_directory const directory;
    firefly::npy_writer writer(directory / "x.npy", 3);
    writer.append(std::vector<double>{1, 2, 3});
    writer.finish();
    std::string const bytes = read_bytes(directory / "x.npy");
    CHECK(bytes.size() == 128 + 3 * 8);
    CHECK(bytes.starts_with(std::string("\x93NUMPY\x01\0\x76\0", 10)));
    CHECK(bytes.find("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 3), }") == 10);
    CHECK(complaint<firefly::output_error>([&] {
              firefly::npy_writer(directory / "none/x.npy", 1);
          }).starts_with("none/x.npy: cannot be created in the folder "));
    firefly::npy_writer(directory / "given_up.npy", 1).discard();
    CHECK_FALSE(std::filesystem::exists(directory / "given_up.npy.partial"));
}
