module;
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.files;
import :libsvm_cursor;

namespace firefly {

namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

}  // namespace

libsvm_cursor::libsvm_cursor(std::string file, text_window& window)
    : file_(std::move(file)), window_(&window), left_(window.text()) {}

void libsvm_cursor::fail(std::string what, std::string remedy) const {
    throw data_error({.file = file_, .line = line_, .what = std::move(what), .remedy = std::move(remedy)});
}

bool libsvm_cursor::next_record(std::string_view& label) {
    for (;;) {
        if (window_->is_due(left_.size())) {
            window_->move_on(left_.size());
            left_ = window_->text();
        }
        if (left_.empty()) return false;
        std::size_t const end = std::min(left_.find('\n'), left_.size());
        ++line_;
        if (end == left_.size() && !window_->is_last())
            fail(fmt::format("the line is longer than {}", in_bytes(static_cast<double>(text_window::longest_record))),
                 "correct it");
        record_ = left_.substr(0, end);
        left_.remove_prefix(std::min(end + 1, left_.size()));
        record_ = record_.substr(0, record_.find('#'));
        last_index_ = 0;
        label = take_token();
        if (label.empty()) continue;
        if (label.find(':') != std::string_view::npos)
            fail(fmt::format("the line begins with {} where its label should be", in_quotes(label)), "write one");
        if (label.find(',') != std::string_view::npos)
            fail(fmt::format("several labels ({})", in_quotes(label)), "give each row one");
        return true;
    }
}

bool libsvm_cursor::next_entry(std::uint64_t& index, std::string_view& value) {
    auto const token = take_token();
    if (token.empty()) return false;
    if (token.starts_with("qid:")) fail("a query (qid) is for ranking, which firefly does not do", "remove it");
    char const* const end = token.data() + token.size();
    auto const [after, failure] = std::from_chars(token.data(), end, index);
    if (failure != std::errc{} || after == end || *after != ':')
        fail(fmt::format("{} is not index:value", in_quotes(token)), "correct the line");
    if (index == 0) fail("index 0", "indices count from 1: add one to each");
    if (index <= last_index_)
        fail(fmt::format("index {} comes after {}", index, last_index_), "write each index once, in ascending order");
    last_index_ = index;
    value = std::string_view(after + 1, end);
    return true;
}

std::string_view libsvm_cursor::take_token() {
    char const* first = record_.data();
    char const* const end = first + record_.size();
    while (first != end && is_blank(*first)) ++first;
    char const* last = first;
    while (last != end && !is_blank(*last)) ++last;
    record_ = {last, end};
    return {first, last};
}

libsvm_size measure_libsvm(std::string const& file, text_window& window) {
    libsvm_cursor cursor(file, window);
    libsvm_size size;
    std::string_view label, value;
    for (; cursor.next_record(label); ++size.rows)
        for (std::uint64_t index = 0; cursor.next_entry(index, value);) size.columns = std::max(size.columns, index);
    if (size.rows == 0) throw data_error({.file = file, .what = "there is no row", .remedy = "give a file with data"});
    return size;
}

}  // namespace firefly
