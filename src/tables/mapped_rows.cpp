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

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.files;

namespace firefly {

namespace {

constexpr std::string_view intercept_name = "(intercept)";

std::vector<std::string> names_of(row_store const& store) {
    std::vector<std::string> names;
    for (auto const& column : store.names().columns) names.push_back(column.name);
    return names;
}

std::string indicator_name(store_column const& column, std::string const& level) {
    return fmt::format("{}={}", column.name, level);
}

}  // namespace

std::vector<std::string> store_columns(row_store const& store, std::vector<std::string> const& features, bool intercept) {
    auto const names = names_of(store);
    auto const choice =
        choose_columns(store.file(), names, std::nullopt, {.target = {}, .features = features, .intercept = intercept});
    std::vector<std::string> result;
    if (intercept) result.emplace_back(intercept_name);
    bool first = true;
    for (std::size_t const i : choice.features) {
        store_column const& column = store.names().columns[i];
        if (column.levels.empty()) {
            result.push_back(column.name);
            continue;
        }
        for (std::size_t k = has_reference(intercept, std::exchange(first, false)); k < column.levels.size(); ++k)
            result.push_back(indicator_name(column, column.levels[k]));
    }
    check_size(store.file(), 1, result.size(), {});  // a row of any number of columns is small; a model of as many is not
    return result;
}

mapped_rows::mapped_rows(row_store store, std::vector<std::string> const& columns, target_kind kind)
    : store_(std::move(store)),
      columns_(columns.size()),
      mean_(zeros(0)),
      deviation_(zeros(0)),
      ahead_(std::make_shared<std::atomic<int>>(0)) {
    auto const& names = store_.names();
    auto const find = [&](std::string const& name) {
        return static_cast<std::size_t>(std::ranges::find(names.columns, name, &store_column::name) - names.columns.begin());
    };
    for (std::size_t to = 0; to < columns.size(); ++to) {
        if (columns[to] == intercept_name) {
            ones_.push_back(to);
            continue;
        }
        if (std::size_t const from = find(columns[to]); from < names.columns.size() && names.columns[from].levels.empty()) {
            bool const follows = !numbers_.empty() && numbers_.back().from + numbers_.back().count == from &&
                                 numbers_.back().to + numbers_.back().count == to;
            if (follows)
                ++numbers_.back().count;
            else
                numbers_.push_back({from, to, 1});
            continue;
        }
        bool found = false;
        for (std::size_t from = 0; from < names.columns.size() && !found; ++from) {
            store_column const& column = names.columns[from];
            for (std::size_t k = 0; k < column.levels.size() && !found; ++k) {
                if (columns[to] != indicator_name(column, column.levels[k])) continue;
                found = true;
                auto known = std::ranges::find(categories_, from, &category::from);
                if (known == categories_.end())
                    known = categories_.insert(known, {from, std::vector<std::size_t>(column.level_of.size(), nowhere)});
                for (std::size_t code = 0; code < column.level_of.size(); ++code)
                    if (static_cast<std::size_t>(column.level_of[code]) == k) known->place[code] = to;
            }
        }
        if (!found)
            throw data_error(fmt::format("{}: there is no column {}; there are {}", store_.file(), in_quotes(columns[to]),
                                         list_in_quotes(store_columns(store_, {}, true))));
    }
    if (kind == target_kind::classes) {
        if (names.classes.empty())
            throw data_error(
                fmt::format("{}: its target is a number and no class; convert the data again, without --model robust, or "
                            "use --model robust",
                            store_.file()));
        target_of_ = names.class_of;
    } else {
        for (double const place : names.class_of) {
            auto const& name = names.classes[static_cast<std::size_t>(place)];
            auto const number = parse_number(name);
            if (!number)
                throw data_error(fmt::format("{}: its target has classes such as {}, which are no numbers; choose another model",
                                             store_.file(), in_quotes(name)));
            target_of_.push_back(*number);
        }
    }
}

void mapped_rows::rescale(vector mean, vector deviation) {
    mean_ = std::move(mean);
    deviation_ = std::move(deviation);
}

void mapped_rows::refuse_code() const {
    throw data_error(
        fmt::format("{}: a row has a class or level that the store does not know; convert the data again", store_.file()));
}

template <class Element>
void mapped_rows::unpack(char const* record, double* row, double& target) const {
    std::memcpy(&target, record, 8);
    auto const* const elements = reinterpret_cast<Element const*>(record + 8);
    if (!target_of_.empty()) {
        if (!(target >= 0 && target < static_cast<double>(target_of_.size()))) refuse_code();
        target = target_of_[static_cast<std::size_t>(target)];
    }
    for (std::size_t const to : ones_) row[to] = 1;
    for (auto const& [from, to, count] : numbers_) std::copy_n(elements + from, count, row + to);
    for (auto const& [from, place] : categories_) {
        for (std::size_t const to : place)
            if (to != nowhere) row[to] = 0;
        double const code = elements[from];
        if (!(code >= 0 && code < static_cast<double>(place.size()))) refuse_code();
        if (std::size_t const to = place[static_cast<std::size_t>(code)]; to != nowhere) row[to] = 1;
    }
    for (std::size_t j = 0; j < mean_.size(); ++j) row[j] = (row[j] - mean_(j)) / deviation_(j);
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
    buffer.rows.resize(size * columns_);
    buffer.target.resize(size);
    char const* record = store_.in_order(first);
    for (std::size_t r = 0; r < size; ++r, record += stride)
        unpack_record(record, buffer.rows.data() + r * columns_, buffer.target[r]);
    return {first, {buffer.rows.data(), size, columns_}, buffer.target};
}

void mapped_rows::request(std::span<row_index const> indices, packed_rows& rows) const {
    rows.resize(indices.size());
    std::ranges::copy(indices, rows.index.begin());
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
    for (std::size_t i = 0; i < rows.size(); ++i) unpack_record(store_.anywhere(rows.index[i]), rows.row(i).data(), rows.target[i]);
    // A page that is in memory but was not mapped yet takes about a microsecond, hardly a disk less than 20. Who had to wait for one makes the
    // next 1000 requests in advance.
    constexpr std::chrono::microseconds of_memory(2), of_a_disk(20);
    if (clock::now() - start > of_a_disk + of_memory * static_cast<long>(rows.size()))
        ahead_->store(1000, std::memory_order_relaxed);
}

}  // namespace firefly
