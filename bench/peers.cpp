/// bench_peers make ROWS FOLDER: writes synthetic data as X.npy and y.npy.
/// bench_peers run FOLDER:       reads them, sets up, draws with the default sampler; one line of JSON. For bench/peers.py.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "measure.hpp"
#include "problems.hpp"

using namespace firefly;
using namespace firefly::bench;

namespace {

void write_npy(std::string const& path, std::string const& shape, double const* numbers, std::size_t count) {
    std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }";
    while ((10 + header.size() + 1) % 64 != 0) header += ' ';
    header += '\n';
    std::ofstream out(path, std::ios::binary);
    out.write("\x93NUMPY\x01\x00", 8);
    char const length[2] = {static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
    out.write(length, 2);
    out << header;
    out.write(reinterpret_cast<char const*>(numbers), static_cast<std::streamsize>(count * sizeof(double)));
}

void make(row_index rows, std::string const& folder) {
    data_set const data = synthetic_logistic({.rows = rows, .columns = 51});
    std::string const n = std::to_string(rows);
    write_npy(folder + "/X.npy", "(" + n + ", 51)", data.features.data(), data.features.size());
    write_npy(folder + "/y.npy", "(" + n + ",)", data.target.data(), data.target.size());
}

void run(std::string const& folder) {
    auto const start = clock::now();
    posterior const model(logistic{}, gaussian_prior(1), dense_rows(labelled(folder)));
    double const reading = seconds_since(start);
    plan const chosen(model, firefly_only);
    auto const chain = chosen.make_chain({.seed = 31, .warm_up = 500});
    for (int i = 0; i < 500; ++i) chain->advance();
    double const ready = seconds_since(start);
    measurement const m = measure(*chain, chosen.at().theta, chosen.at().precision, 0, 100'000);
    constexpr int many = 50'000;
    auto const again = clock::now();
    for (int i = 0; i < many; ++i) chain->advance();
    double const each = seconds_since(again) / many;
    std::printf("{\"reading\": %.4f, \"ready\": %.4f, \"worst\": %.4f, \"even\": %.4f, \"seconds\": %.4g, \"even_mean\": %.4f}\n",
                reading, ready, m.worst, m.even, each, m.even_mean);
}

}  // namespace

int main(int count, char** arguments) {
    std::string const what = count > 1 ? arguments[1] : "";
    if (what == "make" && count == 4)
        make(static_cast<row_index>(std::atoll(arguments[2])), arguments[3]);
    else if (what == "run" && count == 3)
        run(arguments[2]);
    else {
        std::fprintf(stderr, "usage: bench_peers make ROWS FOLDER | run FOLDER; ./dev bench peers runs it all\n");
        return 2;
    }
}
