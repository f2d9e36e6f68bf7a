module;
#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.formulas;

import firefly.external;
import firefly.files;

namespace firefly {

namespace {

constexpr std::size_t deepest = 200;

class formula_reader {
public:
    explicit formula_reader(std::string_view text) : text_(text) {}

    formula_sides both_sides() {
        formula_sides result;
        if (is_end()) fail(0, "the formula is empty; write one such as y ~ x");
        if (peek() != '~') result.left = sum();
        if (!take('~')) fail(at_, is_end() ? "there is no ~ here; write target ~ terms" : unexpected());
        if (is_end()) fail(at_, "there is nothing after ~; write 1 for an intercept alone");
        result.right = sum();
        if (is_end()) return result;
        fail(at_, peek() == '|' ? "a group term stands in parentheses: (1 | group)" : unexpected());
    }

private:
    [[noreturn]] void fail(std::size_t place, std::string_view what) const { throw formula_error(text_, place, what); }

    std::string unexpected() {
        if (is_end()) return "the formula ends too early";
        char const c = text_[at_];
        if (c == ')' || c == ']') return fmt::format("{} closes nothing", c);
        if (c == '~') return "there is a second ~";
        if (c == '`') return "there is an operator missing before `";
        return is_word(c) ? "there is an operator missing, such as + or *"
                          : fmt::format("{} has no place here", in_quotes(character()));
    }
    /// The whole character that begins here, however many bytes it has.
    std::string_view character() const {
        std::size_t last = at_ + 1;
        while (last < text_.size() && (static_cast<unsigned char>(text_[last]) & 0xC0) == 0x80) ++last;
        return text_.substr(at_, last - at_);
    }

