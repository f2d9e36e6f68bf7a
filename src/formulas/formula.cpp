module;
#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

module firefly.formulas;

import firefly.external;
import firefly.files;

namespace firefly {

namespace {

constexpr std::size_t most_terms = 10'000;

/// Terms in the order in which they came, each once: a:b is b:a.
class term_list {
public:
    std::vector<formula_term> const& terms() const { return terms_; }
    std::size_t size() const { return terms_.size(); }
    bool has(formula_term const& term) const { return known_.contains(sorted(term)); }

    void add(formula_term const& term) {
        if (known_.insert(sorted(term)).second) terms_.push_back(term);
    }
    void add(term_list const& others) {
        for (auto const& term : others.terms_) add(term);
    }
    void remove(term_list const& others) {
        for (auto const& term : others.terms_)
            if (known_.erase(sorted(term)) > 0)
                std::erase_if(terms_, [&](formula_term const& mine) { return sorted(mine) == sorted(term); });
    }

private:
    static formula_term sorted(formula_term term) {
        std::ranges::sort(term);
        return term;
    }

    std::vector<formula_term> terms_;
    std::set<formula_term> known_;
};

formula_term product_of(formula_term left, formula_term const& right) {
    for (std::size_t const factor : right)
        if (std::ranges::find(left, factor) == left.end()) left.push_back(factor);
    return left;
}

/// Where in the formula a part stands: offsets and groups are parts of the outermost sum, and of nothing else.
enum class position { outermost, inside };

class expansion {
public:
    explicit expansion(std::string_view text) { result_.text = std::string(text); }

    formula expand(formula_sides sides) {
        result_.target = std::move(sides.left);
        term_list all;
        all.add(formula_term{});
        add_sum(all, sides.right, position::outermost);
        std::tie(result_.intercept, result_.terms) = taken_apart(all);
        return std::move(result_);
    }

private:
    [[noreturn]] void fail(syntax const& at, std::string_view what) const { throw formula_error(result_.text, at.place, what); }

    /// Whether the intercept is there, and the others by their degree.
    static std::pair<bool, std::vector<formula_term>> taken_apart(term_list const& all) {
        auto terms = all.terms();
        bool const intercept = std::erase(terms, formula_term{}) > 0;
        std::ranges::stable_sort(terms, {}, &formula_term::size);
        return {intercept, std::move(terms)};
    }

    void add_sum(term_list& into, syntax const& tree, position where) {
        bool const several = tree.kind == syntax_kind::sum;
        std::size_t const count = several ? tree.parts.size() : 1;
        for (std::size_t i = 0; i < count; ++i) {
            syntax const* part = several ? &tree.parts[i] : &tree;
            bool added = !several || tree.keys[i] == "+";
            while (part->kind == syntax_kind::negation) {
                added = !added;
                part = &part->parts[0];
            }
            add_part(into, *part, added, where);
        }
    }

    void add_part(term_list& into, syntax const& part, bool added, position where) {
        if (part.kind == syntax_kind::number && part.value == 0) {
            term_list intercept;
            intercept.add(formula_term{});
            added ? into.remove(intercept) : into.add(intercept);
            return;
        }
        bool const is_group = part.kind == syntax_kind::group || part.kind == syntax_kind::group_apart;
        if (is_group || part.is_call("offset")) {
            if (where == position::inside || !added)
                fail(part, is_group ? "a group term can only be added" : "an offset can only be added");
            is_group ? add_group(part) : add_offset(part);
            return;
        }
        if (part.kind == syntax_kind::sum && where == position::outermost && added) {  // parentheses alone change nothing
            term_list inner;
            add_sum(inner, part, where);
            return into.add(inner);
        }
        term_list const terms = expanded(part);
        added ? into.add(terms) : into.remove(terms);
        check_count(into, part);
    }

    void check_count(term_list const& terms, syntax const& at) const {
        if (terms.size() > most_terms) fail(at, fmt::format("this makes more than {} terms", most_terms));
    }

    void add_offset(syntax const& call) {
        if (call.parts.size() != 1 || !call.keys[0].empty()) fail(call, "an offset has one argument: offset(log(time))");
        result_.offsets.push_back(call.parts[0]);
    }

    term_list expanded(syntax const& tree) {
        using enum syntax_kind;
        term_list result;
        switch (tree.kind) {
            case name: check_name(tree); [[fallthrough]];
            case call: result.add(formula_term{factor(tree)}); break;
            case number:
                if (tree.value != 1) fail(tree, "a number is no term; write I(…) for arithmetic");
                result.add(formula_term{});
                break;
            case sum:
            case negation: add_sum(result, tree, position::inside); break;
            case product: return crossed(tree, true);
            case interaction: return crossed(tree, false);
            case quotient: return nested(tree);
            case power: return raised(tree);
            case text: fail(tree, "a text is no term; column names stand without quotes or in backquotes"); break;
            case list: fail(tree, "a list is no term"); break;
            case group:
            case group_apart: fail(tree, "a group term can only be added"); break;
        }
        return result;
    }

