/// What can go wrong with files, at a chosen moment: a library that is loaded before a program (LD_PRELOAD) and strikes at the k-th operation
/// that the program does on files below a folder. Operations are opening for writing, creating, writing, syncing, truncating, renaming and
/// removing. The program itself needs no hook.
///
///     FAULT_ROOT     the folder; nothing is done without it
///     FAULT_AT       k, from 1; 0: strikes never, and reports every operation
///     FAULT_KIND     kill    the process ends before the operation
///                    torn    half of a write is done, then the process ends
///                    cut     loss of power before the operation: what was not synced is cut off, names that were not synced are as before
///                    zero    loss of power before the operation: names are durable, but bytes that were not synced are zeros
///                    full    from this operation on the disk is full (ENOSPC)
///                    error   this operation fails, once (EIO)
///                    short   half of a write is done, and the program is told so
///     FAULT_REPORT   a file that gets a line for the operation that is struck: "k operation path"
///     FAULT_ATTIC    cut: an empty folder on the same disk, for what may have to come back
///
/// A name is durable when its folder was synced, and bytes when their file was: what POSIX promises, and no more. Linux, one process.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace {

std::string variable(char const* name) {
    char const* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

template <class Function>
Function* next(char const* name) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

/// The library's own work must not be taken for the program's.
thread_local bool is_inside = false;

std::string path_of(int file) {
    std::string path(4096, '\0');
    auto const length = ::readlink(("/proc/self/fd/" + std::to_string(file)).c_str(), path.data(), path.size());
    path.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
    return path;
}

std::string absolute(char const* path) {
    if (path[0] == '/') return path;
    std::string folder(4096, '\0');
    if (::getcwd(folder.data(), folder.size()) == nullptr) return path;
    return std::string(folder.c_str()) + "/" + path;
}

std::string folder_of(std::string const& path) {
    return path.substr(0, path.rfind('/'));
}

/// What a loss of power takes back.
class disk {
public:
    void created(std::string const& path) { names_.push_back({what::made, path, "", ""}); }
    void renaming(std::string const& from, std::string const& to) { names_.push_back({what::moved, to, from, keep(to)}); }
    void removing(std::string const& path) { names_.push_back({what::gone, path, "", keep(path)}); }
    void folder_synced(std::string const& folder) {
        std::erase_if(names_, [&](change const& c) { return folder_of(c.path) == folder; });
    }

    void written(int file, off_t first, ssize_t count) {
        if (count > 0) bytes_of(file).unsynced.emplace_back(first, count);
    }
    void synced(int file) { bytes_of(file).unsynced.clear(); }

    void lose_bytes(bool as_zeros) {
        for (auto& [inode, file] : files_)
            for (auto const& [first, count] : file.unsynced) {
                struct stat status{};
                if (::fstat(file.own, &status) != 0) continue;
                std::string const zeros(static_cast<std::size_t>(count), '\0');
                if (as_zeros)
                    next<ssize_t(int, void const*, size_t, off_t)>("pwrite")(file.own, zeros.data(), zeros.size(), first);
                else if (first < status.st_size)
                    next<int(int, off_t)>("ftruncate")(file.own, first);
            }
    }
    void lose_names() {
        auto* const rename_file = next<int(char const*, char const*)>("rename");
        for (; !names_.empty(); names_.pop_back()) {
            change const& last = names_.back();
            if (last.kind == what::made) next<int(char const*)>("unlink")(last.path.c_str());
            if (last.kind == what::moved) rename_file(last.path.c_str(), last.from.c_str());
            if (!last.kept.empty()) rename_file(last.kept.c_str(), last.path.c_str());
        }
    }

private:
    enum class what { made, moved, gone };
    struct change {
        what kind;
        std::string path, from, kept;
    };
    struct bytes {
        int own = -1;  // lives longer than the program's, whatever becomes of the name
        std::vector<std::pair<off_t, ssize_t>> unsynced;
    };

    /// A second name for a file that is about to lose its own; empty where there is none.
    std::string keep(std::string const& path) {
        static std::string const attic = variable("FAULT_ATTIC");
        std::string const kept = attic + "/" + std::to_string(kept_++);
        return !attic.empty() && ::link(path.c_str(), kept.c_str()) == 0 ? kept : "";
    }

    bytes& bytes_of(int file) {
        struct stat status{};
        ::fstat(file, &status);
        auto& found = files_[status.st_ino];
        if (found.own < 0)
            found.own =
                next<int(char const*, int, ...)>("open")(("/proc/self/fd/" + std::to_string(file)).c_str(), O_RDWR | O_CLOEXEC);
        return found;
    }

    std::vector<change> names_;
    std::map<ino_t, bytes> files_;
    int kept_ = 0;
};

enum class outcome { go_on, fail, half };

class fault {
public:
    static fault& only() {
        static fault& one = *new fault;  // for ever: files are written until the very end
        return one;
    }

    bool concerns(std::string const& path) const { return !root_.empty() && path.starts_with(root_); }

    /// Called before each operation. Does not return where the process ends. `errno` is set where it must fail.
    outcome before(char const* operation, std::string const& path, bool takes_space) {
        ++count_;
        bool const is_struck = count_ == at_;
        if (is_struck || at_ == 0) report(operation, path);
        if (kind_ == "full" && at_ > 0 && count_ >= at_ && takes_space) return failing(ENOSPC);
        if (!is_struck) return outcome::go_on;
        if (kind_ == "error") return failing(EIO);
        bool const is_write = std::strstr(operation, "write") != nullptr;
        if (kind_ == "short" || (kind_ == "torn" && is_write)) return is_write ? outcome::half : outcome::go_on;
        if (kind_ == "cut" || kind_ == "zero") state.lose_bytes(kind_ == "zero");
        if (kind_ == "cut") state.lose_names();
        if (kind_ != "full") end();
        return outcome::go_on;
    }

    /// After half of a write.
    void after_half() {
        if (kind_ == "torn") end();
    }

    disk state;
    std::mutex mutex;

private:
    static outcome failing(int reason) {
        errno = reason;
        return outcome::fail;
    }
    [[noreturn]] static void end() {
        ::kill(::getpid(), SIGKILL);
        for (;;) ::pause();
    }
    void report(char const* operation, std::string const& path) const {
        std::string const line = std::to_string(count_) + " " + operation + " " + path + "\n";
        int const file = next<int(char const*, int, ...)>("open")(report_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        if (file < 0) return;
        if (next<ssize_t(int, void const*, size_t)>("write")(file, line.data(), line.size()) < 0) std::abort();
        ::close(file);
    }

    std::string root_ = variable("FAULT_ROOT"), kind_ = variable("FAULT_KIND"), report_ = variable("FAULT_REPORT");
    long at_ = std::atol(variable("FAULT_AT").c_str()), count_ = 0;
};

/// One operation at a time: tells the fault, does it unless it must fail, and then what `done` says of its result.
template <class Result, class Operation, class Done>
Result carry_out(char const* name, std::string const& path, bool takes_space, Operation operation, Done done) {
    std::lock_guard const lock(fault::only().mutex);
    is_inside = true;
    Result result = -1;
    if (fault::only().before(name, path, takes_space) != outcome::fail) {
        result = operation();
        int const reason = errno;
        if (result >= 0) done(result);
        errno = reason;
    }
    is_inside = false;
    return result;
}

bool concerns(std::string const& path) {
    return !is_inside && fault::only().concerns(path);
}

template <class Write>
ssize_t write_to(char const* name, int file, off_t first, size_t count, Write write) {
    std::string const path = path_of(file);
    if (!concerns(path)) return write(count);
    std::lock_guard const lock(fault::only().mutex);
    is_inside = true;
    ssize_t result = -1;
    outcome const said = fault::only().before(name, path, true);
    if (said != outcome::fail) {
        result = write(said == outcome::half && count > 1 ? count / 2 : count);
        int const reason = errno;
        fault::only().state.written(file, first, result);
        if (said == outcome::half) fault::only().after_half();
        errno = reason;
    }
    is_inside = false;
    return result;
}

int open_file(char const* name, char const* path, int flags, mode_t mode) {
    auto const open = [&] { return next<int(char const*, int, ...)>(name)(path, flags, mode); };
    std::string const full = absolute(path);
    if ((flags & (O_WRONLY | O_RDWR | O_CREAT)) == 0 || !concerns(full)) return open();
    struct stat status{};
    bool const is_new = ::stat(path, &status) != 0;
    return carry_out<int>("open", full, is_new, open, [&](int) {
        if (is_new) fault::only().state.created(full);
    });
}

int sync_file(char const* name, int file) {
    auto const sync = [&] { return next<int(int)>(name)(file); };
    std::string const path = path_of(file);
    if (!concerns(path + "/")) return sync();
    return carry_out<int>(name, path, false, sync, [&](int) {
        struct stat status{};
        ::fstat(file, &status);
        S_ISDIR(status.st_mode) ? fault::only().state.folder_synced(path) : fault::only().state.synced(file);
    });
}

int remove_file(char const* name, char const* path) {
    auto const remove = [&] { return next<int(char const*)>(name)(path); };
    std::string const full = absolute(path);
    if (!concerns(full)) return remove();
    return carry_out<int>(
        name, full, false,
        [&] {
            fault::only().state.removing(full);
            return remove();
        },
        [](int) {});
}

int truncate_file(char const* name, int file, off_t length) {
    auto const truncate = [&] { return next<int(int, off_t)>(name)(file, length); };
    std::string const path = path_of(file);
    if (!concerns(path)) return truncate();
    return carry_out<int>(name, path, false, truncate, [](int) {});
}

}  // namespace

// Operations under the names that the program calls them by.
extern "C" {

int open(char const* path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    auto const mode = static_cast<mode_t>(flags & O_CREAT ? va_arg(more, int) : 0);
    va_end(more);
    return open_file("open", path, flags, mode);
}
int open64(char const* path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    auto const mode = static_cast<mode_t>(flags & O_CREAT ? va_arg(more, int) : 0);
    va_end(more);
    return open_file("open64", path, flags, mode);
}
ssize_t write(int file, void const* from, size_t count) {
    return write_to("write", file, ::lseek(file, 0, SEEK_CUR), count,
                    [&](size_t some) { return next<ssize_t(int, void const*, size_t)>("write")(file, from, some); });
}
ssize_t pwrite(int file, void const* from, size_t count, off_t first) {
    return write_to("pwrite", file, first, count,
                    [&](size_t some) { return next<ssize_t(int, void const*, size_t, off_t)>("pwrite")(file, from, some, first); });
}
ssize_t pwrite64(int file, void const* from, size_t count, off64_t first) {
    return write_to("pwrite64", file, first, count, [&](size_t some) {
        return next<ssize_t(int, void const*, size_t, off64_t)>("pwrite64")(file, from, some, first);
    });
}
int fsync(int file) {
    return sync_file("fsync", file);
}
int fdatasync(int file) {
    return sync_file("fdatasync", file);
}
int unlink(char const* path) {
    return remove_file("unlink", path);
}
int remove(char const* path) {
    return remove_file("remove", path);
}
int ftruncate(int file, off_t length) {
    return truncate_file("ftruncate", file, length);
}
int ftruncate64(int file, off64_t length) {
    return truncate_file("ftruncate64", file, length);
}
int rename(char const* from, char const* to) {
    auto const rename_file = [&] { return next<int(char const*, char const*)>("rename")(from, to); };
    std::string const full = absolute(to);
    if (!concerns(full)) return rename_file();
    return carry_out<int>(
        "rename", full, false,
        [&] {
            fault::only().state.renaming(absolute(from), full);
            return rename_file();
        },
        [](int) {});
}
}
