module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

module firefly.formulas;

import firefly.external;
import :design_builder;

namespace firefly {

design_learner::design_learner(formula what, std::vector<available_column> const& columns)
    : made_(design_builder::build(std::move(what), columns)), seen_(made_.tasks_.size()) {}

void design_learner::set_levels(std::size_t i, std::vector<std::string> levels) {
    made_.inputs_[i].levels = std::move(levels);
}

bool design_learner::needs_pass() const {
    return std::ranges::any_of(made_.tasks_, [&](auto const& task) { return task.pass >= pass_; });
}

void design_learner::see(double const* raw) {
    ++rows_;
    for (std::size_t i = 0; i < seen_.size(); ++i) {
        auto const& task = made_.tasks_[i];
        if (task.pass != pass_) continue;
        double const value = task.value(raw, made_.standardizations_);
        if (!std::isfinite(value)) made_.explain(raw, rows_);
        seen_[i].push_back(value);
    }
}

void design_learner::end_pass() {
    for (std::size_t i = 0; i < seen_.size(); ++i) {
        auto const& task = made_.tasks_[i];
        if (task.pass != pass_) continue;
        std::string const wrong = rows_ == 0 ? "there are no rows to learn this from" : made_.learn(task, seen_[i]);
        if (!wrong.empty()) throw formula_error(made_.formula_.text, task.place, wrong);
        seen_[i] = {};
    }
    ++pass_;
    rows_ = 0;
}

design design_learner::finish() {
    made_.finish();
    return std::move(made_);
}

}  // namespace firefly
