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

    /// As `adjusted<any_family>` takes targets: what happened, then trials, offset and weight.
    inline case_layout layout() const {
        if (is_empty()) return {};
        std::size_t place = 0;
        auto const number = [&](std::string const& name, double otherwise) {
            return name.empty() ? case_number{.otherwise = otherwise} : case_number{.column = place++};
        };
        std::vector<case_number> numbers{number(trials, 1)};
        numbers.push_back(number(exposure.empty() ? offset : exposure, 0));
        numbers.back().is_log = !exposure.empty();
        numbers.push_back(number(weights, 1));
        return {place, std::move(numbers)};
    }
};

}  // namespace firefly::program
