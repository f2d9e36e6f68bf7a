/// Rows of a file with their linear predictors in all draws: what `predict` and `loo` compute everything else from.
///
///     η_si = x_i·β_s + offset_i + Σ_g v_ig u_sg      (s a draw, g a group of the formula, u the coefficient of the row's level in it)
///
/// A block of rows at a time: memory is O(rows at once × draws). Cost: O(features) per row and draw.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

module firefly.program.after:predicted_rows;

import firefly.external;
import firefly;
import firefly.program.input;
import firefly.program.output;
import :fitted_model;

namespace firefly::program {

/// New rows as the features that were fitted.
class new_rows {
public:
    new_rows(fitted_model const& fit, predict_options const& options, std::size_t at_once)
        : kept_columns_(options.keep.size()),
          stream_({options.data}, how_to_read(fit, options), options.format),
          made_(fit.made),
          layout_(options.data, made_ ? std::vector<coded_column>() : stream_.columns(), made_ ? names() : fit.features),
          cases_(fit.cases.layout()),
          columns_(at_once * stream_.names().size()),
          features_(at_once * fit.features.size()),
          codes_(at_once * fit.groups.size()),
          values_(codes_.size()),
          target_(at_once) {
        // A store may hold as categories what was fitted as numbers: their codes must not pass for numbers.
        auto const is_category = [&](std::size_t i) {
            if (made_) return i < made_->inputs().size() && made_->inputs()[i].kind == input_kind::category;
            return std::ranges::find(fit.categories, stream_.names()[i], &known_levels::column) != fit.categories.end();
        };
        for (std::size_t i = 0; i < stream_.names().size(); ++i) {
            std::string const& name = stream_.names()[i];
            if (stream_.categorical()[i] && !is_category(i))
                throw data_error({.file = options.data,
                                  .column = name,
                                  .what = fmt::format("column {} holds categories where the fit has numbers", in_quotes(name)),
                                  .remedy = "give data of the same kind"});
        }
    }

    /// The next rows; how many: 0 at the end.
    std::size_t next() {
        std::size_t const width = stream_.names().size();
        std::size_t const count = stream_.next(target_.size(), {columns_.data(), width, target_.data(), &kept_});
        for (std::size_t i = 0; i < count; ++i) make_row(i, columns_.data() + i * width);
        taken_ += count;
        return count;
    }

    matrix_view features(std::size_t count) const { return {features_.data(), count, features_.size() / target_.size()}; }
    /// The level that row i has in each group, and what its coefficient is multiplied with.
    std::span<std::uint32_t const> codes(std::size_t i) const { return of_row(codes_, i); }
    std::span<double const> values(std::size_t i) const { return of_row(values_, i); }
    double trials(std::size_t i) const { return cases_.is_empty() ? 1 : cases_.number(0, behind(i)); }
    /// How many equal rows it stands for.
    double weight(std::size_t i) const { return cases_.is_empty() ? 1 : cases_.number(2, behind(i)); }
    double offset(std::size_t i) const {
        if (made_) return made_->offset(columns_.data() + i * stream_.names().size());
        return cases_.is_empty() ? 0 : cases_.number(1, behind(i));
    }
    std::optional<double> target(std::size_t i) const { return stream_.has_target() ? std::optional(target_[i]) : std::nullopt; }
    /// The cells of a row that are kept, each with a comma behind it.
    void write_kept(std::size_t i, std::string& text) const {
        for (std::size_t k = 0; k < kept_columns_; ++k) text += csv_field(kept_[i * kept_columns_ + k]) + ',';
    }
    bool has_target() const { return stream_.has_target(); }
    std::size_t taken() const { return taken_; }
    std::size_t dropped() const { return stream_.dropped(); }

private:
    using names = std::vector<std::string>;

    /// The features of row i, and its target where the formula computes that.
    void make_row(std::size_t i, double const* columns) {
        double* const features = features_.data() + i * (features_.size() / target_.size());
        if (!made_) {
            layout_.expand(columns, features);
            return;
        }
        std::size_t const groups = made_->groups().size();
        bool const finite = made_->expand(columns, features, work_) &&
                            made_->find_levels(columns, codes_.data() + i * groups, values_.data() + i * groups);
        if (!finite || !std::isfinite(made_->offset(columns))) made_->explain(columns, taken_ + i + 1);
        if (!stream_.has_target() || made_->target_is_column()) return;
        double const before = target_[i];
        target_[i] = made_->target(&before);
        if (!std::isfinite(target_[i])) made_->explain_target(&before, taken_ + i + 1);
    }

    template <class Number>
    std::span<Number const> of_row(std::vector<Number> const& numbers, std::size_t i) const {
        std::size_t const each = numbers.size() / target_.size();
        return {numbers.data() + i * each, each};
    }

