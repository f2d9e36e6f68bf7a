module;
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.program.input;

import firefly.external;
import firefly;

namespace firefly::program {

namespace {

using shape = column_prior::shape;

std::string without_blanks(std::string_view text) {
    std::string result;
    std::ranges::copy_if(text, std::back_inserter(result), [](char c) { return c != ' ' && c != '\t'; });
    return result;
}

/// Where a level that begins at `open` with [ ends: with a ] at the end of a factor, as levels such as (20, 30] have some of their own.
std::size_t end_of_level(std::string_view feature, std::size_t open) {
    auto close = feature.find(']', open);
    while (close != std::string_view::npos && close + 1 < feature.size() && feature[close + 1] != ':')
        close = feature.find(']', close + 1);
    return close;
}

/// The term that a feature belongs to: `C(day)` of C(day)[T.2], `a:b` of a[T.x]:b, `region` of region=north. What stands in parentheses, as in
/// bs(x, df=6) and C(x, levels=['a', 'b']), belongs to the term.
std::string term_of(std::string_view feature) {
    std::string result;
    std::size_t depth = 0;
    for (std::size_t i = 0; i < feature.size(); ++i) {
        char const c = feature[i];
        if (c == '=' && depth == 0) break;
        if (auto const end = c == '[' && depth == 0 ? end_of_level(feature, i) : std::string_view::npos;
            end != std::string_view::npos) {
            i = end;
            continue;
        }
        if (c == '(') ++depth;
        if (c == ')' && depth > 0) --depth;
        result += c;
    }
    return result;
}

/// What stands between the + outside of parentheses and brackets.
std::vector<std::string> terms_of_sum(std::string_view text) {
    std::vector<std::string> result(1);
    std::size_t depth = 0;
    for (char const c : text) {
        if (c == '(' || c == '[') ++depth;
        if ((c == ')' || c == ']') && depth > 0) --depth;
        if (c == '+' && depth == 0)
            result.emplace_back();
        else
            result.back() += c;
    }
    for (auto& term : result) term = std::string(trimmed(term));
    return result;
}

/// Which rule each feature and each group has.
class rules_of_columns {
public:
    rules_of_columns(std::vector<prior_rule> rules, std::vector<std::string> const& features,
                     std::vector<named_group> const& groups)
        : rules_(std::move(rules)), features_(features), groups_(groups), of_feature_(features.size()), of_group_(groups.size()) {
        for (auto const& feature : features) terms_.push_back(term_of(feature));
        std::size_t const given = rules_.size();
        for (std::size_t r = 0; r < given; ++r)
            if (!rules_[r].of_scale && !is_for_the_rest(rules_[r])) give(r);
        for (std::size_t r = 0; r < given; ++r)
            if (!rules_[r].of_scale && is_for_the_rest(rules_[r])) give(r);
        for (std::size_t g = 0; g < groups.size(); ++g) {
            if (of_group_[g]) continue;
            of_group_[g] = rules_.size();
            rules_.push_back(
                {.text = {}, .term = groups[g].name, .prior = {.kind = shape::learned, .scale_name = scale_name(groups[g])}});
        }
        name_horseshoes();
        check_scale_names();
        for (std::size_t r = 0; r < given; ++r)
            if (rules_[r].of_scale) give_scale(r);
    }

    std::vector<column_prior> columns() const {
        std::vector<column_prior> result;
        for (std::size_t j = 0; j < features_.size(); ++j)
            if (j > 0 && of_feature_[j] == of_feature_[j - 1])
                ++result.back().columns;
            else
                result.push_back(of_feature_[j] ? rules_[*of_feature_[j]].prior : column_prior{});
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            result.push_back(rules_[*of_group_[g]].prior);
            result.back().columns = groups_[g].levels;
        }
        return result;
    }

private:
    using place = std::optional<std::size_t>;  // among the rules

    std::vector<prior_rule> rules_;
    std::vector<std::string> const& features_;
    std::vector<named_group> const& groups_;
    std::vector<std::string> terms_;  // of the features
    std::vector<place> of_feature_;   // empty: the common prior
    std::vector<place> of_group_;

    static std::string scale_name(named_group const& group) { return "sd_" + group.name; }

