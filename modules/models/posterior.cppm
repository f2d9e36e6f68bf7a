/// A likelihood, a prior and rows: a posterior over θ.
///
///     log p(θ | data) = log p(θ) + Σ_n ℓ_n(x_n·θ) + constant
module;
#include <cstddef>
#include <memory>
#include <utility>

export module firefly.models:posterior;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.teams;

namespace firefly {

/// Throws `invalid_argument` unless rows have targets of as many numbers as the likelihood takes.
void check_layout(std::size_t numbers, std::size_t wanted);

/// A handle: copies share likelihood, prior and rows.
export template <Likelihood L, Prior P, RowSource S>
class posterior {
public:
    /// Takes the rows over and checks every target: one pass over the data, or over this member's where a team shares them.
    posterior(L likelihood, P prior, S rows)
        : parts_(
              std::make_shared<parts const>(std::move(likelihood), std::move(prior), std::make_shared<S const>(std::move(rows)))) {
        check_layout(layout_of(parts_->rows).target, target_numbers<L>);
        block_buffer buffer;
        row_share const mine = share_of(parts_->rows);
        for (row_index first = mine.first; first < mine.last; first += block_rows) {
            row_block const block = parts_->rows.block(first / block_rows, buffer);
            for (std::size_t row = 0; row < block.rows.rows; ++row) check(block, row);
        }
    }

    inline std::size_t dimension() const { return parts_->likelihood.width() * parts_->rows.columns(); }
    inline L const& likelihood() const { return parts_->likelihood; }
    inline P const& prior() const { return parts_->prior; }
    inline S const& rows() const { return parts_->rows; }

    /// The same posterior for one member of a team alone: see `SharedRows`.
    posterior alone() const {
        if constexpr (SharedRows<S>)
            if (rows().parts())
                return posterior(std::make_shared<parts const>(likelihood(), prior(), std::make_shared<S const>(rows().alone())));
        return *this;
    }

    /// The same likelihood and rows with another prior; the rows are shared.
    posterior with_prior(P prior) const {
        return posterior(std::make_shared<parts const>(likelihood(), std::move(prior), parts_->held));
    }

    /// The same prior and rows with another likelihood of the same kind, such as one with another size: one that knows the same targets, which are not
    /// checked again. The rows are shared.
    posterior with_likelihood(L likelihood) const {
        return posterior(std::make_shared<parts const>(std::move(likelihood), prior(), parts_->held));
    }

private:
    struct parts {
        L likelihood;
        P prior;
        std::shared_ptr<S const> held;
        S const& rows;
        parts(L l, P p, std::shared_ptr<S const> s)
            : likelihood(std::move(l)), prior(std::move(p)), held(std::move(s)), rows(*held) {}
    };

    /// Of rows whose targets were checked.
    explicit posterior(std::shared_ptr<parts const> checked) : parts_(std::move(checked)) {}

    void check(row_block const& block, std::size_t row) const try {
        parts_->likelihood.check(target_of<L>(block.target, row));
    } catch (invalid_argument const& refusal) {
        throw invalid_argument(fmt::format("{} (row {}, counted from 0)", refusal.what(), block.first + row));
    }

    std::shared_ptr<parts const> parts_;
};

/// For mistakes: says in the compiler's first line which argument is not what it should be, and in its notes which member is missing. Without
/// it the compiler says of the deduction only that constraints are not satisfied.
template <class L, class P, class S>
struct explain_posterior {
    static_assert(Likelihood<L>, "the first argument of firefly::posterior is no Likelihood; the notes say what it lacks");
    static_assert(Prior<P>, "the second argument of firefly::posterior is no Prior; the notes say what it lacks");
    static_assert(RowSource<S>, "the third argument of firefly::posterior is no RowSource; the notes say what it lacks");
    using likelihood = L;
};

export template <class L, class P, class S>
    requires(!(Likelihood<L> && Prior<P> && RowSource<S>))
posterior(L, P, S) -> posterior<typename explain_posterior<L, P, S>::likelihood, P, S>;

}  // namespace firefly
