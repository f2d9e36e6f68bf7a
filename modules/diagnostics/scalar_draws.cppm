/// What every diagnostic takes: the draws of one scalar quantity, in one or more chains of equal length.
///
/// Made implicitly from several chains (anything that is a contiguous range of `std::vector<double>`) or from one (any input range
/// of numbers, a stream in a pipeline included), so that each diagnostic is one function and its arguments are checked in one
/// place. Holds its own copy: a diagnostic sorts and transforms, and costs more than the copy.
module;
#include <concepts>
#include <cstddef>
#include <ranges>
#include <span>
#include <type_traits>
#include <vector>

export module firefly.diagnostics:scalar_draws;

namespace firefly {

/// The draws of one chain, perhaps single-pass.
export template <class R>
concept DrawRange = std::ranges::input_range<R> && std::convertible_to<std::ranges::range_reference_t<R>, double>;

/// The draws of several chains, a vector each.
export template <class R>
concept ChainRange = std::convertible_to<R, std::span<std::vector<double> const>>;

/// Draws of one quantity: chains of equal length.
export class scalar_draws {
public:
    /// Throws `invalid_argument` when there is no chain, when the chains are empty or when their lengths differ.
    scalar_draws(std::vector<std::vector<double>> chains);

    template <ChainRange R>
    scalar_draws(R&& chains) : scalar_draws(copy(chains)) {}

    template <DrawRange R>
    scalar_draws(R&& chain) : scalar_draws(std::vector<std::vector<double>>{collect(chain)}) {}

    inline std::span<std::vector<double> const> chains() const { return chains_; }
    /// Draws in each chain.
    inline std::size_t length() const { return chains_.front().size(); }
    /// Draws in all chains.
    inline std::size_t size() const { return chains_.size() * length(); }

    /// All draws, chain after chain.
    std::vector<double> pooled() const;

    /// The same shape, each draw x replaced by f(x). In the order of `pooled`.
    template <std::invocable<double> F>
    scalar_draws transformed(F f) const {
        auto result = *this;
        for (auto& chain : result.chains_)
            for (double& x : chain) x = f(x);
        return result;
    }

private:
    static inline std::vector<std::vector<double>> copy(std::span<std::vector<double> const> chains) {
        return {chains.begin(), chains.end()};
    }

    template <class R>
    static std::vector<double> collect(R& chain) {
        std::vector<double> result;
        for (auto&& x : chain) result.push_back(static_cast<double>(x));
        return result;
    }

    std::vector<std::vector<double>> chains_;
};

static_assert(std::is_convertible_v<std::span<std::vector<double> const>, scalar_draws>);
static_assert(std::is_convertible_v<std::vector<std::vector<double>>, scalar_draws>);
static_assert(std::is_convertible_v<std::vector<double> const&, scalar_draws>);

}  // namespace firefly
