#include <doctest/doctest.h>

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

TEST_CASE("an enumeration ends with and, and says how many more there are") {
    CHECK(enumeration({}, 3) == "");
    CHECK(enumeration({"a"}, 3) == "a");
    CHECK(enumeration({"a", "b"}, 3) == "a and b");
    CHECK(enumeration({"a", "b", "c", "d"}, 3) == "a, b, c and d");  // “and 1 more” would be no shorter
    CHECK(enumeration({"a", "b", "c", "d", "e"}, 3) == "a, b, c and 2 more");
}
