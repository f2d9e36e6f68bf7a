/// One chain as its Stan CSV file has it: names of columns, rows of numbers, and what comments say about them.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.draws:stan_csv_chain;

import firefly.external;
import firefly.core;
import firefly.files;
import :stored_draws;

namespace firefly {

struct chain_file {
    std::string file;
    std::vector<std::string> columns;
    std::vector<double> rows;      // row after row, warm-up first
    std::size_t warm_up_rows = 0;  // of them
    fact_list comments;            // keys and values as they stand, without "(Default)"
    double warm_up_seconds = std::numeric_limits<double>::quiet_NaN();
    double sampling_seconds = std::numeric_limits<double>::quiet_NaN();
};

/// What Stan prints for numbers that are none: nan, inf, with or without a sign.
inline std::optional<double> parse_unbounded(std::string_view text) {
    if (auto const number = parse_number(text)) return number;
    std::string word;
    for (char const c : text) word += static_cast<char>(c | 0x20);  // to lower case, for letters
    bool const minus = text.starts_with('-');
    if (minus || text.starts_with('+')) word.erase(0, 1);
    if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (word == "inf" || word == "infinity") return minus ? -infinity : infinity;
    return std::nullopt;
}

class chain_reader {
public:
    explicit chain_reader(std::filesystem::path const& path) : bytes_(path) { chain_.file = path.string(); }

    chain_file read() {
        std::string_view text = bytes_.text();
        if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
        std::size_t rows = 0;
        while (!text.empty()) {
            ++line_;
            auto const end = std::min(text.find('\n'), text.size());
            auto line = text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
            if (line.ends_with('\r')) line.remove_suffix(1);
            if (line.starts_with('#'))
                take_comment(line.substr(1), rows);
            else if (chain_.columns.empty())
                take_names(line);
            else if (!line.empty())
                take_row(line), ++rows;
        }
        finish(rows);
        return std::move(chain_);
    }

private:
    [[noreturn]] void refuse(std::string_view what) const { throw data_error(fmt::format("{}:{}: {}", chain_.file, line_, what)); }

    void take_comment(std::string_view text, std::size_t rows) {
        text = trimmed(text);
        if (text == "Adaptation terminated") adaptation_ended_ = rows;
        take_time(text);
        auto const equals = text.find('=');
        if (equals == std::string_view::npos) return;
        auto value = trimmed(text.substr(equals + 1));
        constexpr std::string_view unset = "(Default)";
        if (value.ends_with(unset)) value = trimmed(value.substr(0, value.size() - unset.size()));
        chain_.comments.emplace_back(trimmed(text.substr(0, equals)), value);
    }

    /// "Elapsed Time: 0.5 seconds (Warm-up)"
    void take_time(std::string_view text) {
        auto const seconds = text.find(" seconds (");
        if (seconds == std::string_view::npos) return;
        auto const start = text.find_last_of(" ", seconds - 1);
        auto const number = parse_number(text.substr(start == std::string_view::npos ? 0 : start + 1, seconds - start - 1));
        if (number && text.ends_with("(Warm-up)")) chain_.warm_up_seconds = *number;
        if (number && text.ends_with("(Sampling)")) chain_.sampling_seconds = *number;
    }

    void take_names(std::string_view line) {
        auto const method = find_fact(chain_.comments, "method");
        if (method && (*method == "optimize" || *method == "variational" || *method == "diagnose"))
            refuse(fmt::format("the file holds the output of method = {}; give one of method = sample", *method));
        while (true) {
            auto const comma = std::min(line.find(','), line.size());
            chain_.columns.emplace_back(trimmed(line.substr(0, comma)));
            if (comma == line.size()) break;
            line.remove_prefix(comma + 1);
        }
        for (auto const& name : chain_.columns)
            if (name.empty() || parse_unbounded(name))
                refuse(fmt::format("{} where a name of a column is due; give draws in Stan CSV, with a line of names above them",
                                   in_quotes(name)));
    }

    void take_row(std::string_view line) {
        char const* p = line.data();
        char const* const end = p + line.size();
        for (std::size_t i = 0; i < chain_.columns.size(); ++i) {
            if (i > 0) {
                if (p == end) refuse_ragged(i);
                ++p;  // the comma
            }
            double value = 0;
            char const* after = p;
            if (!scan_number(after, end, value) || (after != end && *after != ',')) {
                after = std::find(p, end, ',');
                auto const text = trimmed({p, after});
                auto const number = parse_unbounded(text);
                if (!number)
                    refuse(fmt::format("column {} is not a number ({}); give draws in Stan CSV or netCDF",
                                       in_quotes(chain_.columns[i]), in_quotes(text)));
                value = *number;
            }
            chain_.rows.push_back(value);
            p = after;
        }
        if (p != end) refuse_ragged(chain_.columns.size() + static_cast<std::size_t>(std::count(p, end, ',')));
    }

    [[noreturn]] void refuse_ragged(std::size_t fields) const {
        refuse(fmt::format(
            "{} field{} where the line of names has {}; remove the line if the file was cut off there, or copy it again", fields,
            fields == 1 ? "" : "s", chain_.columns.size()));
    }

    /// Tells warm-up from draws.
    void finish(std::size_t rows) {
        if (chain_.columns.empty())
            throw data_error(fmt::format("{}: there is no line of column names; give draws in Stan CSV or netCDF", chain_.file));
        auto const saved = find_fact(chain_.comments, "save_warmup");
        if (saved && (*saved == "true" || *saved == "1")) {
            double const thin = find_number(chain_.comments, "thin").value_or(1);
            double const promised = std::ceil(find_number(chain_.comments, "num_warmup").value_or(0) / std::max(1.0, thin));
            chain_.warm_up_rows = adaptation_ended_
                                      ? *adaptation_ended_
                                      : static_cast<std::size_t>(std::clamp(promised, 0.0, static_cast<double>(rows)));
        }
        if (rows == chain_.warm_up_rows)
            throw data_error(fmt::format("{}: there are no draws{}; let the run go on for longer", chain_.file,
                                         rows == 0 ? "" : " after warm-up"));
    }

    file_bytes bytes_;
    chain_file chain_;
    std::size_t line_ = 0;
    std::optional<std::size_t> adaptation_ended_;  // the number of rows above that comment
};

}  // namespace firefly
