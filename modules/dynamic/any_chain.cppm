/// A chain whose density, kernel and updater are chosen at run time, and chains in files.
///
///     auto chain = plan(model).make_chain({.seed = 1});
///     …
///     save(*chain, "chain.firefly");                           // whole or not at all
///     load(*chain, "chain.firefly");                           // on a chain that was made alike: goes on bit for bit
///
/// `save` and `load` take every `chain`, with a kernel, updater or likelihood of the user's own: a state says what it is made of
/// (`byte_writer`). The file holds the state of the chain and not what set-up made: model, bound and tables are made again.
/// Cost: one indirect call per iteration.
module;
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

export module firefly.dynamic:any_chain;

import firefly.core;
import firefly.files;
import firefly.samplers;
import :any_density;
import :any_kernel;
import :any_updater;

namespace firefly {

/// The state of a chain as bytes.
template <class Chain>
std::string state_bytes(Chain const& chain) {
    byte_writer out;
    out.put(chain.state());
    return out.bytes();
}

/// Whether these bytes are such a value, one that is possible, and nothing else.
template <class Value>
bool read_whole(std::string_view bytes, Value& value) try {
    byte_reader in(bytes);
    in.get(value);
    return in.at_end();
} catch (data_error const&) { return false; }

/// Puts a chain where another one stood. Throws `data_error` where that was one of other parts or of another model.
template <class Chain>
void restore_bytes(Chain& chain, std::string_view saved) {
    auto state = chain.blank_state();
    if (!read_whole(saved, state)) throw data_error("the saved state is damaged, or that of another kind of chain");
    try {
        chain.restore(state);
    } catch (invalid_argument const& failure) { throw data_error(failure.what()); }
}

/// A chain of any kind.
export class any_chain {
public:
    virtual ~any_chain() = default;
    virtual void advance() = 0;
    /// The outcome of the last `advance`.
    virtual draw const& current() const = 0;
    /// Which data are bright; nothing where a chain has none.
    virtual bright_set const* brightness() const = 0;
    /// Where θ stands.
    virtual point const& where() const = 0;
    /// What `load` takes.
    virtual std::string save() const = 0;
    /// Goes to where a chain that was made alike stood. Throws `data_error` for another kind of chain.
    virtual void load(std::string_view saved) = 0;
};

template <class Chain>
class chain_holder final : public any_chain {
public:
    explicit chain_holder(std::shared_ptr<Chain> chain) : chain_(std::move(chain)) {}

    void advance() final { chain_->advance(); }
    draw const& current() const final { return chain_->current(); }
    bright_set const* brightness() const final {
        if constexpr (requires { chain_->density().brightness(); })
            return &chain_->density().brightness();
        else
            return nullptr;
    }
    point const& where() const final { return chain_->density().current(); }
    std::string save() const final { return state_bytes(*chain_); }
    void load(std::string_view saved) final { restore_bytes(*chain_, saved); }

private:
    std::shared_ptr<Chain> chain_;
};

/// This chain as an `any_chain`, which shares it.
export template <class Chain>
std::shared_ptr<any_chain> erase(std::shared_ptr<Chain> chain) {
    return std::make_shared<chain_holder<Chain>>(std::move(chain));
}

/// A firefly chain of parts that are all chosen at run time. `first` draws the first z.
export std::shared_ptr<any_chain> start_erased_chain(any_firefly_density density, any_kernel<any_firefly_density> kernel,
                                                     any_updater updater, chain_options options, any_updater const& first);
/// The same of regular MCMC.
export std::shared_ptr<any_chain> start_erased_chain(any_density density, any_kernel<any_density> kernel, chain_options options);

void write_chain_file(std::filesystem::path const& path, std::string_view state);
std::string read_chain_file(std::filesystem::path const& path);

/// Replaces the file at once, or leaves it as it was and throws `output_error`.
export template <class Chain>
void save(Chain const& chain, std::filesystem::path const& path) {
    if constexpr (requires { chain.save(); })
        write_chain_file(path, chain.save());
    else
        write_chain_file(path, state_bytes(chain));
}

/// Throws `data_error` for a file that holds no chain, is damaged, or holds a chain of other parts.
export template <class Chain>
void load(Chain& chain, std::filesystem::path const& path) {
    std::string const saved = read_chain_file(path);
    if constexpr (requires { chain.load(saved); })
        chain.load(saved);
    else
        restore_bytes(chain, saved);
}

}  // namespace firefly