    /// The feature of that name; else, whatever the blanks; else those of the term.
    std::vector<std::size_t> find_features(std::string const& wanted) const {
        std::string const bare = without_blanks(wanted);
        std::vector<std::size_t> found;
        auto const look = [&](auto const& matches) {
            for (std::size_t j = 0; j < features_.size(); ++j)
                if (matches(j)) found.push_back(j);
            return !found.empty();
        };
        if (look([&](std::size_t j) { return features_[j] == wanted; })) return found;
        if (look([&](std::size_t j) { return without_blanks(features_[j]) == bare; })) return found;
        if (look([&](std::size_t j) { return without_blanks(terms_[j]) == bare; })) return found;
        look([&](std::size_t j) { return bare == "intercept" && features_[j] == intercept_name; });
        return found;
    }

    std::optional<std::size_t> find_group(std::string const& wanted) const {
        for (std::size_t g = 0; g < groups_.size(); ++g)
            if (without_blanks(groups_[g].name) == without_blanks(wanted)) return g;
        return {};
    }

    [[noreturn]] static void refuse_second(prior_rule const& rule, prior_rule const& first, std::string const& name) {
        refuse_rule(rule.text,
                    fmt::format("{} has a prior already, by {}; leave one of the two out", in_quotes(name), in_quotes(first.text)));
    }

    void take(place& into, std::size_t r, std::string const& name) {
        if (into) refuse_second(rules_[r], rules_[*into], name);
        into = r;
    }

    /// Whether it is for all that no other rule is for, but the intercept.
    bool is_for_the_rest(prior_rule const& rule) const { return rule.term == "." && find_features(".").empty(); }

    std::vector<std::size_t> find_rest(prior_rule const& rule) const {
        std::vector<std::size_t> found;
        for (std::size_t j = 0; j < features_.size(); ++j)
            if (!of_feature_[j] && features_[j] != intercept_name) found.push_back(j);
        if (found.empty()) refuse_rule(rule.text, "there is no column that has no other rule; leave this one out");
        return found;
    }

    /// Of several terms.
    std::vector<std::size_t> find_sum(prior_rule const& rule) const {
        auto const terms = terms_of_sum(rule.term);
        std::vector<std::size_t> found;
        for (auto const& term : terms) {
            auto const own = find_features(term);
            if (own.empty() && terms.size() > 1 && find_group(term))
                refuse_rule(rule.text, fmt::format("{} is a group; give it a rule of its own", in_quotes(term)));
            if (own.empty()) refuse_unknown(rule, term);
            found.insert(found.end(), own.begin(), own.end());
        }
        std::ranges::sort(found);
        return found;
    }

    void give(std::size_t r) {
        prior_rule const& rule = rules_[r];
        auto const group = find_group(rule.term);
        auto found = is_for_the_rest(rule) ? find_rest(rule) : find_features(rule.term);
        if (found.empty() && !group) found = find_sum(rule);
        if (!found.empty() && group)
            refuse_rule(rule.text,
                        fmt::format("{} is a term and a group; give the formula another name for the term, such as C({})",
                                    in_quotes(rule.term), rule.term));
        if (rule.prior.is_learned() && !group && found.back() - found.front() + 1 != found.size())
            refuse_rule(
                rule.text,
                fmt::format("the columns of {} do not follow each other, as those of a {} must; {}put them next to each other",
                            in_quotes(rule.term), rule.prior.kind == shape::learned ? "learned scale" : "horseshoe",
                            rule.prior.kind == shape::learned ? "give a number as their scale, or " : ""));
        for (std::size_t const j : found) take(of_feature_[j], r, features_[j]);
        if (group) take(of_group_[*group], r, groups_[*group].name);
    }

    /// Of the prior of a scale.
    void give_scale(std::size_t r) {
        prior_rule const& rule = rules_[r];
        auto const has_it = [&](prior_rule const& other) {
            return !other.prior.scale_name.empty() && without_blanks(other.prior.scale_name) == without_blanks(rule.term);
        };
        auto const found = std::ranges::find_if(rules_, has_it);
        if (found == rules_.end()) refuse_unknown_scale(rule);
        if (found->prior.kind == shape::horseshoe)
            refuse_rule(rule.text, fmt::format("the scale of a horseshoe stands in its own rule; write {} ~ horseshoe({})",
                                               found->term, rule.prior.scale));
        for (std::size_t before = 0; before < r; ++before)
            if (rules_[before].of_scale && without_blanks(rules_[before].term) == without_blanks(rule.term))
                refuse_second(rule, rules_[before], rule.term);
        found->prior.scale = rule.prior.scale;
    }

    std::vector<std::string> scale_names() const {
        std::vector<std::string> names;
        for (auto const& rule : rules_)
            if (!rule.prior.scale_name.empty()) names.push_back(rule.prior.scale_name);
        return names;
    }

