/// The figures of a benchmark: a table on the screen and bench/results/NAME.json, a list of records.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace firefly::bench {

struct record {
    std::string figure;
    double value;
    std::string unit;
    double limit;
    std::string sense;  // "at most" or "at least"

    bool holds() const { return sense == "at most" ? value <= limit : value >= limit; }
};

/// What becomes of figures in the file that were not measured this time.
enum class others : bool { go, stay };

class records {
public:
    explicit records(std::string name) : name_(std::move(name)) {}

    void at_least(double limit, std::string figure, double value, std::string unit) {
        add({std::move(figure), value, std::move(unit), limit, "at least"});
    }
    void at_most(double limit, std::string figure, double value, std::string unit) {
        add({std::move(figure), value, std::move(unit), limit, "at most"});
    }

    /// Writes the file, where figures keep their places; false when one of those measured misses its limit.
    bool finish(std::filesystem::path const& folder, others unmeasured = others::go) const {
        std::filesystem::create_directories(folder);
        auto const path = folder / (name_ + ".json");
        std::vector<std::string> lines;
        if (unmeasured == others::stay) {
            std::ifstream in(path);
            for (std::string line; std::getline(in, line);)
                if (line.starts_with(start_of_line)) lines.push_back(line.substr(0, line.rfind('}') + 1));
        }
        bool all = true;
        for (record const& r : list_) {
            all = all && r.holds();
            auto const same =
                std::ranges::find_if(lines, [start = start_of(r)](auto const& line) { return line.starts_with(start); });
            (same == lines.end() ? lines.emplace_back() : *same) = line_of(r);
        }
        std::ofstream out(path);
        out << "[\n";
        for (std::size_t i = 0; i < lines.size(); ++i) out << lines[i] << (i + 1 < lines.size() ? ",\n" : "\n");
        out << "]\n";
        return all;
    }

private:
    static constexpr char const* start_of_line = "  {\"figure\": \"";

    static std::string start_of(record const& r) { return start_of_line + r.figure + "\", "; }

    static std::string line_of(record const& r) {
        char rest[256];
        std::snprintf(rest, sizeof rest, "\"value\": %.6g, \"unit\": \"%s\", \"limit\": %.6g, \"sense\": \"%s\", \"holds\": %s}",
                      r.value, r.unit.c_str(), r.limit, r.sense.c_str(), r.holds() ? "true" : "false");
        return start_of(r) + rest;
    }

    void add(record r) {
        std::printf("%-86s %12.4g %-24s %-8s %-10.4g %s\n", r.figure.c_str(), r.value, r.unit.c_str(), r.sense.c_str(), r.limit,
                    r.holds() ? "holds" : "MISSED");
        std::fflush(stdout);
        list_.push_back(std::move(r));
    }

    std::string name_;
    std::vector<record> list_;
};

}  // namespace firefly::bench
