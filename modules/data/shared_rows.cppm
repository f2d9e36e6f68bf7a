/// Who makes a pass over rows that a team holds: the handle to the rows says so.
///
/// A handle is collective when a team has made it. All members make each pass over it, each over its own blocks, and all get the result. So
/// they must all be at the same place in the same program, as they are in set-up. `alone()` is a handle to the same rows for one member. It
/// makes its passes by itself, and reads the others' rows where they lie. Chains have such handles, since each goes its own way.
module;
#include <concepts>
#include <cstddef>
#include <memory>
#include <type_traits>

export module firefly.data:shared_rows;

import firefly.core;
import firefly.teams;

namespace firefly {

/// A source whose rows a team may hold.
/// - `parts()` says who works on which blocks. It is nothing where somebody works alone.
/// - `alone()` is the same source for this member alone: `parts()` of it is nothing.
export template <class S>
concept SharedRows = RowSource<S> && requires(S const& source) {
    { source.parts() } -> std::convertible_to<std::shared_ptr<row_partition const>>;
    { source.alone() } -> std::same_as<S>;
};

/// The rows that a pass over a source is about: this member's where the team makes the pass, else all of them.
export template <RowSource Source>
row_share share_of(Source const& source) {
    if constexpr (SharedRows<Source>)
        if (auto const parts = source.parts()) {
            std::size_t const rank = parts->crew->rank();
            return {parts->starts[rank], parts->starts[rank + 1], source.rows(), parts};
        }
    return {0, source.rows(), source.rows()};
}

/// The same model for this member alone: for whatever is done later than set-up, or not by all members.
export template <Model M>
M alone(M const& model) {
    if constexpr (requires { model.alone(); }) {
        return model.alone();
    } else {
        static_assert(!SharedRows<std::remove_cvref_t<decltype(model.rows())>>,
                      "a model of rows that a team may hold needs alone(): the same model of rows().alone()");
        return model;
    }
}

}  // namespace firefly
