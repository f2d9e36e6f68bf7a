#pragma once
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

/// A directory that goes away with the test. Not in a module: it is about files, not about firefly.
class temporary_directory {
public:
    temporary_directory() {
        std::string name = (std::filesystem::temp_directory_path() / "firefly_XXXXXX").string();
        path_ = ::mkdtemp(name.data());
    }
    ~temporary_directory() { std::filesystem::remove_all(path_); }
    temporary_directory(temporary_directory const&) = delete;

    std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

    std::filesystem::path write(std::string_view name, std::string_view bytes) const {
        std::ofstream(path_ / name, std::ios::binary) << bytes;
        return path_ / name;
    }

private:
    std::filesystem::path path_;
};

inline std::string read_bytes(std::filesystem::path const& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// What the call complains of, without the directory in front.
template <class Error, class Call>
std::string complaint(Call call) {
    try {
        call();
    } catch (Error const& error) {
        std::string const message = error.what();
        auto const directory = message.find("firefly_");
        return directory == std::string::npos ? message : message.substr(message.find('/', directory) + 1);
    }
    return "no complaint";
}
