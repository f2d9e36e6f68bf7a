/// What the options ask for, put together: data, model, and the plan that makes chains of them.
///
/// The model is chosen here and disappears behind the chains; what follows sees these only.
module;
#include <cstddef>
#include <functional>

export module firefly.program.setup:set_up_model;

import firefly.program.input;
import :model_setup;

namespace firefly::program {

/// Reads the data, finds the maximum, collapses the bound: all processes together. Throws `firefly::error` when something cannot be used.
/// `when_counted` is told the number of parameters as soon as the data are read.
export model_setup set_up_model(sample_options const& options, processes const& all,
                                std::function<void(std::size_t)> const& when_counted = {});

}  // namespace firefly::program