    /// The last columns of row i.
    double const* behind(std::size_t i) const {
        std::size_t const width = stream_.names().size();
        return columns_.data() + (i + 1) * width - cases_.columns();
    }

    std::size_t kept_columns_;
    row_stream stream_;
    std::shared_ptr<design const> made_;  // where the fit has a formula; else
    feature_layout layout_;
    design::scratch work_;
    case_layout cases_;
    std::vector<double> columns_, features_;
    std::vector<std::uint32_t> codes_;
    std::vector<double> values_, target_;
    std::vector<std::string> kept_;
    std::size_t taken_ = 0;
};

/// The coefficients of levels that were not fitted: a draw of each group's distribution for every draw of its scale. All such levels of a group have the
/// same, as rows are predicted one by one. The same from run to run.
inline std::vector<std::vector<double>> draw_new_levels(fitted_model const& fit) {
    std::vector<std::vector<double>> result;
    random_source random({.seed = 0x6c6576656c73});
    for (auto const& group : fit.groups) {
        auto& effects = result.emplace_back(fit.theta.shape(0));
        random.normals(effects);
        for (std::size_t s = 0; s < effects.size(); ++s) effects[s] *= group.scale.size() > 0 ? group.scale(s, 0) : 0;
    }
    return result;
}

/// There is nothing to predict a level from that was not fitted, where the group's distribution is not normal.
inline void check_scale(fitted_model const& fit, std::size_t g, predict_options const& options) {
    if (fit.groups[g].scale.size() > 0) return;
    std::string const& name = fit.made->groups()[g].name;
    throw data_error({.file = options.data,
                      .column = name,
                      .what = fmt::format("a level of {} was not fitted, and levels that have no normal prior are not predicted",
                                          in_quotes(name)),
                      .remedy = "leave such rows out, or sample with a normal prior of the group"});
}

/// The coefficients of every draw and class.
inline matrix_view as_rows(fitted_model const& fit) {
    return {fit.theta.data(), fit.theta.shape(0) * fit.width(), fit.features.size()};
}

/// The linear predictors of each row, in all draws. A product of matrices would round a row by the number of rows beside it, in some versions of a BLAS;
/// a row that is predicted alone is to be as it is among others. The draws are taken in parts that stay in a near cache from row to row.
inline void predict_each_draw(matrix_view features, matrix_view draws, vector_out eta) {
    std::size_t const together = std::max<std::size_t>(1, (std::size_t{1} << 15) / std::max<std::size_t>(1, draws.columns));
    for (std::size_t first = 0; first < draws.rows; first += together)
        for (std::size_t i = 0; i < features.rows; ++i)
            for (std::size_t k = first; k < std::min(first + together, draws.rows); ++k)
                eta[i * draws.rows + k] = dot(draws.row(k), features.row(i));
}

/// The rows, block by block.
class predicted_rows {
public:
    /// As many rows at once as have 2²⁰ predictors, in all draws. `fit` and `options` must outlive it.
    predicted_rows(fitted_model const& fit, predict_options const& options)
        : fit_(fit),
          options_(options),
          rows_(fit, options, at_once(fit)),
          of_new_levels_(draw_new_levels(fit)),
          eta_(at_once(fit) * of_row()) {}

    static std::size_t at_once(fitted_model const& fit) {
        return std::clamp<std::size_t>((std::size_t{1} << 20) / (fit.theta.shape(0) * fit.width()), 1, 1024);
    }

    /// The next rows; how many: 0 at the end.
    std::size_t next() {
        std::size_t const count = rows_.next();
        if (count == 0) return 0;
        predict_each_draw(rows_.features(count), as_rows(fit_), eta_);
        for (std::size_t i = 0; i < count; ++i) complete(i);
        return count;
    }

    /// Of row i of the block: `width` numbers per draw.
    vector_view eta(std::size_t i) const { return vector_view(eta_).subspan(i * of_row(), of_row()); }
    new_rows const& rows() const { return rows_; }

private:
    std::size_t of_row() const { return fit_.theta.shape(0) * fit_.width(); }

    /// What the features do not say.
    void complete(std::size_t i) {
        vector_out const own = vector_out(eta_).subspan(i * of_row(), of_row());
        double const offset = rows_.offset(i);
        for (double& predicted : own) predicted += offset;
        for (std::size_t g = 0; g < fit_.groups.size(); ++g) {
            auto const level = rows_.codes(i)[g];
            double const value = rows_.values(i)[g];
            if (level == no_level) check_scale(fit_, g, options_);
            for (std::size_t s = 0; s < own.size(); ++s)
                own[s] += value * (level == no_level ? of_new_levels_[g][s] : fit_.groups[g].effects(s, level));
        }
    }

    fitted_model const& fit_;
    predict_options const& options_;
    new_rows rows_;
    std::vector<std::vector<double>> of_new_levels_;
    std::vector<double> eta_;
};

}  // namespace firefly::program
