/// The state of a kernel or an updater whose type is known to that kernel or updater alone.
///
/// Regular, as every state is, and able to write itself: a chain of erased parts is saved and goes on like any other.
module;
#include <memory>
#include <typeinfo>
#include <utility>

export module firefly.dynamic:any_state;

import firefly.files;

namespace firefly {

/// The state of an erased kernel or updater.
export class any_state {
public:
    /// Nothing: what a chain's state holds before it is read.
    any_state() = default;
    template <class State>
    explicit any_state(std::in_place_type_t<State>, State value) : held_(std::make_unique<holder<State>>(std::move(value))) {}

    any_state(any_state const& other) : held_(other.held_ ? other.held_->clone() : nullptr) {}
    any_state(any_state&&) = default;
    any_state& operator=(any_state other) noexcept {
        held_ = std::move(other.held_);
        return *this;
    }

    /// For the one who made it.
    template <class State>
    inline State& as() {
        return static_cast<holder<State>&>(*held_).value;
    }

    inline void write(byte_writer& out) const { held_->write(out); }
    inline void read(byte_reader& in) { held_->read(in); }

    friend bool operator==(any_state const& a, any_state const& b) {
        return a.held_ && b.held_ ? a.held_->equals(*b.held_) : !a.held_ && !b.held_;
    }

private:
    struct interface {
        virtual ~interface() = default;
        virtual std::unique_ptr<interface> clone() const = 0;
        virtual bool equals(interface const& other) const = 0;
        virtual void write(byte_writer& out) const = 0;
        virtual void read(byte_reader& in) = 0;
    };

    template <class State>
    struct holder final : interface {
        explicit holder(State state) : value(std::move(state)) {}

        std::unique_ptr<interface> clone() const final { return std::make_unique<holder>(value); }
        bool equals(interface const& other) const final {
            return typeid(other) == typeid(holder) && static_cast<holder const&>(other).value == value;
        }
        void write(byte_writer& out) const final { out.put(value); }
        void read(byte_reader& in) final { in.get(value); }

        State value;
    };

    std::unique_ptr<interface> held_;
};

}  // namespace firefly
