/// bench_peers make FAMILY ROWS FOLDER: writes synthetic data as X.npy and y.npy. FAMILY is logistic or poisson.
/// bench_peers run FAMILY FOLDER:       reads them, sets up, draws with the default sampler; one line of JSON. For bench/peers.py.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "design.hpp"
#include "measure.hpp"

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

void write(matrix const& rows, vector const& target, std::string const& folder) {
    std::string const n = std::to_string(rows.shape(0));
    write_npy(folder + "/X.npy", "(" + n + ", " + std::to_string(rows.shape(1)) + ")", rows.data(), rows.size());
    write_npy(folder + "/y.npy", "(" + n + ",)", target.data(), target.size());
}

void make(std::string const& family, row_index rows, std::string const& folder) {
    if (family == "logistic") {
        data_set const data = synthetic_logistic({.rows = rows, .columns = 51});
        write(data.features, data.target, folder);
    } else {
        auto const made = make_design(rows);
        write(made.rows, draw_targets(poisson{}, made), folder);
    }
}

template <class L>
void run(L const& likelihood, std::string const& features, read_options const& options) {
    auto const start = clock::now();
    posterior const model(likelihood, gaussian_prior(1), dense_rows(read_data(features, options)));
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
    std::string const what = count > 1 ? arguments[1] : "", family = count > 2 ? arguments[2] : "";
    bool const known = family == "logistic" || family == "poisson";
    if (what == "make" && known && count == 5) {
        make(family, static_cast<row_index>(std::atoll(arguments[3])), arguments[4]);
        return 0;
    }
    if (what == "run" && known && count == 4) {
        std::string const folder = arguments[3], features = folder + "/X.npy", target = folder + "/y.npy";
        if (family == "logistic")
            run(logistic{}, features, {.target = target});
        else  // whose rows have their column of ones
            run(poisson{}, features, {.target = target, .intercept = false, .kind = target_kind::numeric});
        return 0;
    }
    std::fprintf(stderr, "usage: bench_peers make FAMILY ROWS FOLDER | run FAMILY FOLDER; ./dev bench peers runs it all\n");
    return 2;
}
