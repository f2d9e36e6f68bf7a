/// The logs of all chains: this process writes those of its own chains, and reads the others by their file names.
module;
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

export module firefly.program.run:run_logs;

import firefly;

namespace firefly::program {

export class run_logs {
public:
    /// Temporary logs without names, all of this process.
    run_logs(std::size_t chains, std::size_t parameters) : size_(chains) {
        for (std::size_t i = 0; i < chains; ++i) mine_.emplace(i, draw_log::temporary(parameters));
    }
    /// Named logs; `mine` are those of this process.
    run_logs(std::vector<std::filesystem::path> paths, std::map<std::size_t, draw_log> mine)
        : size_(paths.size()), paths_(std::move(paths)), mine_(std::move(mine)) {}

    inline std::size_t size() const { return size_; }
    inline bool is_mine(std::size_t chain) const { return mine_.contains(chain); }
    inline draw_log& operator[](std::size_t chain) { return mine_.at(chain); }
    /// The logs of this process.
    inline std::map<std::size_t, draw_log> const& mine() const { return mine_; }

    /// A log of this process with all that was appended; of another process, what it has flushed.
    inline draw_log_reader read(std::size_t chain) {
        return is_mine(chain) ? mine_.at(chain).read() : draw_log_reader(paths_[chain]);
    }

    /// Deletes the files. Throws `output_error` for one that cannot be deleted.
    inline void remove() {
        for (std::size_t i = 0; i < size_; ++i) is_mine(i) ? mine_.at(i).remove() : remove_file(paths_[i]);
    }
    /// Deletes those of this process while something else has failed, which is what people are told: what cannot be deleted stays.
    inline void discard_mine() {
        for (auto& [i, log] : mine_) try {
                log.remove();
            } catch (output_error const&) {}
    }

private:
    std::size_t size_;
    std::vector<std::filesystem::path> paths_;
    std::map<std::size_t, draw_log> mine_;
};

}  // namespace firefly::program
