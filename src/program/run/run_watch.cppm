/// Who looks on while chains run, and what is thrown when they fail.
module;
#include <cstddef>
#include <functional>
#include <span>

export module firefly.program.run:run_watch;

import firefly;
import :chain_progress;

namespace firefly::program {

/// A run that failed while drawing. `sample` adds to the message what was saved.
export class run_failure : public error {
public:
    using error::error;
};

/// Callbacks during a run. They are called on the thread that called `run_chains`.
export struct run_watch {
    std::function<void(std::span<chain_status const>)> look = [](auto) {};  // about ten times a second
    std::function<void(std::span<chain_snapshot const>)> save = {};         // at most once per second, and after all have stopped
    std::function<fact_list(std::size_t)> end = [](auto) { return fact_list{}; };  // what outputs state about a chain at the end
};

}  // namespace firefly::program
