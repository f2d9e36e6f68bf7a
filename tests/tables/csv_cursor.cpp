#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "support/numbers.hpp"
#include "support/temporary_directory.hpp"

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import firefly.tables;

using firefly::read_options;
using firefly::target_kind;
using names = std::vector<std::string>;

namespace {

firefly::file_data read(std::string_view text, firefly::read_options const& options) {
    temporary_directory const directory;
    return firefly::read_csv(directory.write("wells.csv", text), options);
}

std::string refusal(std::string_view text, firefly::read_options const& options) {
    return complaint<firefly::data_error>([&] { read(text, options); });
}

firefly::read_options const numeric{.target = "y", .intercept = false, .kind = firefly::target_kind::numeric};

}  // namespace

TEST_CASE("quotes, doubled quotes, commas and line breaks inside fields follow RFC 4180") {
    auto const data = read(
        "\"y\",\"a \"\"b\"\"\",\"c,d\",note\r\n"
        "1,\"2\",3,\"two\r\nlines, \"\"quoted\"\"\"\r\n"
        "4,5,\" 6 \",\"\"\r\n",
        {.target = "y", .features = {"a \"b\"", "c,d"}, .intercept = false, .kind = target_kind::numeric});
    CHECK(data.columns == names{"a \"b\"", "c,d"});
    CHECK(numbers(data.features) == std::vector<double>{2, 3, 5, 6});
    CHECK(numbers(data.target) == std::vector<double>{1, 4});
}

TEST_CASE("lines are counted through line breaks in quotes") {
    CHECK(refusal("y,a,note\n1,2,\"one\ntwo\"\n1,x,\"\"\n", {.target = "y", .features = {"a"}}) ==
          "wells.csv:4: column \"a\" is not a number (\"x\"); correct it, leave the column out, or make it categorical");
}

TEST_CASE("a quote that never closes, or closes too early, is refused") {
    CHECK(refusal("y,a\n1,\"2\n3,4\n", numeric) == "wells.csv:2: a quoted field is never closed; add the closing quote");
    CHECK(refusal("y,a\n1,\"2\"3\n", numeric) ==
          "wells.csv:2: text follows a closing quote; put it inside the quotes, and double the quotes in it");
}

TEST_CASE("no prefix of a file and no changed byte does harm, or leads to a message of two lines") {
    std::string const whole = "y,a,\"b\"\r\n1,-2.5e3,\"x \"\"y\"\"\"\r\n0,.5,\"\"\n";
    read_options const options{.target = "y", .features = {"a"}};
    for (std::size_t size = 0; size < whole.size(); ++size)
        CHECK(refusal(whole.substr(0, size), options).find('\n') == std::string::npos);
    for (std::size_t place = 0; place < whole.size(); ++place)
        for (char const c : {'\0', '\xff', ',', '"', '\n', '\r', '9', 'e', ' '}) {
            auto changed = whole;
            changed[place] = c;
            CHECK(refusal(changed, options).find('\n') == std::string::npos);
        }
}
