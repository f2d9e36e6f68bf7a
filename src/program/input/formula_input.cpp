module;
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

void refuse_other_words(sample_options const& options) {
    auto const refuse = [](bool said, std::string_view option, std::string_view instead) {
        if (said) throw invalid_argument(fmt::format("{}: the formula says this, by {}; leave one of them out", option, instead));
    };
    refuse(!options.target.empty(), "--target", "what stands before ~");
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
    if (is_row_store(options.data) || format_of(options.data, options.format) != data_format::csv)
        throw invalid_argument(fmt::format("--formula: reads CSV files, and {} is none; leave it out", options.data));
    if (std::filesystem::exists(options.data) && !std::filesystem::is_regular_file(options.data))
        throw invalid_argument(fmt::format("--formula: {} is read twice; give a file, not a pipe", options.data));
}

/// The names in a tree: those of columns are among them.
void add_names(syntax const& tree, std::vector<std::string>& names) {
    if (tree.kind == syntax_kind::name) names.push_back(tree.text);
    for (auto const& part : tree.parts) add_names(part, names);
}

design_learner learner_of(sample_options const& options) {
    formula what = parse_formula(options.formula);
    read_options how = how_to_read(options);
    for (auto const& factor : what.factors) add_names(factor.tree, how.keep);
    for (auto const& offset : what.offsets) add_names(offset, how.keep);
    std::vector<available_column> available;
    for (auto const& [name, holds_text] : columns_of_csv(options.data, how)) available.push_back({name, holds_text});
    design_learner learner(std::move(what), available);
    syntax const& target = *learner.source().target;
    if (learner.target_columns().size() != 1)
        throw formula_error(options.formula, target.place, "the target is made of one column");
    if (is_of_classes(options.model) && target.kind != syntax_kind::name)
        throw formula_error(options.formula, target.place, "a target of classes is a column as it is");
    return learner;
}

read_options columns_to_read(sample_options const& options, design_learner const& learner) {
    read_options how = how_to_read(options);
    case_options besides = options.cases;
    besides.offset.clear();  // which is made
    how.cases = besides.columns();
    how.target = learner.target_columns().front();
    how.intercept = true;  // or some other feature: the design has looked
    how.features = {std::string(intercept_name)};
    for (auto const& input : learner.inputs()) {
        how.features.push_back(input.column);
        if (input.kind == input_kind::category) how.one_hot.push_back(input.column);
        if (input.open) how.groups.push_back(input.column);
        if (input.kind == input_kind::time) how.times.push_back(input.column);
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

design learn(design_learner& learner, coded_data const& data) {
    for (std::size_t i = 0; i < learner.inputs().size(); ++i)
        if (learner.inputs()[i].kind == input_kind::category) learner.set_levels(i, data.columns[i].levels);
    while (learner.needs_pass()) {
        for (std::size_t n = 0; n < data.rows.shape(0); ++n) learner.see(data.rows.data() + n * data.rows.shape(1));
        learner.end_pass();
    }
    return learner.finish();
}

/// Every row has its features, offset and target: none fails later.
void check_rows(design const& made, coded_data& data) {
    std::vector<double> features(made.features().size()), values(made.groups().size());
    std::vector<std::uint32_t> codes(made.groups().size());
    design::scratch work;
    for (std::size_t n = 0; n < data.rows.shape(0); ++n) {
        double const* const raw = data.rows.data() + n * data.rows.shape(1);
        bool const finite = made.expand(raw, features.data(), work) && made.find_levels(raw, codes.data(), values.data());
        if (!finite || !std::isfinite(made.offset(raw))) made.explain(raw, n + 1);
        if (made.target_is_column()) continue;
        double const before = data.target(n);
        data.target(n) = made.target(&before);
        if (!std::isfinite(data.target(n))) made.explain_target(&before, n + 1);
    }
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

}  // namespace

void take_formula(sample_options& options) {
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
    check_file(options);
    design_learner learner = learner_of(options);
    coded_data data = read_codes(options.data, columns_to_read(options, learner), options.format);
    row_index const dropped = data.dropped;
    if (dropped > 0) say(fmt::format("Dropped {} of {} rows: a cell is missing.\n", dropped, dropped + data.target.size()));
    if (options.float32) round_to_four_bytes(data.rows);
    design learned = learn(learner, data);
    if (has_cutpoints(options.model)) learned.leave_out_intercept();
    if (learned.features().empty())
        throw formula_error(options.formula, options.formula.size(), "there are groups alone; add a column");
    check_rows(learned, data);
    for (auto const& warning : learned.warnings()) warn(warning);
    auto const made = std::make_shared<design const>(std::move(learned));
    case_options cases = options.cases;
    file_data read;
    read.features = std::move(data.rows);
    read.target = std::move(data.target);
    if (options.merge) merge_rows(read, cases);
    syntax const& target = *made->source().target;
    any_rows rows = rows_of(made, std::move(read), options.float32, cases);
    rows.set_cases(cases.layout(options.model));
    return {std::move(rows),
            made->features(),
            std::move(cases),
            made->target_is_column() ? target.text : text_of(target),
            data.target_column.levels,
            {},
            {},
            options.float32,
            dropped,
            made};
}

}  // namespace firefly::program