    void check_name(syntax const& tree) const {
        if (tree.text == ".") fail(tree, "a dot for all other columns is not known here; name them");
    }

    std::size_t factor(syntax const& tree) {
        if (tree.is_call("offset")) fail(tree, "an offset can only be added");
        std::string name = tree.kind == syntax_kind::name ? tree.text : text_of(tree);
        auto const known = std::ranges::find_if(
            result_.factors, [&](formula_factor const& f) { return f.name == name && f.tree.kind == tree.kind; });
        if (known != result_.factors.end()) return static_cast<std::size_t>(known - result_.factors.begin());
        result_.factors.push_back({tree, std::move(name)});
        return result_.factors.size() - 1;
    }

    /// a*b where `also_alone`, else a:b.
    term_list crossed(syntax const& tree, bool also_alone) {
        term_list const left = expanded(tree.parts[0]), right = expanded(tree.parts[1]);
        term_list result;
        if (also_alone) {
            result.add(left);
            result.add(right);
        }
        add_products(result, left, right, tree);
        return result;
    }

    void add_products(term_list& result, term_list const& left, term_list const& right, syntax const& at) const {
        for (auto const& a : left.terms())
            for (auto const& b : right.terms()) {
                result.add(product_of(a, b));
                check_count(result, at);
            }
    }

    term_list nested(syntax const& tree) {
        term_list result = expanded(tree.parts[0]);
        formula_term outer;
        for (auto const& term : result.terms()) outer = product_of(std::move(outer), term);
        term_list const inner = expanded(tree.parts[1]);
        for (auto const& term : inner.terms()) result.add(product_of(outer, term));
        return result;
    }

    term_list raised(syntax const& tree) {
        syntax const& exponent = tree.parts[1];
        bool const whole = exponent.kind == syntax_kind::number && exponent.value >= 1 && exponent.value <= 20 &&
                           exponent.value == static_cast<double>(static_cast<int>(exponent.value));
        if (!whole) fail(exponent, "the power of terms is a whole number from 1 to 20; write I(…) for arithmetic");
        term_list const base = expanded(tree.parts[0]);
        if (base.size() == 1)
            fail(tree,
                 fmt::format("the power of one term is the term itself; write I({}) for the power of a number", text_of(tree)));
        term_list result = base;
        for (int i = 1; i < static_cast<int>(exponent.value); ++i) {
            term_list next;
            add_products(next, base, result, tree);
            if (next.size() == result.size()) break;  // all products are there
            result = std::move(next);
        }
        return result;
    }

    void add_group(syntax const& tree) {
        group_term group{.correlated = tree.kind == syntax_kind::group, .place = tree.place};
        term_list inner;
        inner.add(formula_term{});
        add_sum(inner, tree.parts[0], position::inside);
        std::tie(group.intercept, group.terms) = taken_apart(inner);
        if (inner.size() == 0) fail(tree.parts[0], "there is no term before the bar");
        term_list const factors = expanded(tree.parts[1]);
        for (auto const& factor : factors.terms()) {  // a/b are the groups a and a:b
            if (factor.empty()) fail(tree.parts[1], "what stands behind the bar is a column of categories");
            group.factor = factor;
            group.name.clear();
            for (std::size_t const f : factor) group.name += (group.name.empty() ? "" : ":") + result_.factors[f].name;
            refuse_second(group, tree);
            result_.groups.push_back(group);
        }
    }

    /// A coefficient differs between the levels of a factor once.
    void refuse_second(group_term const& group, syntax const& at) const {
        for (auto const& before : result_.groups) {
            if (before.name != group.name) continue;
            if (before.intercept && group.intercept)
                fail(at, fmt::format("the intercept differs by {} already; leave it out here{}", in_quotes(group.name),
                                     group.terms.empty() ? "" : ": 0 + … before the bar"));
            for (auto const& term : group.terms)
                if (std::ranges::find(before.terms, term) != before.terms.end())
                    fail(at, fmt::format("this slope differs by {} already; leave it out here", in_quotes(group.name)));
        }
    }

    formula result_;
};

}  // namespace

formula parse_formula(std::string_view text) {
    return expansion(text).expand(parse_sides(text));
}

}  // namespace firefly
