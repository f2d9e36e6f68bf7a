#pragma once
#include <unistd.h>

/// While it lives, standard input is closed: the next file that is opened takes its number, zero.
class closed_input {
public:
    closed_input() { ::close(STDIN_FILENO); }
    ~closed_input() {
        ::dup2(kept_, STDIN_FILENO);
        ::close(kept_);
    }
    closed_input(closed_input const&) = delete;

private:
    int kept_ = ::dup(STDIN_FILENO);
};
