module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.program.input;

import firefly.external;
import firefly;

namespace firefly::program {

namespace {

bool is_array(std::optional<data_format> format) {
    return format == data_format::npy || format == data_format::idx;
}

/// Whether the option says what the formula says.
void refuse(bool said, std::string_view option, std::string_view instead) {
    if (said) throw invalid_argument(fmt::format("{}: the formula says this, by {}; leave one of them out", option, instead));
}

/// A target in a file of its own is called as the file, and the formula cannot say where that is.
void refuse_target(sample_options const& options) {
    refuse(
        !options.target.empty() && !(is_array(format_of_name(options.target)) && is_array(format_of(options.data, options.format))),
        "--target", "what stands before ~");
}

void refuse_other_words(sample_options const& options) {
    refuse_target(options);
    refuse(!options.features.empty(), "--features", "its terms");
    refuse(!options.one_hot.empty(), "--one-hot", "C(x)");
    refuse(options.no_intercept, "--no-intercept", "0 + …");
    refuse(!options.cases.offset.empty(), "--offset", "offset(x)");
    refuse(!options.cases.exposure.empty(), "--exposure", "offset(log(x))");
    if (options.has_files_of_processes())
        throw invalid_argument("--formula: levels and knots would be learned from one file of several; give the name of one file");
}

/// The file is read twice: what columns hold is seen before the formula is understood.
void check_file(sample_options const& options) {
    auto const format = format_of(options.data, options.format);
    if (format != data_format::csv && !is_array(format))
        throw invalid_argument(
            fmt::format("--formula: reads CSV, NPY and IDX files and stores, and {} is none; leave it out", options.data));
    if (std::filesystem::exists(options.data) && !std::filesystem::is_regular_file(options.data))
        throw invalid_argument(fmt::format("--formula: {} is read twice; give a file, not a pipe", options.data));
}

/// The names in a tree: those of columns are among them.
void add_names(syntax const& tree, std::vector<std::string>& names) {
    if (tree.kind == syntax_kind::name) names.push_back(tree.text);
    for (auto const& part : tree.parts) add_names(part, names);
}

std::vector<available_column> columns_of_table(sample_options const& options, formula const& what) {
    read_options how = how_to_read(options);
    for (auto const& factor : what.factors) add_names(factor.tree, how.keep);
    for (auto const& offset : what.offsets) add_names(offset, how.keep);
    std::vector<available_column> result;
    for (auto const& [name, holds_text] : columns_of_csv(options.data, how)) result.push_back({name, holds_text});
    return result;
}

/// x1, x2, …; behind them the target, where it is in a file of its own.
std::vector<available_column> columns_of_array(sample_options const& options) {
    bool const apart = !options.target.empty();
    row_stream const file({options.data},
                          {.target = options.target,
                           .features = {std::string(intercept_name)},
                           .kind = target_kind::numeric,
                           .need = apart ? target_need::required : target_need::none},
                          options.format);
    std::vector<available_column> result;
    for (auto const& name : file.file_columns()) result.push_back({"x" + name});
    if (apart) result.push_back({file.target().name});
    return result;
}

/// Numbers stay numbers: they were written so.
std::vector<available_column> columns_of_store(row_store const& store) {
    store_names const& names = store.names();
    std::vector<available_column> result{{names.target}};
    for (auto const& [name, levels, level_of] : names.columns) {
        bool const is_time = std::ranges::find(names.times, name) != names.times.end();
        result.push_back({name, !levels.empty() || is_time, levels.empty()});
    }
    return result;
}

design_learner learner_of(sample_options const& options, std::vector<available_column> const& available) {
    design_learner learner(parse_formula(options.formula), available);
    syntax const& target = *learner.source().target;
    if (learner.target_columns().size() != 1)
        throw formula_error(options.formula, target.place, "the target is made of one column");
    if (is_of_classes(options.model) && target.kind != syntax_kind::name)
        throw formula_error(options.formula, target.place, "a target of classes is a column as it is");
    return learner;
}

/// Of a file that is no store.
design_learner learner_of(sample_options const& options) {
    check_file(options);
    auto const available = is_array(format_of(options.data, options.format))
                               ? columns_of_array(options)
                               : columns_of_table(options, parse_formula(options.formula));
    design_learner learner = learner_of(options, available);
    if (!options.target.empty() && learner.target_columns().front() != available.back().name)
        throw formula_error(options.formula, learner.source().target->place,
                            fmt::format("the target is that of {}: write {} before ~", options.target, available.back().name));
    return learner;
}

/// Columns of numbers that are no features; the offset is made.
std::vector<std::string> cases_besides(sample_options const& options) {
    case_options besides = options.cases;
    besides.offset.clear();
    return besides.columns();
}

read_options columns_to_read(sample_options const& options, design_learner const& learner) {
    read_options how = how_to_read(options);
    auto const format = format_of(options.data, options.format);
    how.cases = cases_besides(options);
    for (auto& column : how.cases) column = column_in_file(column, format);
    how.target = options.target.empty() ? column_in_file(learner.target_columns().front(), format) : options.target;
    how.intercept = true;  // or some other feature: the design has looked
    how.features = {std::string(intercept_name)};
    how.one_hot.clear();
    for (auto const& input : learner.inputs()) {
        std::string const column = column_in_file(input.column, format);
        how.features.push_back(column);
        if (input.kind == input_kind::category) how.one_hot.push_back(column);
        if (input.open) how.groups.push_back(column);
        if (input.kind == input_kind::time) how.times.push_back(column);
        if (input.kind == input_kind::time && options.float32)
            throw invalid_argument(
                fmt::format("--float32: four bytes hold no time such as {}; leave it out", in_quotes(input.column)));
    }
    return how;
}

/// What is learned is learned from the numbers that are kept.
void round_to_four_bytes(matrix& rows) {
    for (double& number : rows) {
        number = static_cast<double>(static_cast<float>(number));
        if (!std::isfinite(number))
            throw invalid_argument("--float32: a number is beyond what four bytes can hold; leave --float32 out");
    }
}

/// Calls `use(number, raw row, target)` for all rows, in their order; a target may be changed.
template <class Use>
void for_each_row(coded_data& data, Use const& use) {
    for (std::size_t n = 0; n < data.rows.shape(0); ++n) use(n, data.rows.data() + n * data.rows.shape(1), data.target(n));
}
template <class Use>
void for_each_row(mapped_rows const& rows, Use const& use) {
    block_buffer buffer;
    for (std::size_t b = 0; b < block_count(rows); ++b) {
        row_block const block = rows.block(b, buffer);
        for (std::size_t i = 0; i < block.rows.rows; ++i) {
            double target = block.target[i];
            use(block.first + i, block.rows.common.row(i).data(), target);
        }
    }
}

/// What the formula learns of all rows, when the levels are known. Every row has its features, offset and target: none fails later.
template <class Rows>
std::shared_ptr<design const> learn(design_learner& learner, Rows& rows, model_kind model) {
    while (learner.needs_pass()) {
        for_each_row(rows, [&](row_index, double const* raw, double) { learner.see(raw); });
        learner.end_pass();
    }
    design made = learner.finish();
    if (has_cutpoints(model)) made.leave_out_intercept();
    if (made.features().empty())
        throw formula_error(made.source().text, made.source().text.size(), "there are groups alone; add a column");
    std::vector<double> features(made.features().size()), values(made.groups().size());
    std::vector<std::uint32_t> codes(made.groups().size());
    design::scratch work;
    for_each_row(rows, [&](row_index n, double const* raw, double& target) {
        bool const finite = made.expand(raw, features.data(), work) && made.find_levels(raw, codes.data(), values.data());
        if (!finite || !std::isfinite(made.offset(raw))) made.explain(raw, n + 1);
        if (made.target_is_column()) return;
        double const before = target;
        target = made.target(&before);
        if (!std::isfinite(target)) made.explain_target(&before, n + 1);
    });
    for (auto const& warning : made.warnings()) warn(warning);
    return std::make_shared<design const>(std::move(made));
}

std::string target_name(design const& made) {
    syntax const& target = *made.source().target;
    return made.target_is_column() ? target.text : text_of(target);
}

/// Of raw rows; where a formula needs none, the features are the intercept alone, and are kept.
any_rows rows_of(std::shared_ptr<design const> const& made, data_set data, bool in_four_bytes, case_options const& cases) {
    if (data.features.shape(1) == 0) {
        data.features = zeros(data.target.size(), 1);
        for (double& one : data.features) one = 1;
        return any_rows(dense_rows(std::move(data)));
    }
    std::size_t const before_offset = !cases.trials.empty();
    if (in_four_bytes) return any_rows(designed_rows<float_rows>(float_rows(std::move(data)), made, before_offset));
    return any_rows(designed_rows<dense_rows>(dense_rows(std::move(data)), made, before_offset));
}

/// The rows of a store, whose codes stay codes.
any_rows rows_of(std::shared_ptr<design const> const& made, mapped_rows raw, case_options const& cases) {
    return any_rows(designed_rows<mapped_rows>(std::move(raw), made, !cases.trials.empty(), true));
}

model_input read_from_store(sample_options const& options) {
    row_store const store(options.data);
    refuse_options_of_convert(options, store);
    design_learner learner = learner_of(options, columns_of_store(store));
    store_names const& names = store.names();
    if (learner.target_columns().front() != names.target)
        throw formula_error(options.formula, learner.source().target->place,
                            fmt::format("the target of this store is {}", in_quotes(names.target)));
    std::vector<std::string> columns;
    for (std::size_t i = 0; i < learner.inputs().size(); ++i) {
        columns.push_back(learner.inputs()[i].column);
        auto const& stored = *std::ranges::find(names.columns, columns.back(), &coded_column::name);
        if (learner.inputs()[i].kind == input_kind::category) learner.set_levels(i, stored.levels);
    }
    auto const cases = cases_besides(options);
    store_columns(store, {std::string(intercept_name)}, true, cases);  // refuses those that are no numbers
    columns.insert(columns.end(), cases.begin(), cases.end());
    bool const numbers = !is_of_classes(options.model), bare = columns.empty();
    if (bare) columns.emplace_back(intercept_name);
    mapped_rows const raw(store, columns, numbers ? target_kind::numeric : target_kind::classes, category_form::places);
    check_class_count(options, store);
    auto const made = learn(learner, raw, options.model);
    if (bare && !made->target_is_column())
        throw formula_error(options.formula, options.formula.size(), "a target that is computed needs a column here; add one");
    any_rows rows = bare ? any_rows(raw) : rows_of(made, raw, options.cases);
    rows.set_cases(options.cases.layout(options.model));
    return {std::move(rows),
            made->features(),
            options.cases,
            target_name(*made),
            numbers ? std::vector<std::string>() : names.classes,
            {},
            {},
            store.size().element == 4,
            store.dropped(),
            made};
}

/// Empty where there is none; what is wrong with a store is said when it is read.
std::string formula_of_store(std::string const& file) {
    if (!is_row_store(file)) return {};
    try {
        return row_store(file).names().formula;
    } catch (data_error const&) { return {}; }
}

}  // namespace

std::string column_in_file(std::string const& name, data_format format) {
    bool const is_number = name.size() > 1 && name[0] == 'x' && name.find_first_not_of("0123456789", 1) == std::string::npos;
    return is_array(format) && is_number ? name.substr(1) : name;
}

read_options columns_for_store(sample_options const& options) {
    formula const what = parse_formula(options.formula);
    if (!what.target) throw formula_error(options.formula, 0, "there is no target before ~");
    refuse_target(options);
    read_options how = columns_to_read(options, learner_of(options));
    auto const add = [](std::string const& name, std::vector<std::string>& names) {
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    };
    for (auto const& name : options.features) add(name, how.features);
    for (auto const& name : options.one_hot) {
        add(name, how.features);
        add(name, how.one_hot);
    }
    return how;
}

void take_formula(sample_options& options) {
    if (options.formula.empty()) options.formula = formula_of_store(options.data);
    if (options.formula.empty()) return;
    formula const what = parse_formula(options.formula);
    refuse_other_words(options);
    if (!what.target) throw formula_error(options.formula, 0, "there is no target before ~");
    if (!what.groups.empty() && has_weights_by_class(options.model))
        throw formula_error(options.formula, what.groups.front().place,
                            fmt::format("--model {} has no groups; leave this one out", name_of(options.model)));
    if (!what.offsets.empty() && !has_offset(options.model))
        throw formula_error(options.formula, what.offsets.front().place,
                            fmt::format("--model {} has no offsets; leave this one out", name_of(options.model)));
    if (!what.intercept && has_cutpoints(options.model))
        throw invalid_argument("--formula: an ordinal model has cutpoints instead of an intercept; leave 0 and -1 out");
    options.no_intercept = !what.intercept;
    for (auto const& offset : what.offsets)
        options.cases.offset += fmt::format("{}offset({})", options.cases.offset.empty() ? "" : " + ", text_of(offset));
}

model_input read_formula(sample_options const& options) {
    if (is_row_store(options.data) || format_of(options.data, options.format) == data_format::store)
        return read_from_store(options);
    design_learner learner = learner_of(options);
    coded_data data = read_codes(options.data, columns_to_read(options, learner), options.format);
    row_index const dropped = data.dropped;
    if (dropped > 0) say(fmt::format("Dropped {} of {} rows: a cell is missing.\n", dropped, dropped + data.target.size()));
    if (options.float32) round_to_four_bytes(data.rows);
    for (std::size_t i = 0; i < learner.inputs().size(); ++i)
        if (learner.inputs()[i].kind == input_kind::category) learner.set_levels(i, data.columns[i].levels);
    auto const made = learn(learner, data, options.model);
    case_options cases = options.cases;
    file_data read;
    read.features = std::move(data.rows);
    read.target = std::move(data.target);
    if (options.merge) merge_rows(read, cases);
    any_rows rows = rows_of(made, std::move(read), options.float32, cases);
    rows.set_cases(cases.layout(options.model));
    return {std::move(rows),
            made->features(),
            std::move(cases),
            target_name(*made),
            data.target_column.levels,
            {},
            {},
            options.float32,
            dropped,
            made};
}

}  // namespace firefly::program
