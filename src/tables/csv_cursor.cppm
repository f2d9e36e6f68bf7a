/// Moves over the fields of comma-separated values (RFC 4180), one after the other.
///
/// A field is read by one of `take_number`, `take_field`, `skip_field`; then either `take_comma` says that another one follows, or
/// the record ends and `take_line_break` is due. Nothing is copied but quoted fields.
module;
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

module firefly.tables:csv_cursor;

import firefly.core;
import firefly.files;

namespace firefly {

/// A position in the text, and the ways to move it on.
class csv_cursor {
public:
    inline csv_cursor(std::string file, std::string_view text) : file_(std::move(file)), p_(text.data()), end_(p_ + text.size()) {}

    inline bool at_end() const { return p_ == end_; }
    inline bool at_blank_line() const { return *p_ == '\n' || *p_ == '\r'; }
    inline std::size_t bytes_left() const { return static_cast<std::size_t>(end_ - p_); }
    inline std::size_t line_breaks_left() const { return static_cast<std::size_t>(std::count(p_, end_, '\n')); }

    /// The rest of the text has moved to here, and more may follow it.
    inline void go_on_in(std::string_view text) {
        p_ = text.data();
        end_ = p_ + text.size();
    }

    /// Of the record, from 1.
    inline std::size_t line() const { return line_; }

    [[noreturn]] void fail(std::string what, std::string remedy) const {
        throw data_error({.file = file_, .line = line_, .what = std::move(what), .remedy = std::move(remedy)});
    }

    /// A plain number that fills its field: the way that nearly all cells go.
    inline bool take_number(double& value) {
        char const* p = p_;
        while (p != end_ && *p == ' ') ++p;
        if (!scan_number(p, end_, value) || !ends_field(p)) return false;
        p_ = p;
        return true;
    }

    /// Any field, without its quotes, or without the blanks around it. Valid until the next call.
    inline std::string_view take_field() {
        char const* start = p_;
        while (start != end_ && *start == ' ') ++start;
        if (start != end_ && *start == '"') {
            p_ = start;
            return take_quoted();
        }
        start = p_;
        skip_unquoted();
        return trimmed({start, p_});
    }

    /// A column that nobody asked for.
    inline void skip_field() {
        if (p_ != end_ && (*p_ == '"' || *p_ == ' '))
            take_field();
        else
            skip_unquoted();
    }

    inline bool at_comma() const { return p_ != end_ && *p_ == ','; }

    /// From the end of a field to the next one: false when the record ends here.
    inline bool take_comma() {
        bool const comma = at_comma();
        p_ += comma;
        return comma;
    }

    inline void take_line_break() {
        if (p_ != end_ && *p_ == '\r') ++p_;
        if (p_ != end_) ++p_;
        line_ += 1 + std::exchange(breaks_in_record_, 0);
    }

private:
    inline bool ends_field(char const* p) const {
        return p == end_ || *p == ',' || *p == '\n' || (*p == '\r' && (p + 1 == end_ || p[1] == '\n'));
    }

    inline void skip_unquoted() {
        while (!ends_field(p_)) ++p_;
    }

    inline std::string_view take_quoted() {
        unquoted_.clear();
        for (++p_;; ++p_) {
            char const* const close = std::find(p_, end_, '"');
            if (close == end_) fail("a quoted field is never closed", "add the closing quote");
            breaks_in_record_ += static_cast<std::size_t>(std::count(p_, close, '\n'));
            unquoted_.append(p_, close);
            p_ = close + 1;
            if (p_ == end_ || *p_ != '"') break;
            unquoted_ += '"';
        }
        while (p_ != end_ && *p_ == ' ') ++p_;
        if (!ends_field(p_)) fail("text follows a closing quote", "put it inside the quotes, and double the quotes in it");
        return unquoted_;
    }

    std::string file_;
    char const* p_;
    char const* end_;
    std::size_t line_ = 1;
    std::size_t breaks_in_record_ = 0;  // inside quotes: a record is named by its first line
    std::string unquoted_;
};

}  // namespace firefly
