/// What a target is made of: what happened to a datum, and what else its likelihood must know of it.
///
/// One number for most likelihoods. Others say how many, `static constexpr std::size_t target_numbers`: successes and trials, or an offset and a
/// weight besides (`adjusted`). Targets of several data follow each other.
module;
#include <concepts>
#include <cstddef>
#include <span>

export module firefly.core:target;

import firefly.numeric;
import :batch;

namespace firefly {

/// How many numbers a target of a likelihood is made of: `static constexpr std::size_t target_numbers`, or one.
export template <class L>
constexpr std::size_t target_numbers = [] {
    if constexpr (requires { L::target_numbers; })
        return L::target_numbers;
    else
        return std::size_t{1};
}();

/// Target i of several, as functions of one datum take it: a number, or a view of its numbers.
export template <class L>
inline auto target_of(vector_view targets, std::size_t i) {
    if constexpr (target_numbers<L> == 1)
        return targets[i];
    else
        return targets.subspan(i * target_numbers<L>, target_numbers<L>);
}
export template <class L>
using target_type = decltype(target_of<L>(vector_view(), 0));

/// How a source packs its rows: features and a target of one number, unless it says otherwise by `layout()`.
export template <class Source>
row_layout layout_of(Source const& source) {
    if constexpr (requires {
                      { source.layout() } -> std::same_as<row_layout>;
                  })
        return source.layout();
    else
        return {source.columns()};
}

}  // namespace firefly
