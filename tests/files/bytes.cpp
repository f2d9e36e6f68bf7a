#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

import firefly.external;
import firefly.core;
import firefly.draws;
import firefly.files;
import firefly.tables;

namespace {

struct everything {
    std::uint64_t count = 0;
    double number = 0;
    bool flag = false;
    std::string text;
    std::vector<double> numbers;
    std::vector<std::string> texts;
    firefly::vector theta;

    friend bool operator==(everything const&, everything const&) = default;
};

std::string write(everything const& e) {
    firefly::byte_writer out;
    out.put(e.count);
    out.put(e.number);
    out.put(e.flag);
    out.put(e.text);
    out.put(e.numbers);
    out.put(e.texts);
    out.put(e.theta);
    return out.bytes();
}

everything read(std::string_view bytes) {
    everything e;
    firefly::byte_reader in(bytes);
    in.get(e.count);
    in.get(e.number);
    in.get(e.flag);
    in.get(e.text);
    in.get(e.numbers);
    in.get(e.texts);
    in.get(e.theta);
    CHECK(in.at_end());
    return e;
}

struct share {
    double part = 0;

    static auto members(auto& self) { return std::tie(self.part); }
    bool is_possible() const { return part >= 0 && part <= 1; }
};

everything const some{std::numeric_limits<std::uint64_t>::max(), -0.1, true, std::string("a\0b", 3), {1e-300, 2, 3}, {"", "x"},
                      firefly::to_vector(std::vector{4.0, 5.0})};

}  // namespace

TEST_CASE("what is written as bytes reads back the same") {
    CHECK(read(write(some)) == some);
    CHECK(read(write({})) == everything{});
}

TEST_CASE("bytes that end too early are refused, wherever they end") {
    std::string const whole = write(some);
    for (std::size_t length = 0; length < whole.size(); ++length)
        CHECK_THROWS_WITH_AS(read(std::string_view(whole).substr(0, length)), "saved bytes end too early", firefly::data_error);
}

TEST_CASE("a length that no file could have is refused before memory is asked for") {
    std::string const huge(8, '\xff');
    std::vector<double> numbers;
    CHECK_THROWS_AS(firefly::byte_reader(huge).get(numbers), firefly::data_error);
    firefly::vector theta;
    CHECK_THROWS_AS(firefly::byte_reader(huge).get(theta), firefly::data_error);
}

TEST_CASE("a structure that says what is possible is not read with anything else, also within another") {
    auto const read_share = [](double part) {
        firefly::byte_writer out;
        out.put(std::vector{share{0.5}, share{part}});
        std::vector<share> shares;
        firefly::byte_reader(out.bytes()).get(shares);
        return shares.back().part;
    };
    CHECK(read_share(1) == 1);
    CHECK_THROWS_WITH_AS(read_share(1.5), "saved bytes hold numbers that cannot be", firefly::data_error);
    CHECK_THROWS_AS(read_share(std::nan("")), firefly::data_error);
}
