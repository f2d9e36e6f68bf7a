/// What firefly throws. Every message is one line: what was wrong, where, what to do.
module;
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

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

/// What is wrong with data and where, in parts. What is not known is empty or zero.
export struct data_fault {
    std::string file = {};
    std::size_t line = 0;      // of a text file, from 1
    std::size_t row = 0;       // of a table without lines, from 1
    std::string column = {};   // its name, or its number from 1
    std::string what = {};     // is wrong: "column "dist" is empty"
    std::string remedy = {};   // what would be accepted: "fill the cell, …"
    std::string setting = {};  // the member of `read_options` or `store_settings` that decides, where there is one: "missing"
};

/// Data that cannot be read. The message is `file:line: what; remedy`.
export class data_error : public error {
public:
    explicit data_error(std::string const& message) : data_error(data_fault{.what = message}) {}
    explicit data_error(data_fault fault)
        : error(in_one_line(fault)), fault_(std::make_shared<data_fault const>(std::move(fault))) {}

    data_fault const& fault() const noexcept { return *fault_; }

private:
    static std::string in_one_line(data_fault const& fault) {
        std::string result = fault.file;
        if (fault.line > 0) result += ":" + std::to_string(fault.line);
        if (!result.empty()) result += ": ";
        result += fault.what;
        return fault.remedy.empty() ? result : result + "; " + fault.remedy;
    }

    std::shared_ptr<data_fault const> fault_;  // shared: an exception is copied, and copies must not throw
};

/// An output that cannot be written. The message names the file and repeats the system's words.
export class output_error : public error {
public:
    using error::error;
};

/// A computation that has no answer: no maximum, a matrix that is not positive definite.
export class numerical_error : public error {
public:
    using error::error;
};

}  // namespace firefly
