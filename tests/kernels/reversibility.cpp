/// Bright Gibbs is reversible: its sweep comes back the way it went, and every step is in detailed balance, up to rounding.
///
///     π(θ) · p(path from θ to θ') = π(θ') · p(the same path backwards)
///
/// A path is what every move proposed, whether that was accepted, and the point at the end. Its density is the product of those of all
/// proposals, tests and the point, each of which is learned from the kernel (`scripted_sweep`). A sweep that returned in another order, or
/// visited a datum once less, could not take the path backwards. One with a wrong mean, spread or test would take it with another density.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/problems.hpp"

import firefly.kernels;
import firefly.testing;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// A posterior and which of its data are bright.
struct lit_problem {
    problem posterior;
    std::vector<row_index> bright;
};

/// Each form of a bound with one, two, three and five bright data, as far as a sweep is possible: rows that are independent, and fewer
/// predictors than parameters.
template <class Bound, Prior P>
void add_lit(std::vector<lit_problem>& list, std::string const& name, by_definition<Bound, P> const& d) {
    std::vector<problem> forms;
    add_anchored(forms, name, d);
    add_far_off(forms, name, d);
    std::size_t const each = d.likelihood.width() == 1 ? 1 : d.likelihood.width() - 1;
    for (problem const& p : forms)
        for (std::vector<row_index> const& bright : {std::vector<row_index>{2}, {4, 1}, {0, 5, 3}, {6, 1, 5, 0, 3}})
            if (bright.size() <= p.columns && bright.size() * each < p.dimension) list.push_back({p, bright});
}

std::vector<lit_problem> lit_problems() {
    std::vector<lit_problem> list;
    gaussian_prior const normal(1.2);
    using gaussian = gaussian_prior;
    add_lit(list, "logistic", by_definition<jaakkola_jordan, gaussian>{logistic{}, normal, some_rows(7, 6)});
    add_lit(list, "Student-t, Laplace",
            by_definition<student_t_bound, laplace_prior>{student_t({4, 1.5}), laplace_prior(0.8), some_rows(7, 6)});
    add_lit(list, "2 classes", by_definition<jebara_choromanska, gaussian>{softmax(2), normal, some_rows(7, 6)});
    add_lit(list, "3 classes", by_definition<bohning, gaussian>{softmax(3), normal, some_rows(7, 5)});
    add_lit(list, "4 classes", by_definition<jebara_choromanska, gaussian>{softmax(4), normal, some_rows(7, 3)});
    add_lit(list, "6 classes", by_definition<bohning, gaussian>{softmax(6), normal, some_rows(7, 2)});
    return list;
}

/// θ, y given θ, and z as told: any will do, since balance holds everywhere.
struct data_and_point {
    vector theta, targets;
};

data_and_point some_state(problem const& p, std::uint64_t seed) {
    random_source random({.seed = seed});
    data_and_point s{zeros(p.dimension), zeros(p.rows)};
    p.draw_prior(random, as_out(s.theta));
    s.theta *= 0.5;
    for (std::size_t n = 0; n < p.rows; ++n) s.targets(n) = p.draw_target(random, n, as_view(s.theta));
    return s;
}

any_firefly_density density_at(lit_problem const& given, vector const& targets, vector const& theta) {
    auto density = given.posterior.firefly(targets, as_view(theta));
    density.request(given.bright);
    density.collect();
    for (std::size_t i = 0; i < given.bright.size(); ++i) density.brighten(i);
    return density;
}

