/// Which bounds serve a likelihood. The first is the default.
///
/// A likelihood of your own names its bound itself: `using bound = my_bound;`, which must offer `anchored(model, theta)`.
module;
#include <concepts>
#include <type_traits>
#include <utility>

export module firefly.bounds:bounds_for;

import firefly.core;
import firefly.models;
import :bohning;
import :jaakkola_jordan;
import :jebara_choromanska;
import :student_t_bound;

namespace firefly {

export template <class First, class... Others>
struct bound_list {
    using first = First;
};

export template <class L>
struct bounds_for;
template <>
struct bounds_for<logistic> {
    using list = bound_list<jaakkola_jordan>;
};
template <>
struct bounds_for<softmax> {
    using list = bound_list<jebara_choromanska, bohning>;  // Jebara and Choromanska's is mostly the tighter one
};
template <>
struct bounds_for<student_t> {
    using list = bound_list<student_t_bound>;
};
template <class L>
    requires requires { typename L::bound; }
struct bounds_for<L> {
    using list = bound_list<typename L::bound>;
};

/// A model whose likelihood has a bound.
export template <class M>
concept BoundedModel =
    Model<M> && requires { typename bounds_for<std::remove_cvref_t<decltype(std::declval<M const&>().likelihood())>>::list; };

}  // namespace firefly
