/// A value that is made when it is first asked for, by whoever asks first; others wait for it. A handle: copies share the value.
///
/// For what most runs never need. Asking again costs a look at a flag.
module;
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

export module firefly.core:lazy;

namespace firefly {

/// A handle to a value that is made when it is first asked for.
export template <class T>
class lazy {
public:
    /// One that is there already.
    lazy(T value) : state_(std::make_shared<state>()) {
        std::call_once(state_->once, [&] { state_->fill(std::move(value)); });
    }
    /// `make` is called at most once, unless it throws, and forgotten then.
    explicit lazy(std::function<T()> make) : state_(std::make_shared<state>()) { state_->make = std::move(make); }

    T const& operator*() const {
        std::call_once(state_->once, [this] {
            state_->fill(state_->make());
            state_->make = nullptr;
        });
        return *state_->value;
    }
    T const* operator->() const { return &**this; }

    bool is_made() const { return state_->is_made; }

private:
    struct state {
        std::once_flag once;
        std::function<T()> make;
        std::optional<T> value;
        std::atomic<bool> is_made = false;

        void fill(T made) {
            value.emplace(std::move(made));
            is_made = true;
        }
    };

    std::shared_ptr<state> state_;
};

}  // namespace firefly
