module;
#include <coroutine>
#include <memory>
#include <utility>

module firefly.planning;

import firefly.external;
import firefly.core;
import firefly.dynamic;
import firefly.samplers;

namespace firefly {

stream<draw> sample_planned(std::shared_ptr<planned_model const> model, chain_options options, choices wanted) {
    auto const chain = any_plan(std::move(model), wanted, {}).make_chain(options);
    for (;;) {
        chain->advance();
        co_yield chain->current();
    }
}

}  // namespace firefly
