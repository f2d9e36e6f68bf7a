/// What bounds are called, and which of the choices they are.
module;
#include <concepts>

export module firefly.planning:bound_names;

import firefly.bounds;
import :choices;

namespace firefly {

template <class B>
constexpr bound_kind bound_kind_of() {
    if constexpr (std::same_as<B, jaakkola_jordan>)
        return bound_kind::jaakkola_jordan;
    else if constexpr (std::same_as<B, bohning>)
        return bound_kind::bohning;
    else if constexpr (std::same_as<B, jebara_choromanska>)
        return bound_kind::jebara_choromanska;
    else if constexpr (std::same_as<B, student_t_bound>)
        return bound_kind::student_t;
    else
        return bound_kind::own;
}

/// In words.
template <class B>
constexpr char const* bound_name() {
    constexpr char const* names[] = {"Jaakkola-Jordan", "Bohning", "Jebara-Choromanska", "Student-t", "the model's own"};
    return names[static_cast<int>(bound_kind_of<B>())];
}

}  // namespace firefly
