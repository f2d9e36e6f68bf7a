module;
#include <filesystem>
#include <string>

module firefly.tables;

import firefly.core;
import firefly.files;

namespace firefly {

file_data read_libsvm(std::filesystem::path const& path, read_options const& options) {
    std::string const file = path.string();
    file_bytes const bytes(path);
    text_window whole(bytes.text());
    auto const [rows, columns] = measure_libsvm(file, whole);
    bool const own_target = options.target.empty() || options.target == "label";           // any other is refused below
    if (own_target && options.features.empty()) check_size(file, rows, columns, options);  // before so many names are made
    libsvm_rows table(file, whole, columns, options);
    auto data = make_data_set(file, table.names(), table.choice(), options, rows);
    data.target_name = "label";
    auto codes = table.make_codes();
    keep_first(file, data, table.take(rows, {data.features.data(), data.columns.size(), data.target.data()}, codes));
    data.dropped = table.dropped();
    if (options.kind == target_kind::classes) data.labels = codes.labels.finish(options, as_out(data.target));
    expand_categories(file, codes.categories, options, data);
    return data;
}

}  // namespace firefly
