/// Kernel and updater by name, and the chains that they make.
module;
#include <string>

export module firefly.program.setup:chains;

import firefly;
import firefly.program.input;
import :model_setup;
import :saved_chain;

namespace firefly::program {

export struct chosen_chains {
    chain_factory make;
    std::string kernel;   // as the options name it
    std::string updater;  // the same; empty for regular MCMC
    std::string details;  // in words
};

/// Throws `firefly::error` for combinations that make no sense.
export chosen_chains choose_chains(model_setup const& setup, sample_options const& options);

}  // namespace firefly::program
