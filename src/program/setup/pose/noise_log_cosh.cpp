module;
#include <cstddef>
#include <span>

module firefly.program.setup;

import firefly;
import firefly.program.input;
import :noise_pose;

namespace firefly::program {

template model_setup pose_noise(log_cosh const&, any_rows, sample_options const&, model_setup);

}  // namespace firefly::program
