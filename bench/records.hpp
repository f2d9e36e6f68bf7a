/// The figures of a benchmark: a table on the screen and bench/results/NAME.json, a list of records.
#pragma once

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

class records {
public:
    explicit records(std::string name) : name_(std::move(name)) {}

    void at_least(double limit, std::string figure, double value, std::string unit) {
        add({std::move(figure), value, std::move(unit), limit, "at least"});
    }
    void at_most(double limit, std::string figure, double value, std::string unit) {
        add({std::move(figure), value, std::move(unit), limit, "at most"});
    }

    /// Writes the file; false when a figure misses its limit.
    bool finish(std::filesystem::path const& folder) const {
        std::filesystem::create_directories(folder);
        std::ofstream out(folder / (name_ + ".json"));
        out << "[\n";
        bool all = true;
        for (std::size_t i = 0; i < list_.size(); ++i) {
            record const& r = list_[i];
            all = all && r.holds();
            char line[512];
            std::snprintf(
                line, sizeof line,
                "  {\"figure\": \"%s\", \"value\": %.6g, \"unit\": \"%s\", \"limit\": %.6g, \"sense\": \"%s\", \"holds\": %s}%s\n",
                r.figure.c_str(), r.value, r.unit.c_str(), r.limit, r.sense.c_str(), r.holds() ? "true" : "false",
                i + 1 < list_.size() ? "," : "");
            out << line;
        }
        out << "]\n";
        return all;
    }

private:
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