    /// What a scale of that name would be taken for; empty where it is one of its own.
    std::string_view meaning(std::string const& name) const {
        if (!find_features(name).empty()) return "a term";
        return find_group(name) ? "a group" : "";
    }

    bool has_scale(std::string const& name) const {
        auto const names = scale_names();
        return std::ranges::find(names, name) != names.end();
    }

    /// The first such name that nothing else has.
    void name_horseshoes() {
        std::size_t number = 0;
        for (auto& [text, term, of_scale, prior] : rules_) {
            if (prior.kind != shape::horseshoe) continue;
            std::string name;
            do name = ++number == 1 ? "horseshoe" : fmt::format("horseshoe_{}", number);
            while (!meaning(name).empty() || has_scale(name));
            prior.scale_name = name;
        }
    }

    void check_scale_names() const {
        std::vector<std::string_view> seen;
        for (auto const& [text, term, of_scale, prior] : rules_) {
            if (prior.scale_name.empty()) continue;
            std::string_view const other =
                std::ranges::find(seen, prior.scale_name) != seen.end() ? "another scale" : meaning(prior.scale_name);
            if (!other.empty())
                refuse_rule(
                    text.empty() ? term : text,
                    fmt::format(
                        "its scale would be called {}, as {} is; give it a name of its own, such as {} ~ normal(0, scale_{})",
                        in_quotes(prior.scale_name), other, term, seen.size() + 1));
            seen.push_back(prior.scale_name);
        }
    }

    [[noreturn]] void refuse_unknown(prior_rule const& rule, std::string const& term) const {
        std::vector<std::string> names = terms_, scales = scale_names();
        names.erase(std::unique(names.begin(), names.end()), names.end());
        for (auto const& group : groups_) {
            names.push_back(group.name);
            scales.push_back(scale_name(group));
        }
        if (std::ranges::find(scales, term) != scales.end())
            refuse_rule(rule.text, fmt::format("{} is a learned scale; write {} ~ half_cauchy(1)", in_quotes(term), term));
        std::vector<std::string> near = names;
        near.insert(near.end(), features_.begin(), features_.end());
        refuse_name(rule, term, "term", near, names);
    }

    [[noreturn]] void refuse_unknown_scale(prior_rule const& rule) const {
        if (auto const group = find_group(rule.term); group && rules_[*of_group_[*group]].prior.kind == shape::learned)
            refuse_rule(rule.text, fmt::format("half_cauchy is for scales; write {} ~ half_cauchy({})",
                                               rules_[*of_group_[*group]].prior.scale_name, rule.prior.scale));
        if (!meaning(rule.term).empty())
            refuse_rule(rule.text, fmt::format("half_cauchy is for scales; write {} ~ normal(0, s), and a rule s ~ half_cauchy({})",
                                               rule.term, rule.prior.scale));
        auto const scales = scale_names();
        if (scales.empty())
            refuse_rule(rule.text, fmt::format("no scale is learned; give a term one by TERM ~ normal(0, {})", rule.term));
        refuse_name(rule, rule.term, "learned scale", scales, scales);
    }

    /// With the name among those that are near, or else a list.
    [[noreturn]] static void refuse_name(prior_rule const& rule, std::string const& name, std::string_view what,
                                         std::vector<std::string> const& near, std::vector<std::string> const& all) {
        auto const meant = nearest_name(name, near);
        refuse_rule(rule.text,
                    fmt::format("there is no {} {}; {}", what, in_quotes(name),
                                meant ? fmt::format("did you mean {}?", in_quotes(*meant)) : "there are " + list_in_quotes(all)));
    }
};

std::vector<prior_rule> parse_rules(std::vector<std::string> const& texts) {
    std::vector<prior_rule> rules;
    for (auto const& text : texts) rules.push_back(parse_rule(text));
    return rules;
}

}  // namespace

std::vector<named_group> named_groups(design const* made) {
    std::vector<named_group> result;
    if (made)
        for (auto const& group : made->groups()) result.push_back({group.name, group.levels.size()});
    return result;
}

void check_priors(std::vector<std::string> const& rules) {
    parse_rules(rules);
}

std::vector<column_prior> resolve_priors(std::vector<std::string> const& rules, std::vector<std::string> const& features,
                                         std::vector<named_group> const& groups) {
    return rules_of_columns(parse_rules(rules), features, groups).columns();
}

}  // namespace firefly::program
