/// One number per datum, for all chains: each member of a team keeps those of its own rows, and reads the others' when it needs them.
///
/// Somebody who works alone has an array, and reading it costs what reading an array costs. In a team the numbers lie in a window, cut into
/// pages of 256; pages of others are read as they are wanted, all that `want` names in one exchange, and stay in a cache of 1024 pages.
/// Nothing is ever changed, so that the cache is never wrong. Memory: the numbers, once in the whole team, and 1 MB per member for a table of
/// four-byte numbers.
module;
#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

export module firefly.teams:shared_table;

import firefly.numeric;
import :team;

namespace firefly {

/// Pages of equal size in a window, and copies of some that belong to others.
class page_cache {
public:
    /// Puts this member's pages where all can read them. All members.
    page_cache(row_partition const& parts, std::size_t rows_a_page, std::size_t page_bytes, std::span<std::byte const> mine);

    /// Fetches those that are not here, in one exchange.
    void want(std::span<std::size_t const> wanted);
    /// Some bytes of a page.
    void read(std::size_t page, std::size_t offset, std::span<std::byte> into);

private:
    static constexpr std::size_t slots = 1024;
    static constexpr std::size_t nothing = ~std::size_t{0};

    inline bool is_mine(std::size_t page) const { return page >= starts_[rank_] && page < starts_[rank_ + 1]; }
    inline std::size_t slot(std::size_t page) const { return page % slots; }
    /// Posts the read of a page that is not here.
    void fetch(std::size_t page);

    std::shared_ptr<window> pages_;
    std::size_t rank_;
    std::vector<std::size_t> starts_;  // the first page of each member, and the end
    std::size_t page_bytes_;
    std::mutex mutex_;
    std::vector<std::size_t> held_;  // the page in each slot
    std::vector<std::byte> copies_;
};

/// A handle: copies share the numbers. Any thread may read.
export template <class Number>
    requires std::is_trivially_copyable_v<Number>
class shared_table {
public:
    static constexpr std::size_t page_size = 256;
    using page = std::array<Number, page_size>;

    shared_table() = default;
    /// Takes over those of this member's rows. All members.
    shared_table(row_share const& part, std::vector<Number> mine) : size_(part.rows) {
        if (part.parts) {
            mine.resize((mine.size() + page_size - 1) / page_size * page_size);
            pages_ = std::make_shared<page_cache>(*part.parts, page_size, sizeof(page), std::as_bytes(std::span(mine)));
        } else {
            all_ = std::make_shared<std::vector<Number> const>(std::move(mine));
            data_ = all_->data();
        }
    }

    inline row_index size() const { return size_; }
    /// The numbers of all data, of somebody who works alone; nothing in a team.
    inline Number const* data() const { return data_; }

    inline Number operator[](row_index n) const { return data_ ? data_[n] : from_page(n); }

    /// Those of some data.
    template <class Wider>
    inline void read(std::span<row_index const> wanted, std::span<Wider> out) const {
        if (pages_) fetch(wanted);
        for (std::size_t i = 0; i < wanted.size(); ++i) out[i] = (*this)[wanted[i]];
    }

    /// In a team: what is going to be read, by page, and a whole page. What is beyond the last datum is zero.
    inline void want(std::span<std::size_t const> pages) const { pages_->want(pages); }
    inline void read_page(std::size_t which, page& out) const { pages_->read(which, 0, std::as_writable_bytes(std::span(out))); }

private:
    void fetch(std::span<row_index const> wanted) const {
        std::array<std::size_t, 64> pages;
        for (; !wanted.empty(); wanted = wanted.subspan(std::min(wanted.size(), pages.size()))) {
            std::size_t const some = std::min(wanted.size(), pages.size());
            for (std::size_t i = 0; i < some; ++i) pages[i] = wanted[i] / page_size;
            pages_->want(std::span(pages).first(some));
        }
    }

    Number from_page(row_index n) const {
        Number result;
        pages_->read(n / page_size, n % page_size * sizeof(Number), std::as_writable_bytes(std::span(&result, 1)));
        return result;
    }

    row_index size_ = 0;
    Number const* data_ = nullptr;
    std::shared_ptr<std::vector<Number> const> all_;
    std::shared_ptr<page_cache> pages_;
};

}  // namespace firefly