    void skip_blanks() {
        while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
    }
    bool is_end() {
        skip_blanks();
        return at_ == text_.size();
    }
    char peek() {
        skip_blanks();
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool take(std::string_view wanted) {
        skip_blanks();
        if (!text_.substr(at_).starts_with(wanted)) return false;
        at_ += wanted.size();
        return true;
    }
    bool take(char wanted) { return take(std::string_view(&wanted, 1)); }
    static bool is_word(char c) {
        return is_digit(c) || std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c < 0;
    }

    /// A node above others.
    syntax above(syntax node) const {
        for (auto const& part : node.parts) node.depth = std::max(node.depth, part.depth + 1);
        if (node.depth > deepest) fail(node.place, "this is nested too deeply");
        return node;
    }
    syntax joined(syntax_kind kind, std::size_t place, syntax left, syntax right) const {
        syntax node{.kind = kind, .place = place};
        node.parts.push_back(std::move(left));
        node.parts.push_back(std::move(right));
        return above(std::move(node));
    }

    syntax sum() {
        syntax first = product();
        syntax node{.kind = syntax_kind::sum, .place = first.place, .keys = {"+"}};
        node.parts.push_back(std::move(first));
        while (peek() == '+' || peek() == '-') {
            node.keys.emplace_back(1, text_[at_++]);
            node.parts.push_back(product());
        }
        return node.parts.size() == 1 ? std::move(node.parts[0]) : above(std::move(node));
    }

    syntax product() {
        syntax left = interaction();
        for (;;) {
            char const sign = peek();
            std::size_t const place = at_;
            if ((sign != '*' && sign != '/') || text_.substr(at_).starts_with("**")) return left;
            ++at_;
            left = joined(sign == '*' ? syntax_kind::product : syntax_kind::quotient, place, std::move(left), interaction());
        }
    }

    syntax interaction() {
        syntax left = with_sign();
        while (peek() == ':') {
            std::size_t const place = at_++;
            left = joined(syntax_kind::interaction, place, std::move(left), with_sign());
        }
        return left;
    }

    syntax with_sign() {
        char const sign = peek();
        if (sign != '-' && sign != '+') return power();
        std::size_t const place = at_++;
        descend(place);
        syntax inner = with_sign();
        --open_;
        if (sign == '+') return inner;
        syntax node{.kind = syntax_kind::negation, .place = place};
        node.parts.push_back(std::move(inner));
        return above(std::move(node));
    }

    syntax power() {
        syntax base = atom();
        peek();
        std::size_t const place = at_;
        if (!take("**") && !take('^')) return base;
        descend(place);
        syntax exponent = with_sign();
        --open_;
        return joined(syntax_kind::power, place, std::move(base), std::move(exponent));
    }

    void descend(std::size_t place) {
        if (++open_ > deepest) fail(place, "this is nested too deeply");
    }

    syntax atom() {
        char const first = peek();
        std::size_t const place = at_;
        if (first == '(') return in_parentheses();
        if (first == '[') {
            syntax node{.kind = syntax_kind::list, .place = place};
            ++at_;
            arguments(node, ']');
            return above(std::move(node));
        }
        if (first == '\'' || first == '"') return {.kind = syntax_kind::text, .place = place, .text = quoted(first)};
        if (first == '`') return {.kind = syntax_kind::name, .place = place, .text = quoted(first)};
        if (is_digit(first) || (first == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) return number();
        if (at_ < text_.size() && is_word(first)) return named();
        fail(place, first == '\0' || first == ')' || first == '+' || first == '~' || first == '|' ? "a term is missing here"
                                                                                                  : unexpected());
    }

    syntax in_parentheses() {
        std::size_t const place = at_++;
        descend(place);
        syntax inner = sum();
        if (peek() == '|') {
            std::size_t const bar = at_;
            bool const apart = take("||");
            if (!apart) ++at_;
            inner = joined(apart ? syntax_kind::group_apart : syntax_kind::group, bar, std::move(inner), sum());
        }
        close(place, '(', ')');
        return inner;
    }

    void close(std::size_t place, char opened, char wanted) {
        --open_;
        if (take(wanted)) return;
        if (is_end()) fail(place, fmt::format("{} is never closed", opened));
        fail(at_, unexpected());
    }

    void arguments(syntax& node, char end) {
        std::size_t const place = at_ - 1;
        descend(place);
        while (peek() != end) {
            node.keys.push_back(key());
            node.parts.push_back(sum());
            if (!take(',')) break;
        }
        close(place, end == ')' ? '(' : '[', end);
    }

    /// The name before an equals sign, where there is one.
    std::string key() {
        peek();
        std::size_t const start = at_;
        while (at_ < text_.size() && is_word(text_[at_])) ++at_;
        std::string result(text_.substr(start, at_ - start));
        if (!result.empty() && take('=')) return result;
        at_ = start;
        return {};
    }

    std::string quoted(char quote) {
        std::size_t const place = at_++;
        std::string result;
        while (at_ < text_.size() && text_[at_] != quote) {
            if (text_[at_] == '\\' && quote != '`' && at_ + 1 < text_.size()) ++at_;
            result += text_[at_++];
        }
        if (at_ == text_.size()) fail(place, fmt::format("{} is never closed", quote));
        ++at_;
        if (quote == '`' && result.empty()) fail(place, "there is no name between the backquotes");
        return result;
    }

    syntax number() {
        std::size_t const place = at_;
        char const* first = text_.data() + at_;
        double value = 0;
        if (!scan_number(first, text_.data() + text_.size(), value)) fail(place, "this number is too large");
        at_ = static_cast<std::size_t>(first - text_.data());
        if (at_ < text_.size() && is_word(text_[at_])) fail(place, "a name that begins with a digit stands in backquotes: `2nd`");
        return {.kind = syntax_kind::number, .place = place, .text = std::string(text_.substr(place, at_ - place)), .value = value};
    }

    syntax named() {
        std::size_t const place = at_;
        while (at_ < text_.size() && is_word(text_[at_])) ++at_;
        std::string name(text_.substr(place, at_ - place));
        if (!is_utf8(name)) fail(place, "this is not UTF-8");
        if (peek() != '(') return {.kind = syntax_kind::name, .place = place, .text = std::move(name)};
        ++at_;
        syntax node{.kind = syntax_kind::call, .place = place, .text = std::move(name)};
        arguments(node, ')');
        return above(std::move(node));
    }

    std::string_view text_;
    std::size_t at_ = 0, open_ = 0;
};

}  // namespace

formula_sides parse_sides(std::string_view formula) {
    return formula_reader(formula).both_sides();
}

}  // namespace firefly
