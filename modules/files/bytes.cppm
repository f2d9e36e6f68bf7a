/// Numbers, texts, lists and structures as bytes, one after the other, and back. Who reads must know what was written.
///
/// Numbers stand as the machine has them; the machines that firefly runs on are little-endian. Texts and lists begin with their length in
/// eight bytes. A structure says once, for both ways, what it is made of:
///
///     static auto members(auto& self) { return std::tie(self.step, self.scale); }
///
/// and, where not all values of its members make sense, which of them do. No other is read:
///
///     bool is_possible() const { return step > 0; }
module;
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

export module firefly.files:bytes;

import firefly.numeric;

namespace firefly {

static_assert(std::endian::native == std::endian::little);

template <class T>
concept PlainNumber = std::is_arithmetic_v<T> || std::is_enum_v<T>;

/// What a structure is made of; nothing of an empty one.
template <class T>
auto members_of(T& value) {
    using type = std::remove_const_t<T>;
    if constexpr (requires { type::members(value); }) {
        return type::members(value);
    } else {
        static_assert(std::is_empty_v<type>,
                      "to save this type, give it: static auto members(auto& self) { return std::tie(self.…); }");
        return std::tuple();
    }
}

/// Puts values one after the other; `byte_reader` takes them in the same order.
export class byte_writer {
public:
    template <PlainNumber T>
    inline void put(T value) {
        bytes_.append(reinterpret_cast<char const*>(&value), sizeof value);
    }
    inline void put(std::string_view text) {
        put(static_cast<std::uint64_t>(text.size()));
        bytes_ += text;
    }
    inline void put(std::string const& text) { put(std::string_view(text)); }
    template <class First, class Second>
    inline void put(std::pair<First, Second> const& both) {
        put(both.first);
        put(both.second);
    }
    inline void put(vector const& values) {
        put(static_cast<std::uint64_t>(values.size()));
        for (double const value : values) put(value);
    }
    template <class T>
    inline void put(std::vector<T> const& values) {
        put(static_cast<std::uint64_t>(values.size()));
        for (T const& value : values) put(value);
    }
    /// A structure, or a value that writes itself because nobody else knows its type.
    template <class T>
        requires std::is_class_v<T>
    inline void put(T const& value) {
        if constexpr (requires { value.write(*this); })
            value.write(*this);
        else
            std::apply([&](auto const&... member) { (put(member), ...); }, members_of(value));
    }

    inline std::string const& bytes() const { return bytes_; }

private:
    std::string bytes_;
};

/// Throws `data_error` where the bytes end too early, or hold a structure that is not possible.
export class byte_reader {
public:
    inline explicit byte_reader(std::string_view bytes) : bytes_(bytes) {}

    template <PlainNumber T>
    inline void get(T& value) {
        std::memcpy(&value, take(sizeof value).data(), sizeof value);
    }
    inline void get(std::string& text) { text = take(length(1)); }
    template <class First, class Second>
    inline void get(std::pair<First, Second>& both) {
        get(both.first);
        get(both.second);
    }
    inline void get(vector& values) {
        values = zeros(length(sizeof(double)));
        for (double& value : values) get(value);
    }
    template <class T>
    inline void get(std::vector<T>& values) {
        values.resize(length(1));
        for (T& value : values) get(value);
    }
    template <class T>
        requires std::is_class_v<T>
    inline void get(T& value) {
        if constexpr (requires { value.read(*this); })
            value.read(*this);
        else
            std::apply([&](auto&... member) { (get(member), ...); }, members_of(value));
        if constexpr (requires { value.is_possible(); })
            if (!value.is_possible()) throw data_error("saved bytes hold numbers that cannot be");
    }

    inline bool at_end() const { return bytes_.empty(); }

private:
    inline std::string_view take(std::size_t count) {
        if (count > bytes_.size()) throw data_error("saved bytes end too early");
        std::string_view const result = bytes_.substr(0, count);
        bytes_.remove_prefix(count);
        return result;
    }

    /// Of what follows, each element of at least this many bytes.
    inline std::size_t length(std::size_t element) {
        std::uint64_t count;
        get(count);
        if (count > bytes_.size() / element) throw data_error("saved bytes end too early");
        return static_cast<std::size_t>(count);
    }

    std::string_view bytes_;
};

}  // namespace firefly
