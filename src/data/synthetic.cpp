module;
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

module firefly.data;

import firefly.external;
import firefly.core;

namespace firefly {

data_set synthetic_logistic(synthetic_settings settings) {
    auto const [rows, columns, seed] = settings;
    if (rows == 0 || columns == 0)
        throw invalid_argument(fmt::format("synthetic_logistic: rows and columns must be positive, got {} x {}", rows, columns));
    vector truth = zeros(columns);
    random_source(random_key{.seed = seed, .chain = 1, .use = purpose::data}).normals(as_out(truth));  // chain 0 is for the rows

    data_set data{zeros(rows, columns), zeros(rows), {"(intercept)"}, "y", {"0", "1"}};
    for (std::size_t d = 1; d < columns; ++d) data.columns.push_back(fmt::format("x{}", d));
    double const spread = 3 / std::sqrt(static_cast<double>(columns));
    for (row_index n = 0; n < rows; ++n) {
        // A stream of its own for each row: the first rows of a larger set are those of a smaller one.
        random_source random(random_key{.seed = seed, .use = purpose::data, .iteration = n});
        vector_out const row{data.features.data() + n * columns, columns};
        random.normals(row.subspan(1));
        for (double& x : row.subspan(1)) x *= spread;
        row[0] = 1;
        data.target(n) = random.accept(log_sigmoid(dot(row, as_view(truth)))) ? 1 : 0;
    }
    return data;
}

}  // namespace firefly
