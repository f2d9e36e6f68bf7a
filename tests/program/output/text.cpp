#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <vector>

import firefly.program.output;

using namespace firefly::program;

TEST_CASE("a field of CSV is quoted where it must be") {
    CHECK(csv_field("plain") == "plain");
    CHECK(csv_field("") == "");
    CHECK(csv_field("a,b") == "\"a,b\"");
    CHECK(csv_field("say \"yes\"") == "\"say \"\"yes\"\"\"");
    CHECK(csv_field("two\nlines") == "\"two\nlines\"");
    CHECK(csv_field(" padded") == "\" padded\"");
    CHECK(csv_field("padded ") == "\"padded \"");
    CHECK(csv_field("gr\xf6\xdf"
                    "e") == "gr\\xf6\\xdfe");
}

TEST_CASE("text is not taken for HTML") {
    CHECK(html_text("a < b & c > \"d\"") == "a &lt; b &amp; c &gt; &quot;d&quot;");
    CHECK(html_text("bell\x07, line\nbreak") == "bell\\x07, line\nbreak");
    CHECK(html_text("gr\xf6\xdf"
                    "e") == "gr\\xf6\\xdfe");
    CHECK(html_text("Bürkner") == "Bürkner");
}

TEST_CASE("no line breaks after the dashes of an option") {
    CHECK(html_with_options("firefly sample --data=a&b.csv --no-center") ==
          "firefly sample <span class=\"whole\">--data</span>=a&amp;b.csv <span class=\"whole\">--no-center</span>");
    CHECK(html_with_options("none") == "none");
    CHECK(html_with_options("") == "");
}

TEST_CASE("a long name may break after punctuation, never inside a word") {
    CHECK(html_name("short[T.a]") == "short[T.a]");
    CHECK(html_name("C(weekday)[T.long & b]") == "C(weekday)[<wbr>T.<wbr>long &amp; b]");
    CHECK(html_name("antidisestablishmentarianism") == "antidisestablishmentarianism");
}

TEST_CASE("numbers are grouped and have a minus sign") {
    CHECK(typeset("1234567.8901") == "1,234,567.8901");
    CHECK(typeset("-123") == "−123");
    CHECK(typeset("-1234") == "−1,234");
    CHECK(typeset("1e+09") == "1×10⁹");
    CHECK(typeset("-1.924e-05") == "−1.924×10⁻⁵");
    CHECK(typeset("2e-110") == "2×10⁻¹¹⁰");
    CHECK(typeset("nan") == "–");
    CHECK(typeset("inf") == "inf");
    CHECK(typeset("") == "");
}

TEST_CASE("large numbers are rounded and written out") {
    CHECK(rounded(148412.3, 4) == "148400");
    CHECK(rounded(-148451, 4) == "-148500");
    CHECK(rounded(1234.56, 4) == "1235");
    CHECK(rounded(0.0175123, 4) == "0.01751");
    CHECK(rounded(1.2e-7, 4) == "1.2e-07");
    CHECK(rounded(3e15, 4) == "3e+15");
    CHECK(rounded(std::numeric_limits<double>::infinity(), 4) == "inf");
}

TEST_CASE("decimal points of a column stand below each other") {
    std::vector<std::string> column{"1.25", "10", "−3.5", "–", "1×10⁹", ""};
    align_decimals(column);
    CHECK(column == std::vector<std::string>{"1.25", "10\u2008\u2007\u2007", "−3.5\u2007", "–", "1×10⁹", ""});
    std::vector<std::string> whole{"1", "1,000"};
    align_decimals(whole);
    CHECK(whole == std::vector<std::string>{"1", "1,000"});
}

TEST_CASE("an enumeration ends with and, and says how many more there are") {
    CHECK(enumeration({}, 3) == "");
    CHECK(enumeration({"a"}, 3) == "a");
    CHECK(enumeration({"a", "b"}, 3) == "a and b");
    CHECK(enumeration({"a", "b", "c", "d"}, 3) == "a, b, c and d");  // “and 1 more” would be no shorter
    CHECK(enumeration({"a", "b", "c", "d", "e"}, 3) == "a, b, c and 2 more");
}
