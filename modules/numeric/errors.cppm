/// What firefly throws. Every message is one line: what was wrong, where, what to do.
module;
#include <stdexcept>

export module firefly.numeric:errors;

namespace firefly {

/// The base of all that follows: `catch (firefly::error const&)` catches everything that firefly reports itself.
export class error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// An argument that cannot be used. The message names the argument, its value and the remedy.
export class invalid_argument : public error {
public:
    using error::error;
};

/// Data that cannot be read. The message names the file, the line and the column where they are known.
export class data_error : public error {
public:
    using error::error;
};

/// A computation that has no answer: no maximum, a matrix that is not positive definite.
export class numerical_error : public error {
public:
    using error::error;
};

}  // namespace firefly
