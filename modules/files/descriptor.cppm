/// A descriptor of the system that is closed at the end, also when something throws.
module;
#include <filesystem>
#include <utility>

export module firefly.files:descriptor;

namespace firefly {

/// An open file, pipe or directory.
export struct descriptor {
    int number = -1;  // negative: nothing is open, or the system refused

    descriptor() = default;
    explicit descriptor(int opened) : number(opened) {}
    ~descriptor() { close(); }
    descriptor(descriptor&& other) noexcept : number(std::exchange(other.number, -1)) {}
    descriptor& operator=(descriptor&&) = delete;

    /// Now. False, with `errno`, where the system says that something written before was lost.
    bool close();
};

/// Waits until the name of a file survives the end of the machine: names become durable with their folder. Where that cannot be synced, the
/// file is in place all the same.
export void sync_name(std::filesystem::path const& file);

}  // namespace firefly
