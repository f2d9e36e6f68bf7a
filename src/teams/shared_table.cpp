module;
#include <algorithm>
#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

module firefly.teams;

import firefly.core;

namespace firefly {

page_cache::page_cache(row_partition const& parts, std::size_t rows_a_page, std::size_t page_bytes, std::span<std::byte const> mine)
    : pages_(parts.crew->open_window(mine.size())),
      rank_(parts.crew->rank()),
      page_bytes_(page_bytes),
      held_(slots, nothing),
      copies_(slots * page_bytes) {
    for (row_index const start : parts.starts) starts_.push_back((start + rows_a_page - 1) / rows_a_page);
    std::ranges::copy(mine, pages_->mine().begin());
    parts.crew->meet();
}

void page_cache::fetch(std::size_t page) {
    auto const after = std::ranges::upper_bound(starts_, page);  // members without rows have no page
    std::size_t const member = static_cast<std::size_t>(after - starts_.begin()) - 1;
    held_[slot(page)] = page;
    pages_->get(member, (page - starts_[member]) * page_bytes_, std::span(copies_).subspan(slot(page) * page_bytes_, page_bytes_));
}

void page_cache::want(std::span<std::size_t const> wanted) {
    std::lock_guard const lock(mutex_);
    bool fetched = false;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        std::size_t const page = wanted[i];
        if (is_mine(page) || held_[slot(page)] == page) continue;
        // One page a slot and exchange: which of two reads into one place comes last is not known.
        if (std::ranges::any_of(wanted.first(i), [&](std::size_t other) { return slot(other) == slot(page); })) continue;
        fetch(page);
        fetched = true;
    }
    if (fetched) pages_->complete();
}

void page_cache::read(std::size_t page, std::size_t offset, std::span<std::byte> into) {
    if (is_mine(page)) {
        std::ranges::copy(pages_->mine().subspan((page - starts_[rank_]) * page_bytes_ + offset, into.size()), into.begin());
        return;
    }
    std::lock_guard const lock(mutex_);
    if (held_[slot(page)] != page) {
        fetch(page);
        pages_->complete();
    }
    std::ranges::copy(std::span(copies_).subspan(slot(page) * page_bytes_ + offset, into.size()), into.begin());
}

}  // namespace firefly
