module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "lanes.hpp"

module firefly.numeric;

import firefly.external;
import :elimination_order;
import :linear_algebra;

namespace firefly {

namespace {

FIREFLY_VECTORISED void multiply(double by, double* x, std::size_t n) {
    for (std::size_t i = 0; i < n; i += lane_count) {
        std::size_t const count = std::min(lane_count, n - i);
        store(by * load(x + i, count), x + i, count);
    }
}

/// y −= a x. A call costs as much as a few numbers.
inline void subtract_multiple(double a, double const* x, double* y, std::size_t n) {
    if (n >= lane_count) return add_multiple(-a, {x, n}, {y, n});
    for (std::size_t i = 0; i < n; ++i) y[i] -= a * x[i];
}

/// A pivot below this share of its coordinate's precision is made of rounding errors.
bool is_sound(double pivot, double precision) {
    constexpr double share = 1e-14;
    return pivot > share * precision;  // nor not a number
}

}  // namespace

sparse_cholesky::sparse_cholesky(matrix const& symmetric) : sparse_cholesky(sparse_symmetric(symmetric)) {}

sparse_cholesky::sparse_cholesky(sparse_symmetric const& symmetric) {
    elimination const plan = eliminate_cheapest(symmetric);
    lay_out(plan.order, plan.later, symmetric.dimension());
    place_numbers();
    connect();
    take_values(symmetric);
}

void sparse_cholesky::lay_out(std::vector<std::size_t> const& order, std::vector<std::vector<std::size_t>> const& later,
                              std::size_t size) {
    std::vector<std::size_t> row(size, size);  // in the order of elimination, the core behind
    for (std::size_t k = 0; k < order.size(); ++k) row[order[k]] = k;
    for (std::size_t i = 0; i < size; ++i)
        if (row[i] == size) {
            row[i] = order.size() + core_size();
            core_coordinates_.push_back(i);
        }
    for (std::size_t k = 0; k < order.size(); ++k) {
        std::vector<std::size_t> rows;
        for (std::size_t const i : later[k]) rows.push_back(row[i]);
        std::ranges::sort(rows);
        auto const core = std::ranges::lower_bound(rows, order.size());
        column c{order[k], links_.size(), 0, 0, static_cast<std::size_t>(rows.end() - core), runs_.size(), 0};
        for (auto r = rows.begin(); r != core; ++r) links_.push_back({*r, 0});
        if (2 * c.core_length >= core_size()) {
            c.core_length = core_size();
            runs_.push_back({0, core_size()});
            ++wide_count_;
        } else
            for (auto r = core; r != rows.end(); ++r)
                if (r != core && *r == *(r - 1) + 1)
                    ++runs_.back().length;
                else
                    runs_.push_back({*r - order.size(), 1});
        c.links_end = links_.size();
        c.runs_end = runs_.size();
        columns_.push_back(c);
    }
}

void sparse_cholesky::place_numbers() {
    std::size_t wide = links_.size(), narrow = wide + wide_count_ * core_size();
    for (column& c : columns_) {
        std::size_t& next = is_wide(c) ? wide : narrow;
        c.core = next;
        next += c.core_length;
    }
    original_.resize(narrow);
    values_.resize(narrow);
    pivots_.resize(columns_.size());
    core_more_.resize(core_size());
}

std::vector<sparse_cholesky::entry> sparse_cholesky::entries(column const& c) const {
    std::vector<entry> result;
    for (std::size_t e = c.links; e < c.links_end; ++e) result.push_back({links_[e].column, e});
    std::size_t place = c.core;
    for (std::size_t r = c.runs; r < c.runs_end; ++r)
        for (std::size_t i = 0; i < runs_[r].length; ++i) result.push_back({columns_.size() + runs_[r].first + i, place++});
    return result;
}

std::size_t sparse_cholesky::coordinate(std::size_t row) const {
    return row < columns_.size() ? columns_[row].coordinate : core_coordinates_[row - columns_.size()];
}

/// Where an elimination subtracts the products of its numbers, those in the columns of its links. Such a column has all rows that the eliminated one
/// has behind it, since they were filled, and is wide if that is.
void sparse_cholesky::connect() {
    for (column const& c : columns_) {
        std::vector<entry> const from = entries(c);
        for (std::size_t e = c.links; e < c.links_end; ++e) {
            std::vector<entry> const to = entries(columns_[links_[e].column]);
            auto target = to.begin();
            std::size_t const first = moves_.size();
            for (std::size_t i = e - c.links + 1; i < from.size(); ++i) {
                target = std::ranges::lower_bound(target, to.end(), from[i].row, {}, &entry::row);
                if (moves_.size() > first && moves_.back().from + moves_.back().length == from[i].place &&
                    moves_.back().to + moves_.back().length == target->place)
                    ++moves_.back().length;
                else
                    moves_.push_back({from[i].place, target->place, 1});
            }
            links_[e].moves_end = moves_.size();
        }
    }
}

/// Places that were filled, and those that a wide column has besides, keep their zeros.
void sparse_cholesky::take_values(sparse_symmetric const& symmetric) {
    std::vector<std::size_t> row(dimension());
    for (std::size_t r = 0; r < row.size(); ++r) row[coordinate(r)] = r;
    diagonal_.resize(columns_.size());
    std::ranges::fill(original_, 0.0);
    core_ = zeros(core_size(), core_size());
    std::vector<std::vector<sparse_symmetric::entry>> given(columns_.size());  // by column: row and number
    auto const take = [&](std::size_t a, std::size_t b, double value) {
        if (a < b) std::swap(a, b);
        std::size_t const first = columns_.size();
        if (b >= first)
            core_(a - first, b - first) = core_(b - first, a - first) = value;
        else if (a == b)
            diagonal_[a] = value;
        else
            given[b].push_back({a, b, value});
    };
    for (std::size_t i = 0; i < symmetric.dimension(); ++i) {
        take(row[i], row[i], symmetric.diagonal()(i));
        for (std::size_t k = 0; k < symmetric.columns(i).size(); ++k)
            take(row[i], row[symmetric.columns(i)[k]], symmetric.values(i)[k]);
    }
    for (std::size_t k = 0; k < columns_.size(); ++k) {
        std::vector<entry> const own = entries(columns_[k]);
        for (auto const& [r, column, value] : given[k]) original_[std::ranges::lower_bound(own, r, {}, &entry::row)->place] = value;
    }
    reduced_ = core_;
}

bool sparse_cholesky::factorise(sparse_symmetric const& other) {
    take_values(other);
    return refactorise(std::vector<double>(dimension()));
}

bool sparse_cholesky::refactorise(vector_view more) {
    for (std::size_t i = 0; i < core_size(); ++i) core_more_[i] = more[core_coordinates_[i]];
    if (!eliminate(more) || !core_factor_.refactorise(reduced_, core_more_)) return false;
    for (std::size_t i = 0; i < core_size(); ++i) {
        double const root = core_factor_.lower()(i, i);
        if (!is_sound(root * root, core_(i, i) + core_more_[i])) return false;
    }
    return true;
}

bool sparse_cholesky::eliminate(vector_view more) {
    if (columns_.empty()) return true;
    std::ranges::copy(original_, values_.begin());
    std::copy_n(core_.data(), core_.size(), reduced_.data());
    for (std::size_t k = 0; k < columns_.size(); ++k) pivots_[k] = diagonal_[k] + more[columns_[k].coordinate];
    std::size_t next_move = 0;
    for (std::size_t k = 0; k < columns_.size(); ++k) {
        column const& c = columns_[k];
        if (!is_sound(pivots_[k], diagonal_[k] + more[c.coordinate])) return false;
        pivots_[k] = std::sqrt(pivots_[k]);
        double const inverse = 1 / pivots_[k];
        for (std::size_t e = c.links; e < c.links_end; ++e) values_[e] *= inverse;
        multiply(inverse, values_.data() + c.core, c.core_length);
        for (std::size_t e = c.links; e < c.links_end; ++e) {
            pivots_[links_[e].column] -= values_[e] * values_[e];
            for (; next_move < links_[e].moves_end; ++next_move) {
                move const& m = moves_[next_move];
                subtract_multiple(values_[e], values_.data() + m.from, values_.data() + m.to, m.length);
            }
        }
        if (!is_wide(c)) subtract_from_core(c);
    }
    if (wide_count_ > 0) subtract_gram({values_.data() + links_.size(), wide_count_, core_size()}, gram_memory_, reduced_);
    return true;
}

/// The products of a column's numbers, on and below the diagonal.
void sparse_cholesky::subtract_from_core(column const& c) {
    double const* own = values_.data() + c.core;
    for (std::size_t r = c.runs; r < c.runs_end; ++r)
        for (std::size_t i = 0; i < runs_[r].length; ++i, ++own) {
            double* const row = reduced_.data() + (runs_[r].first + i) * core_size();
            double const* from = values_.data() + c.core;
            for (std::size_t before = c.runs; before < r; from += runs_[before++].length)
                subtract_multiple(*own, from, row + runs_[before].first, runs_[before].length);
            subtract_multiple(*own, from, row + runs_[r].first, i + 1);
        }
}

double sparse_cholesky::log_determinant() const {
    double sum = 0;
    for (double const root : pivots_) sum += portable::log(root);
    return 2 * sum + core_factor_.log_determinant();
}

/// What x has of the core, in memory of this thread's own.
std::span<double> sparse_cholesky::take_core(vector_view x) const {
    thread_local std::vector<double> memory;
    if (memory.size() < core_size()) memory.resize(core_size());
    for (std::size_t i = 0; i < core_size(); ++i) memory[i] = x[core_coordinates_[i]];
    return std::span(memory).first(core_size());
}

void sparse_cholesky::put_core(vector_view part, vector_out x) const {
    for (std::size_t i = 0; i < core_size(); ++i) x[core_coordinates_[i]] = part[i];
}

void sparse_cholesky::solve_lower(vector_out x) const {
    if (columns_.empty()) return core_factor_.solve_lower(x);
    std::span<double> const core = take_core(x);
    for (std::size_t k = 0; k < columns_.size(); ++k) {
        column const& c = columns_[k];
        if (x[c.coordinate] == 0) continue;  // as most levels are in a row of data
        double const white = x[c.coordinate] /= pivots_[k];
        for (std::size_t e = c.links; e < c.links_end; ++e) x[columns_[links_[e].column].coordinate] -= white * values_[e];
        double const* from = values_.data() + c.core;
        for (std::size_t r = c.runs; r < c.runs_end; from += runs_[r++].length)
            subtract_multiple(white, from, core.data() + runs_[r].first, runs_[r].length);
    }
    core_factor_.solve_lower(core);
    put_core(core, x);
}

void sparse_cholesky::solve_upper(vector_out x) const {
    if (columns_.empty()) return core_factor_.solve_upper(x);
    std::span<double> const core = take_core(x);
    core_factor_.solve_upper(core);
    put_core(core, x);
    for (std::size_t k = columns_.size(); k-- > 0;) {
        column const& c = columns_[k];
        double rest = x[c.coordinate];
        for (std::size_t e = c.links; e < c.links_end; ++e) rest -= values_[e] * x[columns_[links_[e].column].coordinate];
        double const* from = values_.data() + c.core;
        for (std::size_t r = c.runs; r < c.runs_end; from += runs_[r++].length)
            rest -= dot({from, runs_[r].length}, {core.data() + runs_[r].first, runs_[r].length});
        x[c.coordinate] = rest / pivots_[k];
    }
}

/// Number k of Lᵀx, of which x before it is not needed.
double sparse_cholesky::upper_product(std::size_t k, vector_view x) const {
    column const& c = columns_[k];
    double sum = pivots_[k] * x[c.coordinate];
    for (std::size_t e = c.links; e < c.links_end; ++e) sum += values_[e] * x[columns_[links_[e].column].coordinate];
    double const* from = values_.data() + c.core;
    for (std::size_t r = c.runs; r < c.runs_end; ++r)
        for (std::size_t i = 0; i < runs_[r].length; ++i) sum += *from++ * x[core_coordinates_[runs_[r].first + i]];
    return sum;
}

void sparse_cholesky::multiply_upper(vector_out x) const {
    for (std::size_t k = 0; k < columns_.size(); ++k) x[columns_[k].coordinate] = upper_product(k, x);
    std::span<double> const core = take_core(x);
    core_factor_.multiply_upper(core);
    put_core(core, x);
}

double sparse_cholesky::squared_norm(vector_view x) const {
    double sum = core_factor_.squared_norm(take_core(x));
    for (std::size_t k = 0; k < columns_.size(); ++k) {
        double const white = upper_product(k, x);
        sum += white * white;
    }
    return sum;
}

sparse_symmetric sparse_cholesky::selected_inverse() const {
    std::size_t const first = columns_.size();
    matrix const core = core_factor_.inverse();
    std::vector<double> inverse(values_.size()), own(first);
    for (std::size_t k = first; k-- > 0;) {
        column const& c = columns_[k];
        std::vector<entry> const rows = entries(c);
        std::size_t const links = c.links_end - c.links;
        std::vector<double> sums(rows.size());
        for (std::size_t a = links; a < rows.size(); ++a) {
            double const* const with = core.data() + (rows[a].row - first) * core_size();
            double const* from = values_.data() + c.core;
            for (std::size_t r = c.runs; r < c.runs_end; from += runs_[r++].length)
                sums[a] += dot({from, runs_[r].length}, {with + runs_[r].first, runs_[r].length});
        }
        for (std::size_t a = 0; a < links; ++a) {
            double const number = values_[rows[a].place];
            sums[a] += number * own[rows[a].row];
            std::vector<entry> const linked = entries(columns_[rows[a].row]);
            auto with = linked.begin();
            for (std::size_t b = a + 1; b < rows.size(); ++b) {
                with = std::ranges::lower_bound(with, linked.end(), rows[b].row, {}, &entry::row);
                sums[a] += values_[rows[b].place] * inverse[with->place];
                sums[b] += number * inverse[with->place];
            }
        }
        double rest = 1 / pivots_[k];
        for (std::size_t a = 0; a < rows.size(); ++a) {
            inverse[rows[a].place] = -sums[a] / pivots_[k];
            rest -= inverse[rows[a].place] * values_[rows[a].place];
        }
        own[k] = rest / pivots_[k];
    }
    std::vector<sparse_symmetric::entry> result;
    auto const put = [&](std::size_t i, std::size_t j, double value) { result.push_back({std::max(i, j), std::min(i, j), value}); };
    for (std::size_t k = 0; k < first; ++k) {
        put(columns_[k].coordinate, columns_[k].coordinate, own[k]);
        for (entry const& e : entries(columns_[k])) put(coordinate(e.row), columns_[k].coordinate, inverse[e.place]);
    }
    for (std::size_t i = 0; i < core_size(); ++i)
        for (std::size_t j = 0; j <= i; ++j) put(core_coordinates_[i], core_coordinates_[j], core(i, j));
    std::ranges::sort(result, {}, [](auto const& e) { return std::pair(e.row, e.column); });
    return {dimension(), result};
}

}  // namespace firefly
