/// A density takes over where another one stands: at a θ of its own, with the other's bright data and learned scales.
///
/// The two are of one type and of the same rows, as models with two values of a parameter are. What the other has noted of the bright data, their gaps and
/// their whitened rows, is made anew, since bounds, anchors and likelihoods differ; the rows themselves are not asked for again. The other stays as it
/// is, so that a proposal that is refused needs no way back. Where a datum that has no bound at θ is dark, the density is zero there, as everywhere
/// (`exempt_data`). Cost: M queries, O(MD + D²); nothing is allocated once the most bright data have been seen. On all data: N queries.
module;
#include <cstddef>
#include <span>

export module firefly.samplers:handover;

import firefly.core;

namespace firefly {

/// A friend of densities.
export struct handover {
    /// The log density of (θ, z), where `to` stands then.
    template <Density Target>
    inline static double pass_on(Target const& from, Target& to, vector_view theta) {
        if constexpr (requires { from.brightness_; }) {
            to.brightness_ = from.brightness_;
            to.bright_.clear();
            for (std::size_t i = 0; i < from.bright_.size(); ++i) to.bright_.packed_rows::append(from.bright_, i);
            to.shared_.bound().annotate(to.bright_);
            to.frame_.follow(from.frame_);
        }
        to.take_scales(from);
        to.evaluate(theta);
        to.commit();
        return to.current().log_density;
    }
};

}  // namespace firefly
