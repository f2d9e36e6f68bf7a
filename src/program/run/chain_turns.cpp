module;
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

module firefly.program.run;

import firefly;
import firefly.program.input;
import firefly.program.setup;
import :chain_turns;
import :clock;

namespace firefly::program {

namespace {

using namespace std::chrono_literals;

constexpr auto turn = 50ms;
constexpr auto flush_interval = 1s;  // the most that a killed run loses

}  // namespace

chain_turns::chain_turns(chain_frame const& frame, std::size_t number, chain_snapshot const* saved, bool is_mine)
    : frame_(&frame), number_(number) {
    if (!saved) return;
    result_ = saved->result;
    status_.position = result_.position();
    if (!saved->state.empty() && is_mine) chain_ = frame.make.resume(saved->state);
}

void chain_turns::take_turn(std::uint64_t target, std::function<bool(clock::time_point)> const& stopped) {
    if (has_failed_) return;  // a draw is lost: none may follow it. Another worker may have looked for work before it knew
    run_settings const& settings = frame_->settings;
    auto const start = clock::now();
    auto now = start;
    if (!chain_) chain_ = frame_->make.make({settings.seed, static_cast<std::uint32_t>(number_), settings.warm_up});
    bool const warm_up = position() < settings.warm_up;
    std::uint64_t const end = warm_up ? std::min(target, settings.warm_up) : target;
    chain_status sum;
    std::uint64_t iterations = 0;
    do {
        draw const& current = advance();
        keep(current);
        ++iterations;
        sum.bright += static_cast<double>(current.z.bright);
        sum.queries += static_cast<double>(current.queries());
        sum.acceptance += current.acceptance;
        now = clock::now();
    } while (position() < end && now - start < turn && !stopped(now));
    double const count = static_cast<double>(iterations);
    status_ = {position(), sum.bright / count, sum.queries / count, sum.acceptance / count};
    if (!warm_up) {
        result_.bright += sum.bright;
        result_.queries += sum.queries;
        result_.acceptance += sum.acceptance;
    }
    (warm_up ? result_.warm_up_seconds : result_.seconds) += seconds(now - start);
    if (now - flushed_ > flush_interval) {
        frame_->logs[number_].flush();
        flushed_ = now;
    }
}

std::optional<chain_snapshot> chain_turns::save() {
    if (!chain_ || has_failed_) return std::nullopt;
    frame_->logs[number_].flush();  // the snapshot refers to the log, so the log is written first
    chain_snapshot snapshot{chain_->save(), result_};
    saved_ = flushed_ = clock::now();
    return snapshot;
}

draw const& chain_turns::advance() {
    chain_->advance();
    if (frame_->make.watch) frame_->make.watch->see(number_, *chain_);
    return chain_->current();
}

void chain_turns::keep(draw const& current) {
    std::uint64_t& iterations = current.warm_up ? result_.warm_up_iterations : result_.iterations;
    bool const kept = iterations % frame_->settings.thin == 0 && (!current.warm_up || frame_->settings.save_warm_up);
    if (kept) {
        draw_log& log = frame_->logs[number_];
        auto const& scale = frame_->make.to_data_scale;
        if (scale.changes() || current.scales.size() > 0 || scale.has_groups() || current.on_grid) {
            draw on_data_scale = current;
            on_data_scale.theta = scale.shown(current.theta, current.scales, current.on_grid);
            log.append(on_data_scale);
        } else {
            log.append(current);
        }
        ++(current.warm_up ? result_.warm_up_kept : result_.kept);
    }
    ++iterations;
}

}  // namespace firefly::program
