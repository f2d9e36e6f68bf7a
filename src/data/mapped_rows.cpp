module;
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.data;

import firefly.external;
import firefly.core;
import firefly.files;

namespace firefly {

mapped_rows::mapped_rows(row_store store, std::vector<std::string> const& columns, target_kind kind, category_form form)
    : store_(std::move(store)),
      layout_(store_.file(), store_.names().columns, columns, form),
      ahead_(std::make_shared<std::atomic<int>>(0)) {
    auto const& names = store_.names();
    auto const refuse = [&](std::string what, std::string remedy) {
        throw data_error({.file = store_.file(),
                          .column = names.target,
                          .what = std::move(what),
                          .remedy = std::move(remedy),
                          .setting = "kind"});
    };
    if (kind == target_kind::classes) {
        if (names.classes.empty())
            refuse("its target is a number and no class", "use a model of numbers, or convert the data again");
        target_of_ = names.class_of;
        return;
    }
    for (double const place : names.class_of) {
        auto const& name = names.classes[static_cast<std::size_t>(place)];
        auto const number = parse_number(name);
        if (!number)
            refuse(fmt::format("its target has classes such as {}, which are no numbers", in_quotes(name)),
                   "use a model of classes");
        target_of_.push_back(*number);
    }
}

template <class Element>
void mapped_rows::unpack(char const* record, double* row, double& target) const {
    std::memcpy(&target, record, 8);
    auto const* const elements = reinterpret_cast<Element const*>(record + 8);
    if (!target_of_.empty()) {
        if (!(target >= 0 && target < static_cast<double>(target_of_.size()))) store_.refuse_code();
        target = target_of_[static_cast<std::size_t>(target)];
    }
    if (!layout_.expand(elements, row)) store_.refuse_code();
    scale_.show(row);
}

void mapped_rows::unpack_record(char const* record, double* row, double& target) const {
    if (store_.size().element == 8)
        unpack<double>(record, row, target);
    else
        unpack<float>(record, row, target);
}

row_block mapped_rows::block(std::size_t i, block_buffer& buffer) const {
    store_.check_block(i);
    row_index const first = i * block_rows;
    std::size_t const size = std::min(block_rows, rows() - first), stride = store_.size().stride();
    buffer.rows.resize(size * columns());
    buffer.target.resize(size);
    char const* record = store_.in_order(first);
    for (std::size_t r = 0; r < size; ++r, record += stride)
        unpack_record(record, buffer.rows.data() + r * columns(), buffer.target[r]);
    return {first, matrix_view(buffer.rows.data(), size, columns()), buffer.target};
}

void mapped_rows::request(std::span<row_index const> indices, packed_rows& rows) const {
    rows.request(indices);
    if (indices.size() > 1 && ahead_->load(std::memory_order_relaxed) > 0) {
        ahead_->fetch_sub(1, std::memory_order_relaxed);
        store_.read_ahead(indices);
        return;
    }
    constexpr std::size_t line = 64;
    std::size_t const stride = store_.size().stride();
    for (row_index const n : indices)
        for (std::size_t at = 0; at < stride; at += line) __builtin_prefetch(store_.anywhere(n) + at);
}

void mapped_rows::collect(packed_rows& rows) const {
    using clock = std::chrono::steady_clock;
    auto const start = clock::now();
    for (std::size_t i = 0; i < rows.size(); ++i)
        unpack_record(store_.anywhere(rows.index[i]), rows.copy(i).data(), rows.target[i]);
    // A page that is in memory but was not mapped yet takes about a microsecond, hardly a disk less than 20. Whoever had to wait for one makes the
    // next 1000 requests in advance.
    constexpr std::chrono::microseconds of_memory(2), of_a_disk(20);
    if (clock::now() - start > of_a_disk + of_memory * static_cast<long>(rows.size()))
        ahead_->store(1000, std::memory_order_relaxed);
}

}  // namespace firefly
