module;
#include <string>
#include <string_view>

module firefly.program.setup;

import firefly.external;
import firefly;

namespace firefly::program {

std::string as_options(choices const& chosen) {
    std::string result;
    auto const add = [&](std::string_view name, std::string const& word) {
        result += fmt::format("{}--{} {}", result.empty() ? "" : " ", name, word);
    };
    add("algorithm", in_words(chosen.algorithm));
    add("anchor", in_words(chosen.anchor));
    if (chosen.algorithm == choice(algorithm_kind::firefly)) {
        add("bound", in_words(chosen.bound));
        if (!chosen.anchor.is_none()) add("region", in_words(chosen.region));
    }
    add("kernel", in_words(chosen.kernel));
    if (chosen.updater.is_value()) add("updater", in_words(chosen.updater));
    if (chosen.candidates.is_value()) add("candidates", in_words(chosen.candidates));
    add("start", in_words(chosen.start));
    return result;
}

}  // namespace firefly::program
