/// Included by the planted tests/main.cpp: switches on the mutant that FIREFLY_MUTANT names, and writes which switches each test asked
/// to the file that FIREFLY_REACH names. A line is seconds of processor time, source, name and numbers of the switches, with tabs between them.
#pragma once
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>

#include "fault.hpp"

namespace {

[[gnu::constructor(101)]] void choose_mutant() {
    if (char const* const name = std::getenv("FIREFLY_MUTANT")) firefly_chosen_mutant = firefly_mutant_name::of(name);
}

struct reach_listener : doctest::IReporter {
    std::ofstream out;
    doctest::TestCaseData const* test = nullptr;
    std::clock_t start = 0;

    explicit reach_listener(doctest::ContextOptions const&) {
        if (char const* const path = std::getenv("FIREFLY_REACH")) out.open(path);
    }

    void test_case_start(doctest::TestCaseData const& data) override {
        if (!out.is_open()) return;
        std::fill(std::begin(firefly_reached), std::end(firefly_reached), 0);
        test = &data;
        start = std::clock();
    }
    void test_case_end(doctest::CurrentTestCaseStats const&) override {
        if (!out.is_open()) return;
        out << static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC << '\t' << test->m_file.c_str() << '\t' << test->m_name
            << '\t';
        for (unsigned i = 0; i < std::size(firefly_reached); ++i)
            if (firefly_reached[i] != 0) out << i << ' ';
        out << std::endl;
    }

    void report_query(doctest::QueryData const&) override {}
    void test_run_start() override {}
    void test_run_end(doctest::TestRunStats const&) override {}
    void test_case_reenter(doctest::TestCaseData const&) override {}
    void test_case_exception(doctest::TestCaseException const&) override {}
    void subcase_start(doctest::SubcaseSignature const&) override {}
    void subcase_end() override {}
    void log_assert(doctest::AssertData const&) override {}
    void log_message(doctest::MessageData const&) override {}
    void test_case_skipped(doctest::TestCaseData const&) override {}
};

REGISTER_LISTENER("reach", 1, reach_listener);

}  // namespace
