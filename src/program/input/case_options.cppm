/// Columns that say something of a row besides its features: options of `sample` and `map`, and what `predict` reads again.
module;
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

export module firefly.program.input:case_options;

import firefly;
import :model_kind;

namespace firefly::program {

/// Names of columns; each may be empty.
export struct case_options {
    std::string trials;
    std::string offset;
    std::string exposure;  // an offset is its logarithm
    std::string weights;

    /// Each with what it is called as an option and in outputs, in one order.
    static constexpr auto by_name(auto& self) {
        return std::array{std::pair{"trials", &self.trials}, std::pair{"offset", &self.offset},
                          std::pair{"exposure", &self.exposure}, std::pair{"weights", &self.weights}};
    }

    /// Those that are given, in the order in which they come behind the features.
    inline std::vector<std::string> columns() const {
        std::vector<std::string> result;
        for (auto const& [_, name] : by_name(*this))
            if (!name->empty()) result.push_back(*name);
        return result;
    }
    inline bool is_empty() const { return columns().empty(); }

    /// Trials, offset and weight behind what happened, as `adjusted<any_family>` takes targets.
    inline case_layout layout() const { return is_empty() ? case_layout() : case_layout(columns().size(), numbers()); }
    /// What the likelihood of a model has of them: all, or offset and weight (`ordinal_rows`), or the weight (`weighted_softmax`). Columns of what it
    /// does not have are refused as options.
    inline case_layout layout(model_kind model) const {
        if (is_empty()) return {};
        auto wanted = numbers();
        wanted.erase(wanted.begin(), wanted.begin() + (has_weights_by_class(model) ? 2 : has_cutpoints(model) ? 1 : 0));
        return {columns().size(), std::move(wanted)};
    }

private:
    inline std::vector<case_number> numbers() const {
        std::size_t place = 0;
        auto const number = [&](std::string const& name, double otherwise) {
            return name.empty() ? case_number{.otherwise = otherwise} : case_number{.column = place++};
        };
        std::vector<case_number> result{number(trials, 1)};
        result.push_back(number(exposure.empty() ? offset : exposure, 0));
        result.back().is_log = !exposure.empty();
        result.push_back(number(weights, 1));
        return result;
    }
};

}  // namespace firefly::program
