/// What a plan may be told: each choice is left to the plan, left out, or made.
///
///     plan(model, {.region = none, .kernel = kernel_kind::mala})
///
/// What a plan chose is of the same type with nothing left open. Given to another plan of the same model, it gives the same draws bit for
/// bit. Every value has a word, the one that the program's options use.
module;
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

export module firefly.planning:choices;

namespace firefly {

/// The types of `automatic` and `none`.
export struct automatic_choice {};
export struct no_choice {};

/// Left to the plan.
export inline constexpr automatic_choice automatic;
/// Left out.
export inline constexpr no_choice none;

/// Not a `std::variant`: whoever writes a choice would have to include its header.
export template <class Value>
class choice {
public:
    constexpr choice(automatic_choice = {}) {}
    constexpr choice(no_choice) : said_(kind::none) {}
    constexpr choice(Value value) : said_(kind::value), value_(value) {}

    constexpr bool is_automatic() const { return said_ == kind::automatic; }
    constexpr bool is_none() const { return said_ == kind::none; }
    constexpr bool is_value() const { return said_ == kind::value; }
    constexpr Value operator*() const { return value_; }
    constexpr Value value_or(Value other) const { return is_value() ? value_ : other; }
    /// Whether it is this value, or left to a plan that could choose it.
    constexpr bool allows(Value value) const { return is_automatic() || (is_value() && value_ == value); }

    friend constexpr bool operator==(choice const&, choice const&) = default;

private:
    enum class kind : unsigned char { automatic, none, value };

    kind said_ = kind::automatic;
    Value value_{};
};

/// Firefly Monte Carlo, or regular MCMC on all data.
export enum class algorithm_kind { firefly, regular };
/// Where bounds touch: at the maximum of the posterior, or at the mean of a pilot run that started from there. None: untuned, as in the
/// paper's first algorithm.
export enum class anchor_kind { maximum, pilot_mean };
/// The bound on the likelihood, of those that serve a model (`bounds_for`).
export enum class bound_kind { jaakkola_jordan, bohning, jebara_choromanska, student_t, secant, own };
/// What moves θ.
export enum class kernel_kind {
    bright_gibbs,
    elliptical_slice,
    independence,
    random_walk,
    mala,
    slice,
    slice_directions,
    hamiltonian
};
/// What moves z.
export enum class updater_kind {
    clocked,
    thinned_gibbs,
    implicit_form,
    explicit_form,
    explicit_distinct,
    deterministic_sweep,
    full_gibbs
};
/// Where chains start: each at a draw from the Laplace approximation, all at the maximum, or each at a draw from the prior.
export enum class start_kind { laplace, maximum, prior };

/// All that can be chosen. What is not named is left to the plan.
export struct choices {
    choice<algorithm_kind> algorithm = automatic;
    choice<anchor_kind> anchor = automatic;
    choice<bound_kind> bound = automatic;  // none: regular MCMC has none
    choice<double> region = automatic;     // the radius, in posterior standard deviations, within which the bound is sharp
    choice<kernel_kind> kernel = automatic;
    choice<updater_kind> updater = automatic;  // none: regular MCMC has none
    choice<double> candidates = automatic;     // dark data that `clocked` asks, per bright one
    choice<start_kind> start = automatic;

    friend bool operator==(choices const&, choices const&) = default;
};

/// The words for the values of an enumeration, in their order.
export template <class Kind>
struct choice_words;
export template <>
struct choice_words<algorithm_kind> {
    static constexpr std::array words{"firefly", "regular"};
};
export template <>
struct choice_words<anchor_kind> {
    static constexpr std::array words{"map", "pilot"};
};
export template <>
struct choice_words<bound_kind> {
    static constexpr std::array words{"jaakkola-jordan", "bohning", "jebara-choromanska", "student-t", "secant", "own"};
};
export template <>
struct choice_words<kernel_kind> {
    static constexpr std::array words{"bright-gibbs", "elliptical-slice", "independence", "random-walk", "mala",
                                      "slice",        "slice-directions", "hmc"};
};
export template <>
struct choice_words<updater_kind> {
    static constexpr std::array words{"clocked", "thinned-gibbs", "implicit", "explicit", "explicit-distinct", "sweep", "gibbs"};
};
export template <>
struct choice_words<start_kind> {
    static constexpr std::array words{"laplace", "map", "prior"};
};

/// The word for a value.
export template <class Kind>
constexpr std::string_view word_of(Kind value) {
    return choice_words<Kind>::words[static_cast<std::size_t>(value)];
}

/// The value of a word; nothing where there is no such word.
export template <class Kind>
constexpr std::optional<Kind> from_word(std::string_view word) {
    for (std::size_t i = 0; i < choice_words<Kind>::words.size(); ++i)
        if (word == choice_words<Kind>::words[i]) return static_cast<Kind>(i);
    return std::nullopt;
}

/// A number in the fewest digits that read back to it.
std::string shortest(double value);

/// "auto", "none", a word or a number that reads back to the same bits.
export template <class Value>
std::string in_words(choice<Value> const& said) {
    if (said.is_automatic()) return "auto";
    if (said.is_none()) return "none";
    if constexpr (requires { choice_words<Value>::words; })
        return std::string(word_of(*said));
    else
        return shortest(*said);
}

}  // namespace firefly
