module;
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import :columns;

namespace firefly {

namespace {

/// As many at a time as take eight megabytes.
std::size_t rows_at_once(std::size_t columns) {
    return std::max<std::size_t>(1, (std::size_t{1} << 20) / (columns + 1));
}

/// False where it was told to stop.
bool copy_rows(row_stream& from, row_store_writer& to, store_settings const& settings) {
    std::size_t const width = from.names().size(), most = rows_at_once(width);
    std::vector<double> features(most * width), target(most);
    for (;;) {
        std::size_t const count = from.next(most, {features.data(), width, target.data()});
        to.append(vector_view(features).first(count * width), vector_view(target).first(count));
        if (!settings.go_on(to.rows())) return false;
        if (count < most) return true;
    }
}

store_names names_of(row_stream const& rows, std::string const& formula, std::vector<std::string> const& times) {
    auto [name, classes, class_of] = rows.target();
    return {std::move(name), std::move(classes), std::move(class_of), rows.columns(), formula, times};
}

}  // namespace

store_made make_store(std::vector<std::filesystem::path> const& inputs, std::filesystem::path const& output, read_options options,
                      store_settings const& settings) {
    options.intercept = false;
    options.class_count.reset();
    row_stream rows(inputs, options, settings.format);
    std::string const first = inputs.front().string();
    check_size(first, 1, rows.names().size(), options);
    row_store_writer writer(output, rows.names().size(), settings.in_four_bytes);
    store_made made;
    try {
        made.stopped = !copy_rows(rows, writer, settings);
        made.rows = writer.rows();
        made.dropped = rows.dropped();
        if (made.stopped) {
            writer.discard();
            return made;
        }
        if (made.rows == 0)
            throw data_error(
                {.file = first, .what = "every row has a missing cell", .remedy = "leave out the columns that lack them"});
        rows.check_classes();
        writer.finish(names_of(rows, settings.formula, options.times), made.dropped);
    } catch (...) {
        writer.discard();  // half a store is of no use to anyone
        throw;
    }
    return made;
}

}  // namespace firefly
