/// `firefly sample`: data in, posterior draws out.
export module firefly.program:sample;

import :options;

namespace firefly::program {

/// Throws `firefly::error` when the input cannot be used, before any file has appeared. Whether it was interrupted says
/// `stop_requested`; what was drawn until then is saved.
export void sample(sample_options const& options);

}  // namespace firefly::program
