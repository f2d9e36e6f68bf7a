/// Which bounds serve a likelihood: the one place that knows, so that nothing else needs a list of models.
///
/// A likelihood of your own needs no bound of its own where it knows its secants (`SecantLikelihood`). One that has another bound says so
/// itself, by a nested type: `using bound = my_bound;` (examples/own_likelihood.cpp).
module;
#include <concepts>
#include <cstddef>
#include <type_traits>

export module firefly.bounds:bounds_for;

import firefly.external;
import firefly.core;
import firefly.models;
import :bohning;
import :contact;
import :ellipsoid;
import :jaakkola_jordan;
import :jebara_choromanska;
import :secant_bound;
import :student_t_bound;
import :weighted_curvature;

namespace firefly {

/// Types of bounds, the first of which is the default.
export template <class First, class... More>
struct bound_list {
    using first = First;
    static constexpr std::size_t size = 1 + sizeof...(More);

    /// `use(std::type_identity<B>())` for each B, in their order.
    template <class Use>
    static constexpr void for_each(Use const& use) {
        use(std::type_identity<First>());
        (use(std::type_identity<More>()), ...);
    }
};

/// A likelihood that names its bound.
export template <class L>
concept NamesItsBound = requires { typename L::bound; };

/// `bounds_for<L>` is a `bound_list`; nothing where there is no bound for L.
export template <class L>
struct bounds_for {};
template <NamesItsBound L>
struct bounds_for<L> : bound_list<typename L::bound> {};
template <SecantLikelihood L>
    requires(!NamesItsBound<L>)
struct bounds_for<L> : bound_list<secant_bound<L>> {};
template <>
struct bounds_for<logistic> : bound_list<jaakkola_jordan> {};
template <>
struct bounds_for<softmax> : bound_list<jebara_choromanska, bohning> {};
template <>
struct bounds_for<weighted_softmax> : bound_list<weighted_jebara_choromanska, weighted_bohning> {};
template <>
struct bounds_for<student_t> : bound_list<student_t_bound> {};

/// The likelihood of a model.
export template <Model M>
using likelihood_of = std::remove_cvref_t<decltype(std::declval<M const&>().likelihood())>;

/// A bound that can be made to touch the likelihoods of a model at some θ: `B::anchored(model, theta)`.
export template <class B, class M>
concept AnchoredBound = Bound<B> && requires(M const& model, vector theta) {
    { B::anchored(model, theta) } -> std::same_as<B>;
};

/// One that can be made sharper within a region about that θ. Some can be made with a region only.
export template <class B, class M>
concept RegionalBound = Bound<B> && requires(M const& model, vector theta, ellipsoid inner) {
    { B::anchored(model, theta, inner) } -> std::same_as<B>;
};

/// One that can be made without a θ, as the paper's untuned algorithm has it.
export template <class B, class M>
concept UntunedBound = Bound<B> && requires(M const& model) {
    { B::untuned(model) } -> std::same_as<B>;
};

/// A likelihood that there is a bound for.
export template <class L>
concept HasBound = requires { typename bounds_for<L>::first; };

/// A model that there is a bound for: what Firefly Monte Carlo needs.
export template <class M>
concept BoundedModel = Model<M> && HasBound<likelihood_of<M>> &&
                       (AnchoredBound<typename bounds_for<likelihood_of<M>>::first, M> ||
                        RegionalBound<typename bounds_for<likelihood_of<M>>::first, M>);

/// What a bound is called. One of your own has the name that it gives itself, `static constexpr bound_name name`, or none in particular.
export template <Bound B>
constexpr bound_name name_of() {
    if constexpr (requires {
                      { B::name } -> std::convertible_to<bound_name>;
                  })
        return B::name;
    else
        return {"bound", "own", "of your own"};
}

}  // namespace firefly
