#include <cstddef>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "compiled_problems.hpp"

namespace firefly::testing {

namespace {

/// A bound in its forms; `constant` is that of the untuned one.
template <class Bound, Prior P>
void add_forms(std::vector<problem>& list, std::string const& name, by_definition<Bound, P> d, double constant) {
    add_anchored(list, name, d);
    add_far_off(list, name, d);
    d.constant = constant;
    list.push_back(erase(name + ", untuned", d));
}

template <class L, Prior P>
by_definition<secant_bound<L>, P> family(L const& likelihood, P const& prior, matrix const& features) {
    return {likelihood, prior, features};
}

/// Likelihoods of one predictor whose bound the library makes.
template <Prior P>
void add_families(std::vector<problem>& list, std::string const& prior_name, P const& prior) {
    // Short rows: a Poisson mean is the exponential of a predictor.
    matrix const short_rows = matrix_of({{0.6, 0.3}, {0.6, -0.7}, {0.6, 1}, {0.6, 1}, {0, 0}, {0.2, -0.9}});
    matrix const wide = matrix_of({{1, 0.5}, {1, -1.2}, {1, 2}, {1, 2}, {0, 0}, {1, -0.3}, {0.4, 1.5}});
    auto const named = [&](std::string const& name) { return name + ", " + prior_name; };
    add_rings(list, named("Poisson"), family(poisson{}, prior, short_rows));
    add_rings(list, named("cloglog"), family(cloglog{}, prior, short_rows));
    add_rings(list, named("gamma"), family(gamma_likelihood({.shape = 2}), prior, short_rows));
    // Long rows: far out they have no bound.
    add_rings(list, named("gamma, long rows"),
              family(gamma_likelihood({.shape = 2}), prior, matrix_of({{5, 0.3}, {0.6, -0.7}, {-4, 1}})));
    add_anchored(list, named("negative binomial"), family(negative_binomial({.size = 2}), prior, short_rows));
    add_anchored(list, named("probit"), family(probit{}, prior, wide));
    add_far_off(list, named("probit"), family(probit{}, prior, wide));
    add_anchored(list, named("log-cosh"), family(log_cosh({.scale = 0.7}), prior, wide));
    add_anchored(list, named("Huber"), family(huber({.threshold = 1, .scale = 0.8}), prior, wide));
    add_anchored(list, named("Gaussian"), family(gaussian({.scale = 1.3}), prior, wide));
    // Trials; offsets, with weights of one.
    auto trials = family(binomial{}, prior, wide);
    trials.cases = matrix_of({{1}, {3}, {2}, {5}, {1}, {4}, {2}});
    add_anchored(list, named("binomial"), trials);
    auto exposures = family(adjusted(poisson{}), prior, short_rows);
    exposures.cases = matrix_of({{0.3, 1}, {-1, 1}, {0, 1}, {0.7, 1}, {0.2, 1}, {-0.4, 1}});
    add_rings(list, named("Poisson with offsets"), exposures);
    auto shifted = family(adjusted(binomial{}), prior, short_rows);
    shifted.cases = matrix_of({{2, 0.3, 1}, {1, -1, 1}, {4, 0, 1}, {1, 2, 1}, {3, 0.2, 1}, {2, -0.4, 1}});
    add_anchored(list, named("binomial with offsets"), shifted);
}

template <Prior P>
void add_problems(std::vector<problem>& list, std::string const& prior_name, P const& prior) {
    // two rows equal, one of zeros
    matrix const wide = matrix_of({{1, 0.5}, {1, -1.2}, {1, 2}, {1, 2}, {0, 0}, {1, -0.3}, {0.4, 1.5}});
    matrix const narrow = matrix_of({{1}, {-1.5}, {0.7}, {0.7}, {2}, {0}});
    add_forms(list, "logistic, Jaakkola-Jordan, " + prior_name, by_definition<jaakkola_jordan, P>{logistic{}, prior, wide}, 1.5);
    add_forms(list, "softmax, Böhning, " + prior_name, by_definition<bohning, P>{softmax(3), prior, narrow}, 0.5);
    add_forms(list, "softmax, Jebara-Choromanska, " + prior_name, by_definition<jebara_choromanska, P>{softmax(2), prior, wide},
              1.5);
    add_forms(list, "Student-t, " + prior_name, by_definition<student_t_bound, P>{student_t({4, 1.5}), prior, wide}, 0);
}

}  // namespace

std::vector<problem> every_problem() {
    std::vector<problem> list;
    add_problems(list, "Gaussian", gaussian_prior(1.2));
    add_problems(list, "Laplace", laplace_prior(0.8));
    add_families(list, "Gaussian", gaussian_prior(1.2));
    add_rings(list, "Poisson, Laplace", family(poisson{}, laplace_prior(0.5), matrix_of({{0.6, 0.3}, {0.6, -0.7}, {0.2, 1}})));
    // Weights of one: another power of a likelihood is no distribution.
    by_definition<weighted_jebara_choromanska, gaussian_prior> weighted{weighted_softmax(3), gaussian_prior(1.2),
                                                                        matrix_of({{1}, {-1.5}, {0.7}, {2}, {0}})};
    weighted.cases = matrix_of({{1}, {1}, {1}, {1}, {1}});
    add_forms(list, "softmax with weights, Jebara-Choromanska, Gaussian", weighted, 0.5);
    return list;
}

std::vector<problem> problems_of_all_sizes() {
    std::vector<problem> list;
    using normal = gaussian_prior;
    normal const prior(1.2);
    using sizes = std::pair<std::size_t, std::size_t>;
    for (auto const& [rows, columns] : {sizes{3, 1}, {3, 3}, {9, 4}, {12, 5}, {13, 6}, {15, 6}}) {
        std::string const size = std::to_string(rows) + " data, " + std::to_string(columns) + " columns";
        by_definition<jaakkola_jordan, normal> const classes{logistic{}, prior, some_rows(rows, columns)};
        by_definition<student_t_bound, normal> const values{student_t({4, 1.5}), prior, some_rows(rows, columns)};
        add_anchored(list, "logistic, " + size, classes);
        add_anchored(list, "Student-t, " + size, values);
        if (columns >= 4) add_far_off(list, "logistic, " + size, classes);
        add_rings(list, "Poisson, " + size, family(poisson{}, normal(0.6), some_rows(rows, columns)));
    }
    add_far_off(list, "Student-t, 9 data, 6 columns",
                by_definition<student_t_bound, normal>{student_t({4, 1.5}), prior, some_rows(9, 6)});

    matrix const long_rows = matrix_of({{1}, {-3}, {0.7}, {4}, {-0.2}});
    for (std::size_t const classes : {4, 6}) {
        std::string const size = std::to_string(classes) + " classes";
        add_anchored(list, "softmax, Böhning, " + size, by_definition<bohning, normal>{softmax(classes), prior, long_rows});
        add_anchored(list, "softmax, Jebara-Choromanska, " + size,
                     by_definition<jebara_choromanska, normal>{softmax(classes), prior, long_rows});
    }
    // Several bright data at a time, each a block of predictors.
    auto const size_of = [](std::size_t classes, std::size_t rows, std::size_t columns) {
        return std::to_string(classes) + " classes, " + std::to_string(rows) + " data, " + std::to_string(columns) + " columns";
    };
    for (auto const& [classes, rows, columns] : {std::tuple<std::size_t, std::size_t, std::size_t>{2, 9, 6}, {4, 3, 3}, {6, 3, 2}})
        add_anchored(list, "softmax, Jebara-Choromanska, " + size_of(classes, rows, columns),
                     by_definition<jebara_choromanska, normal>{softmax(classes), prior, some_rows(rows, columns)});
    by_definition<bohning, normal> const three{softmax(3), prior, some_rows(7, 5)};
    add_anchored(list, "softmax, Böhning, " + size_of(3, 7, 5), three);
    add_far_off(list, "softmax, Böhning, " + size_of(3, 7, 5), three);
    add_anchored(list, "softmax, Böhning, " + size_of(3, 5, 4), by_definition<bohning, normal>{softmax(3), prior, some_rows(5, 4)});
    return list;
}

}  // namespace firefly::testing