bright_gibbs sweeps_only(std::size_t dimension) {
    return bright_gibbs({.centre = zeros(dimension), .shape = {}, .elliptical_every = 1'000'000'000});
}

struct path_move {
    std::size_t datum;
    numbers from, proposal;
    bool is_accepted;
};

struct path {
    std::vector<path_move> moves;
    numbers white;       // the point at the end
    double log_density;  // of all this, given where it began
};

/// θ = centre + L⁻ᵀw.
vector unwhitened(whitening const& inner, numbers const& white) {
    vector d = zeros(white.size());
    inner.scale.unwhiten(white, as_out(d));
    return inner.centre + d;
}

/// w of θ: L⁻ᵀ is upper triangular, and its columns are what becomes of unit vectors.
numbers whitened(whitening const& inner, vector const& theta) {
    std::size_t const size = theta.size();
    matrix columns = zeros(size, size);
    for (std::size_t j = 0; j < size; ++j) {
        numbers unit(size);
        unit[j] = 1;
        inner.scale.unwhiten(unit, {columns.data() + j * size, size});
    }
    numbers white(size);
    for (std::size_t i = size; i-- > 0;) {
        white[i] = theta(i) - inner.centre(i);
        for (std::size_t j = i + 1; j < size; ++j) white[i] -= columns(j, i) * white[j];
        white[i] /= columns(i, i);
    }
    return white;
}

/// The point given the predictors is normal on a plane: its covariance is the projection on that plane. Gives the log of its density.
double log_density_of_point(scripted_sweep& sweep, std::vector<scripted_move> const& script, numbers const& white) {
    std::size_t const size = white.size();
    numbers const centre = sweep.play(script, numbers(size)).white;
    matrix p = zeros(size, size);
    for (std::size_t j = 0; j < size; ++j) {
        numbers unit(size);
        unit[j] = 1;
        numbers const moved = sweep.play(script, unit).white;
        for (std::size_t i = 0; i < size; ++i) p(i, j) = moved[i] - centre[i];
    }
    double trace = 0, square = 0;
    for (std::size_t i = 0; i < size; ++i) {
        trace += p(i, i);
        square += (white[i] - centre[i]) * (white[i] - centre[i]);
        for (std::size_t j = 0; j < size; ++j) {
            double product = 0;
            for (std::size_t k = 0; k < size; ++k) product += p(i, k) * p(j, k);
            CHECK(std::abs(product - p(i, j)) < 1e-8);
        }
    }
    CHECK(trace == doctest::Approx(static_cast<double>(size - sweep.data() * sweep.each())).epsilon(1e-8));
    return -square / 2;
}

/// Makes a path: `next(k, law)` says by which noise move k proposes and whether it shall pass; `white` is the noise of the point.
template <class Next>
path follow(any_firefly_density& density, Next const& next, numbers const& white) {
    numbers u = density.frame().u;
    scripted_sweep sweep(sweeps_only(density.dimension()), density);
    std::vector<scripted_move> script;
    path made{{}, {}, 0};
    for (std::size_t k = 0; k < 2 * sweep.data(); ++k) {
        proposal_law const law = sweep.law(script);
        CHECK(law.disagreement() < 1e-8);
        auto const before = script;
        script.push_back(next(k, law));
        recorded_step const step = sweep.play(script);
        recorded_move const& now = step.moves[k];
        bool const accepted = step.passing == 1 || (script.back().passes && step.passing > 0);
        script.back().passes = accepted;
        made.log_density +=
            sweep.log_density(before, law, now.proposal) + (accepted ? std::log(step.passing) : std::log1p(-step.passing));
        auto const here = u.begin() + static_cast<std::ptrdiff_t>(now.datum * sweep.each());
        made.moves.push_back({now.datum, numbers(here, here + static_cast<std::ptrdiff_t>(sweep.each())), now.proposal, accepted});
        if (accepted) std::ranges::copy(now.proposal, here);
    }
    recorded_step const step = sweep.play(script, white);
    made.white = step.white;
    made.log_density += log_density_of_point(sweep, script, made.white) + std::log(step.passing);
    return made;
}

/// Noise and answers as they come.
class random_moves {
public:
    random_moves(scripted_sweep const& sweep, std::uint64_t seed)
        : noise_(sweep.noise_each()), squares_(sweep.each()), random_({.seed = seed}) {}

    scripted_move next() {
        scripted_move move{.noise = numbers(noise_), .square = random_.pick(squares_)};
        random_.normals(move.noise);
        move.half_normal = random_.pick(2) == 0;
        move.upwards = random_.pick(2) == 0;
        move.passes = random_.pick(3) > 0;
        return move;
    }

private:
    std::size_t noise_, squares_;
    random_source random_;
};

path random_path(any_firefly_density& density, std::uint64_t seed) {
    numbers noise(density.dimension());
    random_source({.seed = seed, .use = purpose::kernel}).normals(noise);
    random_moves random(scripted_sweep(sweeps_only(density.dimension()), density), seed);
    return follow(density, [&](std::size_t, proposal_law const&) { return random.next(); }, noise);
}

/// Whether π₀ is zero here: then no path begins or ends.
bool is_out_of_reach(any_firefly_density& density) {
    density.frame();
    return density.correction() == infinity;
}

}  // namespace

TEST_CASE("a sweep visits the bright data in the order of their indices and comes back the way it went, whatever is accepted") {
    for (lit_problem const& given : lit_problems()) {
        CAPTURE(given.posterior.name);
        CAPTURE(given.bright);
        data_and_point const s = some_state(given.posterior, 2700);
        auto density = density_at(given, s.targets, s.theta);
        auto const index = density.frame().index;
        if (is_out_of_reach(density)) continue;
        for (std::uint64_t seed = 2701; seed < 2705; ++seed) {
            scripted_sweep sweep(sweeps_only(density.dimension()), density);
            random_moves random(sweep, seed);
            std::vector<scripted_move> script;
            for (std::size_t k = 0; k < 2 * given.bright.size(); ++k) script.push_back(random.next());
            auto const moves = sweep.play(script).moves;
            REQUIRE(moves.size() == 2 * given.bright.size());
            for (std::size_t k = 0; k < moves.size(); ++k) {
                CHECK(moves[k].datum == moves[moves.size() - 1 - k].datum);
                if (k > 0 && k < given.bright.size()) CHECK(index[moves[k].datum] > index[moves[k - 1].datum]);
            }
        }
    }
}

TEST_CASE("every path of a step of bright Gibbs is as likely backwards from its end as it is from its beginning") {
    auto const list = lit_problems();
    std::size_t paths = 0;
    for (lit_problem const& given : list) {
        CAPTURE(given.posterior.name);
        CAPTURE(given.bright);
        for (std::uint64_t seed = 2710; seed < 2713; ++seed) {
            CAPTURE(seed);
            data_and_point const s = some_state(given.posterior, seed);
            auto far = density_at(given, s.targets, s.theta);
            if (is_out_of_reach(far)) continue;
            // A first step leads to where the others are: from far off the last test can be one that no number tells from zero.
            vector const theta = unwhitened(far.inner(), random_path(far, seed).white);
            auto here = density_at(given, s.targets, theta);
            numbers const start = whitened(here.inner(), theta);
            path const there = random_path(here, seed + 100);
            ++paths;

            auto end = density_at(given, s.targets, unwhitened(here.inner(), there.white));
            std::size_t const moves = there.moves.size();
            numbers back = start;
            for (std::size_t i = 0; i < back.size(); ++i) back[i] -= end.inner().shift(i);
            path const home = follow(
                end,
                [&](std::size_t k, proposal_law const& law) {
                    path_move const& mirrored = there.moves[moves - 1 - k];
                    scripted_move move = law.towards(mirrored.is_accepted ? mirrored.from : mirrored.proposal);
                    move.passes = mirrored.is_accepted;
                    return move;
                },
                back);

            for (std::size_t k = 0; k < moves; ++k) {
                path_move const &one = there.moves[k], &other = home.moves[moves - 1 - k];
                REQUIRE(one.datum == other.datum);
                REQUIRE(one.is_accepted == other.is_accepted);
                for (std::size_t j = 0; j < one.from.size(); ++j)
                    CHECK((one.is_accepted ? one.from : one.proposal)[j] == doctest::Approx(other.proposal[j]).epsilon(1e-8));
            }
            for (std::size_t i = 0; i < start.size(); ++i) CHECK(home.white[i] == doctest::Approx(start[i]).epsilon(1e-8));
            CHECK(here.current().log_density + there.log_density ==
                  doctest::Approx(end.current().log_density + home.log_density).epsilon(1e-8));
        }
    }
    CHECK(paths > 2 * list.size());  // of three each: few begin out of reach
}

TEST_CASE("how far a proposal goes is one normal number or the length of three") {
    for (lit_problem const& given : lit_problems()) {
        CAPTURE(given.posterior.name);
        data_and_point const s = some_state(given.posterior, 2720);
        auto density = density_at(given, s.targets, s.theta);
        if (is_out_of_reach(density)) continue;
        scripted_sweep sweep(sweeps_only(density.dimension()), density);
        scripted_move by_one{.noise = numbers(sweep.noise_each(), 0.3)}, by_three = by_one;
        by_one.noise[0] = -1.3;  // its size counts
        by_three.half_normal = false;
        std::ranges::copy(numbers{0.3, -0.4, 1.2}, by_three.noise.begin());
        auto const one = sweep.play({by_one}).moves[0].proposal, three = sweep.play({by_three}).moves[0].proposal;
        for (std::size_t j = 0; j < one.size(); ++j) CHECK(one[j] == doctest::Approx(three[j]).epsilon(1e-12));
    }
}
