/// What makes the chains of a run, new ones and those that were saved.
module;
#include <functional>
#include <memory>
#include <string_view>

export module firefly.program.setup:chain_factory;

import firefly;
import firefly.program.input;
import :brightness;

namespace firefly::program {

export struct chain_factory {
    std::function<std::shared_ptr<any_chain>(chain_options)> make;
    data_scale to_data_scale = {};             // of what they draw
    std::shared_ptr<bright_watch> watch = {};  // which data are bright, where that is to be known

    /// One that was saved. It draws no z of its own before it goes to where it was.
    std::shared_ptr<any_chain> resume(std::string_view saved) const {
        auto chain = make({.brightness = brightness_start::dark});
        chain->load(saved);
        return chain;
    }
};

}  // namespace firefly::program
