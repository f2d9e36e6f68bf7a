#pragma once
#include <pthread.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <string>
#include <thread>
#include <utility>

/// A thread that a signal wakes from the call of the system in which it sleeps, so that the call fails with EINTR. Linux.
class interruptible {
public:
    template <class Work>
    explicit interruptible(Work work) {
        struct sigaction action{};  // without SA_RESTART, which would hide it
        action.sa_handler = [](int) { ++handled(); };
        ::sigaction(SIGUSR1, &action, &before_);
        thread_ = std::thread([this, work = std::move(work)] {
            number_ = ::gettid();
            work();
            has_ended_ = true;
        });
    }
    ~interruptible() {
        thread_.join();
        ::sigaction(SIGUSR1, &before_, nullptr);
    }
    interruptible(interruptible const&) = delete;

    /// Waits until the thread sleeps, and interrupts that; does nothing to one that has ended.
    void interrupt() {
        wait_while([&] { return !sleeps(); });
        int const before = handled();
        if (!has_ended_) ::pthread_kill(thread_.native_handle(), SIGUSR1);
        wait_while([&] { return handled() == before; });
    }

    /// No longer than the thread takes: what comes after it would be waited for in vain.
    void wait_while(auto const& condition) const {
        while (!has_ended_ && condition()) std::this_thread::sleep_for(std::chrono::microseconds(200));
    }

private:
    static std::atomic<int>& handled() {
        static std::atomic<int> count = 0;
        return count;
    }

    /// By the letter behind the name, which is in brackets.
    bool sleeps() const {
        std::ifstream in("/proc/self/task/" + std::to_string(number_) + "/stat");
        std::string line;
        std::getline(in, line);
        auto const end = line.rfind(") ");
        return end != std::string::npos && line[end + 2] == 'S';
    }

    struct sigaction before_{};
    std::atomic<pid_t> number_ = 0;
    std::atomic<bool> has_ended_ = false;
    std::thread thread_;
};

/// How many bytes wait in a pipe.
inline int bytes_in_pipe(int end) {
    int count = 0;
    ::ioctl(end, FIONREAD, &count);
    return count;
}
