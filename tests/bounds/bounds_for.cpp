/// Which bounds serve which likelihood.
#include <concepts>
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include "support/robust_problem.hpp"
#include "support/softmax_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

/// Without a bound, and with one of its own.
struct bare_likelihood {
    std::size_t width() const;
    void check(double) const;
    void log_likelihood(vector_view, vector_view, vector_out) const;
    void derivatives(vector_view, vector_view, vector_out) const;
    void derivatives(vector_view, vector_view, vector_out, vector_out) const;
};

struct flat_bound {
    using notes = no_notes;
    static flat_bound anchored(auto const& model, vector theta);
    vector_view anchor() const;
    std::size_t regions() const;
    std::size_t region(vector_view) const;
    quadratic const& collapsed(std::size_t) const;
    void annotate(batch<notes>&) const;
    void gap(std::size_t, batch<notes> const&, evaluation&) const;
};
struct likelihood_with_bound : bare_likelihood {
    using bound = flat_bound;
};

struct bound_without_anchored : flat_bound {
    static void anchored();
};
struct likelihood_with_half_a_bound : bare_likelihood {
    using bound = bound_without_anchored;
};

template <class L>
using model_of = posterior<L, gaussian_prior, dense_rows>;

template <class List>
std::vector<std::string> options() {
    std::vector<std::string> result;
    List::for_each([&]<class B>(std::type_identity<B>) { result.emplace_back(name_of<B>().option); });
    return result;
}

}  // namespace

TEST_CASE("every shipped likelihood has its bounds, the default first, by the names that users give them") {
    CHECK(options<bounds_for<logistic>>() == std::vector<std::string>{"jaakkola-jordan"});
    CHECK(options<bounds_for<softmax>>() == std::vector<std::string>{"jebara-choromanska", "bohning"});
    CHECK(options<bounds_for<weighted_softmax>>() == std::vector<std::string>{"jebara-choromanska", "bohning"});
    CHECK(options<bounds_for<student_t>>() == std::vector<std::string>{"student-t"});
    static_assert(bounds_for<softmax>::size == 2 && std::same_as<bounds_for<softmax>::first, jebara_choromanska>);
    static_assert(BoundedModel<model_of<logistic>> && BoundedModel<model_of<softmax>> && BoundedModel<model_of<student_t>>);
    CHECK(name_of<jaakkola_jordan>().words == std::string("Jaakkola-Jordan"));
    CHECK(name_of<jebara_choromanska>().words == std::string("Jebara-Choromanska"));
    CHECK(name_of<bohning>().words == std::string("Bohning"));
    CHECK(name_of<student_t_bound>().words == std::string("Student-t"));
}

TEST_CASE("a likelihood of the user's own names its bound, and without one its model is not bounded") {
    static_assert(HasBound<likelihood_with_bound> && std::same_as<bounds_for<likelihood_with_bound>::first, flat_bound>);
    static_assert(BoundedModel<model_of<likelihood_with_bound>>);
    static_assert(Model<model_of<bare_likelihood>> && !BoundedModel<model_of<bare_likelihood>>);
    static_assert(HasBound<likelihood_with_half_a_bound> && !BoundedModel<model_of<likelihood_with_half_a_bound>>);
    CHECK(options<bounds_for<likelihood_with_bound>>() == std::vector<std::string>{"own"});
}

TEST_CASE("regions and untuned bounds are options that a bound may not have") {
    static_assert(RegionalBound<jaakkola_jordan, model_of<logistic>> && UntunedBound<jaakkola_jordan, model_of<logistic>>);
    static_assert(RegionalBound<bohning, model_of<softmax>> && UntunedBound<bohning, model_of<softmax>>);
    static_assert(!AnchoredBound<bohning, model_of<logistic>> && !UntunedBound<student_t_bound, model_of<softmax>>);
    using own = model_of<likelihood_with_bound>;
    static_assert(AnchoredBound<flat_bound, own> && !RegionalBound<flat_bound, own> && !UntunedBound<flat_bound, own>);
    CHECK(true);
}
