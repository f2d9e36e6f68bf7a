#include <doctest/doctest.h>

#include <cerrno>
#include <string>
#include <vector>

import firefly.files;

using firefly::in_quotes;
using firefly::list_in_quotes;

TEST_CASE("text from a file is quoted on one line, with what cannot be seen escaped") {
    CHECK(in_quotes("dist") == "\"dist\"");
    CHECK(in_quotes("") == "\"\"");
    CHECK(in_quotes("a\"b\\c") == "\"a\\\"b\\\\c\"");
    CHECK(in_quotes("two\nlines\x7f") == "\"two\\x0alines\\x7f\"");
    CHECK(in_quotes("gr\xf6\xdf"
                    "e, größe") == "\"gr\\xf6\\xdfe, größe\"");
}

TEST_CASE("long text is cut, and never within a character") {
    CHECK(in_quotes(std::string(40, 'x')) == "\"" + std::string(40, 'x') + "\"");
    CHECK(in_quotes(std::string(41, 'x')) == "\"" + std::string(40, 'x') + "…\"");
    CHECK(in_quotes(std::string(39, 'x') + "ü") == "\"" + std::string(39, 'x') + "…\"");
}

TEST_CASE("of many texts eight are listed") {
    CHECK(list_in_quotes(std::vector<std::string>{"a", "b"}) == "\"a\", \"b\"");
    CHECK(list_in_quotes(std::vector<std::string>(10, "a")) == "\"a\", \"a\", \"a\", \"a\", \"a\", \"a\", \"a\", \"a\" and 2 more");
    CHECK(list_in_quotes({}).empty());
}

TEST_CASE("columns without names are called by their number") {
    CHECK(firefly::numbered_columns(3) == std::vector<std::string>{"1", "2", "3"});
    CHECK(firefly::numbered_columns(0).empty());
}

TEST_CASE("the system's words follow the name of the file") {
    CHECK(firefly::cannot("created", "draws.csv", ENOENT) == "draws.csv: cannot be created: No such file or directory");
}
