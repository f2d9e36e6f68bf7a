module;
#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

module firefly.data;

import firefly.external;
import firefly.core;
import firefly.teams;

namespace firefly {

namespace {

/// Where a member's targets begin in its part of the window: after its rows, at a whole number of doubles.
template <class Element>
std::size_t target_offset(row_index rows, std::size_t columns) {
    return (rows * columns * sizeof(Element) + sizeof(double) - 1) / sizeof(double) * sizeof(double);
}

/// Elements that were read to the front of where their doubles go.
template <class Element>
void widen(double* numbers, std::size_t count) {
    if constexpr (!std::same_as<Element, double>) {
        auto const* const bytes = reinterpret_cast<std::byte const*>(numbers);
        for (std::size_t i = count; i-- > 0;) {  // from the end: a double covers elements that have had their turn
            Element element;
            std::memcpy(&element, bytes + i * sizeof(Element), sizeof(Element));
            numbers[i] = element;
        }
    }
}

}  // namespace

template <std::floating_point Element>
remote_rows<Element>::remote_rows(std::shared_ptr<team const> crew, std::size_t columns, std::vector<row_index> held)
    : columns_(columns), rank_(crew->rank()), held_(std::move(held)), scale_(std::make_shared<column_scale>()) {
    std::vector<row_index> starts;
    for (row_index const start : held_) starts.push_back(std::min<row_index>(blocks_of(start) * block_rows, rows()));
    starts.front() = 0;
    parts_ = std::make_shared<row_partition const>(crew, std::move(starts));
    row_index const size = held_last() - held_first();
    std::size_t const offset = target_offset<Element>(size, columns);
    memory_ = crew->open_window(offset + size * sizeof(double));
    elements_ = reinterpret_cast<Element*>(memory_->mine().data());
    target_ = reinterpret_cast<double*>(memory_->mine().data() + offset);
}

template <std::floating_point Element>
std::vector<row_index> remote_rows<Element>::starts_of(team const& crew, row_index rows, std::size_t columns) {
    std::array<std::uint64_t, 3> const mine{rows, columns, sizeof(Element)};
    auto const all = crew.gather_numbers(std::span<std::uint64_t const>(mine));
    std::vector<row_index> starts{0};
    for (std::size_t m = 0; m < crew.size(); ++m) {
        auto const theirs = std::span(all).subspan(m * mine.size(), mine.size());
        if (theirs[1] != columns || theirs[2] != sizeof(Element))
            throw invalid_argument(
                fmt::format("remote_rows: member {} has rows of {} columns of {} bytes, member {} of {} of {}; give all the same",
                            crew.rank(), columns, sizeof(Element), m, theirs[1], theirs[2]));
        starts.push_back(starts.back() + theirs[0]);
    }
    return starts;
}

template <std::floating_point Element>
void remote_rows<Element>::rescale(column_scale scale) {
    if constexpr (std::same_as<Element, double>)
        scale.show(elements_, held_last() - held_first());
    else
        *scale_ = std::move(scale);
    parts_->crew->meet();
}

template <std::floating_point Element>
void remote_rows<Element>::keep(row_block const& block) {
    std::size_t const place = block.first - held_first();
    std::vector<double> memory;
    double const* const rows = block.rows.dense(memory).elements;
    std::transform(rows, rows + block.rows.rows * columns_, elements_ + place * columns_,
                   [](double x) { return static_cast<Element>(x); });
    std::ranges::copy(block.target, target_ + place);
}

template <std::floating_point Element>
void remote_rows<Element>::get(std::size_t member, row_index first, std::size_t count, Element* elements, double* target) const {
    row_index const begin = held_[member];
    memory_->get(member, (first - begin) * columns_ * sizeof(Element),
                 std::as_writable_bytes(std::span(elements, count * columns_)));
    memory_->get(member, target_offset<Element>(held_[member + 1] - begin, columns_) + (first - begin) * sizeof(double),
                 std::as_writable_bytes(std::span(target, count)));
}

template <std::floating_point Element>
row_block remote_rows<Element>::block(std::size_t i, block_buffer& buffer) const {
    row_index const first = i * block_rows;
    std::size_t const size = std::min(block_rows, rows() - first);
    if constexpr (std::same_as<Element, double>)
        if (is_here(first) && is_here(first + size - 1))
            return {first, matrix_view(row(first), size, columns_), {target_ + (first - held_first()), size}};
    buffer.rows.resize(size * columns_);
    buffer.target.resize(size);
    auto* const front = reinterpret_cast<Element*>(buffer.rows.data());
    bool fetched = false;
    for (std::size_t done = 0; done < size;) {
        row_index const n = first + done;
        std::size_t const member = holder(n), count = std::min<std::size_t>(size - done, held_[member + 1] - n);
        if (member == rank_) {
            std::memcpy(front + done * columns_, row(n), count * columns_ * sizeof(Element));
            std::copy_n(target_ + (n - held_first()), count, buffer.target.data() + done);
        } else {
            get(member, n, count, front + done * columns_, buffer.target.data() + done);
            fetched = true;
        }
        done += count;
    }
    if (fetched) memory_->complete();
    widen<Element>(buffer.rows.data(), size * columns_);
    scale_->show(buffer.rows.data(), size);
    return {first, matrix_view(buffer.rows.data(), size, columns_), buffer.target};
}

template <std::floating_point Element>
void remote_rows<Element>::request(std::span<row_index const> indices, packed_rows& rows) const {
    rows.request(indices);
    for (std::size_t i = 0; i < indices.size(); ++i)
        if (!is_here(indices[i]))
            get(holder(indices[i]), indices[i], 1, reinterpret_cast<Element*>(rows.copy(i).data()), &rows.target[i]);
}

template <std::floating_point Element>
void remote_rows<Element>::collect(packed_rows& rows) const {
    if (!std::ranges::all_of(rows.index, [&](row_index n) { return is_here(n); })) memory_->complete();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        row_index const n = rows.index[i];
        double* const copy = rows.copy(i).data();
        if (is_here(n)) {
            std::copy_n(row(n), columns_, copy);
            rows.target[i] = target_[n - held_first()];
        } else {
            widen<Element>(copy, columns_);
        }
        if constexpr (!std::same_as<Element, double>) scale_->show(copy);
    }
}

template class remote_rows<double>;
template class remote_rows<float>;

}  // namespace firefly
